import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import HealthCheck, example, given, settings

from engine.clock import ManualClock
from engine.export import safe_path, write_markdown
from engine.memory import (
    MarkdownError,
    NewNode,
    NodeKind,
    WorkingSlot,
    note_path,
    resonance,
)
from engine.memory.markdown.frontmatter import frontmatter, new_node, parsed
from engine.vault import UnitError
from tests.unit.engine.memory.made import new_nodes


@given(new_nodes())
def test_a_node_comes_back_from_markdown(new):
    assert new_node(*parsed(write_markdown(frontmatter(new), new.text))) == new


@given(new_nodes())
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_node_comes_back_from_the_vault_and_from_its_own_markdown(wordy, new):
    new = replace(new, kind=NodeKind.NOTE)
    kept = wordy.memory.remember(new).node
    assert wordy.memory.node(kept.id) == kept
    document = wordy.vault.documents.get(kept.markdown_path)
    told = new_node(*parsed(write_markdown(frontmatter(kept), kept.text)))
    assert told == replace(new, event_at=kept.event_at, strength=kept.strength)
    assert (document.text, document.meta["id"]) == (new.text, kept.id)


@pytest.mark.parametrize(
    "text", ["", "no frontmatter", "---\nkind: dance\n---\n\ntext", '---\nkind: "moment"\n']
)
def test_what_is_no_note_is_refused(text):
    with pytest.raises(MarkdownError):
        new_node(*parsed(text))


@given(new_nodes())
@example(NewNode(NodeKind.NOTE, "text", title="\N{CHEROKEE LETTER A}"))
def test_a_path_is_snake_case_and_safe(new):
    path = note_path(datetime(2025, 9, 30, 14, 23, 45, tzinfo=UTC), new.title)
    assert path.startswith("notes/2025/09/30/14_23_45_")
    assert path == path.lower()
    assert " " not in path
    assert safe_path(path) == path


def test_the_path_is_the_documents_own_and_in_the_persons_time(mind):
    mind.clock = ManualClock(datetime(2025, 9, 30, 14, 23, 45, tzinfo=timezone(timedelta(hours=2))))
    memory = mind.reopened()
    first = memory.remember(NewNode(NodeKind.NOTE, "I notice …", title="Python async")).node
    second = memory.remember(NewNode(NodeKind.NOTE, "And more.", title="Python async")).node
    assert first.markdown_path == "notes/2025/09/30/14_23_45_python_async.md"
    assert second.markdown_path == "notes/2025/09/30/14_23_45_python_async_2.md"


def test_record_and_markdown_are_both_there_or_neither(mind):
    with mind.vault.unit() as unit:
        mind.memory.remember(NewNode(NodeKind.NOTE, "I was glad."), unit)
    assert mind.memory.nodes() == []
    assert mind.vault.documents.list("notes/") == []
    with pytest.raises(UnitError):
        unit.commit()


def test_a_note_that_becomes_private_says_so(mind):
    note = mind.node("I was glad.", NodeKind.NOTE)
    mind.memory.set_private(note.id)
    assert mind.vault.documents.get(note.markdown_path).meta["private"] is True
    mind.memory.lift_privacy(note.id)
    assert mind.vault.documents.get(note.markdown_path).meta["private"] is False


def test_markdown_says_the_version_and_how_often_it_was_accessed(mind):
    node = mind.node("The harbour was calm", NodeKind.MOMENT)
    assert frontmatter(node)["access_count"] == 0
    assert frontmatter(node)["last_accessed"] is None
    mind.wait(hours=1)
    mind.found("the calm harbour")
    front = frontmatter(mind.memory.node(node.id))
    counts = (front["version"], front["access_count"], front["last_accessed"])
    assert counts == (1, 1, mind.clock.now().isoformat())


def test_a_key_moment_is_kept_above_seven_tenths_and_rendered(mind):
    weak, strong = resonance(0.7, 0.9, "nice"), resonance(0.9, 0.8, "It touches who I am.")
    assert mind.memory.anchor_if_strong("A chat", weak, sources=["step:1"]) is None
    event = "A talk about what I am"
    kept = mind.memory.anchor_if_strong(event, strong, sources=["step:1"])
    assert mind.memory.anchor_if_strong(event, strong, sources=["step:1"]) == kept
    assert kept.kind is NodeKind.KEY_MOMENT
    pages = dict(mind.memory.export_markdown())
    line = "- 2026-02-08 14:30: A talk about what I am (intensity=0.72). It touches who I am.\n"
    assert line in pages["episodic/key_moments.md"]
    assert line in pages["core/emotional_significance.md"]


def test_the_whole_tree_is_rendered(mind):
    mind.node("I listen.", NodeKind.COMPONENT, title="Self model")
    mind.node("Kindness first", NodeKind.VALUE)
    mind.node("Tides follow the moon", NodeKind.KNOWLEDGE, category="Natural science")
    a = mind.node("Trust is slow", NodeKind.CONCEPT)
    b = mind.node("Trust is slow and quiet", NodeKind.CONCEPT)
    mind.node("Over several\nlines", tags=("a", "b"))
    other = mind.node("We laughed", NodeKind.MILESTONE)
    mind.memory.link(b.id, other.id, "cites")
    mind.memory.working.set_context("We plan the trip")
    mind.memory.working.add(WorkingSlot.TASK, "Look up trains")
    pages = dict(mind.memory.export_markdown())
    assert set(pages) >= {
        "core/self_model.md", "core/active_values.md", "semantic/knowledge_natural_science.md", "semantic/concepts.md",
        "semantic/concepts_history.md", "semantic/concepts_graph.json", "episodic/history.json",
        "episodic/moments.md", "episodic/milestones.md", "links/links.md", "working/current_context.md",
        "working/current_tasks.md",
    }  # fmt: skip
    assert "working/resolved.md" not in pages
    assert "Over several lines [a, b]" in pages["episodic/moments.md"]
    assert a.text in pages["semantic/concepts_history.md"]
    graph = json.loads(pages["semantic/concepts_graph.json"])
    assert {vertex["id"] for vertex in graph["vertices"]} >= {b.id}
    assert all(path == safe_path(path) for path in pages)
