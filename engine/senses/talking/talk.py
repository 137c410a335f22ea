"""A talk: the pipeline over a link, from its first block to its last."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.errors import CompanionError
from engine.senses.audio.link import SPEAKER_RATE, AudioLink, Block
from engine.senses.audio.playback import Playback
from engine.senses.errors import DeviceLostError, NoAudioError
from engine.senses.hearing.port import Recogniser, VoiceActivity
from engine.senses.speaking.voice import PLAIN, Manner, Synthesiser
from engine.senses.talking.answerer import Answerer, Companion
from engine.senses.talking.ears import Ears
from engine.senses.talking.frames import (
    AudioIn,
    Duplex,
    Frame,
    Hushed,
    Muted,
    PartFault,
    SpeechPart,
    Unplugged,
    VoiceChosen,
)
from engine.senses.talking.frames import Held as HeldKey
from engine.senses.talking.pipeline import Pipeline, Stage, Work
from engine.senses.talking.states import TalkState, TalkStatus
from engine.senses.talking.transcriber import Attention, Transcriber
from engine.senses.talking.voicer import Player, Voicer
from engine.settings import SensesSettings

RETRY_S: Final = 1.0
"""Between two looks for a device."""

RETURN_S: Final = 10.0
LONGEST_RETURN_S: Final = 120.0
"""Of rest, until it is looked whether a chosen device is here again while another is used, and each time twice as long:
a look takes the devices away for a moment.
"""

BROKEN: Final = "The talk ended by a fault of the program."
BROKEN_REMEDY: Final = "Start the voice again; if it stays so, see `companion doctor`."

DEAF: Final = "It hears itself here, so it listens only between answers."
DEAF_REMEDY: Final = "Use headphones, or choose: `companion devices use --while-speaking always`."


@dataclass(frozen=True, slots=True)
class Parts:
    """What a talk is made of. `recogniser` and `synthesiser` may load theirs, on the thread that works for them.

    `lacking` says why no voice of a language (ISO 639-1) speaks; None where that is nothing to tell.
    """

    link: AudioLink
    activity: VoiceActivity
    recogniser: Callable[[], Recogniser]
    synthesiser: Callable[[str], Synthesiser]
    companion: Companion
    hearing: Work
    voicing: Work
    manner: Callable[[], Manner] = lambda: PLAIN
    lacking: Callable[[str], CompanionError | None] = lambda _: None


def ignore_frame(_: Frame) -> None:
    """The listener of a caller who only wants the status."""


def ignore_status(_: TalkStatus) -> None:
    """The listener of a caller who only wants the frames."""


class Talk:
    """One spoken conversation. `run` belongs to the audio thread; the verbs may be called from any.

    `told` hears every frame that comes through, `changed` every new status, both on the audio thread.
    """

    def __init__(
        self,
        parts: Parts,
        settings: SensesSettings,
        *,
        told: Callable[[Frame], None] = ignore_frame,
        changed: Callable[[TalkStatus], None] = ignore_status,
    ) -> None:
        self._link, self._told, self._changed = parts.link, told, changed
        self._foreign: CompanionError | None = None
        self._replaced: CompanionError | None = None
        self._rest_s, self._patience_s = 0.0, RETURN_S
        self._faults: dict[SpeechPart, CompanionError] = {}
        self.playback = Playback(SPEAKER_RATE)
        self.ears = Ears(parts.activity, self.playback, settings)
        self._answerer = Answerer(parts.companion, settings.speaking, lambda: self.at_s)
        self._transcriber = Transcriber(
            parts.recogniser,
            parts.hearing,
            settings,
            ears=self.ears,
            said_lately=lambda: self._answerer.said_lately,
            engaged=lambda: self.engaged,
        )
        self._voicer = Voicer(
            parts.synthesiser, parts.voicing, settings.speaking, parts.manner, parts.lacking
        )
        self._player = Player(self.playback, lambda: self.ears.hearing or self._transcriber.awaiting)
        stages: list[Stage] = [self.ears, self._transcriber, self._answerer, self._voicer, self._player]
        self._pipeline = Pipeline(stages, self._hear)
        self._connect()
        self._stopped = threading.Event()
        self.status = TalkStatus(TalkState.OFF)
        self.at_s = 0.0

    def run(self) -> None:
        """Talk until `stop`, or until the link has no more. A lost device is waited for."""
        end = TalkStatus(TalkState.OFF)
        try:
            while not self._stopped.is_set():
                try:
                    self._open()
                    self._talk()
                except (NoAudioError, DeviceLostError) as error:
                    self._lose(error)
                    self._stopped.wait(RETRY_S)
                else:
                    return
        except BaseException:
            end = TalkStatus(TalkState.OFF, BROKEN, BROKEN_REMEDY)
            raise
        finally:
            self._link.close()
            self._tell(end)

    def stop(self) -> None:
        """End after the current block; what is being answered is hushed."""
        self._pipeline.post(self.ears, Hushed())
        self._stopped.set()

    def mute(self, *, muted: bool) -> None:
        self._pipeline.post(self.ears, Muted(muted))

    def hold(self, *, held: bool) -> None:
        """The key to talk is held, or let go: what is said meanwhile is a turn, and interrupts."""
        self._pipeline.post(self.ears, HeldKey(held))

    def hush(self) -> None:
        """Stop speaking at once, and answering: what was heard of the answer is kept."""
        self._pipeline.post(self.ears, Hushed())

    def miss(self, part: SpeechPart, fault: CompanionError) -> None:
        """A speech model cannot do its part: that is a state, until it can."""
        self._pipeline.post(self.ears, PartFault(part, fault))

    def listen(self, attention: Attention) -> None:
        """Listen in that way, from the next words on."""
        self.ears.listening = attention.listening
        if attention.duplex is not self.ears.duplex:
            self.ears.choose(attention.duplex)
        self._transcriber.calling = attention.calling
        self._transcriber.language = attention.language or ""

    @property
    def computing(self) -> bool:
        """Whether anything is being recognised, answered or made into sound."""
        work = (self._transcriber.busy, self._answerer.busy, self._voicer.busy, self._pipeline.waiting)
        return any(work)

    @property
    def resting(self) -> bool:
        """Whether nothing is under way: nobody speaks, and nothing is left to be said."""
        active = self.ears.hearing or self._transcriber.awaiting or self.playback.playing
        return not (active or self.computing)

    @property
    def occupied(self) -> bool:
        """Whether a turn was heard that is not answered to its end yet."""
        return self._transcriber.awaiting or self.engaged

    @property
    def engaged(self) -> bool:
        """Whether an answer is thought about, made into sound or spoken."""
        return self._answerer.answering or self._voicer.busy or self.playback.playing

    def _connect(self) -> None:
        for stage in (self._transcriber, self._answerer, self._voicer):
            stage.post = _poster(self._pipeline, stage)
        self._player.post = _poster(self._pipeline, self._transcriber)

    def _open(self) -> None:
        self._rest_s = self.at_s
        self._replaced = self._link.open(self.playback)
        if self._replaced is None:
            self._patience_s = RETURN_S

    def _talk(self) -> None:
        while not self._stopped.is_set():
            block = self._link.read(hurry=not self.computing)
            if block is None:
                break
            self._step(block)
            self._look_for_chosen()
        self._pipeline.drain()

    def _look_for_chosen(self) -> None:
        """Now and then at rest: whether a chosen device that another stands in for is here again."""
        if self._replaced is None or not self.resting:
            self._rest_s = self.at_s
        elif self.at_s - self._rest_s >= self._patience_s:
            self._patience_s = min(2 * self._patience_s, LONGEST_RETURN_S)
            self._open()

    def _step(self, block: Block) -> None:
        self.at_s = block.at_s
        self._pipeline.drain()
        self._pipeline.push(AudioIn(block.samples, block.at_s))
        self._pipeline.drain()
        self._tell(self._status())

    def _hear(self, frame: Frame) -> None:
        match frame:
            case VoiceChosen(fault=fault):
                self._foreign = fault
            case PartFault(part=part, fault=None):
                self._faults.pop(part, None)
            case PartFault(part=part, fault=CompanionError() as fault):
                self._faults[part] = fault
            case _:
                pass
        self._told(frame)

    def _status(self) -> TalkStatus:
        """The state; at rest with what fails, while it speaks with what the person would wonder at."""
        state, foreign = self._state(), self._foreign
        fault = next(iter(self._faults.values()), None)
        if fault is not None and state in {TalkState.READY, TalkState.LISTENING}:
            return TalkStatus.of_fault(TalkState.FAILING, fault)
        if foreign is not None and state in {TalkState.SPEAKING, TalkState.READY}:
            return TalkStatus.of_fault(state, foreign)
        if self._replaced is not None and state is TalkState.READY:
            return TalkStatus.of_fault(state, self._replaced)
        if self._half_duplex and state is TalkState.SPEAKING:
            return TalkStatus(state, DEAF, DEAF_REMEDY)
        return TalkStatus(state)

    @property
    def _half_duplex(self) -> bool:
        """Whether it does not listen while it speaks, without the person having chosen that."""
        return self.ears.half_duplex and self.ears.duplex is not Duplex.NEVER

    def _state(self) -> TalkState:
        if self._player.speaking and not self.playback.paused:
            return TalkState.SPEAKING
        if self._transcriber.awaiting or self._answerer.answering or self._voicer.busy:
            return TalkState.THINKING
        if self.ears.muted:
            return TalkState.MUTED
        return TalkState.LISTENING if self.ears.hearing else TalkState.READY

    def _lose(self, error: CompanionError) -> None:
        self._link.close()
        self._pipeline.push(Unplugged())
        self._pipeline.drain()
        self._patience_s = RETURN_S
        self.ears.choose(self.ears.duplex)  # the device that comes may be one without an echo
        self._tell(TalkStatus.of_fault(TalkState.NO_DEVICE, error))

    def _tell(self, status: TalkStatus) -> None:
        if status != self.status:
            self.status = status
            self._changed(status)


def _poster(pipeline: Pipeline, stage: Transcriber | Answerer | Voicer) -> Callable[[Frame], None]:
    return lambda frame: pipeline.post(stage, frame)
