"""Speech recognition by faster-whisper, whose encoder reads only as much as was spoken.

Whisper pads what it hears to 30 s, and that is most of its time. A turn is encoded with 3 s after its end instead:
on the 28 clips of the speech data 3.9 s in place of 17.6 a language, at a word error rate of 16.8% against 17.4%
(docs/decisions/0017). What comes out badly, or is longer, goes the padded way.
"""

import re
import time
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from engine.senses.audio.sound import RATE, Samples, trimmed
from engine.senses.errors import SpeechModelError
from engine.senses.hearing.port import Care, Segment, Transcript

if TYPE_CHECKING:
    from faster_whisper import WhisperModel

FRAMES_A_SECOND: Final = 100
LONGEST_TURN_S: Final = 26.0
SPARE_S: Final = {Care.DRAFT: 1.0, Care.TURN: 3.0}
BEAMS: Final = {Care.DRAFT: 1, Care.TURN: 5}
LEAST_LOG_PROBABILITY: Final = -1.0
MOST_REPETITION: Final = 2.4
TOKENS_A_SECOND: Final = 12
LETTERS_A_SECOND: Final = 22
"""More than anybody speaks: what runs on is cut there."""


class WhisperRecogniser:
    """Implements `Recogniser` over a model folder of CTranslate2. `threads` are the processor's real cores."""

    def __init__(self, folder: Path, *, threads: int = 2) -> None:
        from faster_whisper import WhisperModel  # noqa: PLC0415 - brings CTranslate2 and FFmpeg

        try:
            self._model: WhisperModel | None = WhisperModel(
                str(folder), device="cpu", compute_type="int8", cpu_threads=threads, local_files_only=True
            )
        except (RuntimeError, ValueError, OSError) as error:
            raise SpeechModelError(f"{folder.name} cannot be loaded.") from error

    @property
    def languages(self) -> tuple[str, ...]:
        """What it understands, as ISO 639-1."""
        return tuple(self._loaded().supported_languages)

    def hear(
        self, samples: Samples, *, language: str | None = None, care: Care = Care.RECORDING
    ) -> Transcript:
        began = time.perf_counter()
        found = None
        if care is not Care.RECORDING and 0 < len(samples) <= LONGEST_TURN_S * RATE:
            found = self._hear_turn(samples, language, care)
        if found is None or (care is Care.TURN and _came_out_badly(found)):
            found = self._hear_recording(samples, language)
        return Transcript(found.text, found.language, found.segments, time.perf_counter() - began)

    def close(self) -> None:
        self._model = None

    def _hear_turn(self, samples: Samples, language: str | None, care: Care) -> Transcript:
        model = self._loaded()
        seconds = len(samples) / RATE
        encoded = model.encode(self._features(samples, seconds + SPARE_S[care]))
        spoken = language or _detected(model, encoded)
        tokenizer = _tokenizer(model, spoken)
        prompt = model.get_prompt(tokenizer, [], without_timestamps=True)
        [result] = model.model.generate(
            encoded,
            [prompt],
            beam_size=BEAMS[care],
            max_length=min(model.max_length, len(prompt) + 8 + round(TOKENS_A_SECOND * seconds)),
            return_scores=True,
            return_no_speech_prob=True,
        )
        text = as_often_as_said(tokenizer.decode(result.sequences_ids[0]).strip(), samples)
        segment = Segment(0.0, seconds, text, result.scores[0], result.no_speech_prob, repetition_of(text))
        return Transcript(text, spoken, (segment,) if text else ())

    def _features(self, samples: Samples, seconds: float) -> Samples:
        """The spectrum of `seconds` of sound, with silence after `samples`."""
        whole = np.zeros(round(seconds * RATE), dtype=np.float32)
        whole[: len(samples)] = samples
        features = self._loaded().feature_extractor(whole, padding=0)
        return np.asarray(features[:, : round(seconds * FRAMES_A_SECOND)], dtype=np.float32)

    def _hear_recording(self, samples: Samples, language: str | None) -> Transcript:
        found, info = self._loaded().transcribe(samples, language=language, vad_filter=True)
        segments = tuple(map(_segment, found))
        return Transcript(" ".join(one.text for one in segments), info.language, segments)

    def _loaded(self) -> "WhisperModel":
        if self._model is None:
            raise SpeechModelError("The speech model was closed.", "Start the voice again.")
        return self._model


def repetition_of(text: str) -> float:
    """How many times smaller `text` becomes by compression; what goes round in circles is above 2.4."""
    data = text.encode()
    return len(data) / len(zlib.compress(data)) if data else 1.0


def mean_log_probability(segments: Iterable[Segment]) -> float:
    """Of all segments, each by its length; 0 without any."""
    spans = [(one.log_probability, max(0.01, one.end_s - one.start_s)) for one in segments]
    return sum(value * span for value, span in spans) / sum(span for _, span in spans) if spans else 0.0


def _came_out_badly(found: Transcript) -> bool:
    return says_twice(found.text) or any(
        one.log_probability < LEAST_LOG_PROBABILITY or one.repetition > MOST_REPETITION
        for one in found.segments
    )


def says_twice(text: str) -> bool:
    """Whether `text` is the same few words over again: without its padding the model may begin once more, and once
    more until it is cut short, and what is short compresses too little to show it.
    """
    return said_once(text) != text


def said_once(text: str) -> str:
    """`text` up to where the same few words begin once more, all of it where they do not.

    The last time they may be cut short, but to no less than half of them and three words: it is what it is.
    """
    found = list(re.finditer(r"\w+", text))
    words = [one[0].casefold() for one in found]
    for period in range(2, len(words)):
        if len(words) - period < min(period, max(3, period / 2)):
            break
        if all(one == words[at % period] for at, one in enumerate(words)):
            return text[: found[period].start()].rstrip()
    return text


def as_often_as_said(text: str, samples: Samples) -> str:
    """`text` without the repetitions for which the sound is too short: nobody speaks twice as fast as others do.

    What may have been said twice is left, and is heard once more with padding.
    """
    once, seconds = said_once(text), len(trimmed(samples)) / RATE
    return once if len(text) > LETTERS_A_SECOND * seconds else text


def _segment(found: Any) -> Segment:
    return Segment(
        found.start,
        found.end,
        found.text.strip(),
        found.avg_logprob,
        found.no_speech_prob,
        found.compression_ratio,
    )


def _detected(model: "WhisperModel", encoded: Any) -> str:
    """The likeliest language; a model of one language has no choice."""
    if not model.model.is_multilingual:
        return "en"
    token, _ = model.model.detect_language(encoded)[0][0]
    return str(token[2:-2])


def _tokenizer(model: "WhisperModel", language: str) -> Any:
    from faster_whisper.tokenizer import Tokenizer  # noqa: PLC0415 - loaded with the model

    return Tokenizer(model.hf_tokenizer, model.model.is_multilingual, task="transcribe", language=language)
