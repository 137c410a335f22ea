"""The quick context: a topic and a note of what is going on just now ([E] §2.2, `elara_context`)."""

from engine.ids import new_id
from engine.intent.keeping import Keeper
from engine.intent.records import QuickContext
from engine.written import optional


class QuickBook:
    """One quick context of a companion with a person; switched off it is kept, and not read."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper, self._clock = keeper, keeper.clock

    def kept(self) -> QuickContext | None:
        """What was last set, also while it is switched off."""
        found = self._keeper.store.all(QuickContext)
        return found[-1] if found else None

    def read(self) -> QuickContext | None:
        """What a boot reads: nothing while it is switched off, or says nothing."""
        kept = self.kept()
        return kept if kept is not None and kept.enabled and (kept.topic or kept.note) else None

    def set(
        self, *, topic: str | None = None, note: str | None = None, enabled: bool | None = None
    ) -> QuickContext:
        """Change what is given and leave the rest; an empty text takes one out. Raises InvalidInputError."""
        now = self._clock.now()
        given = {
            "topic": None if topic is None else optional(topic, "topic", 200),
            "note": None if note is None else optional(note, "note"),
            "enabled": enabled,
        }
        changes = {name: value for name, value in given.items() if value is not None}
        with self._keeper.changing() as keep:
            kept = self.kept() or QuickContext(id=new_id("q"), created_at=now, updated_at=now)
            changed = kept.model_copy(update={**changes, "updated_at": now})
            keep(changed)
        return changed
