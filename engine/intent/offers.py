"""The book of offers: made once, answered by the person; and the handoffs that other programs leave."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from engine.errors import InvalidInputError
from engine.ids import new_id
from engine.intent.errors import IntentMissingError, IntentMoveError
from engine.intent.keeping import Keeper
from engine.intent.records import ItemKind, LeftItem, Offer, OfferStatus, ToolHandoff
from engine.written import line, optional

LONGEST_MANNER = 500


class OfferBook:
    """Offers and handoffs of other programs, with one companion and one person."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper, self._store, self._clock = keeper, keeper.store, keeper.clock

    def all(self) -> list[Offer]:
        """In the order of making, settled ones too."""
        return self._store.all(Offer)

    def waiting(self) -> list[Offer]:
        """What the person has not answered yet."""
        return self._store.all(Offer, OfferStatus.WAITING.value)

    def offer(self, offer_id: str) -> Offer:
        """Raises IntentMissingError."""
        found = self._store.one(Offer, offer_id)
        if found is None:
            raise IntentMissingError("There is no such offer.")
        return found

    def make(
        self, by: str, verb: str, given: Mapping[str, Any], *, most: int | None = None, alone: bool = False
    ) -> Offer:
        """A new offer, or the same one, if it waits or was refused.

        At most `most` of one program wait. One that stands `alone` takes the place of those of its verb that wait.
        Raises InvalidInputError.
        """
        asked, now = dict(given), self._clock.now()
        with self._keeper.changing() as keep:
            known = [one for one in self.all() if (one.by, one.verb) == (by, verb)]
            for one in known:
                if one.given == asked and one.status in {OfferStatus.WAITING, OfferStatus.REFUSED}:
                    return one
            for one in known if alone else ():
                if one.status is OfferStatus.WAITING:
                    keep(one.model_copy(update={"status": OfferStatus.REPLACED, "updated_at": now}))
            if most is not None and sum(one.by == by for one in self.waiting()) >= most:
                raise InvalidInputError(
                    "offers", "wait for the person, too many of them", "Wait for their answers."
                )
            made = Offer(
                id=new_id("offer"), created_at=now, updated_at=now, cites=(by,), by=by, verb=verb, given=asked
            )  # fmt: skip
            keep(made)
        return made

    def settle(self, offer_id: str, status: OfferStatus) -> Offer:
        """The person's yes or no; WAITING takes a no back.

        Raises IntentMissingError, IntentMoveError.
        """
        before = OfferStatus.REFUSED if status is OfferStatus.WAITING else OfferStatus.WAITING
        return self._changed(offer_id, before, status=status)

    def put_off(self, offer_id: str, until: datetime | None) -> Offer:
        """Not before `until`; None takes that back. Raises IntentMissingError, IntentMoveError."""
        return self._changed(offer_id, OfferStatus.WAITING, later_until=until)

    def _changed(self, offer_id: str, before: OfferStatus, **changes: Any) -> Offer:
        with self._keeper.changing() as keep:
            known = self.offer(offer_id)
            if known.status is not before:
                raise IntentMoveError(f"This was {known.status.value} already.")
            changed = known.model_copy(update={**changes, "updated_at": self._clock.now()})
            keep(changed)
        return changed

    def credit(self, record_id: str, by: str) -> bool:
        """Note on what was just made whose words it has; False where it is gone, or rests on something else."""
        known = self._store.any(record_id)
        if known is None or known.cites:
            return False
        with self._keeper.changing() as keep:
            keep(known.model_copy(update={"cites": (by,)}))
        return True

    # Handoffs of programs

    def left(self, by: str) -> list[ToolHandoff]:
        """What a program left, the latest first; every earlier one is kept."""
        return [one for one in reversed(self._store.all(ToolHandoff)) if one.by == by]

    def leave(
        self, by: str, texts: Mapping[ItemKind, Sequence[str]], *, session: int = 0, mood_and_mode: str = ""
    ) -> ToolHandoff:
        """Write a program's handoff whole; what stood in the one before keeps its day and counts as carried.

        `session` 0 is one more than the last. Raises InvalidInputError.
        """
        now, earlier = self._clock.now(), self.left(by)
        known = {(one.what, one.text): one for one in (earlier[0].items if earlier else ())}
        items = {}
        for what, given in texts.items():
            for text in given:
                said = line(text, "text")
                before = known.get((what, said))
                first, carried = (now, 0) if before is None else (before.first_seen, before.carried + 1)
                items[what, said] = LeftItem(what=what, text=said, carried=carried, first_seen=first)
        with self._keeper.changing() as keep:
            handoff = ToolHandoff(
                id=new_id("left"),
                created_at=now,
                updated_at=now,
                cites=(by,),
                by=by,
                session=session or (earlier[0].session + 1 if earlier else 1),
                mood_and_mode=optional(mood_and_mode, "mood_and_mode", LONGEST_MANNER),
                items=tuple(items.values()),
            )
            keep(handoff)
        return handoff
