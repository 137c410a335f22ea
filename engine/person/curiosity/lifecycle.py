"""The life of a question: open → asked → answered, dismissed or later ([P] §5.3).

What is settled stays so, unless the change that settled it is taken back.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.person.records import Question, QuestionMoveError, QuestionStatus


class Move(StrEnum):
    """What can happen to a question; `reopen` and `take_up` come of an undo alone."""

    ASK = "ask"
    ANSWER = "answer"
    DISMISS = "dismiss"
    PUT_OFF = "put_off"
    WITHDRAW = "withdraw"
    REOPEN = "reopen"
    TAKE_UP = "take_up"


_WAITING = (QuestionStatus.OPEN, QuestionStatus.ASKED, QuestionStatus.LATER)
_TO = {
    Move.ASK: QuestionStatus.ASKED,
    Move.ANSWER: QuestionStatus.ANSWERED,
    Move.DISMISS: QuestionStatus.DISMISSED,
    Move.PUT_OFF: QuestionStatus.LATER,
    Move.WITHDRAW: QuestionStatus.WITHDRAWN,
}
MOVES = {
    **{(status, move): to for status in _WAITING for move, to in _TO.items()},
    **{
        (status, Move.REOPEN): QuestionStatus.OPEN
        for status in (QuestionStatus.ANSWERED, QuestionStatus.DISMISSED, QuestionStatus.WITHDRAWN)
    },
    (QuestionStatus.LATER, Move.TAKE_UP): QuestionStatus.OPEN,
}


@dataclass(frozen=True, slots=True)
class Moved:
    """When a move happened, and what goes with it: the Episode, the date it is put off to, the facts it gave."""

    at: datetime
    episode: str | None = None
    until: datetime | None = None
    answer_ids: tuple[str, ...] = ()


def moved(question: Question, move: Move, how: Moved) -> Question:
    """The question after `move`. Raises QuestionMoveError where its state does not allow it."""
    status = MOVES.get((question.status, move))
    if status is None:
        raise QuestionMoveError(f"The question is {question.status.value} already.")
    changes: dict[str, object] = {"status": status, "updated_at": how.at}
    if move is Move.ASK:
        changes |= {"asked_at": how.at, "asked_episode": how.episode, "later_until": None}
    elif move is Move.PUT_OFF:
        changes |= {"later_until": how.until}
    elif move is Move.TAKE_UP:
        changes |= {"later_until": None}
    elif move is Move.REOPEN:
        changes |= {"settled_at": None, "answer_ids": ()}
    else:
        changes |= {"settled_at": how.at, "answer_ids": how.answer_ids}
    return question.model_copy(update=changes)
