"""What follows a correction, follows it only where it stands."""

from types import SimpleNamespace

import pytest

from engine.conversation.governing import Carrier, governing_words
from engine.conversation.governing.records import Target, Understood, Wanted
from engine.person import Action, Outcome
from engine.settings import GoverningSettings


class Unstored(Carrier):
    """Changes without a vault."""

    def _commit(self, turn, change):
        return change(None)[0]


@pytest.mark.parametrize(("outcome", "follows"), [(Outcome.COMMITTED, True), (Outcome.ASKED, False)])
def test_what_is_put_to_the_person_first_moves_nothing_yet(outcome, follows):
    question = SimpleNamespace(text="Is it Saturday?", id="q")
    update = SimpleNamespace(
        outcome=outcome, question=question, after=(), before=(), fact=None, action=Action.CORRECT
    )
    person = SimpleNamespace(apply=lambda *_: update, facts=list)
    called = []
    carrier = Unstored(
        None,
        None,
        person,
        None,
        governing_words().lines,
        GoverningSettings(),
        lambda: "Companion",
        [lambda _unit, change: called.append(("before", change.text))],
        [lambda _unit, change: called.append(("after", change.text))],
    )
    target = Target("fact:f_1", "On Friday.", 0.9, said_in=("s_1",))
    found = Understood(Wanted.CORRECT, text="On Saturday.", quote="on saturday", target=target)
    turn = SimpleNamespace(utterance=SimpleNamespace(id="s_2"))
    carrier.carry(turn, found)
    assert called == [("before", "On Saturday."), ("after", "On Saturday.")][: 1 + follows]
