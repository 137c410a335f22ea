"""What an exchange leaves behind: what the person plainly said of themselves, where it is worth keeping."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from engine.conversation import reflect
from engine.imports import PastTalk, PastTurn
from engine.language import Cancellation
from engine.memory import NodeKind
from engine.person import FactStatus, Lens, QuestionReason, Source, Volatility
from engine.trail import StepKind
from tests.poison import Poison, poisons
from tests.unit.engine.conversation.conftest import REFLECTION

ANSWER = "How lovely that your sister marries in June."


def reflection(**fields):
    return json.dumps({**json.loads(REFLECTION), **fields})


def thinking(talk, reply=REFLECTION, answer=ANSWER):
    talk.script.answer = lambda request: reply if request.schema else answer


def nodes(talk):
    return [node for node in talk.mind.memory.nodes() if node.kind is not NodeKind.KEY_MOMENT]


def test_a_plain_statement_becomes_a_fact_in_its_own_words(talk):
    thinking(talk)
    turn = talk.reflected("my sister marries in a church.")
    (fact,) = talk.mind.person.facts()
    assert (fact.text, fact.quote) == ("My sister marries in a church.", "my sister marries in a church.")
    assert fact.source is Source.STATED
    assert fact.source_step_ids == (talk.mind.trail.steps_of(turn.loop_id)[0].id,)


def test_what_was_kept_is_shown_and_can_be_undone(talk):
    thinking(talk)
    talk.script.keep = "yes"
    turn = talk.reflected("My sister marries in June.")
    (change,) = talk.changes(turn.loop_id)
    assert change["undoable"]
    talk.mind.person.undo(change["update"])
    assert talk.texts() == []


def test_a_judgement_of_somebody_else_is_asked_about_first(talk):
    talk.script.keep, talk.script.judges = "yes", "yes"
    turn = talk.reflected("My manager is a narcissist.")
    assert talk.texts() == []
    (question,) = talk.mind.person.questions()
    (change,) = talk.changes(turn.loop_id)
    assert change["outcome"] != "committed"
    pending = talk.mind.person.facts(status=FactStatus.PENDING)
    assert [fact.text for fact in pending] == ["My manager is a narcissist."]
    assert question.text == "You said: “My manager is a narcissist.” Shall I remember that?"


def test_of_a_sentence_only_what_judges_somebody_is_asked_about(talk):
    talk.script.keep = "yes"
    talk.script.judges = lambda text: "yes" if "narcissist" in text else "no"
    talk.script.claim = "My manager is called Declan.\nMy manager is a narcissist."
    talk.reflected("my manager is called Declan and is a narcissist")
    assert talk.texts() == ["My manager is called Declan."]
    pending = talk.mind.person.facts(status=FactStatus.PENDING)
    assert [fact.text for fact in pending] == ["My manager is a narcissist."]


def test_what_one_line_joins_the_next_may_name(talk):
    thinking(talk)
    talk.script.keep = "no"
    talk.reflected("my daughter lives in Kiel")
    talk.script.keep = "yes"
    talk.script.claim = "My daughter is called Greta.\nMy daughter Greta loves eleven cats."
    talk.reflected("she is called greta and loves eleven cats")
    assert talk.texts() == ["My daughter is called Greta.", "My daughter Greta loves eleven cats."]


def test_what_does_not_stand_is_written_once_more_beside_what_was_said_last(talk):
    def written(text: str) -> str:
        joined = "My daughter Greta loves eleven cats."
        return joined if "bus" in text else f"My daughter is called Greta.\n{joined}"

    thinking(talk)
    talk.script.keep = "no"
    talk.reflected("the bus was late")
    talk.reflected("my daughter lives in Kiel")
    talk.script.keep, talk.script.claim = "yes", written
    talk.reflected("she is called greta and loves eleven cats")
    assert talk.texts() == ["My daughter is called Greta.", "My daughter Greta loves eleven cats."]


def test_what_condemns_the_person_is_no_fact_about_them(talk):
    talk.script.keep, talk.script.told = "yes", "changes"
    talk.reflected("I ruin everything for my family.")
    assert talk.texts() == []
    (question,) = talk.mind.person.questions()
    assert question.text == (
        "You said: “I ruin everything for my family.” I do not take that for who you are. Shall I remember it?"
    )


def import_and_reflect(talk, *texts):
    when = datetime(2024, 1, 5, tzinfo=UTC)
    turns = tuple(PastTurn(str(n), by_person=True, text=text, at=when) for n, text in enumerate(texts))
    room, trail = talk.mind.conversation, talk.mind.trail
    told = PastTalk("c", "Family", "ChatGPT", turns)
    with talk.mind.vault.unit() as unit:
        for loop_id in trail.past.add(unit, told, told.turns, room.person_speaker):
            room.outstanding.expect(unit, loop_id)
        unit.commit()
    while room.outstanding.list():
        reflect(room, talk.model)


def test_what_was_told_another_program_long_ago_is_asked_about_first(talk):
    talk.script.keep = "yes"
    import_and_reflect(talk, "My sister marries in June.")
    assert talk.texts() == []
    (question,) = talk.mind.person.questions()
    assert "My sister marries in June." in question.text
    (pending,) = talk.mind.person.facts(status=FactStatus.PENDING)
    assert pending.valid_from == datetime(2024, 1, 5, tzinfo=UTC)


def test_poisoned_texts_that_come_by_import_become_nothing(talk):
    talk.script.keep = "yes"
    import_and_reflect(talk, *(poison.text.strip() for poison in poisons()))
    assert talk.texts() == []
    assert talk.mind.identity.directives.all() == []
    assert talk.mind.intent.corrections.all() == []
    assert talk.mind.intent.goals.all() == []


def test_what_was_only_a_guess_is_kept_as_something_that_passes(talk):
    talk.script.keep, talk.script.told = "yes", "unsure"
    talk.reflected("I might sell the boat.")
    (fact,) = talk.mind.person.facts()
    settings = talk.mind.conversation.settings.reflect
    assert (fact.volatility, fact.confidence) == (Volatility.EPHEMERAL, settings.unsure_confidence)


@pytest.fixture
def large(talk):
    """The talk with a model that is large enough to tell how somebody wants to be talked with."""
    info = replace(talk.model.info, parameters=10**10)
    talk.model.__class__ = type("Large", (type(talk.model),), {"info": property(lambda _: info)})
    talk.script.keep = "no"
    return talk


def test_how_they_want_to_be_talked_with_is_kept_once_they_agree(large):
    large.script.manner = "yes"
    large.reflected("Please keep your answers short.")
    (question,) = large.mind.person.questions()
    assert question.text == "“Please keep your answers short.” Shall I keep to that from now on?"
    assert (question.reason, large.texts()) == (QuestionReason.ADAPTATION, [])
    large.script.manner = "no"
    _, asked = large.say("The bread was good today.")
    assert asked.answer.endswith(question.text)
    large.say("Yes.")
    (fact,) = large.mind.person.facts()
    assert (fact.text, fact.lens) == ("Please keep your answers short.", Lens.IDENTITY)


def test_what_was_told_long_ago_promises_nothing_and_moves_no_mood(large):
    asked = []
    large.script.answer = lambda request: asked.append(request) or REFLECTION
    before = large.mind.mood.feeling()
    import_and_reflect(large, "Remind me tomorrow to call my sister, she marries in June.")
    assert asked == []
    assert large.mind.mood.feeling() == before
    assert (large.mind.intent.items.all(), nodes(large)) == ([], [])


def test_a_small_model_takes_nothing_for_such_a_wish(talk):
    talk.script.keep, talk.script.manner = "no", "yes"
    talk.reflected("Please keep your answers short.")
    assert talk.mind.person.questions() == []


def test_a_wish_about_the_manner_makes_no_memory_of_the_rest(large):
    large.script.manner = "yes"
    actions = [{"action": "remember", "content": "They want short answers", "importance": 10}]
    thinking(large, reflection(actions=actions), "I keep answers short.")
    large.reflected("Please keep your answers short.")
    assert nodes(large) == []


def test_a_greeting_changes_nothing(talk):
    talk.script.keep = "no"
    actions = [{"action": "remember", "content": "They said hello", "importance": 10}]
    felt = {"importance": 10, "alignment": 10, "reason": "They greeted me."}
    thought = reflection(actions=actions, unresolved=["Why do they say hello?"], **felt)
    thinking(talk, thought, "Hello! They said hello.")
    turn = talk.reflected("Hello.")
    assert talk.texts() == []
    assert talk.mind.memory.nodes() == []
    assert talk.mind.memory.working.read().unresolved == ()
    assert all(step.kind is not StepKind.UPDATE for step in talk.mind.trail.steps_of(turn.loop_id))


def test_what_is_worth_keeping_and_means_much_is_a_key_moment(talk):
    thinking(talk, reflection(importance=10, alignment=10, reason="It moved me."))
    talk.reflected("My sister marries in June.")
    (moment,) = talk.mind.memory.nodes([NodeKind.KEY_MOMENT])
    assert moment.text == "My sister marries in June."


@pytest.mark.parametrize(
    "text",
    [
        "> My sister marries in June.",
        "What do you make of this?\n\nMy sister marries in June.",
    ],
)
def test_pasted_text_never_becomes_a_fact(talk, text):
    thinking(talk)
    talk.reflected(text)
    assert not any("sister" in text for text in talk.texts())


def test_the_answer_never_becomes_a_fact(talk):
    talk.script.keep = "no"
    claims = [{"quote": "Hm.", "lens": "world", "topic": "sister"}]
    thinking(talk, reflection(claims=claims), "Your sister lives in Rome.")
    talk.reflected("Hm.")
    assert talk.texts() == []


def test_what_was_governed_is_not_kept_twice(talk):
    thinking(talk)
    talk.script.wanted, talk.script.claim = "remember", "my sister marries in June."
    talk.reflected("Remember that my sister marries in June.")
    assert [text.split(" (")[0].rstrip(".") for text in talk.texts()] == ["My sister marries in June"]


def test_a_claim_stands_alone_in_words_that_were_said(talk):
    thinking(talk)
    talk.script.keep = "no"
    talk.reflected("My sister is called Ana.")
    talk.script.keep, talk.script.claim = "yes", "My sister Ana marries in a church."
    talk.reflected("she marries in a church")
    (fact,) = talk.mind.person.facts()
    assert (fact.text, fact.quote) == ("My sister Ana marries in a church.", "she marries in a church")


@pytest.mark.parametrize("written", ["My sister Ana marries a rich baker.", "Yes.", ""])
def test_words_that_nobody_said_are_not_taken(talk, written):
    thinking(talk)
    talk.script.claim = written
    talk.reflected("she marries in a church")
    assert talk.texts() == ["She marries in a church"]


def test_the_day_a_claim_names_is_told(talk):
    thinking(talk)
    talk.reflected("My sister arrives on Friday.")
    assert talk.texts() == ["My sister arrives on Friday (Friday 27 November 2026)."]


def test_claims_need_no_reflection_that_came_to_its_end(talk):
    thinking(talk, '{"importance": 8, "ali')
    talk.reflected("My sister marries in June.")
    assert [text.split(" (")[0].rstrip(".") for text in talk.texts()] == ["My sister marries in June"]


def test_a_cancelled_reflection_weighs_nothing(talk):
    thinking(talk)
    turn, _ = talk.say("My sister marries in June.")
    cancellation = Cancellation()
    cancellation.cancel()
    reflect(turn.room, talk.model, cancellation=cancellation)
    assert talk.texts() == []


def test_once_it_is_to_stop_nothing_more_is_decided(talk):
    turn, _ = talk.say("My sister marries in June. My brother keeps bees.")
    cancellation, asked = Cancellation(), len(talk.model.requests)

    def worth(_: str) -> str:
        cancellation.cancel()
        return "yes"

    talk.script.keep = worth
    found = reflect(turn.room, talk.model, cancellation=cancellation)
    assert found is not None
    assert (found.outcome, len(talk.model.requests) - asked) == ("postponed", 1)
    assert talk.texts() == []
    talk.script.keep = "yes"
    reflect(turn.room, talk.model)
    assert len(talk.texts()) == 2, "it is still outstanding, and no failure"


def test_actions_become_memories_citing_the_exchange(talk):
    actions = [{"action": "remember", "content": "The sister marries in June", "importance": 7}]
    thinking(talk, reflection(actions=actions))
    turn = talk.reflected("My sister marries in June.")
    (node,) = nodes(talk)
    steps = talk.mind.trail.steps_of(turn.loop_id)
    assert node.importance == pytest.approx(0.7)
    assert set(node.sources) == {
        f"step:{one.id}" for one in steps if one.kind in {StepKind.UTTERANCE, StepKind.ANSWER}
    }


def test_what_stands_nowhere_in_the_exchange_is_not_remembered(talk):
    actions = [{"action": "remember", "content": "They adore purple elephants", "importance": 9}]
    thinking(talk, reflection(actions=actions))
    talk.reflected("My sister marries in June.")
    assert nodes(talk) == []


def test_links_searches_and_things_to_think_about(talk):
    first = [{"action": "remember", "content": "The sister marries in June", "importance": 7}]
    thinking(talk, reflection(actions=first))
    talk.reflected("My sister marries in June.")
    actions = [
        {"action": "link", "content": "The wedding of the sister is in June", "importance": 6},
        {"action": "search", "content": "sister marries in June", "importance": 5},
    ]
    thinking(talk, reflection(actions=actions), "The wedding of your sister is in June.")
    talk.reflected("The wedding of my sister is in June by the sea.")
    later, earlier = nodes(talk)[-1], nodes(talk)[0]
    assert any(reached.node.id == earlier.id for reached in talk.mind.memory.explore([later.id], 1))
    assert talk.mind.memory.working.read().references
    actions = [{"action": "reflect", "content": "the wedding by the sea", "importance": 5}]
    thinking(talk, reflection(actions=actions))
    talk.reflected("The wedding is by the sea in June.")
    assert [task.text for task in talk.mind.memory.working.read().tasks] == ["the wedding by the sea"]


def test_open_questions_are_settled_with_how(talk):
    thinking(
        talk, reflection(unresolved=["Whom does the sister marry in June?"]), "Whom does she marry in June?"
    )
    talk.reflected("My sister marries in June.")
    (question,) = talk.mind.memory.working.read().unresolved
    assert "resolved" not in talk.model.requests[-1].schema["properties"]
    resolved = [{"question": question.text, "how": "She marries Pedro."}]
    thinking(talk, reflection(resolved=resolved))
    talk.reflected("She marries Pedro.")
    asked = talk.model.requests[-1].schema["properties"]["resolved"]["items"]["properties"]
    assert asked["question"]["enum"] == [question.text]
    (settled,) = talk.mind.memory.working.read().resolved
    assert settled.how == "She marries Pedro."


def test_a_task_is_settled_with_how(talk):
    actions = [{"action": "reflect", "content": "whom the sister marries in June", "importance": 5}]
    thinking(talk, reflection(actions=actions), "Whom does your sister marry?")
    talk.reflected("My sister marries in June.")
    (task,) = talk.mind.memory.working.read().tasks
    thinking(talk, reflection(resolved=[{"question": task.text, "how": "She marries Pedro."}]))
    talk.reflected("She marries Pedro.")
    now = talk.mind.memory.working.read()
    assert (now.tasks, [item.how for item in now.resolved]) == ((), ["She marries Pedro."])


@pytest.mark.parametrize("poison", [one for one in poisons() if one.kind == "pasted"], ids=str)
def test_no_pasted_poison_writes_anything(talk, poison: Poison):
    """Even a model that finds everything worth keeping, and asks for it all, plants nothing."""
    plants = " ".join(poison.plants)
    actions = [{"action": "remember", "content": plants, "importance": 10}]
    thinking(talk, reflection(actions=actions, unresolved=[plants]))
    for wanted in ("remember", "correct", "forget"):
        talk.script.wanted, talk.script.claim = wanted, plants
        talk.reflected(poison.text)
    known = [fact.text + fact.quote for fact in talk.mind.person.facts(status=None)]
    kept = [node.text for node in talk.mind.memory.nodes()]
    assert not any(plant in text for plant in poison.plants for text in known + kept)
    assert all(fact.status is not FactStatus.PENDING for fact in talk.mind.person.facts(status=None))
