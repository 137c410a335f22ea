"""What is open: goals, handoff items, corrections, the growth intention, the quick context ([E] §5, §6.4, §7, §8.1)."""

from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from engine.ids import Refs, is_open
from engine.telling_time import Weekday


class Record(BaseModel):
    """Base of what is stored as JSON and crosses a process border: frozen, refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Kept(Record):
    """Base of what this room keeps.

    `cites` are the refs it was made from: it goes when they all do. Times are UTC; a `date` is the person's own day.
    """

    kind: ClassVar[str]

    id: str
    created_at: datetime
    updated_at: datetime
    cites: tuple[str, ...] = ()

    @property
    def ref(self) -> str:
        """How it is cited, and withdrawn."""
        return f"{self.kind}:{self.id}"

    def may_be_told(self, hidden: Refs) -> bool:
        """Whether it rests on nothing of `hidden`."""
        return is_open(hidden, self.ref, self.cites)


class Priority(StrEnum):
    """How much a goal matters ([E] §8.1)."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class GoalStatus(StrEnum):
    """How a goal stands; a stalled one is still wanted."""

    ACTIVE = "active"
    STALLED = "stalled"
    DONE = "done"
    DROPPED = "dropped"


class Progress(Record):
    """A note of what happened with a goal, and when."""

    at: datetime
    text: str


