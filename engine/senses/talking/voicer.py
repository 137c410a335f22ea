"""The voicer and the player: clauses become sound in their order, and sound goes out until somebody speaks."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future

from engine.errors import CompanionError
from engine.senses.audio.playback import Playback
from engine.senses.audio.sound import Sound, silence
from engine.senses.errors import speech_fault
from engine.senses.speaking.voice import Manner, Synthesiser
from engine.senses.speaking.wording import as_spoken
from engine.senses.talking.frames import (
    AnswerEnded,
    AudioIn,
    Frame,
    Interruption,
    PartFault,
    Sentence,
    SoundBegan,
    SpeechPart,
    SpokenSound,
    TurnBegan,
    TurnSpoken,
    VoiceChosen,
    VoiceStarted,
)
from engine.senses.talking.pipeline import Desk, Work
from engine.settings import SpeakingSettings


class Voicer:
    """A stage. `synthesiser` is asked on the worker's thread for a voice of a language, and may load it.

    `manner` is that of the moment; `lacking` says, on that thread too, why no voice of a language can speak.
    """

    def __init__(
        self,
        synthesiser: Callable[[str], Synthesiser],
        work: Work,
        settings: SpeakingSettings,
        manner: Callable[[], Manner],
        lacking: Callable[[str], CompanionError | None],
    ) -> None:
        self._synthesiser, self._desk, self._settings = synthesiser, Desk(work), settings
        self._manner, self._lacking = manner, lacking
        self._spoken_by = ""
        self.post: Callable[[Frame], None] = lambda _: None
        self._latest = -1
        self._language = ""
        self._failing = False

    @property
    def busy(self) -> bool:
        return self._desk.busy

    def take(self, frame: Frame) -> Iterable[Frame]:
        match frame:
            case TurnBegan(language=language):
                self._language = language
                yield frame
            case Sentence():
                self._speak(frame)
                yield frame
            case AnswerEnded() if self._desk.busy:
                # What is still being spoken comes before the end.
                self._desk.ask(lambda: None, lambda _: self.post(frame))
            case Interruption(turn=turn):
                self._latest = turn
                yield frame
            case _:
                yield frame

    def _speak(self, sentence: Sentence) -> None:
        manner, language = self._manner(), self._language
        settings = self._settings
        pause = (settings.pause_s if sentence.closed else settings.clause_pause_s) * manner.pause

        def work() -> Sound:
            if sentence.turn <= self._latest:
                return Sound(silence(0))
            voice = self._synthesiser(language)
            self._tell_voice(language, voice.language)
            return voice.speak(as_spoken(sentence.text, voice.language), manner)

        def done(future: "Future[Sound]") -> None:
            error = future.exception()
            sound = future.result() if error is None else Sound(silence(0))
            self._judge(error, sounds=len(sound.samples) > 0)
            silent = len(sound.samples) == 0
            self.post(
                SpokenSound(sentence.turn, sentence.text, sound, 0 if silent else pause, error is not None)
            )

        self._desk.ask(work, done)

    def _judge(self, error: BaseException | None, *, sounds: bool) -> None:
        """On the worker's thread: tell that the voice fails, and that it works again."""
        if error is not None:
            self._failing = True
            self.post(PartFault(SpeechPart.SPEAKING, speech_fault(error, "The voice")))
        elif self._failing and sounds:
            self._failing = False
            self.post(PartFault(SpeechPart.SPEAKING))

    def _tell_voice(self, language: str, spoken: str) -> None:
        """On the worker's thread: German words in an English mouth are hard to understand, and can be helped."""
        chosen = f"{language} by {spoken}"
        if chosen != self._spoken_by:
            self._spoken_by = chosen
            self.post(VoiceChosen(self._lacking(language) if language not in {"", spoken} else None))


class Player:
    """The last stage. It holds an answer back while somebody may be speaking, and drops it at an interruption.

    `held_back` says whether it is still being found out what was heard; `post` sends what was spoken back to the
    stages before.
    """

    def __init__(self, playback: Playback, held_back: Callable[[], bool]) -> None:
        self._playback, self._held_back = playback, held_back
        self.post: Callable[[Frame], None] = lambda _: None
        self._turn = -1
        self._open = False
        self._whole = False
        self._sounding = self._failed = False
        self._at_s = 0.0

    @property
    def speaking(self) -> bool:
        """Whether an answer is being spoken, or held back in the middle."""
        return self._sounding and self._playback.playing

    def take(self, frame: Frame) -> Iterable[Frame]:
        match frame:
            case AudioIn(at_s=at_s):
                self._at_s = at_s
                yield frame
                self._follow()
            case TurnBegan(turn=turn):
                self._turn, self._open, self._whole = turn, True, False
                self._sounding = self._failed = False
                yield frame
            case SpokenSound():
                yield from self._play(frame)
            case AnswerEnded(turn=turn):
                self._whole = turn == self._turn
                yield frame
            case VoiceStarted():
                self._playback.pause()
                yield frame
            case Interruption(turn=turn):
                yield frame
                self._drop(turn)
            case _:
                yield frame

    def _play(self, frame: SpokenSound) -> Iterable[Frame]:
        self._failed = self._failed or frame.failed
        self._playback.put(frame.turn, frame.text, frame.sound, frame.pause_s)
        if not self._sounding and len(frame.sound.samples):
            self._sounding = True
            yield SoundBegan(frame.turn, self._at_s)
        yield frame

    def _follow(self) -> None:
        if self._playback.paused and not self._held_back():
            self._playback.resume()
        if self._open and self._whole and not self._playback.playing:
            self._close(*self._playback.heard(self._turn))

    def _drop(self, turn: int) -> None:
        """An answer of which the voice could say nothing was read, and that is not cut by what was heard."""
        if self._open and turn == self._turn:
            heard, all_of_it = self._playback.heard(turn)
            self._playback.stop()
            only_read = self._failed and not self._sounding
            self._close(heard, only_read or (self._whole and all_of_it))

    def _close(self, heard: str, whole: bool) -> None:
        self._open = False
        self.post(TurnSpoken(self._turn, heard, whole, self._at_s))
