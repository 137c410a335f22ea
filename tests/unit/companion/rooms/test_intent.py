"""What is open takes part in real turns: read from the prompt that a scripted model was given."""

from datetime import timedelta

import pytest

from engine.clock import ManualClock
from engine.conversation import TurnResult, drive, reflect
from engine.intent import ItemKind, ItemStatus
from engine.language import GenerationRequest, Place, ScriptedModel
from engine.mind import Mind

PROMISE = "ask how the interview went"
REFLECTION = (
    '{"importance": 5, "alignment": 5, "reason": "", "shift": {"valence": 0, "energy": 0, "openness": 0},'
    ' "actions": [], "claims": [], "promises": ["ask how the interview went", "buy a horse"], "unresolved": [],'
    ' "note": "I wish her luck."}'
)


def answering(request: GenerationRequest) -> str:
    return REFLECTION if request.schema else "Good luck! I will ask how the interview went."


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(answering)


def say(mind: Mind, text: str) -> TurnResult:
    model = mind.language
    assert model is not None
    turn = mind.begin(text, "window", "p")
    result = drive(turn, lambda: model)
    reflect(turn.room, model)
    return result


def read(mind: Mind, place: Place) -> str:
    """What stood at `place` when the last answer was asked for; of blocks, the last."""
    model = mind.language
    assert isinstance(model, ScriptedModel)
    asked = [one for one in model.requests if one.schema is None][-1]
    texts = [segment.text for segment in asked.prompt if segment.place is place]
    return texts[-1] if texts else ""


def answer_of(mind: Mind, result: TurnResult) -> str:
    return next(step.id for step in mind.trail.steps_of(result.loop_id) if step.kind == "answer")


def test_a_promise_is_kept_from_the_answer_and_comes_back(mind: Mind, clock: ManualClock) -> None:
    result = say(mind, "My interview is on Wednesday.")
    (promise,) = mind.intent.items.open()
    assert (promise.what, promise.text) == (ItemKind.PROMISE, PROMISE)
    assert promise.cites == (f"step:{answer_of(mind, result)}",)
    mind.say_goodbye()
    clock.advance(timedelta(days=3))
    say(mind, "Here I am again.")
    opening = read(mind, Place.OPENING)
    assert f"you promised: {PROMISE}" in opening
    assert "horse" not in opening
    assert mind.intent.items.open()[0].surfaced_on == clock.local().date()


def test_a_kept_promise_is_proposed_as_kept_with_its_evidence(mind: Mind, clock: ManualClock) -> None:
    say(mind, "My interview is on Wednesday.")
    mind.say_goodbye()
    clock.advance(timedelta(days=3))
    kept = REFLECTION.replace('"promises": ["ask how the interview went", "buy a horse"]', '"promises": []')
    kept = kept.replace('"unresolved"', f'"fulfilled": ["{PROMISE}"], "unresolved"')
    mind.attach_language(ScriptedModel(lambda asked: kept if asked.schema else "So how was it?"))
    say(mind, "What a week.")
    assert _choices(mind) == []
    assert [item.status for item in mind.intent.items.all()] == [ItemStatus.OPEN]
    result = say(mind, "You wanted to ask how my interview went.")
    assert _choices(mind) == [PROMISE]
    (promise,) = mind.intent.items.all()
    assert promise.status is ItemStatus.PROPOSED
    assert f"step:{answer_of(mind, result)}" in promise.evidence
    mind.conversation.withdraw([f"step:{answer_of(mind, result)}", promise.evidence[0]])
    assert [item.status for item in mind.intent.items.all()] == [ItemStatus.OPEN]


def test_a_withdrawn_answer_takes_its_promise_out_of_the_prompt(mind: Mind, clock: ManualClock) -> None:
    result = say(mind, "My interview is on Wednesday.")
    mind.say_goodbye()
    clock.advance(timedelta(days=3))
    model = mind.language
    assert model is not None
    assert PROMISE in "".join(one.text for one in mind.conversation.running.expect(model).ledger.segments)
    mind.conversation.withdraw([f"step:{answer_of(mind, result)}"])
    assert mind.intent.items.open() == []
    say(mind, "Here I am again.")
    assert PROMISE not in read(mind, Place.OPENING)


def test_a_correction_stands_where_it_should_and_is_counted(mind: Mind) -> None:
    correction = mind.intent.corrections.add(
        "Committed the keys to the public repository",
        "Look for secrets before committing",
        fails_when="committing files to a public repository",
        fine_when="committing to a private test repository",
    )
    say(mind, "I commit these files to the public repository.")
    assert "Look for secrets" in read(mind, Place.STABLE)
    assert "Look for secrets" in _blocks(mind)[-1]
    assert mind.intent.corrections.correction(correction.id).activations == 1
    say(mind, "I commit to the private test repository.")
    assert "Look for secrets" not in _blocks(mind)[-1]
    assert mind.intent.corrections.correction(correction.id).activations == 1


@pytest.mark.mood
def test_a_handoff_says_how_it_felt(mind: Mind) -> None:
    say(mind, "My interview is on Wednesday.")
    mind.say_goodbye()
    handoff = mind.intent.handoffs.latest()
    assert handoff is not None
    assert handoff.mood_and_mode
    assert [item.text for item in handoff.of(ItemKind.PROMISE)] == [PROMISE]


def _choices(mind: Mind) -> list[str]:
    """What the last reflection could name as fulfilled."""
    model = mind.language
    assert isinstance(model, ScriptedModel)
    schema = [one.schema for one in model.requests if one.schema is not None][-1]
    field = schema["properties"]["fulfilled"]
    return list(field["items"]["enum"]) if field["maxItems"] else []


def _blocks(mind: Mind) -> list[str]:
    """What stood before each utterance of the last prompt."""
    model = mind.language
    assert isinstance(model, ScriptedModel)
    asked = [one for one in model.requests if one.schema is None][-1]
    blocks, current = [], ""
    for segment in asked.prompt:
        if segment.place is Place.BLOCK:
            current += segment.text
        elif segment.place is Place.UTTERANCE:
            blocks.append(current)
            current = ""
    return blocks
