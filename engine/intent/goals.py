"""Goals: what is wanted over more than one time together ([E] §8.1)."""

from datetime import date, datetime, timedelta
from typing import Any

from engine.ids import new_id
from engine.intent.errors import IntentMissingError
from engine.intent.keeping import Keeper
from engine.intent.records import Goal, GoalStatus, Priority, Progress
from engine.settings import IntentSettings
from engine.written import line, optional

LONGEST_NOTE = 2000


def is_stale(goal: Goal, now: datetime, settings: IntentSettings) -> bool:
    """Whether an open goal was not touched for `stale_days` ([E] §8.1)."""
    return goal.is_open and now - goal.updated_at >= timedelta(days=settings.stale_days)


def is_near(goal: Goal, day: date, settings: IntentSettings) -> bool:
    """Whether an open goal's deadline has passed, or comes within `deadline_days` ([E] §6.2)."""
    if not goal.is_open or goal.deadline is None:
        return False
    return goal.deadline <= day + timedelta(days=settings.deadline_days)


class GoalBook:
    """Goals of one companion with one person."""

    def __init__(self, keeper: Keeper, settings: IntentSettings) -> None:
        self._keeper, self._store, self._clock, self._settings = keeper, keeper.store, keeper.clock, settings

    def all(self) -> list[Goal]:
        """Open ones first, by priority and then by how recently they were touched."""
        order = tuple(Priority)
        touched = sorted(self._store.all(Goal), key=lambda goal: goal.updated_at, reverse=True)
        return sorted(touched, key=lambda goal: (not goal.is_open, order.index(goal.priority)))

    def open(self) -> list[Goal]:
        """What is still wanted."""
        return [goal for goal in self.all() if goal.is_open]

    def stale(self) -> list[Goal]:
        """Open goals that nothing was done about for long."""
        now = self._clock.now()
        return [goal for goal in self.open() if is_stale(goal, now, self._settings)]

    def near(self) -> list[Goal]:
        """Open goals whose deadline has passed, or comes within days ([E] §6.2)."""
        day = self._clock.local().date()
        return [goal for goal in self.open() if is_near(goal, day, self._settings)]

    def goal(self, named: str) -> Goal:
        """By its number or id. Raises IntentMissingError."""
        for goal in self._store.all(Goal):
            if named in {goal.id, str(goal.number)}:
                return goal
        raise IntentMissingError("There is no such goal.")

    def add(
        self,
        title: str,
        *,
        priority: Priority = Priority.MEDIUM,
        status: GoalStatus = GoalStatus.ACTIVE,
        project: str | None = None,
        deadline: date | None = None,
        notes: str = "",
    ) -> Goal:
        """A new goal, numbered. Raises InvalidInputError."""
        now = self._clock.now()
        called, written = line(title, "title"), optional(notes, "notes", LONGEST_NOTE)
        with self._keeper.changing() as keep:
            goal = Goal(
                id=new_id("g"),
                created_at=now,
                updated_at=now,
                number=self._store.next_number(),
                title=called,
                priority=priority,
                status=status,
                project=_project(project),
                deadline=deadline,
                notes=(Progress(at=now, text=written),) if written else (),
            )
            keep(goal)
        return goal

    def update(
        self,
        named: str,
        *,
        title: str | None = None,
        status: GoalStatus | None = None,
        priority: Priority | None = None,
        project: str | None = None,
        deadline: date | None = None,
        no_deadline: bool = False,
        note: str | None = None,
    ) -> Goal:
        """Change what is given, and touch the goal; a note is added to what stands. An empty project takes it out.

        With `no_deadline` it is for no certain day any more.

        Raises IntentMissingError, InvalidInputError.
        """
        now = self._clock.now()
        given = {"status": status, "priority": priority, "deadline": deadline}
        changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
        if title is not None:
            changes["title"] = line(title, "title")
        if project is not None:
            changes["project"] = _project(project)
        if no_deadline:
            changes["deadline"] = None
        with self._keeper.changing() as keep:
            goal = self.goal(named)
            if note is not None:
                changes["notes"] = (*goal.notes, Progress(at=now, text=line(note, "note", LONGEST_NOTE)))
            changed = goal.model_copy(update={**changes, "updated_at": now})
            keep(changed)
        return changed

    def unnote(self, named: str) -> Goal:
        """Take its last note back. Raises IntentMissingError."""
        with self._keeper.changing() as keep:
            goal = self.goal(named)
            if not goal.notes:
                raise IntentMissingError("Nothing is noted of this goal.")
            changed = goal.model_copy(update={"notes": goal.notes[:-1], "updated_at": self._clock.now()})
            keep(changed)
        return changed


def _project(name: str | None) -> str | None:
    return (optional(name, "project", 100) or None) if name is not None else None
