"""An export read back: into the same mind as it was edited, and into one that knows nothing."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.conversation import drive
from engine.errors import InvalidInputError
from engine.export import NoExportError
from engine.language import ScriptedModel
from engine.memory import LinkType, NewNode, NodeKind, resonance
from engine.mind import Mind

Ask = Callable[..., dict[str, Any]]
MOMENT = "We planted a cherry tree\nbehind the house."
NOTE = "I notice how much the garden means to her.\n\nIt is where she rests."


@pytest.fixture
def folder(mind: Mind, ask: Ask, tmp_path: Path) -> Path:
    """The export of somebody who told a few things."""
    ask("person.remember", text="I live in Delft.")
    ask("person.remember", text="I love the smell of rain.")
    memory = mind.memory
    memory.remember(NewNode(NodeKind.MOMENT, MOMENT, title="Cherry", tags=("garden",), importance=0.8))
    memory.remember(NewNode(NodeKind.KNOWLEDGE, "Cherries need lime.", category="garden"))
    memory.remember(NewNode(NodeKind.NOTE, NOTE, title="The garden"))
    memory.remember(NewNode(NodeKind.VALUE, "Patience."))
    memory.remember(NewNode(NodeKind.MOMENT, "She wept at the station.", private=True))
    memory.anchor_if_strong(
        "She told me of her father.", resonance(0.9, 0.9, "It was hard."), sources=["step:1"]
    )
    written = tmp_path / "tree"
    ask("export.markdown", folder=str(written))
    return written


@pytest.fixture
def another(tmp_path: Path) -> Iterator[Mind]:
    """A mind that knows nothing, a month later."""
    clock = ManualClock(datetime(2026, 6, 1, 9, 0, tzinfo=UTC))
    made = build_mind(open_vault(None, None, clock), clock=clock)
    yield made
    made.close()


def taken(mind: Mind, folder: Path, *, dry_run: bool = False) -> dict[str, Any]:
    request = ROOM_REQUESTS["import.markdown"]
    wanted = read(request.parameters, {"folder": str(folder), "dry_run": dry_run})
    return request.answer(Setting(mind, lambda: False), wanted)


def edit(folder: Path, old: str, new: str) -> None:
    """Replace words wherever they stand before a record, as an editor would."""
    files = [
        each
        for each in folder.rglob("*.md")
        if any(_is_line(line, old) for line in each.read_text().split("\n"))
    ]
    assert files
    for file in files:
        lines = file.read_text().split("\n")
        file.write_text("\n".join(line.replace(old, new) if _is_line(line, old) else line for line in lines))


def _is_line(line: str, words: str) -> bool:
    return words in line and not line.startswith("  <!--")


def test_what_was_not_edited_changes_nothing(mind: Mind, folder: Path) -> None:
    before = [fact.id for fact in mind.person.facts()], [node.id for node in mind.memory.nodes()]
    done = taken(mind, folder)
    assert (done["new"], done["changed"], done["skipped"]) == ([], [], [])
    assert done["same"] == 6
    assert ([fact.id for fact in mind.person.facts()], [node.id for node in mind.memory.nodes()]) == before


def test_what_is_private_is_in_no_file(mind: Mind, ask: Ask, folder: Path) -> None:
    hidden = next(node for node in mind.memory.nodes() if node.private)
    shown = next(node for node in mind.memory.nodes() if node.text == MOMENT)
    mind.memory.link(hidden.id, shown.id, LinkType.CONTINUES)
    ask("export.markdown", folder=str(folder))
    told = [each.read_text() for each in folder.rglob("*") if each.is_file()]
    assert not any("station" in text or hidden.id in text for text in told)


def test_one_who_knows_nothing_learns_it_with_its_time_and_weight(folder: Path, another: Mind) -> None:
    assert len(taken(another, folder, dry_run=True)["new"]) == 6
    assert another.memory.nodes() == another.person.facts() == []
    done = taken(another, folder)
    assert len(done["new"]) == 6
    told = {fact.text: fact for fact in another.person.facts()}
    assert set(told) == {"I live in Delft.", "I love the smell of rain."}
    assert told["I live in Delft."].valid_from < datetime(2026, 5, 2, tzinfo=UTC)
    nodes = {node.text: node for node in another.memory.nodes()}
    assert set(nodes) == {MOMENT, "Cherries need lime.", NOTE, "She told me of her father."}
    moment = nodes[MOMENT]
    assert (moment.title, moment.tags, moment.importance) == ("Cherry", ("garden",), 0.8)
    assert moment.event_at == datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
    assert nodes[NOTE].markdown_path
    assert nodes["She told me of her father."].kind is NodeKind.KEY_MOMENT
    again = taken(another, folder)
    assert (again["new"], again["same"]) == ([], 6)


def test_an_edited_line_is_a_correction(mind: Mind, folder: Path) -> None:
    edit(folder, "I live in Delft.", "I live in Leiden.")
    edit(folder, "We planted a cherry tree behind the house.", "We planted a pear tree behind the house.")
    edit(folder, "It is where she rests.", "It is where she works.")
    asked = taken(mind, folder, dry_run=True)
    assert {one["was"] for one in asked["changed"]} == {"I live in Delft.", MOMENT, NOTE}
    assert "I live in Delft." in {fact.text for fact in mind.person.facts()}
    done = taken(mind, folder)
    assert (len(done["changed"]), done["new"], done["skipped"]) == (3, [], [])
    assert {fact.text for fact in mind.person.facts()} == {"I live in Leiden.", "I love the smell of rain."}
    texts = {node.text for node in mind.memory.nodes()}
    assert {"We planted a pear tree behind the house.", NOTE.replace("rests", "works")} <= texts
    assert not {MOMENT, NOTE} & texts
    again = taken(mind, folder)
    assert (again["new"], again["changed"], again["skipped"]) == ([], [], [])


def test_what_was_corrected_shapes_no_answer(mind: Mind, folder: Path) -> None:
    model = ScriptedModel(lambda request: "{}" if request.schema else "A tree.")
    mind.attach_language(model)
    drive(mind.begin("What did we plant behind the house?", "test", "p"), lambda: model)
    edit(folder, "We planted a cherry tree behind the house.", "We planted a pear tree behind the house.")
    taken(mind, folder)
    stream = mind.conversation.stream
    assert stream is not None
    assert not any("cherry" in one.text for one in stream.ledger.segments)


def test_what_was_forgotten_does_not_come_back(mind: Mind, ask: Ask, folder: Path) -> None:
    (node,) = [node for node in mind.memory.nodes() if node.text == MOMENT]
    mind.forgetting.forget([node.ref])
    (fact,) = [fact for fact in mind.person.facts() if fact.text == "I live in Delft."]
    ask("person.forget", fact=fact.id)
    assert len(taken(mind, folder)["skipped"]) == 2
    for one in ("We planted a cherry tree", "I live in Delft"):
        edit(folder, one, f"{one} in spring" if one.startswith("We") else "I live in Gouda")
    done = taken(mind, folder)
    assert (done["new"], done["changed"]) == ([], [])
    assert len(done["skipped"]) == 2
    assert MOMENT not in {node.text for node in mind.memory.nodes()}
    assert not any("Gouda" in fact.text for fact in mind.person.facts())


def test_who_the_companion_is_comes_from_no_file(another: Mind, folder: Path) -> None:
    page = folder / "episodic" / "moments.md"
    page.write_text(page.read_text().replace('"kind": "moment"', '"kind": "value"'))
    done = taken(another, folder)
    assert {one["text"] for one in done["skipped"]} == {MOMENT}
    assert not any(node.kind is NodeKind.VALUE for node in another.memory.nodes())


@pytest.mark.parametrize(
    "damage",
    [
        lambda page: page.replace('"kind"', '"kind'),
        lambda page: page.replace("2026-05-01 09:00: ", "then: ", 1),
        lambda page: page.encode("utf-16").decode("latin-1"),
    ],
)
def test_a_damaged_file_is_left_out_and_the_others_are_read(
    another: Mind, folder: Path, damage: Callable[[str], str]
) -> None:
    page = folder / "episodic" / "moments.md"
    page.write_text(damage(page.read_text()), encoding="latin-1", errors="replace")
    done = taken(another, folder)
    assert len(done["new"]) == 5
    assert {one["path"] for one in done["skipped"]} <= {"episodic/moments.md"}


def test_a_line_that_cannot_be_read_costs_only_itself(
    mind: Mind, ask: Ask, tmp_path: Path, another: Mind
) -> None:
    for text in ("We sailed on the lake.", "The oven broke again.", "Her brother came by."):
        ask("memory.remember", kind="moment", text=text)
    ask("export.markdown", folder=str(tmp_path / "tree"))
    page = tmp_path / "tree" / "episodic" / "moments.md"
    page.write_text(page.read_text().replace("- 2026-05-01 09:00: We", "- then: We"))
    done = taken(another, tmp_path / "tree")
    assert {one["text"] for one in done["new"]} == {"The oven broke again.", "Her brother came by."}
    (left,) = done["skipped"]
    assert left["path"] == "episodic/moments.md"
    assert left["why"]


def test_a_folder_that_is_no_export_is_refused(another: Mind, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# Hello\n")
    with pytest.raises(NoExportError):
        taken(another, tmp_path)
    with pytest.raises(InvalidInputError):
        taken(another, Path("relative"))


def test_a_new_line_without_a_record_is_no_memory(mind: Mind, folder: Path) -> None:
    page = folder / "episodic" / "moments.md"
    page.write_text(page.read_text() + "- Somebody wrote this.\n")
    assert taken(mind, folder)["new"] == []
    assert mind.clock.now() < datetime(2026, 5, 1, 9, 0, tzinfo=UTC) + timedelta(days=1)
