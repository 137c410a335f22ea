"""The life of an item: open → proposed → fulfilled, or dropped; what is settled can be opened again."""

from datetime import datetime
from enum import StrEnum

from engine.intent.errors import IntentMoveError
from engine.intent.records import HandoffItem, ItemStatus


class Move(StrEnum):
    """What can happen to an item; only the person fulfils, drops and undoes, the model proposes."""

    PROPOSE = "propose"
    FULFIL = "fulfil"
    DROP = "drop"
    UNDO = "undo"


_SETTLED = (ItemStatus.PROPOSED, ItemStatus.FULFILLED, ItemStatus.DROPPED)
MOVES = {
    (ItemStatus.OPEN, Move.PROPOSE): ItemStatus.PROPOSED,
    (ItemStatus.OPEN, Move.FULFIL): ItemStatus.FULFILLED,
    (ItemStatus.OPEN, Move.DROP): ItemStatus.DROPPED,
    (ItemStatus.PROPOSED, Move.FULFIL): ItemStatus.FULFILLED,
    (ItemStatus.PROPOSED, Move.DROP): ItemStatus.DROPPED,
} | {(status, Move.UNDO): ItemStatus.OPEN for status in _SETTLED}


def moved(item: HandoffItem, move: Move, at: datetime, evidence: tuple[str, ...] = ()) -> HandoffItem:
    """The item after `move`. Raises IntentMoveError where its state does not allow it, or nothing shows it."""
    status = MOVES.get((item.status, move))
    if status is None:
        raise IntentMoveError(f"This is {item.status.value} already.")
    if move is Move.PROPOSE and not evidence:
        raise IntentMoveError("A proposal needs something that shows it.")
    shown = () if move is Move.UNDO else tuple(dict.fromkeys((*item.evidence, *evidence)))
    return item.model_copy(update={"status": status, "updated_at": at, "evidence": shown})
