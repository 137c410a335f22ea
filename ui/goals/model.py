"""The view-model of goals. No Qt."""

from collections.abc import Mapping
from datetime import date

from engine.intent.records import GoalStatus, Priority
from ui.goals import operations
from ui.goals.operations import WantedGoal
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given

OPEN, DONE, DROPPED = "open", "done", "dropped"
BOARDS = {GoalStatus.DONE: DONE, GoalStatus.DROPPED: DROPPED}
RANKS = {Priority.HIGH: 0, Priority.MEDIUM: 1, Priority.LOW: 2}


class Goals(Shelf[WantedGoal]):
    """What is wanted, reached, and wanted no more."""

    boards = (OPEN, DONE, DROPPED)

    def sources(self) -> Mapping[str, Read[WantedGoal]]:
        return {"goals": lambda success, failure: operations.goals(self._door, success, failure)}

    def key_of(self, item: WantedGoal) -> str:
        return item.id

    def words_of(self, item: WantedGoal) -> str:
        return " ".join([item.title, item.project or "", *(note.text for note in item.notes)])

    def stands(self, item: WantedGoal, board: str) -> bool:
        return BOARDS.get(item.status, OPEN) == board

    def shown(self) -> list[WantedGoal]:
        """What matters most first, then by the day that it is for."""
        return sorted(super().shown(), key=lambda one: (RANKS[one.priority], one.deadline or date.max))

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

    def _added(self, answer: object) -> None:
        if isinstance(answer, dict):
            made = WantedGoal.model_validate(answer["goal"])
            self.board, self.current = OPEN, made
            self.told("add", made, lambda: self.finish(made, GoalStatus.DROPPED))(answer)


def _changes(given: Given) -> dict[str, str]:
    """An empty day leaves the one that is there; an empty project takes it out."""
    return {name: text for name, text in given.items() if text or name == "project"}


def _as_it_was(goal: WantedGoal) -> Given:
    deadline = goal.deadline.isoformat() if goal.deadline else ""
    words = {"title": goal.title, "project": goal.project or "", "priority": goal.priority.value}
    return {**words, "deadline": deadline}
