"""How the companion feels: its state, its names, what lasts of it, how a time together went, and what can go wrong.

* MoodError
  x UnknownModeError       no personality mode goes by this name
  x ImprintMissingError    no such imprint stands
  x NoMoodError            the profile has no mood
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.errors import CompanionError, NotFoundError
from engine.events import Event
from engine.memory import Feeling
from engine.trail import MoodPoint


class MoodError(CompanionError):
    """Base of this room's errors."""


class UnknownModeError(MoodError, NotFoundError):
    """No personality mode goes by this name."""

    remedy = "List them: `companion mode`."


class ImprintMissingError(MoodError, NotFoundError):
    """No such imprint stands."""

    remedy = "List them: `companion mood imprints`."


class NoMoodError(MoodError):
    """The profile that is chosen has no mood."""

    remedy = 'Choose the other profile: "profile": "full" in settings.json, and start again.'


class Mode(StrEnum):
    """The seven personality modes ([E] §3.6)."""

    DEV = "dev"
    SOFT = "soft"
    PLAYFUL = "playful"
    THERAPIST = "therapist"
    DRIFT = "drift"
    COLD = "cold"
    GIRLFRIEND = "girlfriend"


class Cause(StrEnum):
    """What moved the mood, or marked it."""

    WAKE = "wake"
    SHIFT = "shift"
    NUDGE = "nudge"
    MODE = "mode"
    CLOSE = "close"
    IMPRINT = "imprint"
    RESET = "reset"
    RETURN = "return"


class ArcPattern(StrEnum):
    """How the valence went over a time together ([E] §3.5), in the order in which they are looked for."""

    FLAT = "flat"
    ROLLERCOASTER = "rollercoaster"
    RECOVERY = "recovery"
    CRASH = "crash"
    UPSWING = "upswing"
    SLOW_DRAIN = "slow drain"
    STEADY = "steady"


class ImprintOrigin(StrEnum):
    """Whether an imprint came of a strong moment or was made by hand."""

    FELT = "felt"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Named:
    """An emotion near a point; `intensity` is 1 at its own place and 0 at the far end of the space."""

    name: str
    intensity: float


@dataclass(frozen=True, slots=True)
class MoodState:
    """How the companion feels at `at`. `resting`: no time together is open, and the mood cools.

    `mode` holds until the episode ends.
    """

    point: MoodPoint
    temperament: MoodPoint
    named: tuple[Named, ...]
    mode: Mode | None
    episode_id: str | None
    at: datetime
    resting: bool

    @property
    def feeling(self) -> Feeling:
        """The point with its nearest name, as memories keep it and recall takes it."""
        return Feeling(self.point, self.named[0].name)


@dataclass(frozen=True, slots=True)
class Imprint:
    """A feeling that outlasts its details ([E] §3.4). `strength` is as of the asking, `made_strength` at first.

    It is over when it faded (`archived_at`) or was let go.
    """

    id: str
    feeling: str
    origin: ImprintOrigin
    point: MoodPoint
    made_strength: float
    strength: float
    created_at: datetime
    sources: tuple[str, ...] = ()
    archived_at: datetime | None = None
    let_go_at: datetime | None = None

    @property
    def faded(self) -> bool:
        return self.archived_at is not None or self.let_go_at is not None


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """The mood at a moment, what moved it there, and why in a few words."""

    at: datetime
    cause: Cause
    point: MoodPoint
    label: str
    reason: str = ""
    mode: Mode | None = None
    episode_id: str | None = None
    key: bool = True
    sources: tuple[str, ...] = ()


class Seeming(StrEnum):
    """How the person seems in a turn, as the model judges it: never a fact about them."""

    GLAD = "glad"
    USUAL = "as usual"
    TIRED = "tired"
    TENSE = "tense"
    LOW = "low"
    UNWELL = "unwell"

    @property
    def hard(self) -> bool:
        """Whether it asks for care."""
        return self not in {Seeming.GLAD, Seeming.USUAL}


SEEN = "seen:"


def seen_ref(source: str) -> str:
    """The ref of how the person seemed in what `source` names: one thing was seen in one utterance."""
    return f"{SEEN}{source}"


@dataclass(frozen=True, slots=True)
class Seen:
    """That the person seemed so; `source` is the ref of what they said."""

    at: datetime
    seeming: Seeming
    episode_id: str
    source: str

    @property
    def ref(self) -> str:
        """By which it is taken back."""
        return seen_ref(self.source)


@dataclass(frozen=True, slots=True)
class Arc:
    """How the mood went over one Episode; start and end are None where nothing was sampled."""

    episode_id: str
    pattern: ArcPattern
    samples: int
    start: MoodPoint | None
    end: MoodPoint | None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A mode that would fit, and why; nothing switches by itself."""

    mode: Mode
    reason: str


@dataclass(frozen=True, slots=True)
class MoodChanged(Event):
    """The companion feels another way than before."""

    cause: Cause
    state: MoodState
