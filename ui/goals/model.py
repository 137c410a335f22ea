"""The view-model of goals, and of the one thing to do differently. No Qt."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial

from engine.intent.records import GoalStatus, Intention, IntentionStatus, Priority
from ui.goals import operations
from ui.goals.operations import WantedGoal
from ui.reminders.model import today
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given

OPEN, DONE, DROPPED, INTENTION = "open", "done", "dropped", "intention"
BOARDS = {GoalStatus.DONE: DONE, GoalStatus.DROPPED: DROPPED}
RANKS = {Priority.HIGH: 0, Priority.MEDIUM: 1, Priority.LOW: 2}
OVER = {IntentionStatus.GROWN, IntentionStatus.REPLACED}
Aim = WantedGoal | Intention


class Goals(Shelf[Aim]):
    """What is wanted, reached, and wanted no more; and what it tries to do differently."""

    boards = (OPEN, DONE, DROPPED, INTENTION)

    def sources(self) -> Mapping[str, Read[Aim]]:
        return {
            "goals": partial(operations.goals, self._door),
            "intentions": partial(operations.intentions, self._door),
        }

    def sources_of(self, board: str) -> Sequence[str]:
        return ("intentions",) if board == INTENTION else ("goals",)

    def key_of(self, item: Aim) -> str:
        return item.id

    def words_of(self, item: Aim) -> str:
        if isinstance(item, Intention):
            return f"{item.what} {item.reflection}"
        return " ".join([item.title, item.project or "", *(note.text for note in item.notes)])

    def stands(self, item: Aim, board: str) -> bool:
        if isinstance(item, Intention):
            return board == INTENTION
        return BOARDS.get(item.status, OPEN) == board

    def shown(self) -> list[Aim]:
        """What is late first, then what matters most, then by the day that it is for; intentions as they were read."""
        return sorted(super().shown(), key=_weight)

    @property
    def intention(self) -> Intention | None:
        """What it tries to do differently now, or has noticed without an intention yet."""
        found = (one for one in self.items if isinstance(one, Intention) and one.status not in OVER)
        return next(found, None)

    # What is done

    def add(self, given: Given) -> None:
        """A new goal."""
        wanted = {name: text for name, text in given.items() if text}
        operations.add(self._door, wanted, self._added, self.failed.emit)

    def finish(self, goal: WantedGoal, status: GoalStatus) -> None:
        """It is reached, dropped, or wanted again."""
        back = goal.status

        def undo() -> None:
            told = self.told("active", goal)
            operations.update(self._door, goal.id, {"status": back}, told, self.failed.emit)

        told = self.told(status.value, goal, undo)
        operations.update(self._door, goal.id, {"status": status}, told, self.failed.emit)

    def put_off(self, goal: WantedGoal, days: int) -> None:
        """Give it some days more: from its day on, or from now where that is over."""
        if goal.deadline is not None:
            self._give_day(goal, goal.deadline, max(goal.deadline, today()) + timedelta(days=days), "put_off")

    def _give_day(self, goal: WantedGoal, before: date, day: date, verb: str) -> None:
        told = self.told(verb, goal, partial(self._give_day, goal, day, before, "change"))
        operations.update(self._door, goal.id, {"deadline": day.isoformat()}, told, self.failed.emit)

    def note(self, goal: WantedGoal, given: Given) -> None:
        """What happened with it."""

        def undo() -> None:
            operations.unnote(self._door, goal.id, self.told("unnote", goal), self.failed.emit)

        told = self.told("note", goal, undo)
        operations.update(self._door, goal.id, {"note": given["note"]}, told, self.failed.emit)

    def change(self, goal: WantedGoal, given: Given) -> None:
        """Word it anew, or give it another project, day or weight."""
        told = self.told("change", goal, lambda: self.change(goal, _as_it_was(goal)))
        operations.update(self._door, goal.id, _changes(given), told, self.failed.emit)

    def intend(self, given: Given) -> None:
        """Set the one thing to do differently, in the place of the one that stands."""

        def made(intention: Intention) -> None:
            self.board, self.current = INTENTION, intention
            self.told("set", intention)(intention)

        operations.intend(self._door, "set", dict(given), made, self.failed.emit)

    def check(self, intention: Intention, given: Given, *, followed: bool) -> None:
        """Say whether the intention was followed since."""
        told = self.told("followed" if followed else "not followed", intention)
        asked = {"followed": followed, "note": given["note"]}
        operations.intend(self._door, "check", asked, told, self.failed.emit)

    def grow(self, intention: Intention, given: Given) -> None:
        """It is achieved, and part of who it is."""
        told = self.told("grow", intention)
        operations.intend(self._door, "grow", {"lesson": given["lesson"]}, told, self.failed.emit)

    def _added(self, answer: object) -> None:
        if isinstance(answer, dict):
            made = WantedGoal.model_validate(answer["goal"])
            self.board, self.current = OPEN, made
            self.told("add", made, lambda: self.finish(made, GoalStatus.DROPPED))(answer)


def is_late(goal: WantedGoal) -> bool:
    """Whether it is still wanted, and its day is over."""
    return goal.is_open and goal.deadline is not None and goal.deadline < today()


def _weight(aim: Aim) -> tuple[bool, int, date]:
    if isinstance(aim, Intention):
        return False, 0, date.max
    return not is_late(aim), RANKS[aim.priority], aim.deadline or date.max


def _changes(given: Given) -> dict[str, str | bool]:
    """An empty day or project takes out the one that is there."""
    changes: dict[str, str | bool] = {name: text for name, text in given.items() if text or name == "project"}
    return changes if given["deadline"] else changes | {"no_deadline": True}


def _as_it_was(goal: WantedGoal) -> Given:
    deadline = goal.deadline.isoformat() if goal.deadline else ""
    words = {"title": goal.title, "project": goal.project or "", "priority": goal.priority.value}
    return {**words, "deadline": deadline}
