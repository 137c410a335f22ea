"""What a search over memories is narrowed to: kind, time, whose words, how it felt, how much it matters. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from ui.memories.records import Found


class Sort(StrEnum):
    """What is looked among."""

    ALL = "all"
    SAID = "said"
    KNOWN = "known"
    LIVED = "lived"
    UNDERSTOOD = "understood"


KINDS: dict[Sort, tuple[str, ...]] = {
    Sort.ALL: (),
    Sort.SAID: ("utterance", "answer"),
    Sort.KNOWN: ("fact",),
    Sort.LIVED: (
        "moment",
        "feeling",
        "conversation",
        "milestone",
        "key_moment",
        "decision",
        "experiment",
        "anchor",
    ),
    Sort.UNDERSTOOD: (
        "insight",
        "concept",
        "knowledge",
        "discovery",
        "note",
        "value",
        "shorthand",
        "artifact",
    ),
}
ANSWER = "answer"


class Since(StrEnum):
    """From when on; the values are what the query planner reads."""

    EVER = ""
    DAY = "last:1d"
    WEEK = "last:7d"
    MONTH = "last:30d"
    YEAR = "last:365d"


DAYS = {Since.DAY: 1, Since.WEEK: 7, Since.MONTH: 30, Since.YEAR: 365}


class Who(StrEnum):
    """Whose words, or what came of them."""

    ANY = ""
    PERSON = "person"
    COMPANION = "companion"


class Felt(StrEnum):
    """How it felt."""

    ANY = ""
    GOOD = "positive"
    HEAVY = "negative"
    MIXED = "mixed"


class Matters(StrEnum):
    """How much it matters at least; the values are importances (0–1)."""

    ANY = "0.0"
    SOME = "0.5"
    MUCH = "0.75"

    @property
    def least(self) -> float:
        return float(self.value)


@dataclass(frozen=True, slots=True)
class Narrowing:
    """All filters together; the first of each narrows nothing."""

    sort: Sort = Sort.ALL
    since: Since = Since.EVER
    who: Who = Who.ANY
    felt: Felt = Felt.ANY
    matters: Matters = Matters.ANY

    @property
    def kinds(self) -> tuple[str, ...]:
        """What may be found: empty for everything, and where nothing may be, see `excludes_all`."""
        kinds = KINDS[self.sort]
        if self.who is Who.ANY:
            return kinds
        wanted = kinds or tuple(kind for several in KINDS.values() for kind in several)
        return tuple(kind for kind in wanted if (kind == ANSWER) is (self.who is Who.COMPANION))

    @property
    def excludes_all(self) -> bool:
        """Whether nothing can be both, as a fact about the person that the companion said."""
        return not self.kinds and self.who is not Who.ANY

    @property
    def is_seldom(self) -> bool:
        """Whether one of those narrows that are seldom wanted."""
        return bool(self.who or self.felt or self.matters.least)

    def fits(self, found: Found, now: datetime) -> bool:
        """Whether a memory is among what is wanted."""
        recent = self.since is Since.EVER or now - found.at <= timedelta(days=DAYS[self.since])
        felt = self.felt is Felt.ANY or found.felt == self.felt
        return recent and felt and found.importance >= self.matters.least and self._is_of_kind(found)

    def among(self, found: Sequence[Found], now: datetime) -> list[Found]:
        """Those that fit."""
        return [one for one in found if self.fits(one, now)]

    def _is_of_kind(self, found: Found) -> bool:
        return not self.excludes_all and (not self.kinds or found.kind in self.kinds)
