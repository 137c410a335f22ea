"""What the person says is done is ticked off at once; what is off is put to them."""

from datetime import date, timedelta

import pytest

from companion.rooms.settling import Settling
from engine.conversation.answering.reactions import load_reactions
from engine.intent import Every, HandoffItem, ItemKind, ItemStatus, When
from engine.settings import Settings
from engine.trail import StepKind
from tests.unit.engine.conversation.whole_mind import Deciding, Talk, embedder, script, talk

__all__ = ["embedder", "script", "talk"]


@pytest.fixture
def deciding(talk: Talk) -> Talk:
    """Told to a model that is large enough to be asked."""
    talk.model = Deciding(talk.script.reply)
    talk.mind.attach_language(talk.model)
    return talk


def today(talk: Talk) -> date:
    return talk.mind.clock.local().date()


def noted(
    talk: Talk, text: str, said: str = "in may i go to vienna with the choir", when: When | None = None
) -> HandoffItem:
    """An open thing to do, and the message that it was made of."""
    told = talk.mind.trail.record(
        talk.mind.trail.open_loop("window", "p", "utterance"),
        StepKind.UTTERANCE,
        said,
        talk.mind.conversation.person_speaker,
    )
    return talk.mind.intent.note_said(ItemKind.REMINDER, text, told, when)


@pytest.mark.parametrize(
    ("status", "said", "done"),
    [
        ("Done", "called the plumber, he is on his way", True),
        ("Open", "the plumber never answers", False),
        ("Off", "i need no plumber any more", False),
        ("Done", "i had eggs for breakfast", False),
        ("Done", "did i call the plumber?", False),
    ],
)
def test_what_is_said_to_be_done_is_ticked_off_and_the_answer_says_so(deciding: Talk, status, said, done):
    item = noted(deciding, "Call the plumber")
    deciding.script.todo_status = status
    _, result = deciding.say(said)
    known = deciding.mind.intent.items.item(item.id)
    assert (known.status is ItemStatus.FULFILLED) is done
    assert ("Call the plumber" in result.answer) is done
    assert bool(known.evidence) is done
    if done:
        assert deciding.mind.intent.reopen(item.id).status is ItemStatus.OPEN


@pytest.mark.parametrize(("days", "moved"), [(0, 1), (-2, 1), (1, None)])
def test_what_comes_again_is_done_for_its_day_and_not_before_it(deciding: Talk, days, moved):
    day = today(deciding) + timedelta(days=days)
    item = noted(deciding, "Take the drops", when=When(day=day, every=Every.DAY))
    deciding.script.todo_status = "Done"
    deciding.say("took my drops")
    known = deciding.mind.intent.items.item(item.id)
    assert known.status is ItemStatus.OPEN
    assert known.due is not None
    assert (known.due > day) is bool(moved)


@pytest.mark.parametrize(("kind", "glad"), [("success", True), ("tells", False), ("ill", False)])
def test_good_news_is_met_with_a_word_of_that_before_it_is_ticked_off(deciding: Talk, kind, glad):
    noted(deciding, "Driving test")
    deciding.script.todo_status, deciding.script.reaction = "Done", kind
    _, result = deciding.say("passed the driving test!!")
    assert "Driving test" in result.answer
    assert any(result.answer.startswith(line) for line in load_reactions()["success"]["en"]) is glad
    assert "?" not in result.answer


def test_a_small_model_ticks_nothing_off(talk: Talk):
    item = noted(talk, "Call the plumber")
    talk.script.todo_status = "Done"
    talk.say("called the plumber")
    assert talk.mind.intent.items.item(item.id).status is ItemStatus.OPEN


@pytest.mark.parametrize(
    ("said", "status", "over"),
    [
        ("the trip to vienna was called off", "Off", True),
        ("i can't wait for vienna", "Open", False),
        ("was the trip to vienna called off?", "Off", False),
    ],
)
def test_what_is_called_off_is_proposed_as_settled(deciding: Talk, said, status, over):
    item = noted(deciding, "Vienna with the choir")
    deciding.script.todo_status = status
    mind = deciding.mind
    settling = Settling(mind.intent, mind.conversation, Settings().intent)
    found = settling.settled(deciding.model, said)
    assert bool(found) is over
    exchange = mind.trail.record(
        mind.trail.open_loop("window", "p", "utterance"),
        StepKind.UTTERANCE,
        said,
        mind.conversation.person_speaker,
    )
    with mind.vault.unit() as unit:
        mind.intent.absorb_fulfilled(unit, found, [exchange])
        unit.commit()
    assert mind.intent.items.item(item.id).status is (ItemStatus.PROPOSED if over else ItemStatus.OPEN)
