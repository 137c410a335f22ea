"""The transcriber: words of a turn, looked for while it is spoken, so that they are there when it ends.

What still waits to be looked at when somebody speaks on, or has ended, is not looked at any more.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass

from engine.senses.audio.sound import RATE, Samples
from engine.senses.errors import speech_fault
from engine.senses.hearing.port import Care, Recogniser, Transcript
from engine.senses.hearing.whisper import said_once
from engine.senses.hearing.words import Refusal, call_in, refusal_of, shared_words, spoken_words
from engine.senses.talking.ears import Ears
from engine.senses.talking.frames import (
    CallJudged,
    Duplex,
    Frame,
    HeardSoFar,
    Hushed,
    Listening,
    PartFault,
    Partial,
    Recognised,
    Refused,
    SpeechPart,
    TurnHeard,
    TurnSpoken,
    Words,
)
from engine.senses.talking.pipeline import Desk, Work
from engine.settings import SensesSettings

SENTENCE_ENDS = (".", "!", "?", "…", "。", "！", "？", '"', "'", "”")
SHORTEST_DRAFT_S = 0.4


@dataclass(frozen=True, slots=True)
class Calling:
    """The name that calls the companion, and how readily (0–1) something is taken for it."""

    name: str = ""
    sensitivity: float = 0.5


@dataclass(frozen=True, slots=True)
class Attention:
    """How the person wants to be heard. `language` (ISO 639-1) is what they speak; None finds it out each turn."""

    listening: Listening = Listening.HANDS_FREE
    calling: Calling = Calling()
    duplex: Duplex = Duplex.AS_IT_CAN
    language: str | None = None


class Transcriber:
    """A stage. `said_lately` is what the companion itself said, by which an echo that got through is known.

    `engaged` says whether it is answering or speaking: who is in talk with it need not call it. `post` brings outcomes
    back to this stage, from any thread.
    """

    def __init__(
        self,
        recogniser: Callable[[], Recogniser],
        work: Work,
        settings: SensesSettings,
        *,
        ears: Ears,
        said_lately: Callable[[], str],
        engaged: Callable[[], bool],
    ) -> None:
        self._recogniser, self._desk, self._settings = recogniser, Desk(work), settings
        self._ears, self._said_lately, self._engaged = ears, said_lately, engaged
        self.calling, self.language = Calling(), ""
        self._failing = False
        self.post: Callable[[Frame], None] = lambda _: None
        self._looking: int | None = None
        self._found: dict[int, Transcript | None] = {}
        self._ended: dict[int, TurnHeard] = {}
        self._called_until_s = 0.0

    @property
    def busy(self) -> bool:
        return self._desk.busy

    @property
    def awaiting(self) -> bool:
        """Whether a turn has ended whose words are not there yet."""
        return bool(self._ended)

    def take(self, frame: Frame) -> Iterable[Frame]:
        match frame:
            case HeardSoFar(paused=True):
                self._look(frame.samples, frame.key, Care.TURN)
            case HeardSoFar():
                if not self._desk.busy and len(frame.samples) > SHORTEST_DRAFT_S * RATE:
                    self._look(frame.samples, frame.key, Care.DRAFT)
            case TurnHeard():
                yield frame
                yield from self._end(frame)
            case Recognised():
                yield from self._judge(frame)
                yield from self._take_found(frame)
            case Hushed():
                self._ended, self._found, self._looking = {}, {}, None
                yield frame
            case TurnSpoken():
                self._called_until_s = frame.at_s + self._settings.hearing.called_for_s
                yield frame
            case _:
                yield frame

    def _look(self, samples: Samples, key: int, care: Care) -> None:
        draft, language = care is Care.DRAFT, self.language or None
        if not draft:
            self._looking = key

        def work() -> Transcript | None:
            outdated = self._looking == key if draft else self._looking != key
            if outdated and key not in self._ended:
                return None
            return self._recogniser().hear(samples, language=language, care=care)

        def done(future: "Future[Transcript | None]") -> None:
            error = future.exception()
            fault = None if error is None else speech_fault(error, "The speech model")
            self.post(Recognised(key, future.result() if error is None else None, draft, fault))

        self._desk.ask(work, done)

    def _judge(self, frame: Recognised) -> Iterable[Frame]:
        """Tell that the recogniser fails, and that it works again."""
        if frame.fault is not None:
            self._failing = True
            yield PartFault(SpeechPart.HEARING, frame.fault)
        elif self._failing and frame.found is not None:
            self._failing = False
            yield PartFault(SpeechPart.HEARING)

    def _end(self, turn: TurnHeard) -> Iterable[Frame]:
        """A turn that ends while the words of one before are still looked for does not take its place."""
        if turn.voiced_s < self._settings.hearing.least_voiced_s:
            yield Refused(Refusal.SHORT)
            return
        self._ended[turn.key] = turn
        if turn.key in self._found:
            yield from self._settle(turn, self._found[turn.key])
        elif self._looking != turn.key:
            self._look(turn.samples, turn.key, Care.TURN)

    def _take_found(self, frame: Recognised) -> Iterable[Frame]:
        if not frame.draft and (ended := self._ended.get(frame.key)) is not None:
            yield from self._settle(ended, frame.found)
            return
        if frame.found is None:
            if frame.key == self._looking and not frame.draft:
                self._looking = None  # it failed: at the turn's end it is tried once more
            return
        words = spoken_words(frame.found.text)
        if frame.draft:
            # The recogniser ends every sentence, and begins it anew where the sound breaks off.
            words = said_once(words).rstrip(" .,!?…。！？")
        else:
            self._found = {frame.key: frame.found}
            whole = words.endswith(SENTENCE_ENDS) and not words.endswith("...")
            self._ears.expect(frame.key, more=not whole)
        if words and self._is_meant(frame.found):
            yield Partial(words)

    def _is_meant(self, found: Transcript) -> bool:
        """Whether words so far are the person's, to be taken seriously before the turn has ended."""
        voiced = self._ears.voiced_s
        if refusal_of(found, voiced, self._settings.hearing) is not None:
            return False
        if self._ears.over_answer and self._is_own(found):
            return False
        if self._ears.listening is Listening.WHEN_CALLED and not self._ears.held:
            return self._after_call(spoken_words(found.text), self._ears.at_s) is not None
        return True

    def _is_own(self, found: Transcript) -> bool:
        return shared_words(found.text, self._said_lately()) >= self._settings.echo.same_words

    def _settle(self, turn: TurnHeard, found: Transcript | None) -> Iterable[Frame]:
        del self._ended[turn.key]
        self._found.pop(turn.key, None)
        if found is None:
            yield Refused(Refusal.UNSURE)
            return
        refusal = refusal_of(found, turn.voiced_s, self._settings.hearing) or self._echo(turn, found)
        words = spoken_words(found.text)
        if refusal is None and self._ears.listening is Listening.WHEN_CALLED and not self._ears.held:
            yield from self._judge_call(words, turn.at_s)
            heard = self._after_call(words, turn.at_s)
            refusal, words = (Refusal.NOT_CALLED, "") if heard is None else (None, heard)
        if refusal is not None:
            yield Refused(refusal)
        elif words:
            yield Words(words, found.language, turn.ended_s, found.took_s)

    def _echo(self, turn: TurnHeard, found: Transcript) -> Refusal | None:
        """Its own words, heard while it spoke."""
        if turn.over_answer and not self._ears.held and self._is_own(found):
            self._ears.hear_echo()
            return Refusal.ECHO
        return None

    def _judge_call(self, words: str, at_s: float) -> Iterable[Frame]:
        """Who need not be called is only told of a call."""
        call = call_in(words, self.calling.name)
        meant = call.is_meant(self.calling.sensitivity)
        if meant or not self._is_spoken_with(at_s):
            yield CallJudged(call.heard, call.likeness, meant)

    def _after_call(self, words: str, at_s: float) -> str | None:
        call = call_in(words, self.calling.name)
        if call.is_meant(self.calling.sensitivity):
            self._called_until_s = at_s + self._settings.hearing.called_for_s
            return call.rest
        return words if self._is_spoken_with(at_s) else None

    def _is_spoken_with(self, at_s: float) -> bool:
        """Whether it was called, or spoke, a moment ago, or answers just now."""
        return at_s < self._called_until_s or self._engaged()
