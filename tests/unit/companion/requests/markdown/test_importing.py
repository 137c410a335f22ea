"""An export read back: into the same mind as it was edited, and into one that knows nothing."""

import hashlib
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
from engine.memory import LinkType, Memory, NewNode, NodeKind, resonance
from engine.mind import Mind
from engine.person import Action, Proposal, Source
from engine.vault import DiskFullError

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


def test_a_fault_in_the_middle_leaves_nothing_behind(
    folder: Path, another: Mind, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Memory.remember
    calls: list[str] = []

    def breaks(memory: Memory, new: NewNode, unit: Any = None) -> Any:
        calls.append(new.text)
        if len(calls) == 3:
            raise DiskFullError("The disk is full.")
        return real(memory, new, unit)

    monkeypatch.setattr(Memory, "remember", breaks)
    with pytest.raises(DiskFullError):
        taken(another, folder)
    assert another.memory.nodes() == another.person.facts() == []
    monkeypatch.undo()
    assert len(taken(another, folder)["new"]) == 6


def test_what_is_refused_keeps_nothing_else_out(folder: Path, another: Mind) -> None:
    edit(folder, "I love the smell of rain.", f"I love {'rain ' * 300}")
    done = taken(another, folder)
    assert (len(done["new"]), len(done["skipped"])) == (5, 1)
    assert {fact.text for fact in another.person.facts()} == {"I live in Delft."}


def test_it_says_how_far_it_has_come(folder: Path, another: Mind) -> None:
    reports: list[dict[str, Any]] = []
    request = ROOM_REQUESTS["import.markdown"]
    asked = read(request.parameters, {"folder": str(folder)})
    request.answer(Setting(another, lambda: False, reports.append), asked)
    assert [one["done"] for one in reports] == list(range(6))
    assert {one["of"] for one in reports} == {6}


def test_what_is_private_comes_by_choice_and_stays_private(
    mind: Mind, ask: Ask, tmp_path: Path, another: Mind
) -> None:
    ask("person.remember", text="I wear a wig.", private=True)
    mind.memory.remember(NewNode(NodeKind.MOMENT, "She wept at the station.", private=True))
    ask("export.markdown", folder=str(tmp_path / "own"), private=True)
    assert len(taken(another, tmp_path / "own")["new"]) == 2
    assert [(fact.text, fact.private) for fact in another.person.facts()] == [("I wear a wig.", True)]
    assert [(node.text, node.private) for node in another.memory.nodes()] == [
        ("She wept at the station.", True)
    ]


@pytest.mark.mood
def test_what_is_felt_asked_and_read_in_the_news_is_written_too(mind: Mind, ask: Ask, tmp_path: Path) -> None:
    assert mind.mood is not None
    mind.mood.imprint("Warm after the harvest", 0.8)
    mind.mood.nudge(valence=0.2, reason="a good harvest")
    mind.feeds.add("https://bees.example/feed", name="Bee news", keywords=("honey",))
    mind.person.apply(Proposal(Action.REMEMBER, "I keep bees.", source=Source.OBSERVED, from_outside=True))
    ask("export.markdown", folder=str(tmp_path / "tree"))
    told = {path.name: path.read_text() for path in (tmp_path / "tree").rglob("*.md")}
    assert "a good harvest" in told["journal.md"]
    assert "Warm after the harvest (strength 0.80 of 0.80)" in told["imprints.md"]
    assert "Bee news: https://bees.example/feed, honey" in told["feeds.md"]
    assert "bees" in told["questions.md"]
    again = taken(mind, tmp_path / "tree")
    assert (again["new"], again["changed"], again["skipped"]) == ([], [], [])


def test_there_and_back_again_is_the_same_by_hash(
    mind: Mind, ask: Ask, folder: Path, another: Mind, tmp_path: Path
) -> None:
    taken(another, folder)
    request = ROOM_REQUESTS["export.markdown"]
    asked = read(request.parameters, {"folder": str(tmp_path / "back")})
    request.answer(Setting(another, lambda: False), asked)
    assert hashes(tmp_path / "back") == hashes(folder)


def hashes(folder: Path) -> dict[str, str]:
    """Of what each page says of memories and facts: a new home gives names and counts of its own."""
    found = {}
    for path in sorted(folder.rglob("*.md")):
        name = path.relative_to(folder).as_posix()
        if name.partition("/")[0] in {"people", "episodic", "semantic", "notes"}:
            lines = [line for line in path.read_text().split("\n") if not line.startswith(("  <!--", "id: "))]
            found[name] = hashlib.sha256("\n".join(lines).encode()).hexdigest()
    return found
