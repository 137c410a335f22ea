"""What each room asserts about the person is offered with what it rests on, and goes as soon as that is taken back."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.inferred import InferredRoom, Verb, all_inferred, take_back
from engine.cognition import Domain, Origin
from engine.errors import InvalidInputError, NotFoundError
from engine.memory import NewNode, NodeKind, Relational
from engine.mind import Mind
from engine.trail import LoopStatus, StepKind

Ask = Callable[..., dict[str, Any]]


def said(mind: Mind, text: str) -> str:
    """Something that the person said; returns its ref."""
    loop = mind.trail.open_loop("window", "p", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    return f"step:{step.id}"


def texts(mind: Mind) -> list[str]:
    return [one.text for one in all_inferred(mind)]


def insight(mind: Mind, *sources: str, **given: Any) -> str:
    new = NewNode(NodeKind.INSIGHT, "Deadlines rob her of sleep.", sources=sources, **given)
    return mind.memory.remember(new).node.ref


def test_a_memory_made_of_what_was_said_is_offered_and_goes_with_it(mind: Mind) -> None:
    step = said(mind, "I did not sleep before the deadline.")
    ref = insight(mind, step)
    (one,) = all_inferred(mind)
    assert (one.ref, one.room, one.kind, one.rests) == (ref, InferredRoom.MEMORY, "insight", (step,))
    assert one.verbs == (Verb.OPEN, Verb.FORGET)
    mind.conversation.withdraw([step])
    assert all_inferred(mind) == []
    mind.conversation.restore([step])
    assert [one.ref for one in all_inferred(mind)] == [ref]


@pytest.mark.parametrize("verb", ["correct", "dispute", "forget"])
@pytest.mark.parametrize("by_fact", [True, False])
def test_what_rests_on_a_fact_or_on_its_words_goes_with_the_fact(
    mind: Mind, ask: Ask, verb: str, by_fact: bool
) -> None:
    (fact,) = ask("person.remember", text="I work as a nurse.")["facts"]
    insight(mind, f"fact:{fact['id']}" if by_fact else f"step:{fact['source_step_ids'][0]}")
    assert len(all_inferred(mind)) == 1
    said_instead = {"text": "I work as a gardener."} if verb == "correct" else {}
    ask(f"person.{verb}", fact=fact["id"], **said_instead)
    assert all_inferred(mind) == []


def test_what_was_told_by_hand_is_not_inferred(mind: Mind, ask: Ask) -> None:
    ask("memory.remember", kind="moment", text="We sailed to the island.")
    ask("models.create", statement="Caches go stale", domain="technical")
    ask("predictions.predict", statement="It ships", confidence=0.7)
    assert all_inferred(mind) == []


def test_what_is_of_the_world_is_not_of_the_person(mind: Mind) -> None:
    step = said(mind, "The bakery in Mill Lane makes cakes to order.")
    new = NewNode(NodeKind.KNOWLEDGE, "The bakery makes cakes to order.", sources=(step,))
    mind.memory.remember(new)
    assert all_inferred(mind) == []


def test_how_it_speaks_with_them_and_what_they_share_is_offered(mind: Mind) -> None:
    step = said(mind, "Be brief with me in the mornings. Our blue hour is sacred.")
    mind.identity.expression.set_base("Warm and plain.")
    mind.identity.expression.adjust("Shorter in the mornings.", [step])
    mind.identity.shorthands.learn("blue hour", "our walk at dusk", sources=[step])
    found = {one.kind: one for one in all_inferred(mind)}
    assert {one.room for one in found.values()} == {InferredRoom.IDENTITY}
    assert found["expression"].text == "Shorter in the mornings."
    assert found["shorthand"].text == "blue hour: our walk at dusk"


def test_values_and_struggles_are_offered_whatever_holds_them(mind: Mind) -> None:
    step = said(mind, "My garden is where I come to rest.")
    bond = Relational(user_values=("rest",), user_struggles=("saying no",))
    mind.memory.remember(NewNode(NodeKind.ARTIFACT, "A poem.", relational=bond, sources=(step,)))
    assert texts(mind) == ["rest\nsaying no"]


@pytest.mark.mood
def test_how_they_seemed_is_offered_and_taken_back(mind: Mind) -> None:
    step, other = said(mind, "I cried all morning."), said(mind, "I am so tired.")
    assert mind.mood is not None
    for word, source in (("low", step), ("tired", other), ("as usual", said(mind, "Hello."))):
        mind.mood.notice(word, episode_id="e", source=source)
    low, tired = sorted(all_inferred(mind), key=lambda one: one.text)
    assert (low.kind, low.text, low.rests) == ("seeming", "low", (step,))
    take_back(mind, low.ref)
    assert all_inferred(mind) == [tired]
    mind.conversation.withdraw([other])
    assert all_inferred(mind) == []


def test_beliefs_are_offered_with_what_speaks_for_them(mind: Mind) -> None:
    first, second = said(mind, "I never sleep before a deadline."), said(mind, "Again no sleep.")
    made = mind.cognition.models.create(
        "Deadlines rob her of sleep", Domain.BEHAVIORAL, cites=(first,), origin=Origin.TURN
    )
    mind.cognition.models.evidence(made.id, "supports", "Again.", cites=(second,), origin=Origin.TURN)
    (one,) = all_inferred(mind)
    assert (one.kind, one.rests, one.verbs) == ("model", (first, second), (Verb.DENY,))
    assert one.confidence == mind.cognition.models.model(made.id).confidence
    mind.conversation.withdraw([second])
    assert all_inferred(mind)[0].rests == (first,)
    mind.conversation.withdraw([first])
    assert all_inferred(mind) == []


def test_a_belief_that_is_denied_does_not_come_back(mind: Mind) -> None:
    step = said(mind, "I never sleep before a deadline.")
    made = mind.cognition.models.create("She fears deadlines", cites=(step,), origin=Origin.TURN)
    take_back(mind, made.ref)
    assert all_inferred(mind) == []
    assert mind.cognition.models.model(made.id).is_over


def test_predictions_and_insights_are_offered_and_forgotten(mind: Mind) -> None:
    step = said(mind, "I will finish the thesis by June.")
    mind.cognition.predictions.predict("The thesis is done by June", cites=(step,), origin=Origin.TURN)
    mind.cognition.insights.absorb("She works best under a date", run="e", cites=(step,), origin=Origin.TURN)
    kinds = {one.kind: one.ref for one in all_inferred(mind)}
    assert set(kinds) == {"prediction", "insight"}
    take_back(mind, kinds["insight"])
    assert [one.kind for one in all_inferred(mind)] == ["prediction"]
    mind.conversation.withdraw([step])
    assert all_inferred(mind) == []


def test_a_principle_rests_on_what_its_insights_were_drawn_from(mind: Mind) -> None:
    steps = [said(mind, f"Under a date I work, number {number}.") for number in range(2)]
    drawn = [
        mind.cognition.insights.absorb(text, run=text, cites=(step,), origin=Origin.TURN)[0].ref
        for text, step in zip(("Dates help her", "Music calms the house"), steps, strict=True)
    ]
    mind.cognition.principles.crystallise("Give her a date", Domain.WORK_PATTERNS, tuple(drawn))
    (one,) = [each for each in all_inferred(mind) if each.kind == "principle"]
    assert one.rests == tuple(steps)
    mind.conversation.withdraw([steps[0]])
    assert "principle" not in {each.kind for each in all_inferred(mind)}


def test_a_note_is_offered_and_goes_with_what_it_was_written_about(mind: Mind) -> None:
    step = said(mind, "My mother is ill.")
    meta = {
        "loop": "l1", "companion": "companion", "person": "owner", "at": "2026-05-01T09:00:00+00:00",
        "sources": [step],
    }  # fmt: skip
    with mind.vault.unit() as unit:
        mind.vault.documents.put(unit, "notes/2026/05/01/ill.md", "She carries a lot.\n", meta)
        unit.commit()
    (one,) = all_inferred(mind)
    assert (one.room, one.text, one.verbs) == (InferredRoom.NOTES, "She carries a lot.", ())
    with pytest.raises(InvalidInputError):
        take_back(mind, one.ref)


def test_what_rests_on_something_private_is_private(mind: Mind, ask: Ask) -> None:
    (fact,) = ask("person.remember", text="I see a physiotherapist.", private=True)["facts"]
    insight(mind, f"step:{fact['source_step_ids'][0]}")
    (one,) = all_inferred(mind)
    assert one.private


def test_by_request_it_is_told_with_its_sources(mind: Mind, ask: Ask) -> None:
    step = said(mind, "I did not sleep before the deadline.")
    ref = insight(mind, step)
    (row,) = ask("inferred")["inferred"]
    assert (row["ref"], row["rests"], row["verbs"]) == (ref, [step], ["open", "forget"])
    assert ask("inferred", room="mood")["inferred"] == []
    told = ask("inferred.why", ref=ref)
    assert [source["text"] for source in told["sources"]] == ["I did not sleep before the deadline."]
    ask("inferred.take_back", ref=ref)
    assert ask("inferred")["inferred"] == []
    with pytest.raises(NotFoundError):
        ask("inferred.why", ref=ref)
