"""What came of turns: changes of what is known, asked for on them or not, and the companion's notes. No Qt."""

from collections.abc import Sequence

from engine.conversation.records import Exchange
from ui.conversation.model import Conversation
from ui.conversation.operations import history, watch_reflected
from ui.conversation.turns import Turn
from ui.doors import Door, Fault
from ui.facts import Change, Changes, Done, operations

NEAR = 5


class Noting:
    """Keeps `Turn.changes` and `Turn.note` as they stand; `remember` and `undo` are the verbs on a turn."""

    def __init__(self, conversation: Conversation, changes: Changes, door: Door) -> None:
        self._conversation, self._changes, self._door = conversation, changes, door
        conversation.heard_of.connect(self._look)
        watch_reflected(door, self._on_reflected)
        changes.made.connect(self._on_made)
        changes.failed.connect(self._on_failed)

    def remember(self, turn: Turn, words: str) -> None:
        """Note `words` of a turn as something the person states about themselves."""
        self._changes.remember(words, None, asker_of(turn))

    def undo(self, turn: Turn, update_id: str) -> None:
        """Take back what a turn changed."""
        self._changes.undo(update_id, asker_of(turn))

    def _on_reflected(self, loop_id: str) -> None:
        self._look([loop_id])
        if self._conversation.of_loops([loop_id]):
            following = self._conversation.loop_after(loop_id)
            # A few, as what was said elsewhere may stand between this turn and the next one here.
            history(self._door, NEAR, following, self._show_notes, failure=lambda _: None)

    def _show_notes(self, exchanges: list[Exchange]) -> None:
        notes = {exchange.loop_id: exchange.note for exchange in exchanges}
        for turn in self._conversation.of_loops(notes):
            note = notes[turn.loop_id or ""]
            if note != turn.note:
                turn.note, turn.note_open = note, turn.note_open and note is not None
                self._conversation.touch(turn)

    def _look(self, loop_ids: Sequence[str]) -> None:
        if self._conversation.of_loops(loop_ids):
            operations.changes_of(self._door, loop_ids, self._told)

    def _told(self, found: dict[str, list[Change]]) -> None:
        for turn in self._conversation.of_loops(found):
            fresh = {change.update: change for change in found.get(turn.loop_id or "", [])}
            if fresh.items() - turn.changes.items():
                turn.changes |= fresh
                self._conversation.touch(turn)

    def _on_made(self, done: Done) -> None:
        for turn in self._turns():
            if done.undoes in turn.changes:
                taken_back = turn.changes[done.undoes].model_copy(update={"undoable": False})
                turn.changes[done.undoes] = taken_back
            elif done.asker == asker_of(turn):
                turn.changes[done.change.update], turn.remark = done.change, ""
            else:
                continue
            self._conversation.touch(turn)

    def _on_failed(self, fault: Fault, asker: str) -> None:
        for turn in self._turns():
            if asker == asker_of(turn):
                turn.remark = fault.words
                self._conversation.touch(turn)

    def _turns(self) -> list[Turn]:
        return [self._conversation[row] for row in range(len(self._conversation))]


def asker_of(turn: Turn) -> str:
    """Whom a change that was asked for on a turn names."""
    return f"turn {turn.key}"