class Goal(Kept):
    """Something that is wanted over more than one time together ([E] §8.1); `number` is what people call it by."""

    kind: ClassVar[str] = "goal"

    number: int
    title: str
    priority: Priority = Priority.MEDIUM
    status: GoalStatus = GoalStatus.ACTIVE
    project: str | None = None
    deadline: date | None = None
    notes: tuple[Progress, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.status in {GoalStatus.ACTIVE, GoalStatus.STALLED}


class ItemKind(StrEnum):
    """What was left open, in the words of [E] §5.1."""

    PLAN = "plan"
    REMINDER = "reminder"
    PROMISE = "promise"
    UNFINISHED = "unfinished"


class ItemStatus(StrEnum):
    """How an item stands; a proposed one counts as fulfilled until that is undone."""

    OPEN = "open"
    PROPOSED = "proposed"
    FULFILLED = "fulfilled"
    DROPPED = "dropped"


class Every(StrEnum):
    """How soon something comes again."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


def _in_order(days: tuple[Weekday, ...]) -> tuple[Weekday, ...]:
    return tuple(day for day in Weekday if day in days)


Days = Annotated[tuple[Weekday, ...], AfterValidator(_in_order)]
"""Weekdays, each once, Monday first."""


LAST = -1
"""As `nth`: the last weekday of its kind in a month."""
Interval = Annotated[int, Field(ge=1, le=99)]
"""Of how many days, weeks, months or years one is meant: 2 is every other one."""
Nth = Annotated[int, Field(ge=LAST, le=4)]
"""Which weekday of its kind in a month is meant: 1 to 4, or `LAST`; 0 where none is."""


class Recurrence(Record):
    """How often something comes again: `every` day, week, month or year, of an `interval` of them one.

    What comes in weeks may do so on several `days`; without them it is on the weekday that it is counted from. What
    comes in months is on their `nth` weekday of that kind, the one of `days`, where one is named.
    """

    every: Every | None = None
    interval: Interval = 1
    days: Days = ()
    nth: Nth = 0

    @model_validator(mode="after")
    def _is_of_its_period(self) -> Self:
        if self.nth and (self.every is not Every.MONTH or len(self.days) != 1):
            raise ValueError("the nth weekday is one day of what comes again in months")
        if self.days and not self.nth and self.every is not Every.WEEK:
            raise ValueError("days are of what comes again in weeks")
        return self

    @property
    def recurrence(self) -> "Recurrence":
        """This alone, of what has more fields."""
        return Recurrence.model_validate({name: getattr(self, name) for name in Recurrence.model_fields})


class When(Recurrence):
    """When something is due: a day of the person's own, and an hour of it where one is named, without a zone.

    What one has to be at is brought up `lead_minutes` before its hour. What comes again is counted from its `anchor`,
    which is an occurrence of its own; without one it is counted from here.
    """

    day: date
    at: time | None = None
    lead_minutes: int = Field(default=0, ge=0)
    anchor: "When | None" = None

    @property
    def fields(self) -> dict[str, Any]:
        """As the fields of an item."""
        return {
            "due": self.day,
            "due_time": self.at,
            "lead_minutes": self.lead_minutes,
            "anchor": self.anchor,
            **dict(self.recurrence),
        }

    @property
    def first(self) -> "When":
        """The occurrence that the others are counted from."""
        return self.anchor or self

    @property
    def weekdays(self) -> frozenset[Weekday]:
        """Those on which it comes again; none where weekdays do not tell."""
        if self.every is Every.DAY and self.interval == 1:
            return frozenset(Weekday)
        if self.every is not Every.WEEK:
            return frozenset(self.days)
        return frozenset(self.days or (Weekday.of(self.first.day),))

    def again(self, recurrence: Recurrence) -> "When":
        """The same as what comes again so, counted from here."""
        return self.model_copy(update=dict(recurrence.recurrence))

    def put_off(self, until: "When") -> "When":
        """`until` in the place of this occurrence: of what comes again, only this one is moved."""
        if self.every is None:
            return until
        return until.again(self).model_copy(update={"anchor": self.first})


NEVER: dict[str, Any] = {
    "due": None,
    "due_time": None,
    "lead_minutes": 0,
    "anchor": None,
    **dict(Recurrence()),
}
"""The fields of an item that is for no certain day."""


class HandoffItem(Kept, Recurrence):
    """An intention that is carried from one time together to the next ([E] §5.2).

    `due`, `due_time`, `lead_minutes`, `anchor` and its recurrence are as in `When`. `first_seen` never changes;
    `listed_on` is the day of the latest handoff that raised `carried` or first listed it; `surfaced_on` the day it last
    stood in an opening. `evidence` are the Steps that show it as fulfilled. What comes again stays open when it is
    done; `done` is the occurrence for which it was said last.
    """

    kind: ClassVar[str] = "handoff"

    what: ItemKind
    text: str
    first_seen: datetime
    status: ItemStatus = ItemStatus.OPEN
    carried: int = Field(default=0, ge=0)
    due: date | None = None
    due_time: time | None = None
    lead_minutes: int = Field(default=0, ge=0)
    anchor: When | None = None
    done: When | None = None
    listed_on: date | None = None
    surfaced_on: date | None = None
    evidence: tuple[str, ...] = ()

    @property
    def when(self) -> When | None:
        """Its day and hour."""
        if self.due is None:
            return None
        return When(
            day=self.due,
            at=self.due_time,
            lead_minutes=self.lead_minutes,
            anchor=self.anchor,
            **dict(self.recurrence),
        )

    @property
    def due_at(self) -> datetime | None:
        """The moment of the person's own time, without a zone, at which it is due; None without an hour."""
        if self.due is None or self.due_time is None:
            return None
        return datetime.combine(self.due, self.due_time)

    @property
    def remind_at(self) -> datetime | None:
        """The moment at which it is brought up, as `due_at`."""
        due_at = self.due_at
        return None if due_at is None else due_at - timedelta(minutes=self.lead_minutes)


class Listed(Record):
    """An item as one handoff listed it."""

    item: str
    carried: int


class WrittenHandoff(Record):
    """A handoff as it is stored: items by id, so that what is withdrawn is in no old handoff either."""

    number: int
    episode_id: str
    at: datetime
    mood_and_mode: str = ""
    listed: tuple[Listed, ...] = ()


class Handoff(Record):
    """What an Episode left to the next one ([E] §5.1); items as they stood then, first seen first."""

    number: int
    episode_id: str
    at: datetime
    mood_and_mode: str
    items: tuple[HandoffItem, ...]

    def without(self, hidden: Refs) -> "Handoff":
        """The same without items that rest on `hidden`."""
        left = tuple(item for item in self.items if item.may_be_told(hidden))
        return self.model_copy(update={"items": left})

    def of(self, what: ItemKind) -> tuple[HandoffItem, ...]:
        """The plans, reminders, promises or unfinished things."""
        return tuple(item for item in self.items if item.what is what)


class CorrectionType(StrEnum):
    """What kind of mistake it was ([E] §7.1)."""

    TENDENCY = "tendency"
    TECHNICAL = "technical"


class Minded(Record):
    """A turn whose prompt a correction reached because it fitted; `ref` names the Step of its answer."""

    at: datetime
    ref: str


class Correction(Kept):
    """A mistake not to be made again; it never expires ([E] §7.1).

    `times` counts how often the same mistake was corrected, `activations` how often it reached the prompt of a turn
    because it fitted; `minded` are the latest of those turns, the newest last.
    """

    kind: ClassVar[str] = "correction"

    mistake: str
    correction: str
    context: str = ""
    type: CorrectionType = CorrectionType.TENDENCY
    fails_when: str = ""
    fine_when: str = ""
    times: int = Field(default=1, ge=1)
    activations: int = Field(default=0, ge=0)
    last_activated_at: datetime | None = None
    minded: tuple[Minded, ...] = ()


class Matched(Record):
    """A correction for what is being done now; `relevance` is a cosine."""

    correction: Correction
    relevance: float


class Wrong(StrEnum):
    """What "correct this" is about: a fact is corrected in the Personal Model, conduct here (`one-mind.md`)."""

    PERSON = "person"
    CONDUCT = "conduct"


class Routing(Record):
    """The proposal that the person sees and can switch; `lead` (0-2) is how much nearer it is than the other."""

    wrong: Wrong
    lead: float


class IntentionStatus(StrEnum):
    """Where the one thing to do differently stands ([E] §6.4)."""

    REFLECTED = "reflected"
    INTENDED = "intended"
    CHECKED = "checked"
    GROWN = "grown"
    REPLACED = "replaced"


class Check(Record):
    """Whether it was followed."""

    at: datetime
    followed: bool
    note: str = ""


class Intention(Kept):
    """The one thing to do differently ([E] §6.4); `reflection` is what it came of."""

    kind: ClassVar[str] = "intention"

    what: str = ""
    reflection: str = ""
    status: IntentionStatus
    checks: tuple[Check, ...] = ()
    lesson: str = ""


class QuickContext(Kept):
    """What is going on just now: kept, toggled, read at boot ([E] §2.2, `elara_context`)."""

    kind: ClassVar[str] = "context"

    topic: str = ""
    note: str = ""
    enabled: bool = True


class GapMode(StrEnum):
    """How to meet again, by the time between ([E] §5.3)."""

    INSTANT_RESUME = "instant_resume"
    CONTINUATION = "continuation"
    FRESH_START = "fresh_start"
    CATCH_UP = "catch_up"
    CHECK_IN = "check_in"


class TimeOfDay(StrEnum):
    """The part of the person's day ([E] §5.3)."""

    MORNING = "morning"
    AFTERNOON = "afternoon"
    EVENING = "evening"
    LATE_NIGHT = "late_night"


class Due(Record):
    """Something that may be brought up: an item, or a goal near its deadline. `urgency` 0-1."""

    ref: str
    what: ItemKind | None
    text: str
    since: datetime
    due: date | None
    due_time: time | None = None
    carried: int
    overdue: bool
    urgency: float
    surfaced_on: date | None = None


class LastEpisode(Record):
    """What is told of the last time together; `closed_by` says how it ended."""

    id: str
    opened_at: datetime
    ended_at: datetime
    closed_by: str | None
    projects: tuple[str, ...]
    mood_and_mode: str = ""


class Greeting(Record):
    """All that a greeting fits: facts for a window, and for the opening of a prompt ([E] §5.3).

    `mode` and `gap_s` are None where nothing was ever said. `due` comes most urgent first. `check_intention` says that
    an Episode has passed since the intention was set or last checked.
    """

    at: datetime
    mode: GapMode | None
    time_of_day: TimeOfDay
    gap_s: float | None
    last_episode: LastEpisode | None
    due: tuple[Due, ...]
    stale_goals: tuple[Goal, ...]
    intention: Intention | None
    check_intention: bool
    context: QuickContext | None

    @property
    def resumes(self) -> bool:
        """Whether one goes on where one stopped, and does not begin anew."""
        return self.mode in {GapMode.INSTANT_RESUME, GapMode.CONTINUATION}


class Said(Record):
    """A text for the prompt with the refs that it rests on."""

    text: str = ""
    cites: tuple[str, ...] = ()


class OfferStatus(StrEnum):
    """How an offer stands; what was refused is not asked again, what is replaced was offered anew."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    REPLACED = "replaced"


class Offer(Kept):
    """A change that `by` (such as `mcp:claude` or `import:elara`) would have made.

    `verb` and `given` are the request as it is made once the person agrees.
    With `later_until` the person has put it off.
    """

    kind: ClassVar[str] = "offer"

    by: str
    verb: str
    given: dict[str, Any]
    status: OfferStatus = OfferStatus.WAITING
    later_until: datetime | None = None


class LeftItem(Record):
    """Something that another program wants to find again; `carried` counts the handoffs that it stood in before."""

    what: ItemKind
    text: str
    carried: int = 0
    first_seen: datetime


class ToolHandoff(Kept):
    """What a program left for its own next time ([E] §5.1). It is read by programs alone, and never told to a model."""

    kind: ClassVar[str] = "tool_handoff"

    by: str
    session: int
    mood_and_mode: str = ""
    items: tuple[LeftItem, ...] = ()
