"""What every record of this room has: whose word it is, what it rests on, and the file a person reads of it.

* CognitionError
  x CognitionMissingError   no model, prediction, principle, outcome or idea of that id
  x CognitionMoveError      a change that its state does not allow
  x UnsourcedError          an assertion with nothing behind it but the companion's own words
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Self, TypeVar

from pydantic import BaseModel, ConfigDict

from engine.errors import CompanionError
from engine.events import Event
from engine.ids import Refs, is_open
from engine.written import optional


class CognitionError(CompanionError):
    """Base of this room's errors."""


class CognitionMissingError(CognitionError):
    """Nothing here answers to that id."""

    remedy = "Look at what there is, and name it by its id."


class CognitionMoveError(CognitionError):
    """What is settled stays so until that is undone."""

    remedy = "Look at how it stands now."


class UnsourcedError(CognitionError):
    """Only what was said, done or read may support a belief; what the companion wrote is no source of its own."""

    remedy = "Name a fact, a document or something that was said, not seen there before."


class Record(BaseModel):
    """Base of what is stored as JSON and crosses a process border: frozen, refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Domain(StrEnum):
    """What a belief is about; how sure one may be of it goes by this ([E] §7.4, §10.2)."""

    TECHNICAL = "technical"
    BUSINESS = "business"
    WORK_PATTERNS = "work_patterns"
    PROJECT = "project"
    GENERAL = "general"
    EMOTIONAL = "emotional"
    BEHAVIORAL = "behavioral"


ABOUT_PEOPLE = frozenset({Domain.WORK_PATTERNS, Domain.EMOTIONAL, Domain.BEHAVIORAL})


class Origin(StrEnum):
    """Who made a record: the person by hand, a turn of the conversation, a run of thinking alone, another program.

    What another program made is there to be read: it stands before no answer until something here speaks for it.
    """

    HAND = "hand"
    TURN = "turn"
    RUN = "run"
    IMPORT = "import"
    TOOL = "tool"

    @property
    def is_inferred(self) -> bool:
        """Whether the companion came to it by itself."""
        return self in {Origin.TURN, Origin.RUN}


class Sourced(Record):
    """Something with the refs that it was made from; none where the person wrote it."""

    cites: tuple[str, ...] = ()

    def rests_on(self, refs: Iterable[str]) -> bool:
        """Whether one of `refs` is among its sources."""
        return not set(self.cites).isdisjoint(refs)


class Kept(Sourced):
    """Base of what this room keeps. Times are UTC, a `date` is the person's own day.

    `cites` are what its own words were made from, `gone` what was withdrawn of all that it rests on.
    """

    kind: ClassVar[str]

    id: str
    created_at: datetime
    updated_at: datetime
    origin: Origin = Origin.HAND
    tags: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def ref(self) -> str:
        """How it is cited, and withdrawn."""
        return f"{self.kind}:{self.id}"

    @property
    def least(self) -> int:
        """How many of its own sources must stand for it to stand."""
        return 1

    @property
    def is_bare(self) -> bool:
        """Whether too few of the sources of its own words stand; what never had any stands by itself."""
        return bool(self.cites) and len(set(self.cites) - set(self.gone)) < self.least

    @property
    def is_over(self) -> bool:
        """Whether the person has put an end to it: it is shown no more, and known again where it returns."""
        return False

    def parts(self) -> tuple[Sourced, ...]:
        """What was added to it later, each with sources of its own: evidence, instances."""
        return ()

    def without(self, refs: Refs) -> Self:
        """The same with all parts taken out that rest on one of `refs`."""
        return self

    def stands(self, part: Sourced) -> bool:
        """Whether a part has a source that was not withdrawn, or never needed one."""
        return not part.cites or not set(part.cites) <= set(self.gone)

    def all_cites(self) -> tuple[str, ...]:
        """Everything that it rests on, its parts' sources too, each once."""
        return tuple(dict.fromkeys(ref for one in (self, *self.parts()) for ref in one.cites))


K = TypeVar("K", bound=Kept)


def without_hidden(records: Iterable[K], hidden: Refs) -> Iterator[K]:
    """Those that may be told where `hidden` may not, each without what was added to it from that."""
    for record in records:
        if is_open(hidden, record.ref, record.cites):
            yield record.without(hidden)


def files(folders: Mapping[str, Iterable[Kept]], hidden: Refs) -> Iterator[tuple[str, str]]:
    """A JSON file a record, by path, without `hidden`; a folder that holds nothing gives none."""
    for folder, records in folders.items():
        for record in without_hidden(records, hidden):
            body = json.dumps(record.model_dump(mode="json"), ensure_ascii=False, indent=1)
            yield f"{folder}/{record.id}.json", f"{body}\n"


def labels(given: tuple[str, ...]) -> tuple[str, ...]:
    """Tags in one form, each once, in order."""
    made = (optional(each, "tags", 50).casefold() for each in given)
    return tuple(dict.fromkeys(each for each in made if each))


@dataclass(frozen=True, slots=True)
class CognitionChanged(Event):
    """A belief, an outcome, an idea or another record is new or another; `ref` names it."""

    ref: str


@dataclass(frozen=True, slots=True)
class PrincipleCrystallised(Event):
    """Insights that said the same became a principle; `ref` names it."""

    ref: str
