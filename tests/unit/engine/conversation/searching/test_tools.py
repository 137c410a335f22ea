"""The tools over a whole mind: what each finds, and what none of them finds."""

from engine.conversation.reconstruction.searching import Call, Tool
from engine.memory import NewNode, NodeKind
from engine.person import Action, Lens, Proposal, Question, QuestionReason


def run(talk, tool, query):
    return talk.mind.conversation.searching.look(Call(tool=tool, query=query), (), "step:1")


def test_what_is_known_is_found_with_what_it_rests_on(talk):
    (fact,) = talk.know("I'm allergic to peanuts.")
    found = run(talk, Tool.PERSON, "peanut allergy")
    assert [item.ref for item in found.items] == [fact.ref]
    assert {f"step:{one}" for one in fact.source_step_ids} <= set(found.refs)


def test_what_was_taken_back_or_is_private_is_not_found(talk):
    kept, gone = talk.know("I'm allergic to peanuts.", "I play the cello.")
    talk.mind.person.apply(Proposal(Action.FORGET, fact_id=gone.id))
    talk.mind.person.apply(Proposal(Action.KEEP_PRIVATE, fact_id=kept.id, private=True))
    assert not run(talk, Tool.PERSON, "peanut allergy").items
    assert not run(talk, Tool.PERSON, "cello").items


def about(text, topic):
    now = "2026-11-21T10:00:00Z"
    given = {
        "id": "q1",
        "person": "owner",
        "lens": Lens.WORLD,
        "status": "open",
        "created_at": now,
        "updated_at": now,
    }
    return Question.model_validate(given | {"reason": QuestionReason.GAP, "text": text, "topic": topic})


def test_questions_that_are_open_are_found_until_they_are_settled(talk):
    person = talk.mind.person
    person.open_question(about("What is the name of your sister?", "family"))
    assert run(talk, Tool.QUESTIONS, "sister name").told == ("What is the name of your sister?",)
    assert not run(talk, Tool.QUESTIONS, "harvest").told
    person.dismiss("q1")
    assert not run(talk, Tool.QUESTIONS, "sister name").told


def test_memories_are_found_and_the_log_says_for_what(talk):
    memory = talk.mind.memory
    node = memory.remember(NewNode(NodeKind.MOMENT, "We watched the comet from the roof.")).node
    memory.catch_up()
    found = run(talk, Tool.MEMORY, "the comet on the roof")
    assert [item.ref for item in found.items] == [node.ref]
    assert [entry.query for entry in memory.recall_log()] == ["the comet on the roof"]
