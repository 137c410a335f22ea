"""Who the companion has been lately ([E] §6.1): what is read for it, and what it comes to."""

from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from engine.cognition.keeping.records import Record


class Moment(NamedTuple):
    """The mood at a moment of its journal; valence −1 to 1, energy 0 to 1."""

    at: datetime
    valence: float
    energy: float


class Held(Record):
    """Something that is or was carried: a feeling that lasts, or something left open.

    `standing` says that it still is; `since` when it came, `over_at` when it went.
    """

    ref: str
    what: str
    text: str
    since: datetime
    standing: bool
    over_at: datetime | None = None


class Direction(StrEnum):
    """Where the mood goes."""

    RISING = "rising"
    FALLING = "falling"
    STEADY = "steady"
    UNKNOWN = "unknown"


class Level(StrEnum):
    """How much the mood swings."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    UNKNOWN = "unknown"


class Trend(Record):
    """The line through the valences: `slope` is its change in a day, `change` over the time between first and last."""

    direction: Direction
    slope: float = 0.0
    change: float = 0.0


class Volatility(Record):
    """The standard deviation of valence, 0 to 1."""

    level: Level
    deviation: float = 0.0


class HourOfEnergy(Record):
    """The mean energy in one hour of the person's day; None where nothing was felt in it."""

    hour: int
    energy: float | None
    moments: int


class Repeated(Record):
    """A mistake that was corrected, in the days looked at."""

    ref: str
    mistake: str
    times: int


class Report(Record):
    """What was found over the days from `since` to `at`.

    `felt` is False where no mood is kept: then trend, volatility and energy are unknown. `energy` is the mean, None
    without moments; `by_hour` always has 24 rows.
    """

    at: datetime
    since: datetime
    felt: bool
    moments: int
    trend: Trend
    volatility: Volatility
    energy: float | None
    by_hour: tuple[HourOfEnergy, ...]
    carried: tuple[Held, ...]
    lost: tuple[Held, ...]
    corrected: tuple[Repeated, ...]
    words: str = ""


class Portrait(Record):
    """A report as it is kept for later: numbers and refs, none of the words that it was made from."""

    day: date
    at: datetime
    days: int
    felt: bool
    moments: int
    trend: Trend
    volatility: Volatility
    energy: float | None
    peak_hour: int | None
    carried: tuple[str, ...]
    lost: tuple[str, ...]
    corrected: tuple[str, ...]
