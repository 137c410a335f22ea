"""What Thoughts asks of the mind, typed: seven kinds of thing, told in one form."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from ui.doors import Door, Json, OnFailure
from ui.frame.groups import source_of

PREDICTION, MODEL, PRINCIPLE, TRAIL, OUTCOME, IDEA, BUSINESS = (
    "prediction",
    "model",
    "principle",
    "trail",
    "outcome",
    "idea",
    "business",
)


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that speaks for or against it, or came of it: `way` says which, empty for neither.

    `ref` is what it was made from; empty where the person wrote it.
    """

    text: str
    at: datetime
    way: str = ""
    ref: str = ""


@dataclass(frozen=True, slots=True)
class Rival:
    """Someone who offers something like it: what they do well and badly, and where they are."""

    name: str
    strengths: str
    weaknesses: str
    url: str

    @property
    def about(self) -> tuple[str, ...]:
        return tuple(part for part in (self.strengths, self.weaknesses, self.url) if part)


@dataclass(frozen=True, slots=True)
class Plan:
    """What an idea for a business is made of. `score` has 1–5 points by what speaks for it, none while it has none."""

    description: str
    audience: str
    angle: str
    score: Mapping[str, int]
    rivals: tuple[Rival, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Thought:
    """One thing that it thinks: how sure (0–1) where that is known, how it stands, and what shows it.

    `plan` is what only an idea for a business has; `supposed` is what it thinks became of a prediction, until
    the person says so; `source` is what it was made from, empty where the person wrote it.
    """

    kind: str
    id: str
    text: str
    status: str
    at: datetime
    confidence: float | None = None
    deadline: date | None = None
    expected: str = ""
    lesson: str = ""
    shown: tuple[Shown, ...] = field(default=())
    plan: Plan | None = None
    supposed: str = ""
    source: str = ""

    @property
    def key(self) -> str:
        return f"{self.kind}:{self.id}"


@dataclass(frozen=True, slots=True)
class Source:
    """How one kind is asked for: the request, what it is given, and what the list and `one` are called in answers."""

    request: str
    given: Mapping[str, Any]
    name: str
    one: str
    read: Callable[[Json], Thought]


def thoughts(kind: str, door: Door, success: Callable[[Sequence[Thought]], None], failure: OnFailure) -> None:
    """All of one kind."""
    source = SOURCES[kind]
    door.question(
        source.request,
        dict(source.given),
        success=lambda found: success([source.read(one) for one in found[source.name]]),
        failure=failure,
    )


def change(
    door: Door, request: str, given: Json, success: Callable[[object], None], failure: OnFailure
) -> None:
    """One of those that `ui.thoughts.model` names."""
    door.change(request, given, success=success, failure=failure)


def _when(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _shown(one: Json, name: str, way: str = "") -> Shown:
    """A part of a record, whose words stand under `name`."""
    return Shown(one[name], _when(one["at"]), way, source_of(one["cites"]))


def _evidence(one: Json) -> tuple[Shown, ...]:
    return tuple(_shown(each, "text", each["direction"]) for each in one["evidence"])


def _belief(kind: str, one: Json) -> Thought:
    return Thought(
        kind,
        one["id"],
        one["statement"],
        one["status"],
        _when(one["updated_at"]),
        one["confidence"],
        shown=_evidence(one),
        source=source_of(one["cites"]),
    )


def _prediction(one: Json) -> Thought:
    came = one["resolution"]
    shown = () if came is None else (_shown(came, "actual", "came"),)
    return Thought(
        PREDICTION,
        one["id"],
        one["statement"],
        "proposed" if came is not None and came["proposed"] else one["status"],
        _when(one["created_at"]),
        one["confidence"],
        date.fromisoformat(one["deadline"]),
        lesson="" if came is None else came["lesson"],
        shown=tuple(each for each in shown if each.text),
        supposed=came["status"] if came is not None and came["proposed"] else "",
        source=source_of(one["cites"]),
    )


def _trail(one: Json) -> Thought:
    supposed = [_shown(each, "statement", "supposed") for each in one["hypotheses"]]
    found = [_shown(each, "text", "supports" if each["supports"] else "weakens") for each in one["evidence"]]
    dropped = [_shown(each, "approach", "abandoned") for each in one["abandoned"]]
    solved = one["solution"]
    solution = [] if solved is None else [_shown(solved, "text", "solved")]
    return Thought(
        TRAIL,
        one["id"],
        one["context"],
        one["status"],
        _when(one["updated_at"]),
        shown=(*supposed, *found, *dropped, *solution),
        source=source_of(one["cites"]),
    )


def _outcome(one: Json) -> Thought:
    came = one["result"]
    return Thought(
        OUTCOME,
        one["id"],
        one["decision"],
        "open" if came is None else came["assessment"] or "open",
        _when(one["created_at"]),
        one["confidence"],
        expected=one["predicted"],
        lesson="" if came is None else came["lesson"],
        shown=() if came is None else (_shown(came, "actual", "came"),),
        source=source_of(one["cites"]),
    )


def _idea(one: Json) -> Thought:
    return Thought(
        IDEA,
        one["id"],
        one["concept"],
        one["status"],
        _when(one["updated_at"]),
        shown=tuple(_shown(each, "quote") for each in one["seeds"]),
        source=source_of(one["cites"]),
    )


def _business(one: Json) -> Thought:
    rivals = tuple(
        Rival(each["name"], each["strengths"], each["weaknesses"], each["url"]) for each in one["competitors"]
    )
    plan = Plan(
        one["description"],
        one["audience"],
        one["angle"],
        one["score"] or {},
        rivals,
        tuple(one["notes"]),
    )
    return Thought(BUSINESS, one["id"], one["name"], one["status"], _when(one["updated_at"]), plan=plan)


SOURCES = {
    PREDICTION: Source("predictions.list", {"show": "all"}, "predictions", PREDICTION, _prediction),
    MODEL: Source("models.list", {}, "models", MODEL, lambda one: _belief(MODEL, one)),
    PRINCIPLE: Source("principles.list", {}, "principles", PRINCIPLE, lambda one: _belief(PRINCIPLE, one)),
    TRAIL: Source("reasoning.list", {}, "trails", TRAIL, _trail),
    OUTCOME: Source("outcomes.list", {}, "outcomes", OUTCOME, _outcome),
    IDEA: Source("ideas.list", {}, "ideas", IDEA, _idea),
    BUSINESS: Source("business.list", {}, "ideas", IDEA, _business),
}
