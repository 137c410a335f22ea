"""What the prompt tells of the calendar: the year for everyone, the moment for who asks for it.

A small model does not look for the time in the opening, and answers that it was never told.
"""

from collections.abc import Sequence
from datetime import datetime

from engine.clock import Clock
from engine.conversation.prompting.wording import Wording
from engine.conversation.reconstruction.records import CutOrder
from engine.conversation.registry import PromptSection, Rendered, TurnFacts
from engine.language import Place
from engine.search import ends_with_phrase
from engine.telling_time import later_in_words, moment_in_words
from engine.trail import Trail

YEAR_ORDER, ASKED_ORDER = 10, 85
YEAR_TOKENS, ASKED_TOKENS = 24, 64


def asks_time(text: str, wording: Wording) -> bool:
    """Whether a text ends by asking what time, day or year it is, or how long ago one last talked."""
    return _asks(text, wording.asks_time) or _asks(text, wording.asks_last_talk)


def _asks(text: str, phrases: Sequence[str]) -> bool:
    return text.rstrip().endswith(("?", "？")) and ends_with_phrase(text, phrases)


def year_section(clock: Clock, wording: Wording) -> PromptSection:
    """The year by the person's calendar: it stands here so that no opening needs to tell it."""

    def render(_: object) -> Rendered:
        return Rendered(wording.standing["year"].format(year=clock.local().year))

    return PromptSection("year", Place.STABLE, YEAR_ORDER, YEAR_TOKENS, render, CutOrder.NEVER)


def asked_section(clock: Clock, trail: Trail, wording: Wording) -> PromptSection:
    """The moment, and how long ago the last Episode ended, next to a question that asks for it."""
    words = wording.opening

    def render(turn: TurnFacts | None) -> Rendered:
        if turn is None:
            return Rendered("")
        now, text = clock.local(), turn.utterance.text
        if _asks(text, wording.asks_time):
            return Rendered(words.asked_time.format(now=moment_in_words(now), year=now.year))
        last = _last_talk(trail, turn) if _asks(text, wording.asks_last_talk) else None
        if last is None:
            return Rendered("")
        return Rendered(
            words.asked_last_talk.format(
                then=moment_in_words(last.astimezone(now.tzinfo)), later=later_in_words(now - last)
            )
        )

    return PromptSection("time", Place.BLOCK, ASKED_ORDER, ASKED_TOKENS, render)


def _last_talk(trail: Trail, turn: TurnFacts) -> datetime | None:
    """When the Episode before this one ended; None in the first."""
    earlier = (one.last_step_at for one in trail.episodes(2) if one.id != turn.loop.episode_id)
    return next(earlier, None)
