"""The voice measured: how soon the first sound comes, what its parts take alone, barge-in, word error rate.

In a throwaway home with a mind of its own; the person's words come from a file, over the clock of real time. Each round
is the whole loop and then its parts, so that what else the machine does weighs on both; nothing that was decided about
the words in one round is remembered in the next.
"""

import json
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import psutil

from companion.preferences import Preferences
from companion.reach import compose
from companion.service import Service
from companion.voice.conversing import SURFACE, ServiceCompanion
from companion.voice.session import SpeechModels, VoiceSession
from engine.mind import Mind
from engine.models import standard_store
from engine.senses import (
    Care,
    Frame,
    RecordedLink,
    Samples,
    Sentence,
    Sound,
    SoundBegan,
    TalkStatus,
    Words,
    as_spoken,
    read_sound,
    silence,
    word_error_rate,
)
from engine.settings import SensesSettings
from engine.vault import Vault

BEFORE_S, AFTER_S = 0.6, 30.0
MANIFEST = "manifest.json"


@dataclass
class VoiceFigures:
    """What was measured; None where nothing could be compared. Seconds and milliseconds, medians over the runs.

    `ratio` is the whole over the sum of its three parts, each run alone; `ratio_low` and `ratio_high` are the quartiles
    of what it was in single rounds. `tts_first_s` is the time for the very clause that was spoken first, and
    `barge_in_worst_ms` the longest that an answer was heard after somebody had begun to speak.

    The word error rates (0–1) are those of a turn in a talk, of a recording, and of faster-whisper by itself.
    `load` is how many processes wanted a processor on the average of the last minute.
    """

    end_of_speech_to_first_sound_s: float | None = None
    asr_s: float | None = None
    first_token_s: float | None = None
    tts_first_s: float | None = None
    ratio: float | None = None
    ratio_low: float | None = None
    ratio_high: float | None = None
    barge_in_ms: float | None = None
    barge_in_worst_ms: float | None = None
    wer: float | None = None
    wer_recording: float | None = None
    wer_direct: float | None = None
    load: float | None = None

    def document(self) -> dict[str, Any]:
        return {name: None if value is None else round(value, 4) for name, value in vars(self).items()}


@dataclass
class _Watch:
    """Times of one talk: of the link, and of the machine."""

    ended_s: list[float] = field(default_factory=list)
    sounds_s: list[float] = field(default_factory=list)
    first_clause: str = ""
    session: VoiceSession | None = None

    def tell(self, frame: Frame) -> None:
        at_s = 0.0 if self.session is None else self.session.talk.at_s
        match frame:
            case Words():
                self.ended_s.append(frame.ended_s)
            case Sentence(text=text):
                self.first_clause = self.first_clause or text
            case SoundBegan():
                self.sounds_s.append(at_s)
            case _:
                pass

    def change(self, _: TalkStatus) -> None:
        """A status is not measured."""


def measure_voice(
    wav: Path, model: str, *, runs: int, speech: Path | None, told: Callable[[str], None]
) -> VoiceFigures:
    """All figures for the utterance in `wav`, with the language model `model` (empty: the home's choice)."""
    models = SpeechModels.of(standard_store(), Preferences(), SensesSettings())
    figures = VoiceFigures()
    said = _alone(read_sound(wav).samples)
    try:
        told("words of recordings")
        measure_errors(figures, models, wav, speech)
        with _Throwaway(model) as mind:
            rounds = []
            for number in range(runs):
                told(f"round {number + 1} of {runs}")
                rounds.append(_round(models, mind, said))
            _sum_up(figures, [one for one in rounds if one is not None])
        barged = []
        for number in range(runs):
            told(f"barge-in {number + 1} of {runs}")
            barged.append(_measure_barge_in(models, said))
        sum_up_barge_in(figures, barged)
        figures.load = psutil.getloadavg()[0]
    finally:
        models.close()
    return figures


def _alone(samples: Samples) -> Samples:
    """The utterance without silence around it, as endpointing sees it."""
    from engine.senses import SileroActivity  # noqa: PLC0415 - heavy

    activity, size = SileroActivity(), 512
    blocks = [samples[at : at + size] for at in range(0, len(samples) - size + 1, size)]
    voiced = [at for at, block in enumerate(blocks) if activity.judge(block) >= 0.5]
    return samples[voiced[0] * size : (voiced[-1] + 1) * size] if voiced else samples


class _Throwaway:
    """A mind over a throwaway vault, with a language model that has read its prompt."""

    def __init__(self, model: str) -> None:
        self._model = model
        self._minds: list[Mind] = []

    def __enter__(self) -> Self:
        from companion.host import LocalService  # noqa: PLC0415 - opens workers

        composition = compose(None, None)

        def build(vault: Vault) -> Mind:
            self._minds.append(composition.build_mind(vault))
            return self._minds[-1]

        self.service: Service = LocalService(replace(composition, build_mind=build), owner="bench voice")
        if self._model:
            self.service.submit("use_model", {"role": "day", "name": self._model}).result()
        self.service.submit("say", {"text": "Hello.", "surface": SURFACE}).result()
        return self

    def __exit__(self, *_: object) -> None:
        self.service.close()

    def freshen(self) -> None:
        """What was said before is decided about anew, and nothing computes in the background for the moment."""
        self.service.submit("settle", {}).result()
        self._minds[-1].conversation.decisions.forget()
        ServiceCompanion(self.service).attend()


@dataclass(frozen=True, slots=True)
class _Round:
    """Seconds of one round."""

    whole: float
    asr: float
    first_token: float
    tts: float

    @property
    def ratio(self) -> float:
        return self.whole / (self.asr + self.first_token + self.tts)


