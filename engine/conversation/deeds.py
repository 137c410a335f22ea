"""What a turn does before it is answered: whoever can do something for the person registers as a `Doer`.

Promises are deeds: what is to be remembered, forgotten or brought up again is stored before the answer speaks of it,
and the answer is told what was done. What no deed did, no answer may claim: the answer of a turn that did something
begins with the deed as it was stored, in words of `resources/prompts/deeds.toml`, and the model goes on from there.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from importlib import resources
from typing import Any, Protocol

from babel.dates import format_date

from engine.conversation.registry import Rendered, TurnFacts
from engine.conversation.utterance import addressed
from engine.language import LanguageModel
from engine.telling_time import Weekday, again_in_words
from engine.tongues import ENGLISH

THEIR_WORDS = frozenset({"reminder", "fulfilled", "postponed"})
"""Kinds whose text is told to them in the second person; a note that was put right is quoted as it stands."""
_LOCALES = {ENGLISH: "en_GB"}
"""Where a language alone does not say how a date is written."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing that was done, or put to the person.

    `kind` names it ("remembered", "reminder"), `text` is what was stored and `due` its day, or day and hour; `told_on`
    is the day on which it is told; with `every` it comes again from then on, with `interval`, `days` and `nth` as in
    `again_in_words`. `line` tells the model of it, in its own words for the block of the turn; `cites` are the refs it
    rests on. `hush` says that the exchange itself is to be forgotten with it. `settles` says that it is the whole of
    what the message wanted: nothing of it need be looked up; `closes` that the message tells something besides: the
    answer speaks of that, and ends with the deed. `handles` are quotes of the message that are dealt with by it, and
    claim nothing more; of `dates` only the day is kept by it, and need not be noted again.
    """

    kind: str
    line: str
    text: str = ""
    due: date | None = None
    cites: tuple[str, ...] = ()
    told_on: date | None = None
    every: str = ""
    interval: int = 1
    days: tuple[Weekday, ...] = ()
    nth: int = 0
    hush: bool = False
    settles: bool = True
    closes: bool = False
    handles: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    gladdens: bool = False


class Doer(Protocol):
    """Does something for an utterance. `listen` and `do` run on the engine's thread, `decide` where the model is."""

    @property
    def name(self) -> str:
        """For the log; never what was said."""

    def listen(self, facts: TurnFacts) -> Any:
        """What the model is to decide about; None for nothing, a `Deed` where no model was needed."""

    def decide(self, model: LanguageModel, heard: Any) -> Any:
        """What is to be done, None for nothing. `heard` is what `listen` gave. Raises LanguageError."""

    def do(self, facts: TurnFacts, heard: Any, decided: Any) -> Deed | None:
        """Commit it. None where there was nothing to do after all."""


def told(deeds: Sequence[Deed]) -> Rendered:
    """What the answer is told of `deeds`, as a section of the turn's block."""
    lines = [deed.line for deed in deeds if deed.line]
    return Rendered("\n".join(lines), tuple(cite for deed in deeds for cite in deed.cites))


def opening(deeds: Sequence[Deed], language: str, turn: int) -> str:
    """What the answer begins with after `deeds`, in `language` (ISO 639-1) or else in English.

    `turn` chooses among several ways. Empty where one of them is for the model to tell.
    """
    # Whoever is told what was saved for which day need not be told that it was noted.
    named = [deed for deed in deeds if deed.kind != "remembered"] or deeds
    said = [_said(deed, language, turn) for deed in named]
    return " ".join(said) if all(said) else ""


def _said(deed: Deed, language: str, turn: int) -> str:
    timed = isinstance(deed.due, datetime) or deed.every
    kind = "timed_" if timed else "" if deed.due is None else "dated_"
    known = load_deed_words().get(f"{kind}{deed.kind}", {})
    code = language if language in known else ENGLISH
    ways = known.get(code, ())
    if not ways:
        return ""
    text = addressed(deed.text) if deed.kind in THEIR_WORDS else deed.text
    return ways[turn % len(ways)].format(text=text, when=_when(deed, code))


def _when(deed: Deed, code: str) -> str:
    """`Friday 27 November 2026`; with an hour `today at 17:00`, `on Friday, 27 November 2026 at 09:00`; of what comes
    again `every day at 20:00`, `every Tuesday and Friday`, `every weekday`.
    """
    due, told_on, locale = deed.due, deed.told_on, _LOCALES.get(code, code)
    if due is None:
        return ""
    day = format_date(due, "full", locale=locale)
    if deed.every:
        again = again_in_words(
            deed.every, due, interval=deed.interval, days=deed.days, nth=deed.nth, language=code
        )
        hour = load_deed_words()["hour"][code][0] if isinstance(due, datetime) else ""
        return again + hour.format(time=f"{due:%H:%M}")
    if not isinstance(due, datetime):
        return day
    today, tomorrow, other = load_deed_words()["moment"][code]
    ahead = -1 if told_on is None else (due.date() - told_on).days
    return {0: today, 1: tomorrow}.get(ahead, other).format(day=day, time=f"{due:%H:%M}")


@cache
def load_deed_words() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """By kind and language, ways to tell of a deed; read once."""
    text = resources.files("resources").joinpath("prompts/deeds.toml").read_text(encoding="utf-8")
    found: Mapping[str, Mapping[str, tuple[str, ...]]] = tomllib.loads(text)
    return found
