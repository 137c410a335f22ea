"""What happened in a moment that was played, as far as it is checked and told."""

from dataclasses import dataclass, field
from datetime import datetime

from engine.cognition import ObservationKind, Prediction
from engine.intent import Greeting, HandoffItem
from engine.mood import MoodState
from engine.person import Fact
from tests.scenarios.records import Exchange, Moment


@dataclass(frozen=True, slots=True)
class Spoken:
    """One turn as it went. `opening` and `block` are what the model read there, `prompt` all that it read."""

    exchange: Exchange
    answer: str
    opening: str
    block: str
    prompt: str
    outcome: str
    reason: str
    felt: tuple[float, float, float] | None
    seemed: str
    noticed: tuple[str, ...]
    promised: tuple[str, ...]
    kept: tuple[str, ...]


@dataclass
class Played:
    """One moment. `left` is the mood as the moment before ended, `met` as this one found it, `after` as it ended."""

    moment: Moment
    at: datetime
    greeting: Greeting
    left: MoodState | None
    met: MoodState | None
    after: MoodState | None = None
    spoken: list[Spoken] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)
    items: dict[str, HandoffItem] = field(default_factory=dict)
    overdue: set[str] = field(default_factory=set)
    predictions: dict[str, Prediction] = field(default_factory=dict)
    due: frozenset[str] = frozenset()
    compass: str = ""
    told: tuple[ObservationKind, ...] = ()
    facts: tuple[Fact, ...] = ()
    stale_goals: tuple[str, ...] = ()
    dormant: tuple[str, ...] = ()
    activations: dict[str, int] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)

    @property
    def opening(self) -> str:
        """What the model read where the moment began."""
        return self.spoken[0].opening if self.spoken else ""
