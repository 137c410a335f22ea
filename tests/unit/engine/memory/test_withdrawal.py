"""What is taken back stops being found, with all that rests on it; what only met it comes back."""

import pytest

from engine.errors import NotFoundError
from engine.memory import NewNode, NodeKind, Outcome, WorkingSlot
from engine.withdrawal import reach, spread_erasure, spread_withdrawal


def withdrawn(mind, *refs):
    with mind.vault.unit() as unit:
        reached = spread_withdrawal([mind.memory], unit, refs)
        unit.commit()
    return reached


def erased(mind, *refs):
    with mind.vault.unit() as unit:
        reached = spread_erasure([mind.memory], unit, refs)
        unit.commit()
    return reached


def chain(mind):
    first = mind.node("The operation went badly", sources=("step:1",))
    second = mind.node("Hospitals frighten her", NodeKind.INSIGHT, sources=(first.ref, "fact:9"))
    third = mind.node("I was worried for her.", NodeKind.NOTE, sources=(second.ref,))
    bystander = mind.node("The kettle sings in the kitchen", sources=("step:2",))
    return first, second, third, bystander


def test_everything_that_rests_on_a_step_is_hidden(mind):
    first, second, third, bystander = chain(mind)
    expected = {"step:1", first.ref, second.ref, third.ref}
    assert reach([mind.memory], ["step:1"]) == expected
    assert mind.memory.nodes(), "a preview writes nothing"
    assert withdrawn(mind, "step:1") == expected
    assert [node.id for node in mind.memory.nodes()] == [bystander.id]
    assert mind.found("operation hospital worried") == [bystander.text]
    assert mind.vault.documents.list("notes/") == []
    with pytest.raises(NotFoundError):
        mind.memory.node(first.id)
    assert [one.node.id for one in mind.reopened().recall("operation")] == [bystander.id]


def test_withdrawing_twice_reaches_nothing_new(mind):
    chain(mind)
    withdrawn(mind, "step:1")
    with mind.vault.unit() as unit:
        assert mind.memory.withdraw(unit, frozenset({"step:1"})) == frozenset()
        unit.commit()


def test_a_given_node_is_hidden_and_not_returned(mind):
    first, second, *_ = chain(mind)
    with mind.vault.unit() as unit:
        assert mind.memory.withdraw(unit, frozenset({first.ref})) == {second.ref}
        unit.commit()
    assert mind.found("operation")[0] != first.text


def test_erasing_leaves_no_text(mind):
    first, second, third, bystander = chain(mind)
    mind.memory.recall("how did the operation go", asked_by="step:7")
    assert erased(mind, "step:1", "step:7") == {"step:1", "step:7", first.ref, second.ref, third.ref}
    assert mind.memory.recall_log() == []
    with mind.vault.read() as connection:
        tables = ["memory_nodes", "memory_sources", "memory_links", "memory_recalls"]
        kept = "".join(
            str([tuple(row) for row in connection.execute(f"SELECT * FROM {table}")])  # noqa: S608
            for table in tables
        )
    assert bystander.text in kept
    for text in (first.text, second.text, third.text, "how did the operation"):
        assert text not in kept
    assert mind.vault.vectors.load(mind.embedder.space, first.id)[0] == []


def test_an_archived_source_is_erased_too(mind):
    node = mind.node("A secret on a card", sources=("step:1",))
    mind.memory.archive(node.id)
    erased(mind, "step:1")
    assert mind.memory.nodes(archived=True) == []


def test_what_only_met_the_withdrawn_comes_back(mind):
    true = mind.node("Ana plays the cello", sources=("step:1",))
    whole = mind.keep("Ana plays the cello in the army band", sources=("step:2",))
    assert whole.outcome is Outcome.MERGED
    reached = withdrawn(mind, "step:2")
    assert whole.node.ref in reached
    assert true.ref not in reached
    assert mind.found("cello") == [true.text]
    assert mind.memory.node(true.id).stands


def test_what_comes_back_to_another_person_is_not_found_here(mind):
    tom = mind.reopened(person="tom")
    kept = tom.remember(NewNode(NodeKind.MOMENT, "Tom plays the lute", sources=("step:1",))).node
    tom.remember(NewNode(NodeKind.MOMENT, "Tom plays the lute at night", sources=("step:2",)))
    withdrawn(mind, "step:2")
    assert mind.found("the lute") == []
    with pytest.raises(NotFoundError):
        mind.memory.node(kept.id)
    assert [one.node.id for one in mind.reopened(person="tom").recall("the lute")] == [kept.id]


def test_a_person_is_forgotten_with_all_that_came_of_them(mind):
    first, *_ = chain(mind)
    mind.memory.working.set_context("We talk about the operation")
    grown = mind.node("I have grown braver", NodeKind.IDENTITY, sources=("step:3",))
    core = mind.memory.promote(grown.id, NodeKind.CORE_EXTENSION)
    plain = mind.node("I am patient", NodeKind.CORE)
    mind.memory.recall("operation patient")
    with mind.vault.unit() as unit:
        refs = mind.memory.forget_person(unit)
        unit.commit()
    assert {first.ref, grown.ref, core.ref} <= refs
    assert [node.id for node in mind.memory.nodes()] == [plain.id]
    assert mind.memory.working.read().context is None
    assert mind.memory.recall_log() == []


def test_another_persons_nodes_are_reached_as_well(mind):
    other = mind.reopened(person="tom")
    node = other.remember(NewNode(NodeKind.MOMENT, "Tom heard of it", sources=("step:1",))).node
    assert node.ref in withdrawn(mind, "step:1")
    assert mind.reopened(person="tom").nodes() == []


def test_what_is_on_its_mind_goes_too(mind):
    mind.memory.working.add(WorkingSlot.UNRESOLVED, "Why was she sad?", ["step:1"])
    mind.memory.working.add(WorkingSlot.TASK, "Water the plants", ["step:2"])
    withdrawn(mind, "step:1")
    now = mind.memory.working.read()
    assert now.unresolved == ()
    assert [task.text for task in now.tasks] == ["Water the plants"]
    erased(mind, "step:2")
    assert mind.memory.working.read().tasks == ()


def test_a_contradiction_with_something_withdrawn_is_gone(mind):
    mind.node("The exam is on Monday", NodeKind.KNOWLEDGE, sources=("step:1",))
    assert mind.keep("The exam is on Thursday", NodeKind.KNOWLEDGE).contradiction
    withdrawn(mind, "step:1")
    assert mind.memory.contradictions() == []
