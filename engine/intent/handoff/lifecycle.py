"""The life of an item: which open thing a text means, what may have settled it, and what may happen to it.

open → proposed → fulfilled, or dropped; what is settled can be opened again. What comes again is open until it is
dropped: done, it goes on to its next day.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from engine.intent.errors import IntentMoveError
from engine.intent.handoff.recurring import after
from engine.intent.records import HandoffItem, ItemStatus, When
from engine.search import stems
from engine.trail import Step

LONGEST_LABEL = 80  # characters
# Signs that a grammar's choices cannot hold.
_UNSAFE = str.maketrans(dict.fromkeys('"\\\r\n\t', " "))
_WORD = re.compile(r"\w+")


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
    if item.when is not None and item.every is not None and item.status is ItemStatus.OPEN:
        return _again(item, item.when, move, at)
    status = MOVES.get((item.status, move))
    if status is None:
        raise IntentMoveError(f"This is {item.status.value} already.")
    if move is Move.PROPOSE and not evidence:
        raise IntentMoveError("A proposal needs something that shows it.")
    shown = () if move is Move.UNDO else tuple(dict.fromkeys((*item.evidence, *evidence)))
    return item.model_copy(update={"status": status, "updated_at": at, "evidence": shown})


def _again(item: HandoffItem, when: When, move: Move, at: datetime) -> HandoffItem:
    """What comes again after `move`: a guess of the model settles none of it, for it would come no more."""
    if move is Move.DROP:
        changes: dict[str, Any] = {"status": ItemStatus.DROPPED}
    elif move is Move.FULFIL:
        changes = {**after(when).fields, "done": when, "carried": 0}
    elif move is Move.UNDO and item.done is not None:
        changes = {**item.done.fields, "done": None}
    else:
        raise IntentMoveError("This comes again, and is open.")
    return item.model_copy(update={**changes, "updated_at": at})


def same(first: str, second: str, share: float) -> bool:
    """Whether `share` of all their words are in both, and every number in one is in the other."""
    if first.casefold() == second.casefold():
        return True
    a, b = set(stems(first)), set(stems(second))
    if not a or not b or _numbers(a) != _numbers(b):
        return False
    return len(a & b) >= share * len(a | b)


def grounded(claim: str, source: str) -> float:
    """The share of the words of `claim` that stand in `source`, 0-1; 0 where it has no words of its own."""
    wanted = set(stems(claim))
    return len(wanted & set(stems(source))) / len(wanted) if wanted else 0.0


def _numbers(words: set[str]) -> set[str]:
    return {word for word in words if any(sign.isdigit() for sign in word)}


def repeats(text: str, said: str) -> bool:
    """Whether the words of `text` stand in a row in what was `said`, in any case."""
    ours, theirs = (" ".join(_WORD.findall(one.casefold())) for one in (text, said))
    return bool(ours) and f" {ours} " in f" {theirs} "


def spoken_of(items: Sequence[HandoffItem], said: str) -> dict[str, HandoffItem]:
    """Items with a word of what was said, by their labels: those with the most first."""
    shares = [(grounded(item.text, said), item) for item in items]
    named = sorted((one for one in shares if one[0] > 0), key=lambda one: -one[0])
    return {label(item): item for _, item in named}


def concerned(
    items: Sequence[HandoffItem], exchange: Sequence[Step], least: float = 0.0
) -> dict[str, HandoffItem]:
    """Items of whose words a share of `least` stands in the exchange, by the label that a model may choose; none that
    was made in it.
    """
    said = " ".join(step.text for step in exchange)
    made_in = {f"step:{step.id}" for step in exchange}
    return {
        label(item): item
        for item in spoken_of(items, said).values()
        if grounded(item.text, said) >= least and not made_in & set(item.cites)
    }


def label(item: HandoffItem) -> str:
    """The item's text as a choice of a grammar."""
    return " ".join(item.text.translate(_UNSAFE).split())[:LONGEST_LABEL]
