"""The view-model of what is carried from one time together to the next. No Qt."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

from engine.intent.records import ItemStatus
from ui.doors import Door
from ui.reminders import operations
from ui.reminders.operations import Item
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given

NOW, LATER, THOUGHT, OVER = "now", "later", "thought", "over"


def today() -> date:
    """The person's own day."""
    return date.today()  # noqa: DTZ011 - a day of the person's calendar has no zone


class Reminders(Shelf[Item]):
    """What is open: what wants to be seen to now, what can wait, what seems done, and what is over."""

    boards = (NOW, LATER, THOUGHT, OVER)

    def __init__(self, door: Door, day: Callable[[], date] = today) -> None:
        super().__init__(door)
        self.day = day

    def sources(self) -> Mapping[str, Read[Item]]:
        return {"items": lambda success, failure: operations.items(self._door, success, failure)}

    def key_of(self, item: Item) -> str:
        return item.id

    def words_of(self, item: Item) -> str:
        return item.text

    def stands(self, item: Item, board: str) -> bool:
        return board == self.board_of(item)

    def board_of(self, item: Item) -> str:
        """Where it stands: what is for a later day, and not carried for too long, can wait."""
        if item.status is ItemStatus.PROPOSED:
            return THOUGHT
        if item.status is not ItemStatus.OPEN:
            return OVER
        waits = item.due is not None and item.due > self.day()
        return LATER if waits else NOW

    def is_due(self, item: Item) -> bool:
        """Whether its day has come, or it was carried for too long."""
        late = item.overdue or (item.due is not None and item.due <= self.day())
        return item.status is ItemStatus.OPEN and late

    def shown(self) -> list[Item]:
        """What is due first, then by their days, then the oldest first; what is over as it was read."""
        found = super().shown()
        if self.board == OVER:
            return found
        return sorted(found, key=lambda one: (not self.is_due(one), one.due or date.max, one.first_seen))

    # What is done

    def add(self, given: Given) -> None:
        """Something to be carried; `given` are what, text and due."""
        wanted = {"what": given["what"], "text": given["text"], "due": given["due"] or None}
        operations.add(self._door, wanted, self._added, self.failed.emit)

    def settle(self, item: Item, verb: str) -> None:
        """`verb`: fulfil, drop or undo, each with the way back."""
        back = None if verb == "undo" else lambda: self.settle(item, "undo")
        operations.settle(self._door, verb, item.id, self.told(verb, item, back), self.failed.emit)

    def act_on(self, ref: str, act: Callable[[Item], None]) -> None:
        """Do something with the item of a ref as it is now; with one that went meanwhile nothing."""

        def read(items: Sequence[Item]) -> None:
            found = next((one for one in items if one.ref == ref), None)
            if found is not None:
                act(found)

        operations.items(self._door, read, self.failed.emit)

    def keep(self, item: Item) -> None:
        """Go on with it as it is: it was open for long, and there is no day for it."""
        operations.settle(self._door, "keep", item.id, self.told("keep", item), self.failed.emit)

    def put_off(self, item: Item, days: int) -> None:
        """Bring it up again in some days."""
        self._change(item, "put_off", None, self.day() + timedelta(days=days))

    def reword(self, item: Item, given: Given) -> None:
        """Say it another way, or give it another day; `given` are text and due."""
        due = date.fromisoformat(given["due"]) if given["due"] else None
        self._change(item, "reword", given["text"], due)

    def _change(self, item: Item, verb: str, text: str | None, due: date | None) -> None:
        def back() -> None:
            told = self.told("undo", item)
            operations.change(self._door, item.id, (item.text, item.due), told, self.failed.emit)

        changed = item.model_copy(update={"text": text or item.text, "due": due})
        told = self.told(verb, changed, back)
        operations.change(self._door, item.id, (text, due), told, self.failed.emit)

    def _added(self, answer: object) -> None:
        made = Item.model_validate(answer["item"]) if isinstance(answer, dict) else None
        if made is not None:
            self.board, self.current = self.board_of(made), made
            self.told("add", made, lambda: self.settle(made, "drop"))(answer)
