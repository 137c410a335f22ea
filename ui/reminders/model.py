"""The view-model of what is carried from one time together to the next. No Qt."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from functools import partial

from engine.intent import begun
from engine.intent.records import NEVER, ItemStatus, When
from ui.doors import Door
from ui.reminders import operations
from ui.reminders.operations import Item
from ui.shelf.again_field import again_fields
from ui.shelf.model import Read, Shelf
from ui.shelf.records import Given

NOW, LATER, THOUGHT, OVER = "now", "later", "thought", "over"


OPPOSITES = {ItemStatus.FULFILLED: "fulfil", ItemStatus.DROPPED: "drop"}
"""What closes again what was opened again, by how it stood."""
EVENING = time(18)
"""What is put off to this evening comes then."""


def today() -> date:
    """The person's own day."""
    return person_time().date()


def person_time() -> datetime:
    """The person's own time."""
    return datetime.now().astimezone()


class Reminders(Shelf[Item]):
    """What is open: what wants to be seen to now, what can wait, what seems done, and what is over."""

    boards = (NOW, LATER, THOUGHT, OVER)

    def __init__(self, door: Door, now: Callable[[], datetime] = person_time) -> None:
        super().__init__(door)
        self._now = now

    def now(self) -> datetime:
        """The person's own time, without a zone, as what is due is kept."""
        return self._now().replace(tzinfo=None)

    def day(self) -> date:
        """The person's own day."""
        return self.now().date()

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
        """What is due first, then by their days and hours, then the oldest first; what is over as it was read."""
        found = super().shown()
        if self.board == OVER:
            return found
        return sorted(found, key=lambda one: (not self.is_due(one), *by_time(one)))

    def is_late(self, item: Item) -> bool:
        """Whether its day, or the hour of it that it is for, is over."""
        if item.due_at is not None:
            return item.due_at < self.now()
        return item.due is not None and item.due < self.day()

    # What is done

    def add(self, given: Given) -> None:
        """Something to be carried; `given` are what, text, due, at and every; without a day an hour is the next."""
        wanted = {"what": given["what"], "text": given["text"], "due": given["due"] or None}
        wanted |= {"at": given["at"]} if given.get("at") else {}
        wanted |= again_fields(given.get("every", ""))
        operations.add(self._door, wanted, self._added, self.failed.emit)

    def settle(self, item: Item, verb: str) -> None:
        """`verb`: fulfil, drop or undo, each with the way back."""
        opposite = OPPOSITES.get(item.status) if verb == "undo" else "undo"
        back = None if opposite is None else partial(self.settle, item, opposite)
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

        def back() -> None:
            again = self.told("undo", item, partial(self.keep, item))
            operations.keep_no_more(self._door, item, again, self.failed.emit)

        operations.settle(self._door, "keep", item.id, self.told("keep", item, back), self.failed.emit)

    def put_off(self, item: Item, days: int) -> None:
        """Bring it up again in some days, at its hour."""
        day = self.day() + timedelta(days=days)
        self._put_off(item, When(day=day, at=item.due_time, lead_minutes=item.lead_minutes))

    def put_off_an_hour(self, item: Item) -> None:
        """Bring it up again in an hour."""
        at = self.now() + timedelta(hours=1)
        self._put_off(item, When(day=at.date(), at=time(at.hour, at.minute)))

    def put_off_to_evening(self, item: Item) -> None:
        """Bring it up again this evening."""
        self._put_off(item, When(day=self.day(), at=EVENING))

    @property
    def before_evening(self) -> bool:
        """Whether this evening is still to come."""
        return self.now().time() < EVENING

    def reword(self, item: Item, given: Given) -> None:
        """Say it another way, or give it another day and hour; `given` are text, due, at and every."""
        self._change(item, "reword", given["text"], self._when(given, item))

    def _when(self, given: Given, item: Item) -> When | None:
        """The day and hour of `given`: without a day the next such hour, and without either today for what comes again;
        what was told of ahead still is.
        """
        again = again_fields(given.get("every", ""))
        at = time.fromisoformat(given["at"]) if given["at"] else None
        if given["due"]:
            day = date.fromisoformat(given["due"])
        elif at is not None:
            day = self.day() + timedelta(days=at <= self.now().time())
        elif again:
            day = self.day()
        else:
            return None
        lead = item.lead_minutes if at else 0
        return begun(When.model_validate({"day": day, "at": at, "lead_minutes": lead, **again}))

    def _put_off(self, item: Item, until: When) -> None:
        """Of what comes again, only this once."""
        self._change(item, "put_off", None, until if item.when is None else item.when.put_off(until))

    def _change(self, item: Item, verb: str, text: str | None, when: When | None) -> None:
        def back() -> None:
            told = self.told("undo", item)
            operations.change(self._door, changed, (item.text, item.when), told, self.failed.emit)

        fields = NEVER if when is None else when.fields
        changed = item.model_copy(update={"text": text or item.text, **fields})
        told = self.told(verb, changed, back)
        operations.change(self._door, item, (text, when), told, self.failed.emit)

    def _added(self, answer: object) -> None:
        made = Item.model_validate(answer["item"]) if isinstance(answer, dict) else None
        if made is not None:
            self.board, self.current = self.board_of(made), made
            self.told("add", made, lambda: self.settle(made, "drop"))(answer)


def by_time(item: Item) -> tuple[date, time, datetime]:
    """The order in which things are due: by day and hour, what has no hour first, then the oldest."""
    return item.due or date.max, item.due_time or time.min, item.first_seen
