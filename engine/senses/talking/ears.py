"""The ears: what of the microphone is a turn of the person's, and when it interrupts."""

from collections.abc import Iterable

from engine.senses.audio.echo import EchoGuard
from engine.senses.audio.playback import Playback
from engine.senses.audio.sound import Samples
from engine.senses.hearing.endpointing import Endpointer, Sign, Utterance
from engine.senses.hearing.port import VoiceActivity
from engine.senses.talking.frames import (
    AudioIn,
    Duplex,
    Frame,
    HeardSoFar,
    Held,
    Listening,
    Muted,
    TurnHeard,
    Unplugged,
    VoiceFaded,
    VoiceStarted,
)
from engine.settings import SensesSettings

FADED_S = 0.42
"""Silence after a voice that was too short to interrupt, until the companion goes on."""


class Ears:
    """A stage. `listening` may be changed between two blocks; `half_duplex` hears nothing while it speaks itself.

    `duplex` says whether that comes by itself.
    """

    def __init__(self, activity: VoiceActivity, playback: Playback, settings: SensesSettings) -> None:
        self._activity, self._playback, self._settings = activity, playback, settings
        self._guard = EchoGuard(settings.echo)
        self._ends = Endpointer(settings.hearing)
        self.listening = Listening.HANDS_FREE
        self.duplex = Duplex.AS_IT_CAN
        self.half_duplex = False
        self.muted = False
        self.held = False
        self.over_answer = False
        self._drafted_s = 0.0
        self.at_s = 0.0

    @property
    def hearing(self) -> bool:
        """Whether somebody speaks."""
        return self._ends.utterance is not None and not self.muted

    @property
    def voiced_s(self) -> float:
        """Seconds with a voice in the turn that is being heard."""
        return 0.0 if self._ends.utterance is None else self._ends.utterance.voiced_s

    def choose(self, duplex: Duplex) -> None:
        """Begin anew to find out whether it can listen while it speaks, where the person left that to it."""
        self.duplex, self.half_duplex = duplex, duplex is Duplex.NEVER

    def hear_echo(self) -> None:
        """Its own words came back: the guard does not hold here, so it listens only in between."""
        self.half_duplex = self.duplex is not Duplex.ALWAYS

    def expect(self, key: int, *, more: bool) -> None:
        """Wait longer for the end of the turn of that key, as half a sentence was said; or no longer than needed."""
        said, hearing = self._ends.utterance, self._settings.hearing
        if said is not None and said.key == key:
            self._ends.pause_s = hearing.longer_pause_s if more else hearing.shorter_pause_s

    def take(self, frame: Frame) -> Iterable[Frame]:
        match frame:
            case AudioIn(samples=samples, at_s=at_s):
                self.at_s = at_s
                yield frame
                yield from self._hear(samples, at_s)
            case Muted(muted=muted):
                self.muted = muted
                yield frame
                yield from self._forget()
            case Unplugged():
                yield frame
                yield from self._forget()
            case Held(held=held):
                yield frame
                yield from self._hold() if held else self._let_go()
            case _:
                yield frame

    def _hear(self, samples: Samples, at_s: float) -> Iterable[Frame]:
        if self.muted or self._deaf():
            yield from self._forget()
            return
        clean, own = self._without_echo(samples)
        likelihood = 0.0 if own >= self._settings.echo.own_share else self._activity.judge(clean)
        if self.listening is Listening.PUSH_TO_TALK and not self.held:
            likelihood = 0.0
        for sign in self._ends.hear(clean, likelihood, at_s):
            yield from self._follow(sign, at_s)
        yield from self._beside(at_s)

    def _deaf(self) -> bool:
        """In half duplex nothing is heard while it speaks, and shortly after, unless the key is held."""
        speaks = self._playback.playing or self._playback.quiet_s < self._settings.echo.tail_s
        return self.half_duplex and speaks and not self.held

    def _without_echo(self, samples: Samples) -> tuple[Samples, float]:
        if self._playback.quiet_s > self._settings.echo.longest_way_s + self._settings.echo.window_s:
            return samples, 0.0
        judged = self._guard.judge(samples, self._playback.reference(self._guard.needs))
        return judged.samples, judged.own

    def _follow(self, sign: Sign, at_s: float) -> Iterable[Frame]:
        said = self._ends.utterance
        if said is None:
            return
        match sign:
            case Sign.STARTED:
                self.over_answer = self._playback.playing
                self._drafted_s = at_s
                yield VoiceStarted(said.since_s, at_s, self.listening is not Listening.WHEN_CALLED)
            case Sign.PAUSED:
                yield HeardSoFar(said.sound(at_s), said.key, paused=True)
            case Sign.ENDED if not self.held:
                yield from self._end(said, at_s)
            case _:
                pass

    def _beside(self, at_s: float) -> Iterable[Frame]:
        """What follows from the time that passed: a false start, or words so far to be looked at."""
        said = self._ends.utterance
        if said is None:
            return
        short = said.voiced_s < self._settings.hearing.least_voiced_s and not self.held
        if self.over_answer and short and at_s - said.last_voice_s >= FADED_S:
            yield from self._forget()
        elif at_s - self._drafted_s >= self._settings.hearing.draft_every_s and said.last_voice_s == at_s:
            # Not in a silence, which may be the turn's end: that one is looked at with more care.
            self._drafted_s = at_s
            yield HeardSoFar(said.sound(), said.key, paused=False)

    def _end(self, said: Utterance, at_s: float) -> Iterable[Frame]:
        over, self.over_answer = self.over_answer, False
        self._ends.reset()
        yield TurnHeard(said.sound(at_s), said.key, said.voiced_s, said.last_voice_s, at_s, over)

    def _forget(self) -> Iterable[Frame]:
        """Of what was heard until now nothing is part of a turn."""
        spoke = self._ends.utterance is not None
        self._ends.forget()
        if spoke:
            self._activity.reset()
            self.over_answer = False
            yield VoiceFaded()

    def _hold(self) -> Iterable[Frame]:
        self.held = True
        self._ends.begin(self.at_s)
        self._drafted_s = self.at_s
        yield VoiceStarted(self.at_s, self.at_s)

    def _let_go(self) -> Iterable[Frame]:
        self.held = False
        said = self._ends.utterance
        if said is not None:
            yield from self._end(said, self.at_s)
