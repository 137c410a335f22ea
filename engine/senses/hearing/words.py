"""What a transcript's words are worth: whether anything was said, whether to the companion, and how right they are.

Noise, music and silence make Whisper invent words; the gates let nothing of that through. The wake word is spotted in
the transcript, the companion's own words are known by what it said, and the word error rate measures all of it.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from typing import Final

from engine.senses.hearing.port import Transcript
from engine.senses.hearing.whisper import mean_log_probability
from engine.settings import HearingSettings

INVENTED: Final = frozenset(
    {
        "thanks for watching",
        "thank you for watching",
        "thank you so much for watching",
        "thank you very much for watching",
        "please subscribe",
        "subscribe to my channel",
        "see you in the next video",
        "see you next time",
        "untertitel der amara org community",
        "untertitelung des zdf 2020",
        "sous titres realises para la communaute d amara org",
        "subtitulos realizados por la comunidad de amara org",
        "legendas pela comunidade amara org",
        "transcription by castingwords",
        "music",
        "applause",
        "laughter",
        "silence",
        "you",
    }
)
"""What Whisper was seen to write where nobody spoke: ends of films, signs of subtitles (wish 16)."""

SIGNS: Final = re.compile(r"[\[(（*♪♫].*?[\])）*♪♫]|[♪♫]")
"""Descriptions of a sound in brackets or notes, which are no words."""


class Refusal(StrEnum):
    """Why a sound is not answered."""

    SHORT = "short"
    SILENT = "silent"
    UNSURE = "unsure"
    INVENTED = "invented"
    REPEATED = "repeated"
    ECHO = "echo"
    NOT_CALLED = "not called"


def spoken_words(text: str) -> str:
    """`text` without descriptions of sounds."""
    return " ".join(SIGNS.sub(" ", text).split())


def refusal_of(found: Transcript, voiced_s: float, settings: HearingSettings) -> Refusal | None:
    """Why this is nothing that was said, None where it is; `voiced_s` are the seconds with a voice in them."""
    words = spoken_words(found.text)
    if voiced_s < settings.least_voiced_s:
        return Refusal.SHORT
    if not any(map(str.isalnum, words)):
        return Refusal.SILENT
    sureness = mean_log_probability(found.segments)
    no_speech = max((one.no_speech for one in found.segments), default=0.0)
    if no_speech > settings.most_no_speech and sureness < settings.sure_log_probability:
        return Refusal.SILENT
    if _bare(words) in INVENTED and (no_speech > settings.doubted_no_speech or voiced_s < 1.0):
        return Refusal.INVENTED
    if any(one.repetition > settings.most_repetition for one in found.segments):
        return Refusal.REPEATED
    return Refusal.UNSURE if sureness < settings.least_log_probability else None


def _bare(words: str) -> str:
    return " ".join(re.sub(r"[^\w]+", " ", words.casefold()).split())


GREETINGS: Final = frozenset({"hey", "hi", "hello", "ok", "okay", "hallo", "salut", "hola", "oi", "ola"})
STRICT, LOOSE = 0.95, 0.55


@dataclass(frozen=True, slots=True)
class Call:
    """What of a sentence is most like a name, how much so (0–1), and what is said after it, which may be nothing."""

    heard: str
    likeness: float
    rest: str

    def is_meant(self, sensitivity: float) -> bool:
        """Whether it is taken for the name.

        `sensitivity` 0–1: at 0 only the name as it is written calls, at 1 what sounds remotely like it.
        """
        return bool(self.heard) and self.likeness >= STRICT - (STRICT - LOOSE) * sensitivity


def call_in(text: str, name: str) -> Call:
    """What at the beginning of `text` may be meant to call `name`: a word or two, after a greeting."""
    words = list(re.finditer(r"\w+", text))
    skipped = 1 if words and words[0][0].casefold() in GREETINGS else 0
    wanted = "".join(re.findall(r"\w+", name.casefold()))
    best = Call("", 0.0, text)
    for count in (1, 2):
        heard = words[skipped : skipped + count]
        spelt = "".join(word[0].casefold() for word in heard)
        likeness = SequenceMatcher(None, spelt, wanted).ratio()
        if heard and likeness > best.likeness:
            rest = text[heard[-1].end() :].lstrip(" ,.!?;:–—-")
            best = Call(text[heard[0].start() : heard[-1].end()], likeness, rest)
    return best


def plain_words(text: str) -> list[str]:
    """The words of `text` in lower case without punctuation."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[^\w\s']", " ", folded).split()


def word_errors(said: Sequence[str], heard: Sequence[str]) -> int:
    """Fewest changes that make `heard` of `said` (Levenshtein)."""
    row = list(range(len(heard) + 1))
    for at, word in enumerate(said, 1):
        before, row[0] = row[0], at
        for place, other in enumerate(heard, 1):
            before, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, before + (word != other))
    return row[-1]


def word_error_rate(pairs: Sequence[tuple[str, str]]) -> float:
    """Of all pairs (said, heard) together; 0 where nothing was said."""
    told = [(plain_words(said), plain_words(heard)) for said, heard in pairs]
    words = sum(len(said) for said, _ in told)
    return sum(word_errors(said, heard) for said, heard in told) / words if words else 0.0


def shared_words(text: str, other: str) -> float:
    """Which share (0–1) of the words of `text` stand in `other`, each as often as it does there."""
    words, others = Counter(plain_words(text)), Counter(plain_words(other))
    return (words & others).total() / words.total() if words else 0.0
