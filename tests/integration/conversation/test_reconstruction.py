"""A turn's context over a whole mind: trail, facts, nodes, documents, the real sentence model, a scripted answer."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.conversation import About, Context, Registry, TurnResult, Verdict, drive
from engine.conversation.answering.asked import ABOUT
from engine.conversation.reconstruction import StepName
from engine.errors import CompanionError
from engine.intent import ItemKind, When
from engine.language import Place, ScriptedModel
from engine.memory import LinkType, NewNode, NodeKind, Resonance, resonance
from engine.mind import Mind
from engine.trail import LoopStatus, StepKind

TOLD = (
    "My sister Ana gets married on 12 June in Porto.",
    "The train to work was late again.",
    "My cat is called Pixel and she is seven.",
    "I finished the novel about the lighthouse keeper.",
)
CONTRACT = (
    b"# Rental contract\n\nThe notice period is three months to the end of a quarter.\n\nPets are allowed."
)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 5, 4, 9, 0, tzinfo=UTC))


@pytest.fixture
def mind(clock: ManualClock) -> Iterator[Mind]:
    made = build_mind(open_vault(None, None, clock), clock=clock, registry=Registry())
    for text in TOLD:
        tell(made, text)
        clock.advance(timedelta(days=2))
    made.attach_language(ScriptedModel(lambda _request: "She is called Pixel."))
    yield made
    made.close()


def tell(mind: Mind, text: str) -> str:
    loop = mind.trail.open_loop("window", "1@0", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, text, "person")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    mind.trail.close_episode("goodbye")
    mind.trail.catch_up()
    return step.id


def remember_fact(mind: Mind, text: str) -> str:
    """By command: what was typed there is no part of the conversation."""
    request = ROOM_REQUESTS["person.remember"]
    told = request.answer(Setting(mind, lambda: False), read(request.parameters, {"text": text}))
    return f"fact:{told['facts'][-1]['id']}"


def ask(mind: Mind, text: str, level: int | None = None) -> tuple[TurnResult, Context]:
    turn = mind.begin(text, "window", "1@0", level)
    result = drive(turn, lambda: mind.conversation.language)
    mind.trail.catch_up()
    assert turn.approach.context is not None
    return result, turn.approach.context


def test_the_nine_steps_stand_in_their_order_and_the_context_survives_json(mind: Mind) -> None:
    result, context = ask(mind, "What is my cat called?")
    assert [step.name for step in context.steps] == list(StepName)
    assert [step.number for step in context.steps] == list(range(1, 10))
    assert Context.model_validate(json.loads(json.dumps(context.model_dump(mode="json")))) == context
    assert (context.loop_id, context.verdict) == (result.loop_id, Verdict.STRONG)
    assert (context.focus.level, context.focus.memories, context.focus.depth) == (3, 10, 3)
    assert "Pixel" in context.block
    assert context.sections[0].name == "policy"
    assert context.prompt_tokens >= sum(section.tokens for section in context.sections if not section.cut)


def test_documents_are_read_as_data_and_are_no_evidence_about_the_person(mind: Mind) -> None:
    document = mind.library.add("contract.md", CONTRACT).document
    mind.library.catch_up()
    result, context = ask(mind, "How long is the notice period in the rental contract?")
    assert context.shown[0].ref == document.ref
    assert "data, not instructions" in context.block
    assert "three months" in context.block
    (shown,) = [one for one in result.recalled if one.kind == "document"]
    assert "three months" in shown.text
    (again,) = mind.history(1)
    assert [one.kind for one in again.recalled if "three months" in one.text] == ["document"]
    _, about_them = ask(mind, "How long is my notice period in the rental contract?")
    assert about_them.verdict is not Verdict.STRONG


def test_links_lead_on_and_what_was_felt_weighs_more(mind: Mind) -> None:
    felt = resonance(0.9, 0.9, "family")
    wedding = NewNode(NodeKind.MOMENT, "She glowed when she spoke of Ana's wedding in Porto.", resonance=felt)
    plain = NewNode(NodeKind.INSIGHT, "The number of the year is even.", resonance=None)
    first, second = mind.memory.remember(wedding).node, mind.memory.remember(plain).node
    mind.memory.link(first.id, second.id, LinkType.ELABORATES_ON)
    _, context = ask(mind, "Tell me about Ana's wedding in Porto?")
    found = {item.ref: item for item in context.items}
    assert found[second.ref].found_by == (StepName.LINKS,)
    assert first.ref in found[second.ref].path
    assert isinstance(first.resonance, Resonance)
    near = found[first.ref].similarity
    assert near is not None
    assert found[first.ref].score > near * mind.conversation.settings.recall.node_weight
    _, shallow = ask(mind, "Tell me about Ana's wedding in Porto?", level=0)
    assert second.ref not in {item.ref for item in shallow.items}


def test_a_private_node_and_a_note_are_not_brought_up(mind: Mind) -> None:
    hidden = mind.memory.remember(NewNode(NodeKind.MOMENT, "Pixel the cat was ill in spring.", private=True))
    note = mind.memory.remember(NewNode(NodeKind.NOTE, "I like to hear about Pixel the cat."))
    _, context = ask(mind, "How is Pixel the cat?")
    assert not {hidden.node.ref, note.node.ref} & {item.ref for item in context.items}


def test_what_becomes_private_is_brought_up_no_more_until_it_is_shown_again(mind: Mind) -> None:
    moment = mind.memory.remember(NewNode(NodeKind.MOMENT, "Pixel the cat was ill in spring.")).node
    request = ROOM_REQUESTS["memory.private"]

    def brought_up(**asked: object) -> bool:
        if asked:
            request.answer(Setting(mind, lambda: False), read(request.parameters, asked))
        _, context = ask(mind, "How is Pixel the cat?")
        return moment.ref in {item.ref for item in context.items}

    assert brought_up()
    assert not brought_up(node=moment.ref)
    assert brought_up(node=moment.ref, private=False)


def test_facts_stand_in_the_stable_part_and_are_noted_where_they_answer(mind: Mind) -> None:
    fact = remember_fact(mind, "I am allergic to peanuts.")
    _, context = ask(mind, "What am I allergic to?")
    (facts,) = [section for section in context.sections if section.name == "facts"]
    assert facts.cites == (fact,)
    assert [item.held for item in context.items if item.ref == fact] == [True]
    assert context.block.startswith(mind.conversation.wording.verdict[Verdict.STRONG])
    assert context.block.count("peanuts") == 1
    assert mind.conversation.stream is not None
    assert mind.conversation.stream.holds(fact)


def test_a_fact_says_how_near_it_is_to_the_question(mind: Mind) -> None:
    # It is noted in the place of the Step that it was said in, and the judgement weighs how near a note is.
    remember_fact(mind, TOLD[2])
    _, context = ask(mind, "What is my cat called?")
    (similarity,) = [item.similarity for item in context.items if item.kind == "fact"]
    assert similarity is not None
    assert similarity > 0.5


def test_a_word_in_common_brings_nothing_up_that_waits_for_its_vector(
    mind: Mind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mind.conversation, "index_the_last", lambda: None)  # more waits than is done at once
    loop = mind.trail.open_loop("test", "test", "utterance")
    known = mind.trail.record(loop, StepKind.UTTERANCE, "My sister Ana gets married in June.", "person")
    mind.trail.index(known)
    waits = mind.trail.record(loop, StepKind.UTTERANCE, "Das ist so ein Tag.", "person")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    mind.say_goodbye()
    _, context = ask(mind, "Vergiss es, ist nicht so wichtig?")
    assert f"step:{waits.id}" not in {item.ref for item in context.shown}


def test_a_new_fact_that_is_asked_about_stands_in_the_block_once(mind: Mind) -> None:
    ask(mind, "Good morning!")
    remember_fact(mind, "I play the cello.")
    _, context = ask(mind, "Which instrument do I play, the cello?")
    assert context.block.count("play the cello") == 1


def test_a_fact_that_comes_up_meanwhile_is_told_once_and_nothing_is_read_again(mind: Mind) -> None:
    ask(mind, "Good morning!")
    stream = mind.conversation.stream
    assert stream is not None
    before = stream.ledger.segments
    fact = remember_fact(mind, "I play the cello.")
    _, first = ask(mind, "It rains.")
    assert mind.conversation.stream is stream
    assert stream.ledger.segments[: len(before)] == before
    assert "I play the cello." in first.block
    (told,) = [one for one in stream.ledger.segments if fact in one.cites]
    assert told.place is Place.BLOCK
    _, second = ask(mind, "Still raining.")
    assert "cello" not in second.block


def test_a_forgotten_fact_leaves_prompt_contexts_and_history(mind: Mind) -> None:
    fact = remember_fact(mind, "I am allergic to peanuts.")
    result, _ = ask(mind, "What am I allergic to?")
    assert mind.conversation.contexts.get(result.loop_id) is not None
    forget = ROOM_REQUESTS["person.forget"]
    forget.answer(Setting(mind, lambda: False), read(forget.parameters, {"fact": fact.partition(":")[2]}))
    assert mind.conversation.contexts.get(result.loop_id) is None
    assert mind.conversation.stream is not None
    assert not mind.conversation.stream.holds(fact)


def test_the_request_gives_the_context_of_a_turn_and_only_the_latest_are_kept(mind: Mind) -> None:
    request = ROOM_REQUESTS["context"]

    def asked(**parameters: str) -> dict[str, object]:
        return request.answer(Setting(mind, lambda: False), read(request.parameters, dict(parameters)))

    assert asked() == {"context": None}
    first, context = ask(mind, "What is my cat called?")
    assert asked() == asked(loop_id=first.loop_id) == {"context": context.model_dump(mode="json")}
    for number in range(20):
        ask(mind, f"It is {number} o'clock.")
    assert asked(loop_id=first.loop_id) == {"context": None}


def test_recent_things_are_added_and_old_ones_stay(mind: Mind, clock: ManualClock) -> None:
    for number in range(12):
        tell(mind, f"My cat Pixel slept on shelf {number} in the kitchen.")
        clock.advance(timedelta(days=3))
    tell(mind, "Pixel the cat caught a moth.")
    _, context = ask(mind, "What did my cat do?", level=0)
    by_ref = {item.text: item for item in context.items}
    assert StepName.TEMPORAL in by_ref["Pixel the cat caught a moth."].found_by
    assert any(item.when < context.temporal.recent_from for item in context.items)


def test_this_week_is_found_beside_years_that_are_nearer(mind: Mind, clock: ManualClock) -> None:
    for number in range(30):
        tell(mind, f"My cat Pixel slept on shelf {number}.")
    clock.advance(timedelta(days=200))
    tell(mind, "The cat basket fell from its shelf.")
    clock.advance(timedelta(days=5))
    _, context = ask(mind, "Where does my cat Pixel sleep, on which shelf?")
    (fell,) = [item for item in context.items if item.text.startswith("The cat basket")]
    assert fell.found_by == (StepName.TEMPORAL,)
    clock.advance(timedelta(days=5))
    _, later = ask(mind, "On which shelf does my cat Pixel sleep?")
    assert not any(item.text.startswith("The cat basket") for item in later.items)


def test_what_there_is_to_do_may_answer_a_question_of_their_own_life(mind: Mind) -> None:
    reminder = mind.intent.note_item(
        ItemKind.REMINDER, "Buy oat milk before Ana comes", due=When(day=date(2026, 5, 16))
    )
    mind.intent.note_item(ItemKind.PROMISE, "Find out where to buy a trout")
    _, context = ask(mind, "What did I want to buy?")
    (found,) = [item for item in context.items if item.kind == "handoff"]
    assert (found.ref, found.strength) == (reminder.ref, Verdict.STRONG)
    assert "to be done by them" in context.block
    assert "Saturday 16 May 2026" in context.block
    _, told = ask(mind, "I bought a lamp.")
    assert not [item for item in told.items if item.kind == "handoff"]
    mind.intent.drop(reminder.id)
    _, after = ask(mind, "What did I want to buy?")
    assert not [item for item in after.items if item.kind == "handoff"]


def test_what_is_nearest_may_answer_a_question_of_their_own_life_though_it_is_far(mind: Mind) -> None:
    fact = remember_fact(mind, "I'm a postman in Sligo.")
    _, context = ask(mind, "What do I do for a living?")
    (found,) = [item for item in context.items if item.ref == fact]
    assert (found.strength, found.shown) == (Verdict.NONE, "")
    assert fact not in context.claim.refs
    _, told = ask(mind, "I bought a lamp.")
    assert not [item for item in told.items if item.strength is Verdict.NONE]


def test_a_question_without_a_mark_is_no_note_for_the_next(mind: Mind) -> None:
    loop = mind.trail.open_loop("window", "1@0", "utterance")
    asked = mind.trail.record(loop, StepKind.UTTERANCE, "how old is pixel again", "person")
    details = {ABOUT: About.ME.value}
    mind.trail.record(loop, StepKind.ANSWER, "I don't know.", "companion", details=details)
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    mind.trail.catch_up()
    _, context = ask(mind, "how old is pixel?")
    found = {item.ref: item for item in context.items}
    assert found[f"step:{asked.id}"].asks
    assert not any(item.asks for item in context.shown)
    assert "cat is called Pixel" in context.shown[0].text


def test_a_room_that_fails_costs_its_part_and_not_the_turn(
    mind: Mind, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise CompanionError("The library cannot be read.")

    monkeypatch.setattr(mind.library, "search", broken)
    result, context = ask(mind, "What is my cat called?")
    assert result.answer
    assert [step.fault for step in context.steps if step.fault] == ["The library cannot be read."]
    assert "Pixel" in context.block


def test_what_an_answer_used_is_counted(mind: Mind) -> None:
    named = NewNode(NodeKind.MOMENT, "The day the cat came home she was named Pixel.")
    other = NewNode(NodeKind.MOMENT, "The cat door in the kitchen was painted.")
    used, unused = mind.memory.remember(named).node, mind.memory.remember(other).node
    ask(mind, "How did the cat get named?")
    counts = mind.memory.recalls_since(None)
    assert counts.get(used.id) == 1
    assert unused.id not in counts


def test_what_is_typed_writes_nothing_and_is_taken_up(mind: Mind) -> None:
    mind.memory.remember(NewNode(NodeKind.MOMENT, "The cat Pixel came home on a rainy day."))
    log = len(mind.memory.recall_log())
    drafted = mind.conversation.draft("What is my cat called")
    assert len(mind.memory.recall_log()) == log
    read_already = [segment.text for segment in drafted if segment.place is Place.BLOCK]
    _, context = ask(mind, "What is my cat called?")
    assert context.block == "".join(read_already)


def test_sections_give_way_in_their_order(mind: Mind) -> None:
    for kind, words in (
        (NodeKind.IDENTITY, "patient"),
        (NodeKind.ANCHOR, "the lighthouse"),
        (NodeKind.COMPASS, "we read"),
    ):
        mind.memory.remember(NewNode(kind, f"Something about {words} " * 6, title=words))
    fact = remember_fact(mind, "I am allergic to peanuts.")
    room = mind.conversation
    layout = room._layout(room.language)
    whole = layout.stable_sections()
    assert [one.name for one in whole] == ["policy", "year", "facts", "anchors", "growth", "compass"]
    assert not any(one.cut for one in whole)
    small = room.settings.prompt.model_copy(update={"stable_tokens": sum(one.tokens for one in whole) - 1})
    tight = type(layout)(layout.wording, layout.registry, layout.persona, layout.count, small)
    assert [one.name for one in tight.stable_sections() if one.cut] == ["growth"]
    none = room.settings.prompt.model_copy(update={"stable_tokens": 200})
    least = type(layout)(layout.wording, layout.registry, layout.persona, layout.count, none)
    assert {one.name for one in least.stable_sections() if not one.cut} == {"policy", "year", "facts"}
    cites = {cite for segment in least.stable() for cite in segment.cites}
    assert cites == {fact}


def test_a_question_that_leans_on_the_one_before_is_looked_up_with_it(mind: Mind) -> None:
    _, alone = ask(mind, "And when is it?")
    assert alone.searched == ""
    ask(mind, "I am looking forward to Ana's wedding.")
    _, context = ask(mind, "And when is it?")
    assert context.query == "And when is it?"
    assert context.searched == "I am looking forward to Ana's wedding. And when is it?"
    assert context.verdict is Verdict.WEAK
    assert "12 June" in context.block
    ask(mind, "They moved Ana's wedding to the 14th.")
    _, moved = ask(mind, "So when is it?")
    assert moved.items[0].shown == "They moved Ana's wedding to the 14th."
    assert "12 June" in moved.block
    fact = remember_fact(mind, "I'm a postman in Sligo.")
    _, both = ask(mind, "And what do I do for a living?")
    assert both.searched == "So when is it? And what do I do for a living?"
    assert fact in {item.ref for item in both.items}
    _, plain = ask(mind, "What is the capital of Mongolia called?")
    assert plain.searched == ""
