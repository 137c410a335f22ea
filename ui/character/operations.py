"""What Self asks of the mind, typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict, TypeAdapter

from engine.identity.records import Candidate, Compass, Component, ComponentName, Directive, Shorthand
from ui.doors import Door, Json, OnFailure, OnResult
from ui.night.operations import Nightly, nightly


class Note(BaseModel):
    """What the companion wrote down after a talk; `rests` are the refs that it is about."""

    model_config = ConfigDict(frozen=True)

    ref: str
    at: datetime
    text: str
    rests: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """The ref of what was said first of it; empty where that is not known."""
        return next((ref for ref in self.rests if ref.startswith("step:")), "")


@dataclass(frozen=True, slots=True)
class Missing:
    """One of the ten that has not emerged yet."""

    name: ComponentName


@dataclass(frozen=True, slots=True)
class Month:
    """What was told of a month once it was over: its first line, and the others with what they stand on."""

    text: str
    at: datetime
    lines: tuple[Nightly, ...]


@dataclass(frozen=True, slots=True)
class Trait:
    """One thing of who it is: its kind, which is its board, what it is found by, and what is known of it."""

    kind: str
    key: str
    of: Directive | Component | Candidate | Shorthand | Compass | Note | Missing | Month


DIRECTIVE, COMPONENT, CANDIDATE, MONTH, SHORTHAND, COMPASS, NOTE = (
    "directive",
    "component",
    "candidate",
    "month",
    "shorthand",
    "compass",
    "note",
)
OnTraits = Callable[[Sequence[Trait]], None]
_notes = TypeAdapter(list[Note])


def directives(door: Door, success: OnTraits, failure: OnFailure) -> None:
    """What it is to keep to, in order."""

    def read(found: Json) -> None:
        records = [Directive.model_validate(one) for one in found["directives"]]
        success([Trait(DIRECTIVE, one.ref, one) for one in records])

    door.question("directives.list", {}, success=read, failure=failure)


def components(door: Door, success: OnTraits, failure: OnFailure) -> None:
    """What has emerged of the ten, then those that are missing, once any has."""

    def read(found: Json) -> None:
        records: list[Component | Missing] = [Component.model_validate(one) for one in found["components"]]
        if records:
            records += [Missing(ComponentName(name)) for name in found["missing"]]
        success([Trait(COMPONENT, f"component:{one.name}", one) for one in records])

    door.question("self.components", {}, success=read, failure=failure)


def versions(
    name: str, door: Door, success: Callable[[Sequence[Component]], None], failure: OnFailure
) -> None:
    """Every version of one of the ten, oldest first."""

    def read(found: Json) -> None:
        success([Component.model_validate(one) for one in found["versions"]])

    door.question("self.history", {"component": name}, success=read, failure=failure)


def candidates(door: Door, success: OnTraits, failure: OnFailure) -> None:
    """What may become part of it, and what did."""

    def read(found: Json) -> None:
        records = [Candidate.model_validate(one) for one in found["candidates"]]
        success([Trait(CANDIDATE, f"node:{one.node}", one) for one in records])

    door.question("self.candidates", {}, success=read, failure=failure)


def months(door: Door, success: OnTraits, failure: OnFailure) -> None:
    """What was told of each month, the latest first."""

    def read(found: Json) -> None:
        told: dict[str, list[Nightly]] = {}
        for one in found["lines"]:
            told.setdefault(one["run"], []).append(nightly(MONTH, one))
        made = {run: Month(first.text, first.at, tuple(others)) for run, (first, *others) in told.items()}
        success([Trait(MONTH, f"month:{run}", month) for run, month in reversed(made.items())])

    door.question("night.history", {}, success=read, failure=failure)


def shorthands(door: Door, success: OnTraits, failure: OnFailure) -> None:
    """Words that the two share."""

    def read(found: Json) -> None:
        records = [Shorthand.model_validate(one) for one in found["shorthands"]]
        success([Trait(SHORTHAND, f"word:{one.term}", one) for one in records])

    door.question("self.shorthands", {}, success=read, failure=failure)


def compass(door: Door, success: OnTraits, failure: OnFailure) -> None:
    """What the two have been doing."""

    def read(found: Json) -> None:
        known = found["compass"]
        success([] if known is None else [Trait(COMPASS, COMPASS, Compass.model_validate(known))])

    door.question("compass.read", {}, success=read, failure=failure)


def notes(door: Door, success: OnTraits, failure: OnFailure) -> None:
    """What it wrote down after the last talks."""

    def read(found: Json) -> None:
        success([Trait(NOTE, one.ref, one) for one in _notes.validate_python(found["inferred"])])

    door.question("inferred", {"room": "notes"}, success=read, failure=failure)


def change(door: Door, request: str, given: Json, success: OnResult, failure: OnFailure) -> None:
    """One of `REQUESTS`."""
    door.change(REQUESTS[request], given, success=success, failure=failure)


REQUESTS = {
    "write": "directives.add",
    "reword": "directives.change",
    "move": "directives.move",
    "withdraw": "directives.withdraw",
    "veto": "self.veto",
    "unveto": "self.unveto",
    "share": "self.share",
    "unshare": "self.unshare",
}
