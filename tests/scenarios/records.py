"""The form of a scenario file: dated moments, what is said and done in each, and what must hold after it.

`week.toml` shows every part in use. Times are local to `zone`; what is left out is not checked.
"""

import tomllib
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, Self
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from engine.cognition import ObservationKind, PredictionStatus
from engine.intent import GapMode, ItemStatus


class ScenarioError(Exception):
    """A scenario file that cannot be read: where it is wrong, and how."""


class Part(BaseModel):
    """Base of what stands in a scenario file: frozen, refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TurnHolds(Part):
    """What must hold of one turn.

    `minds` and `silent` are corrections that stand, or do not stand, in the turn's block. `reads` and `reads_not` are
    words that stand, or do not stand, anywhere before the model.
    """

    minds: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    reads_not: tuple[str, ...] = ()


class Exchange(Part):
    """One turn. A scripted model answers `answers` and reflects `reflects`, fields of the reflection by name.

    `keeps` says that each clause of it tells something lasting of the person. Where the model is asked to, `sums_up` is
    what it writes of the talk so far, and `compass` what it makes of an episode that ends here.
    """

    says: str = Field(min_length=1)
    answers: str = "I see."
    keeps: bool = False
    sums_up: str = ""
    compass: dict[str, Any] = {}
    reflects: dict[str, Any] = {}
    holds: TurnHolds = TurnHolds()


class Deed(Part):
    """What the person does by hand, as a request of the service with its parameters.

    A parameter that names something kept (`item`, `goal` …) is given by its text.
    """

    request: str
    parameters: dict[str, Any] = Field(default={}, alias="with")
    when: Literal["before", "after"] = "after"


class ItemHolds(Part):
    """How something that was left open stands; `first_seen` is a day."""

    text: str
    status: ItemStatus = ItemStatus.OPEN
    carried: int | None = None
    overdue: bool | None = None
    first_seen: date | None = None


class PredictionHolds(Part):
    """How something that was foreseen stands; `due`: its day has come, and nobody said what became of it."""

    statement: str
    status: PredictionStatus = PredictionStatus.PENDING
    due: bool | None = None
    deadline: date | None = None
    proposed: bool | None = None


Range = tuple[float, float]


class MoodHolds(Part):
    """How the companion feels; nothing is checked in a profile without mood.

    `cooled`: met nearer to rest than it was left; `at_rest`: met there. `met` and `left` are ranges of valence.
    """

    cooled: bool = False
    at_rest: bool = False
    met: Range = (-1.0, 1.0)
    left: Range = (-1.0, 1.0)


class Holds(Part):
    """What must hold after a moment; `greeting` and the opening are those it began with.

    `activations` are how often a correction reached a turn's prompt, by its mistake; `observations` those that were
    told so far, in their order.
    """

    greeting: GapMode | Literal["first"] | None = None
    opening_names: tuple[str, ...] = ()
    opening_omits: tuple[str, ...] = ()
    items: tuple[ItemHolds, ...] = ()
    no_items: tuple[str, ...] = ()
    predictions: tuple[PredictionHolds, ...] = ()
    observations: tuple[ObservationKind, ...] | None = None
    mood: MoodHolds | None = None
    facts: tuple[str, ...] = ()
    stale_goals: tuple[str, ...] | None = None
    dormant: tuple[str, ...] | None = None
    activations: dict[str, int] = {}
    check_intention: bool | None = None


class Moment(Part):
    """A time at which something is said or done. `goodbye` ends the episode, and with it the process."""

    name: str = Field(min_length=1)
    at: datetime
    goodbye: bool = False
    turn: tuple[Exchange, ...] = ()
    deed: tuple[Deed, ...] = ()
    holds: Holds = Holds()


class Scenario(Part):
    """Moments in the order of time."""

    title: str
    zone: str
    moment: tuple[Moment, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _is_in_order(self) -> Self:
        times = [one.at for one in self.moment]
        if any(at.tzinfo is not None for at in times):
            raise ValueError("times are local to the zone and name none")
        if times != sorted(times):
            late = next(b for a, b in pairwise(times) if b < a)
            raise ValueError(f"the moment at {late} stands after a later one")
        return self

    def when(self, moment: Moment) -> datetime:
        """The moment's time, aware of its zone."""
        return moment.at.replace(tzinfo=ZoneInfo(self.zone))


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file. Raises ScenarioError, which names each place that is wrong."""
    try:
        return Scenario.model_validate(tomllib.loads(path.read_text("utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise ScenarioError(f"{path.name}: {error}") from None
    except ValidationError as error:
        faults = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
        raise ScenarioError("\n".join([f"{path.name} is no scenario:", *faults])) from None
