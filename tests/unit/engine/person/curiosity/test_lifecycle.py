"""The life of a question as a state machine."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person import Lens, Question, QuestionMoveError, QuestionReason, QuestionStatus
from engine.person.curiosity.lifecycle import MOVES, Move, Moved, moved
from tests.unit.engine.person.conftest import START

WAITING = {QuestionStatus.OPEN, QuestionStatus.ASKED, QuestionStatus.LATER}


def question() -> Question:
    return Question(
        id="q_1",
        person="mira",
        reason=QuestionReason.GAP,
        lens=Lens.WORLD,
        topic="home",
        text="Where do you live?",
        status=QuestionStatus.OPEN,
        created_at=START,
        updated_at=START,
    )


@given(st.lists(st.sampled_from(Move), max_size=12))
def test_every_path_is_one_of_the_table(moves: list[Move]) -> None:
    present, at = question(), START
    for move in moves:
        at += timedelta(hours=1)
        how = Moved(at, episode="e", until=at + timedelta(days=1), answer_ids=("f_1",))
        allowed = MOVES.get((present.status, move))
        if allowed is None:
            with pytest.raises(QuestionMoveError):
                moved(present, move, how)
            continue
        present = moved(present, move, how)
        assert present.status is allowed
        assert present.updated_at == at
        assert present.is_waiting == (present.status in WAITING)
        assert (present.settled_at is None) == present.is_waiting
        assert present.asked_at is None or present.asked_episode == "e"


@pytest.mark.parametrize("status", QuestionStatus)
def test_only_an_undo_leads_out_of_what_is_settled(status: QuestionStatus) -> None:
    out = {move for (before, move) in MOVES if before is status}
    undone = {Move.REOPEN, Move.TAKE_UP}
    assert out - {Move.TAKE_UP} == (set(Move) - undone if status in WAITING else {Move.REOPEN})
    assert (Move.TAKE_UP in out) == (status is QuestionStatus.LATER)


def test_asked_later_has_its_date_until_it_is_asked() -> None:
    until = START + timedelta(days=3)
    put_off = moved(question(), Move.PUT_OFF, Moved(START, until=until))
    assert (put_off.status, put_off.later_until) == (QuestionStatus.LATER, until)
    assert moved(put_off, Move.ASK, Moved(until, episode="e")).later_until is None
    taken_up = moved(put_off, Move.TAKE_UP, Moved(START))
    assert (taken_up.status, taken_up.later_until) == (QuestionStatus.OPEN, None)
