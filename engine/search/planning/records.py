"""What a plan consists of."""

from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from typing import Self

from engine.errors import InvalidInputError

NAMING = 'Say it as "last week", last:3d, 2026-05-01 or 2026-05-01/2026-05-31.'
"""What to do where words name no time."""


class Intent(StrEnum):
    """A way of asking that is about remembering, not about the topic."""

    RECENCY = "recency"
    CURRENT_STATE = "current_state"
    HISTORICAL = "historical"
    RECAP = "recap"
    VERIFICATION = "verification"


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """A half-open time: from `start` up to but without `end`, both with a zone; None is open on that side.

    Raises ValueError where it would be empty.
    """

    start: datetime | None
    end: datetime | None

    def __post_init__(self) -> None:
        if self.start is not None and self.end is not None and self.start >= self.end:
            raise ValueError("a window ends after it begins")

    def __contains__(self, moment: datetime) -> bool:
        return (self.start is None or self.start <= moment) and (self.end is None or moment < self.end)

    def meet(self, other: Self) -> Self | None:
        """The time that lies in both; None where there is none."""
        start = max(self.start or _FIRST, other.start or _FIRST)
        end = min(self.end or _LAST, other.end or _LAST)
        if start >= end:
            return None
        return type(self)(None if start == _FIRST else start, None if end == _LAST else end)

    def join(self, other: Self) -> Self:
        """From the beginning of the first to the end of the last."""
        start = min(self.start or _FIRST, other.start or _FIRST)
        end = max(self.end or _LAST, other.end or _LAST)
        return type(self)(None if start == _FIRST else start, None if end == _LAST else end)

    def interval(self, zone: tzinfo) -> str:
        """As an ISO interval that can be copied into a query; `..` stands for an open side."""
        return "/".join(
            ".." if side is None else side.astimezone(zone).isoformat() for side in (self.start, self.end)
        )


_FIRST = datetime.min.replace(tzinfo=UTC)
_LAST = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class QueryPlan:
    """A query taken apart. `core` is what it is about, empty where it asks for a time or a recap alone."""

    text: str
    core: str
    intents: frozenset[Intent] = frozenset()
    window: TimeWindow | None = None

    @property
    def direction(self) -> int:
        """1 where what is new is asked for, -1 where what is old is, else 0."""
        new = bool(self.intents & {Intent.RECENCY, Intent.CURRENT_STATE})
        return int(new) - int(Intent.HISTORICAL in self.intents)

    def named_window(self, field: str) -> TimeWindow:
        """The time that it names. Raises InvalidInputError, of the field `field`, where it names none."""
        if self.window is None:
            raise InvalidInputError(field, "names no time", NAMING)
        return self.window

    def named_start(self, field: str) -> datetime:
        """When that time begins. Raises InvalidInputError where it names none, or one without a beginning."""
        start = self.named_window(field).start
        if start is None:
            raise InvalidInputError(field, "names no beginning", NAMING)
        return start

    @property
    def topic(self) -> str:
        """What to match: the core, or all of the text where nothing is left of it."""
        return self.core or self.text
