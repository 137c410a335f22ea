"""What other memories kept: read with their weight and their day, however damaged the file is."""

import json
import random
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.imports import ArchiveError, Arrival, ImportsError, read_arrival
from tests.exports import continuity_export, elara_folder, elara_thoughts

NOW = datetime(2026, 11, 24, tzinfo=UTC)


def read(path: Path) -> Arrival:
    return read_arrival(path, NOW)


@pytest.fixture(scope="module")
def elara(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return elara_folder(tmp_path_factory.mktemp("made") / "elara")


def test_lines_of_before_continuity(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    sections = {
        "memorySelf": "1|2024-01-02T10:00:00Z|I am kind.",
        "memoryUser": ["1|2024-02-03T10:00:00Z|Lives in Porto.", "no such line"],
        "memoryTopics": "2|2024-03-04T10:00:00Z|We spoke | of bees.\n3||Without a day.",
        "version": 3,
    }
    path.write_text(json.dumps(sections), "utf-8")
    found = read(path)
    assert [(one.kind, one.text, one.importance) for one in found.memories] == [
        ("CORE", "I am kind.", 0.9),
        ("fact", "Lives in Porto.", 0.9),
        ("ARTIFACT", "We spoke | of bees.", 0.6),
        ("ARTIFACT", "Without a day.", 0.4),
    ]
    assert found.memories[2].at == datetime(2024, 3, 4, 10, tzinfo=UTC)
    assert found.memories[2].tags == ("bootloaded", "migration-3.1.0", "memoryTopics")
    assert found.memories[3].at is None
    assert [one.name for one in found.skipped] == ["memoryUser, line 2"]


def test_numbers_that_are_none_weigh_as_usual(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"type": "ANCHOR", "content": "One.", "importance": given}
        for given in (10**400, -5, True, "nine", None, 7)
    ]
    path = continuity_export(tmp_path / "c.json", *rows)
    assert [one.importance for one in read(path).memories] == [1.0, 0.0, 0.5, 0.5, 0.5, 0.7]


def test_what_is_no_memory_in_continuity_is_named(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    rows = [
        7,
        "text",
        None,
        {"content": 5},
        {"content": "Kept.", "type": ["odd"], "timestamp": {"a": 1}, "tags": 3},
    ]
    path.write_text(json.dumps({"metadata": None, "memories": rows}), "utf-8")
    found = read(path)
    assert [(one.text, one.kind, one.at, one.tags) for one in found.memories] == [
        ("Kept.", "conversation", None, ())
    ]
    assert [one.name for one in found.skipped] == ["memory 1", "memory 2", "memory 3", "memory 4"]


def test_a_torn_export_of_continuity_is_refused_whole(tmp_path: Path) -> None:
    path = continuity_export(tmp_path / "c.json", {"type": "ANCHOR", "content": "One."})
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(ArchiveError):
        read(path)


def test_every_collection_is_read_or_named(elara: Path) -> None:
    found = read(elara)
    kinds = {one.text: one.kind for one in found.memories}
    assert kinds["The lamp shone again"] == "milestone"
    assert kinds["User: hello\nElara: hello"] == "conversation"
    assert {"elara_briefing", "correction 2"} <= {one.name for one in found.skipped}
    # Models are read from their files; their collection only finds them.
    assert "elara_models" not in {one.name for one in found.skipped}
    assert [one.what for one in found.thoughts] == [
        "models", "predictions", "principles", "reasoning", "outcomes", "synthesis", "business",
    ]  # fmt: skip


def damaged(elara: Path, folder: Path) -> Path:
    (folder / "chromadb").mkdir(parents=True)
    (folder / "elara-handoff.json").write_text('{"promises": ["call Ana"]}', "utf-8")
    elara_thoughts(folder)
    file = folder / "chromadb" / "chroma.sqlite3"
    file.write_bytes((elara / "chromadb" / "chroma.sqlite3").read_bytes())
    return file


def test_a_mutilated_chroma_keeps_nothing_else_out(elara: Path, tmp_path: Path) -> None:
    whole = len(read(elara).memories)
    chance = random.Random(7)
    for number in range(12):
        file = damaged(elara, tmp_path / f"elara{number}")
        data = bytearray(file.read_bytes())
        if number % 2:
            del data[chance.randrange(len(data)) :]
        else:
            for _ in range(200):
                data[chance.randrange(100, len(data))] ^= chance.randrange(1, 256)
        file.write_bytes(bytes(data))
        before = file.read_bytes()
        found = read(file.parents[1])
        assert [one.text for one in found.items] == ["call Ana"]
        assert len(found.thoughts) == 7
        assert len(found.memories) <= whole
        assert file.read_bytes() == before, "what is another program's stays as it is"


def test_a_chroma_of_another_version_is_named(elara: Path, tmp_path: Path) -> None:
    file = damaged(elara, tmp_path / "elara")
    with sqlite3.connect(file) as opened:
        opened.execute("ALTER TABLE embedding_metadata RENAME TO other")
    opened.close()
    found = read(file.parents[1])
    named = {one.name: one.why for one in found.skipped}
    assert "another version of Chroma" in named["chromadb/chroma.sqlite3"]
    assert found.items


ENDLESS = "WITH RECURSIVE more(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more) SELECT n AS id, n AS name FROM more"
THOUSAND = (
    "WITH RECURSIVE some(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM some LIMIT 1000) SELECT n FROM some"
)
TABLES = ("segments", "embeddings", "embedding_metadata")
HOSTILE = {
    "endless view": ["DROP TABLE collections", f"CREATE VIEW collections AS {ENDLESS}"],
    "a thousand million rows": [
        *(f"CREATE TABLE more_{one} AS SELECT {one}.* FROM {one}, ({THOUSAND})" for one in TABLES),  # noqa: S608 - our own words
        *(f"DROP TABLE {one}" for one in TABLES),
        *(f"ALTER TABLE more_{one} RENAME TO {one}" for one in TABLES),
    ],
    "a value without end": ["UPDATE embedding_metadata SET string_value = zeroblob(20000000) WHERE id = 1"],
}  # fmt: skip


@pytest.mark.parametrize("how", HOSTILE)
def test_a_hostile_chroma_ends_and_keeps_nothing_else_out(elara: Path, tmp_path: Path, how: str) -> None:
    file = damaged(elara, tmp_path / "elara")
    with sqlite3.connect(file) as opened:
        for sql in HOSTILE[how]:
            opened.execute(sql)
    opened.close()
    found = read(file.parents[1])
    assert [one.text for one in found.items] == ["call Ana"]
    assert "chromadb/chroma.sqlite3" in {one.name for one in found.skipped}


class GivenUpError(Exception):
    """It is not wanted any more."""


@pytest.mark.parametrize("kind", ["list", "folder"])
def test_reading_is_given_up_within_a_file(elara: Path, tmp_path: Path, kind: str) -> None:
    path = elara
    if kind == "list":
        path = tmp_path / "conversations.json"
        path.write_text(json.dumps([{"mapping": {}}] * 50), "utf-8")
    looked = 0

    def go_on() -> None:
        nonlocal looked
        looked += 1
        if looked > 10:
            raise GivenUpError

    with pytest.raises(GivenUpError):
        read_arrival(path, NOW, go_on)


def test_a_folder_whose_files_are_all_damaged_names_them(tmp_path: Path) -> None:
    for name in ("elara-handoff.json", "elara-corrections.json"):
        (tmp_path / name).write_bytes(b"\x00{")
    found = read(tmp_path)
    assert [one.name for one in found.skipped] == ["elara-corrections.json", "elara-handoff.json"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["statement", "evidence", "text", "started", "milestones", "event", "seeds", "quote", "created", "projects",
             "mistake", "correction", "promises", "carried", "content", "importance"]
        ),
        inner,
        max_size=5,
    ),
    max_leaves=20,
)  # fmt: skip


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(JSON)
def test_any_file_in_the_folder_is_read_or_named(tmp_path: Path, value: Any) -> None:
    for name in ("elara-corrections", "elara-handoff", "models/a", "episodes/b", "synthesis/c", "business/d"):
        file = tmp_path / f"{name}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(value), "utf-8")
    with suppress(ImportsError):
        assert isinstance(read(tmp_path), Arrival)