def _round(models: SpeechModels, mind: _Throwaway, said: Samples) -> _Round | None:
    """The loop, then its parts; None where nothing was understood or answered."""
    recogniser, synthesiser = models.recogniser(), models.synthesiser()
    text = recogniser.hear(said, care=Care.TURN).text
    watch = _Watch()
    mind.freshen()
    recording = np.concatenate([silence(BEFORE_S), said, silence(AFTER_S)])
    _run(models, mind.service, watch, recording)
    if not text or not watch.sounds_s or not watch.ended_s:
        return None
    mind.freshen()
    asr = _timed(lambda: recogniser.hear(said, care=Care.TURN))
    tts = _timed(lambda: synthesiser.speak(as_spoken(watch.first_clause)))
    return _Round(watch.sounds_s[0] - watch.ended_s[0], asr, _first_token(mind.service, text), tts)


def _sum_up(figures: VoiceFigures, rounds: list[_Round]) -> None:
    if not rounds:
        return
    figures.asr_s = statistics.median(one.asr for one in rounds)
    figures.first_token_s = statistics.median(one.first_token for one in rounds)
    figures.tts_first_s = statistics.median(one.tts for one in rounds)
    figures.end_of_speech_to_first_sound_s = statistics.median(one.whole for one in rounds)
    parts = figures.asr_s + figures.first_token_s + figures.tts_first_s
    figures.ratio = figures.end_of_speech_to_first_sound_s / parts
    ratios = sorted(one.ratio for one in rounds)
    figures.ratio_low, figures.ratio_high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]


def _first_token(service: Service, text: str) -> float:
    first = threading.Event()
    came: list[float] = []
    began = time.perf_counter()

    def hear(report: dict[str, Any]) -> None:
        if report.get("stage") == "text" and not came:
            came.append(time.perf_counter() - began)
            first.set()

    future = service.submit("say", {"text": text, "surface": SURFACE}, hear)
    first.wait(120)
    service.submit("stop", {})
    future.result()
    return came[0] if came else 0.0


def _run(models: SpeechModels, service: Service, watch: _Watch, samples: Samples) -> None:
    """The loop over `samples`, until the first sound of an answer."""
    link = RecordedLink(Sound(samples), over=lambda: session.talk.resting)

    def tell(frame: Frame) -> None:
        watch.tell(frame)
        if isinstance(frame, SoundBegan):
            session.talk.stop()

    session = VoiceSession(ServiceCompanion(service), link, models, SensesSettings(), tell, watch.change)
    watch.session = session
    try:
        session.talk.run()
    finally:
        session.close()


def sum_up_barge_in(figures: VoiceFigures, measured: list[float | None]) -> None:
    """Of those in which an answer was spoken at all."""
    known = [one for one in measured if one is not None]
    if known:
        figures.barge_in_ms, figures.barge_in_worst_ms = statistics.median(known), max(known)


def _measure_barge_in(models: SpeechModels, said: Samples) -> float | None:
    """From the first voice of the person to the last sound of the companion, over a spoken answer."""
    from companion.voice.reciting import Reciter  # noqa: PLC0415 - stands in for a mind

    answer = "This is a rather long answer, so that there is something to interrupt. " * 4
    quiet = silence(3.0)
    recording = np.concatenate([silence(BEFORE_S), said, quiet, silence(3.0), said, silence(2.0)])
    again_s = BEFORE_S + len(said) / 16_000 + 6.0
    link = RecordedLink(Sound(recording), over=lambda: session.talk.resting)
    session = VoiceSession(Reciter(answer), link, models, SensesSettings(), lambda _: None, lambda _: None)
    try:
        session.talk.run()
    finally:
        session.close()
    played = link.played()
    until = played.samples[: round((again_s + 2.0) * played.rate)]
    loud = np.flatnonzero(np.abs(until[: round((again_s + 0.9) * played.rate)]) > 1e-4)
    return max(0.0, 1000 * (loud[-1] / played.rate - again_s)) if len(loud) else None


def measure_errors(figures: VoiceFigures, models: SpeechModels, wav: Path, speech: Path | None) -> None:
    """Word error rates over recordings whose words are known: in a talk, of a recording, and without this program."""
    folder = speech or wav.parent
    if not (folder / MANIFEST).is_file():
        return
    rows = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    wanted = [row for row in rows if row.get("text") and (speech is not None or row["file"] == wav.name)]
    if not wanted:
        return
    said = [(row["text"], read_sound(folder / row["file"]).samples) for row in wanted]
    recogniser, direct = models.recogniser(), _faster_whisper()
    figures.wer = _error_rate(said, lambda sound: recogniser.hear(sound, care=Care.TURN).text)
    figures.wer_recording = _error_rate(said, lambda sound: recogniser.hear(sound).text)
    figures.wer_direct = _error_rate(said, direct)


def _error_rate(said: list[tuple[str, Samples]], hear: Callable[[Samples], str]) -> float:
    return word_error_rate([(text, hear(sound)) for text, sound in said])


def _faster_whisper() -> Callable[[Samples], str]:
    """The same model as its library hears with it when nothing else is said."""
    from faster_whisper import WhisperModel  # noqa: PLC0415 - brings CTranslate2

    model = WhisperModel(
        str(standard_store().path(Preferences().speech_model)), device="cpu", compute_type="int8"
    )

    def hear(samples: Samples) -> str:
        segments, _ = model.transcribe(samples)
        return " ".join(segment.text.strip() for segment in segments)

    return hear


def _timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
