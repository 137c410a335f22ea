"""The view-model of Today: other places' view-models, and what a greeting fits. No Qt."""

from enum import StrEnum
from functools import partial

from engine.conversation.records import Exchange
from engine.intent.records import Greeting
from engine.person.records import Effort, Question, QuestionReason
from engine.senses.feeds.records import Item as Headline
from ui.doors import Door, Fault, Loading
from ui.goals.model import OPEN, Goals
from ui.goals.operations import WantedGoal
from ui.history import JointSteps
from ui.mood.model import Feelings
from ui.observable import Signal
from ui.questions.model import Questions
from ui.reminders.model import Reminders, by_time
from ui.reminders.operations import Item
from ui.today import operations
from ui.today.noticed import Noticed
from ui.today.operations import Morning

MOST_DUE = 5


class Part(StrEnum):
    """What Today is made of, besides what is due."""

    GREETING = "greeting"
    MORNING = "morning"
    NOTICED = "noticed"
    QUESTION = "question"
    HEADLINES = "headlines"
    LAST = "last"
    MOOD = "mood"


class Today:
    """What matters now. Reminders, questions and the mood are those of their own places, so that a change is one."""

    def __init__(
        self, door: Door, reminders: Reminders, goals: Goals, questions: Questions, feelings: Feelings
    ) -> None:
        self._door = door
        self.reminders, self.goals = reminders, goals
        self.questions, self.feelings = questions, feelings
        self.noticed = Noticed(door, reminders.day)
        self.steps = JointSteps(reminders.steps, goals.steps, questions.steps, self.noticed.steps)
        self.greeting: Greeting | None = None
        self.last: Exchange | None = None
        self._morning: Morning | None = None
        self.headlines: list[Headline] = []
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self._awaited: set[Part] = set()
        self._read_once = False
        self._unread: dict[Part, Fault] = {}
        self.changed: Signal[[]] = Signal()
        for signal in (
            reminders.listed,
            goals.listed,
            questions.listed,
            questions.detailed,
            feelings.changed,
            self.noticed.changed,
        ):
            signal.connect(self.changed.emit)

    def load(self) -> None:
        """Read everything anew; what is shown stays meanwhile."""
        self.loading, self.fault = Loading.LOADING, None
        self._awaited, self._unread = {Part.LAST, Part.MORNING, Part.HEADLINES}, {}
        operations.greeting(self._door, self._greeted, self._broken)
        operations.last_said(self._door, self._left, partial(self._not_read, Part.LAST))
        operations.morning(self._door, self._told_morning, partial(self._not_read, Part.MORNING))
        operations.headlines(self._door, self._told_headlines, partial(self._not_read, Part.HEADLINES))
        self.load_due()
        self.questions.load()
        self.feelings.load()
        self.noticed.load()

    def load_due(self) -> None:
        """Read anew what is for today."""
        self.reminders.load()
        self.goals.load()

    @property
    def due_known(self) -> bool:
        """Whether all that could be for today was read."""
        return self.reminders.known and self.goals.known and self.due_fault is None

    @property
    def due_fault(self) -> Fault | None:
        """Why not all that is for today may be known."""
        return self.reminders.fault or self.goals.fault_of(OPEN)

    @property
    def unread(self) -> dict[Part, Fault]:
        """What could not be read, but for what is due, which tells it itself."""
        found = dict(self._unread)
        if self.loading is Loading.FAILED and self.fault is not None:
            found[Part.GREETING] = self.fault
        others = {
            Part.QUESTION: self.questions.fault,
            Part.MOOD: self.feelings.fault,
            Part.NOTICED: self.noticed.fault,
        }
        return found | {part: fault for part, fault in others.items() if fault is not None}

    @property
    def reading(self) -> bool:
        """Whether anything is still being read for the first time."""
        return bool(self._awaited) and not self._read_once

    @property
    def morning(self) -> Morning | None:
        """The brief of this day; an older one is not told any more."""
        told, greeting = self._morning, self.greeting
        day = self.reminders.day() if greeting is None else greeting.at.date()
        return told if told is not None and told.brief.day == day and told.brief.lines else None

    @property
    def all_due(self) -> list[Item]:
        """What wants to be seen to now, by day and hour, then the longest open first."""
        due = [item for item in self.reminders.items if self.reminders.is_due(item)]
        return sorted(due, key=by_time)

    @property
    def due_goals(self) -> list[WantedGoal]:
        """Goals whose day has come, the longest late first."""
        day = self.reminders.day()
        wanted = [one for one in self.goals.items if isinstance(one, WantedGoal) and one.is_open]
        due = [(one.deadline, one) for one in wanted if one.deadline is not None and one.deadline <= day]
        return [goal for _, goal in sorted(due, key=lambda pair: pair[0])]

    @property
    def due(self) -> list[Item]:
        """The first few of what wants to be seen to now."""
        return self.all_due[:MOST_DUE]

    @property
    def question(self) -> Question | None:
        """The one question of today; None where the person wants quiet, or saw to one today and wants no more."""
        effort = self.questions.effort
        enough = effort is not Effort.ACTIVE and self.questions.seen_to(self.reminders.day())
        if effort is Effort.QUIET or enough:
            return None
        now = self.reminders.now().astimezone()
        # What another program offers is never asked unasked: it waits under Questions.
        asked = (one for one in self.questions.waiting() if one.reason is not QuestionReason.OFFERED)
        return next((one for one in asked if not one.is_put_off(now)), None)

    def _greeted(self, greeting: Greeting) -> None:
        self.greeting, self.loading = greeting, Loading.READY
        self.changed.emit()

    def _left(self, last: Exchange | None) -> None:
        self.last = last
        self._settled(Part.LAST)

    def _told_morning(self, morning: Morning | None) -> None:
        self._morning = morning
        self._settled(Part.MORNING)

    def _told_headlines(self, headlines: list[Headline]) -> None:
        self.headlines = headlines
        self._settled(Part.HEADLINES)

    def _settled(self, part: Part) -> None:
        self._awaited.discard(part)
        self._read_once = self._read_once or not self._awaited
        self.changed.emit()

    def _broken(self, fault: Fault) -> None:
        self.loading, self.fault = Loading.FAILED, fault
        self.changed.emit()

    def _not_read(self, part: Part, fault: Fault) -> None:
        """Without it the rest still greets."""
        self._unread[part] = fault
        self._settled(part)
