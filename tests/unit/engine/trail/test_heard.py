"""An answer that was interrupted is kept as far as it was heard."""

import pytest

from companion.voice.interruption import interrupted
from engine.clock import SystemClock
from engine.conversation import TurnFacts
from engine.errors import NotFoundError
from engine.events import EventBus
from engine.trail import SCHEMA, StepKind, Trail, keep_heard
from engine.vault import Vault

ANSWER = "Lisbon lies on the Tagus, and the zebra crossing is near."


@pytest.fixture
def vault():
    made = Vault.throwaway((SCHEMA,))
    yield made
    made.close()


@pytest.fixture
def trail(vault):
    return Trail(vault, None, SystemClock(), EventBus(), companion="c", person="p")


def told(trail):
    loop = trail.open_loop("voice", "o", "utterance")
    said = trail.record(loop, StepKind.UTTERANCE, "Where is Lisbon?", "p")
    trail.record(loop, StepKind.ANSWER, ANSWER, "c")
    return loop, said


def test_only_what_was_heard_is_said(vault, trail):
    loop, _ = told(trail)
    kept = keep_heard(vault, trail, loop.id, "Lisbon lies on the Tagus,")
    assert kept.text == "Lisbon lies on the Tagus,"
    [answer] = [one for one in trail.steps_of(loop.id) if one.kind is StepKind.ANSWER]
    assert answer.interrupted
    assert answer.details["unheard"] == len(ANSWER) - len(kept.text)
    assert trail.search("zebra crossing") == []
    assert answer.id in [hit.step.id for hit in trail.search("Tagus")]
    assert trail.phrase("zebra crossing") == []


def test_of_which_nothing_was_heard_stands_no_more(vault, trail):
    loop, said = told(trail)
    keep_heard(vault, trail, loop.id, "")
    assert [one.id for one in trail.recent_steps(5)] == [said.id]


def test_a_round_without_an_answer_is_refused(vault, trail):
    with pytest.raises(NotFoundError):
        keep_heard(vault, trail, "nothing", "a")


def test_the_next_turn_is_told(vault, trail):
    loop, _ = told(trail)
    section = interrupted(trail)
    follows = trail.open_loop("voice", "o", "utterance")
    facts = TurnFacts(follows, trail.record(follows, StepKind.UTTERANCE, "Go on", "p"))
    assert section.rendered(facts).text == ""
    keep_heard(vault, trail, loop.id, "Lisbon lies on the Tagus,")
    assert "“Lisbon lies on the Tagus,”" in section.rendered(facts).text
    assert section.rendered(None).text == ""
