"""The handoff: written when an Episode closes, without a model, and read at the next wake ([E] §5.1)."""

from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Any

from engine.intent.handoff.items import ItemBook
from engine.intent.records import Handoff, HandoffItem, ItemKind, Listed, WrittenHandoff
from engine.intent.store import IntentStore
from engine.trail import Episode
from engine.vault import UnitOfWork, Vault

FIELDS = {
    "next_plans": ItemKind.PLAN,
    "reminders": ItemKind.REMINDER,
    "promises": ItemKind.PROMISE,
    "unfinished": ItemKind.UNFINISHED,
}
Feeling = Callable[[str], str]
"""What the mood room, where there is one, says in a few words of how the Episode of that id felt."""


class Handoffs:
    """Writes and reads handoffs of one companion with one person."""

    def __init__(self, vault: Vault, store: IntentStore, items: ItemBook, zone: Callable[[], tzinfo]) -> None:
        self._vault, self._store, self._items = vault, store, items
        self._zone = zone
        self.feeling: Feeling = _unsaid

    def write(self, episode: Episode) -> Handoff:
        """Carry every open item forward and list it, in one unit, as of the Episode's end.

        A handoff that the Episode left before (it was reopened since) is replaced and keeps its number.
        """
        at = episode.closed_at or episode.last_step_at
        with self._vault.unit() as unit:
            written = self._written(unit, episode.id, at)
            self._store.put_handoff(unit, written)
            unit.commit()
        return self._told(written)

    def latest(self) -> Handoff | None:
        """The one that the last closed Episode left."""
        found = self._store.handoffs(1)
        return self._told(found[0]) if found else None

    def of(self, episode_id: str) -> Handoff | None:
        """The one that an Episode left."""
        found = self._store.handoff(episode_id)
        return None if found is None else self._told(found)

    def recent(self, limit: int) -> list[Handoff]:
        """Newest first: every earlier one is kept."""
        return [self._told(each) for each in self._store.handoffs(limit)]

    def _written(self, unit: UnitOfWork, episode_id: str, at: datetime) -> WrittenHandoff:
        earlier = self._store.handoff(episode_id)
        last = self._store.handoffs(1)
        number = earlier.number if earlier else last[0].number + 1 if last else 1
        listed = self._items.carry(unit, at.astimezone(self._zone()).date())
        return WrittenHandoff(
            number=number,
            episode_id=episode_id,
            at=at,
            mood_and_mode=self.feeling(episode_id),
            listed=tuple(Listed(item=item.id, carried=item.carried) for item in listed),
        )

    def _told(self, written: WrittenHandoff) -> Handoff:
        items = [self._as_listed(each) for each in written.listed]
        return Handoff(
            number=written.number,
            episode_id=written.episode_id,
            at=written.at,
            mood_and_mode=written.mood_and_mode,
            items=tuple(item for item in items if item is not None),
        )

    def _as_listed(self, listed: Listed) -> HandoffItem | None:
        """Nothing where the item was withdrawn or erased since."""
        item = self._store.one(HandoffItem, listed.item)
        return None if item is None else item.model_copy(update={"carried": listed.carried})


def _unsaid(_episode_id: str) -> str:
    """What is said of mood where there is none."""
    return ""


def document(handoff: Handoff) -> dict[str, Any]:
    """Its JSON: times in ISO 8601, items by kind."""
    items = {
        field: [
            {"text": item.text, "carried": item.carried, "first_seen": item.first_seen.isoformat()}
            for item in handoff.of(what)
        ]
        for field, what in FIELDS.items()
    }
    return {
        "timestamp": handoff.at.isoformat(),
        "session_number": handoff.number,
        **items,
        "mood_and_mode": handoff.mood_and_mode,
    }
