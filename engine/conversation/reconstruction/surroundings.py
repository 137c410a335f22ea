"""When and where a turn is spoken, and of which time it asks ([A] §6, steps 5 and 6)."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import cache
from importlib import resources
from typing import Self

from engine.conversation.reconstruction.records import ContextItem, Focus, Temporal
from engine.conversation.utterance import has_mark
from engine.search import TimeWindow, has_grammar, holds_phrase

_CONTRACTED = re.compile(r"['’]s\b", re.IGNORECASE)
_PARTS = ((5, "night"), (12, "morning"), (18, "afternoon"), (22, "evening"), (24, "night"))
_WORK = range(9, 17)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SATURDAY = 5

SaidTimes = Callable[[str, datetime | None], tuple[TimeWindow, ...]]
"""Every time that a text, said at a moment (None: now), may speak of."""

_LEAST, _MOST = timedelta(hours=4), timedelta(days=8)
"""How long a time is of which something must be told to be known: parts of a day, days and weeks.

What was so in some month or year was often told at another time.
"""
_DAWN, _NOON, _EVENING = 6, 11, 17
"""Who tells something tells it of their day, which begins at dawn; until noon also of the evening before."""


def temporal(now: datetime, focus: Focus, window: TimeWindow | None = None) -> Temporal:
    """The time of a turn; `now` is local, `window` the time that is named."""
    weekend = now.weekday() >= _SATURDAY
    return Temporal(
        now=now,
        time_of_day=time_of_day(now),
        weekday=_DAYS[now.weekday()],
        weekend=weekend,
        working_hours=not weekend and now.hour in _WORK,
        recent_from=now - timedelta(hours=focus.hours),
        asked_from=None if window is None else window.start,
        asked_until=None if window is None else window.end,
    )


def time_of_day(now: datetime) -> str:
    """Morning from 5, afternoon from 12, evening from 18, night from 22 o'clock."""
    return next(name for until, name in _PARTS if now.hour < until)


def same_place(a: str | None, b: str | None) -> bool:
    """Whether two labels name one place; no label names none."""
    return bool(a) and bool(b) and str(a).strip().casefold() == str(b).strip().casefold()


def asks_when(question: str) -> bool:
    """Whether a day is asked for, also by "when's"."""
    return holds_phrase(_CONTRACTED.sub("", question), _words()["when"])


@cache
def _words() -> dict[str, list[str]]:
    """Words of what `happened`, of what is `coming`, of `speaking` and of `when`, from `asked_time.toml`."""
    source = resources.files("resources") / "language" / "asked_time.toml"
    return tomllib.loads(source.read_text("utf-8"))


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The times that a question may ask of, on the calendar of `zone`.

    `happened` is set where it asks for what has happened then; `named` are all times that it may name.
    """

    windows: tuple[TimeWindow, ...]
    named: tuple[TimeWindow, ...]
    happened: bool
    zone: tzinfo | None

    @classmethod
    def of(cls, question: str, now: datetime, times: SaidTimes) -> Self | None:
        """That of `question`, asked at `now` (local); None where it names none or a long one, or asks about talk."""
        words = _words()
        if not has_mark(question) or holds_phrase(question, words["speaking"]):
            return None
        windows = [window for window in times(question, None) if _is_short(window)]
        if not windows:
            return None
        begun = [window for window in windows if window.start is not None and window.start < now]
        over = all(window.end is not None and window.end <= now for window in windows)
        ahead = [window for window in windows if window.end is not None and window.end > now]
        if begun and ahead and not has_grammar(question):
            # "Was muss ich am Freitag?" may mean either of them.
            return cls(tuple(windows), tuple(windows), happened=False, zone=now.tzinfo)
        happened = bool(begun) and (
            over or holds_phrase(question, words["happened"]) or not holds_phrase(question, words["coming"])
        )
        meant = tuple(begun if happened else ahead or windows)
        return cls(meant, tuple(windows), happened, now.tzinfo)

    def is_told_by(self, item: ContextItem, times: SaidTimes) -> bool | None:
        """Whether `item` tells of that time; None where it may.

        What happened on a day is told on it or after it. "I had pancakes for breakfast", said last week, tells nothing
        of today's, and "tomorrow I have the dentist", said three days ago, nothing of tomorrow.
        """
        if item.kind == "document":
            return None
        own = times(item.text, item.when)
        if item.kind == "handoff":
            return self._is_due_then(own)
        if any(window.meet(asked) for window in own for asked in self.windows):
            return True
        if own:
            announced = any(_is_short(one) and one.end is not None and one.end > item.when for one in own)
            return False if self.happened or announced else None
        return self._is_told_at(item.when.astimezone(self.zone))

    def _is_due_then(self, due: tuple[TimeWindow, ...]) -> bool | None:
        """Whether what is to be done in the times `due` is of that time: "what did I want to do on Thursday?" may ask
        of the one that comes.
        """
        if not due:
            return None
        if not any(window.meet(asked) for window in due for asked in self.named):
            return False
        return None if self.happened else True

    def _is_told_at(self, told: datetime) -> bool | None:
        """Whether what names no time, told then, tells of that time."""
        if any(told in asked for asked in self.windows):
            return True
        if not self.happened:
            return None
        if self._meets(_at(told, _DAWN), told):
            return True
        evening = _at(told - timedelta(days=1), _EVENING)
        return None if told.hour < _NOON and self._meets(evening, told) else False

    def _meets(self, start: datetime, end: datetime) -> bool:
        """Whether one of the times lies, in part, between `start` and `end`."""
        return start < end and any(TimeWindow(start, end).meet(asked) for asked in self.windows)


def _is_short(window: TimeWindow) -> bool:
    if window.start is None or window.end is None:
        return False
    return _LEAST <= window.end - window.start <= _MOST


def _at(day: datetime, hour: int) -> datetime:
    return day.replace(hour=hour, minute=0, second=0, microsecond=0)
