"""What is not taken for something said: noise, music, silence, and words that Whisper invents in them."""

import re
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
