"""Who asks for all that is known is told all of it, as it was said, and nothing else."""

import pytest

from engine.conversation import About, Asked, Verdict, driver
from engine.conversation.answering.recounting import recounted
from engine.person import Action, Proposal
from engine.settings import GoverningSettings
from engine.trail import StepKind
from tests.unit.engine.conversation.judging import JUDGED, MINIMAL, JudgingModel, asked, told
from tests.unit.engine.conversation.whole_mind import embedder, script, talk

__all__ = ["embedder", "script", "talk"]

SETTINGS = GoverningSettings()
WHOLE = ("What do you know about me?", "What do you know about my family?", "What do you know about my dog?")


@pytest.fixture(autouse=True)
def _all_is_asked_for(monkeypatch):
    """Every such question is taken for one after all that is known."""

    def found(_decisions, _model, text, **_):
        return Asked(About.ME, 1.0, is_of_all=True) if text in WHOLE else Asked()

    monkeypatch.setattr(driver, "what_is_asked", found)


def answer_of(room):
    return room.trail.recent_steps(1, kinds=(StepKind.ANSWER,))[0].text


@pytest.mark.parametrize("worth_keeping", [True, False])
def test_what_was_said_is_told_before_anything_was_made_of_it(make_room, worth_keeping):
    model = JudgingModel(0.0)
    model.decided["keep_about_person"] = [float(worth_keeping), float(not worth_keeping)]
    room = make_room(model, JUDGED)
    told(room, "My cat is called Pixel.", "How old do cats get?")
    turn = asked(room, WHOLE[0])
    if not worth_keeping:
        assert turn.approach.context.verdict is Verdict.NONE
        assert answer_of(room).rstrip(".") in room.wording.untold["en"]
        return
    assert "- Your cat is called Pixel." in answer_of(room)
    assert "How old" not in answer_of(room)
    assert WHOLE[0] not in answer_of(room)
    assert {one.ref for one in turn.recalled} == {item.ref for item in turn.approach.context.items} != set()


def test_what_is_named_is_told_alone_and_what_is_private_never(talk):
    known = ("My sister Nadia flies planes.", "I have asthma.", "We have a dog called Pepper.")
    facts = talk.know(*known)
    hidden = talk.know("I bite my nails.")[0]
    talk.mind.person.apply(Proposal(Action.KEEP_PRIVATE, fact_id=hidden.id, private=True))
    _, result = talk.say(WHOLE[0])
    for line in (
        "- Your sister Nadia flies planes.",
        "- You have asthma.",
        "- You have a dog called Pepper.",
    ):
        assert line in result.answer
    assert "nails" not in result.answer
    assert {fact.ref for fact in facts} == {one.ref for one in result.recalled}
    _, result = talk.say(WHOLE[1])
    assert "Nadia" in result.answer
    assert "asthma" not in result.answer
    _, result = talk.say(WHOLE[2])
    assert "Pepper" in result.answer
    assert "Nadia" not in result.answer


def test_what_was_told_leaves_when_it_is_forgotten(talk):
    talk.know("We have a dog called Pepper.")
    talk.say(WHOLE[0])
    talk.script.wanted = "forget"
    talk.script.answer = lambda _: "It is gone."
    talk.say("Forget that we have a dog called Pepper.")
    assert talk.texts() == []
    assert "Pepper" not in "".join(segment.text for segment in talk.mind.conversation.stream.wanted)
    assert not any("Pepper" in hit.step.text for hit in talk.mind.trail.search("Pepper"))


def test_of_much_the_latest_is_told_and_the_rest_counted(make_room):
    room = make_room(JudgingModel(0.0), JUDGED)
    said = [f"I planted tree number {number}." for number in range(SETTINGS.told + 3)]
    told(room, *said)
    steps = room.trail.recent_steps(60, kinds=(StepKind.UTTERANCE,))
    lasting = [(step, step.text) for step in steps if step.text in said]
    context, more = recounted(MINIMAL.model_copy(update={"query": WHOLE[0]}), None, lasting, SETTINGS)
    assert [item.text for item in context.items] == said[3:]
    assert more == 3
