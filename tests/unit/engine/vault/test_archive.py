import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.vault import (
    DamagedArchiveError,
    DataKey,
    DiskFullError,
    Migration,
    NewerSchemaError,
    Schema,
    TargetExistsError,
    Vault,
    VaultError,
    read_manifest,
    restore_archive,
)

FIRST = Migration(
    1,
    (
        """CREATE TABLE notes (seq INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT NOT NULL, data BLOB, weight REAL,
            parent INTEGER REFERENCES notes) STRICT""",
        "CREATE VIRTUAL TABLE notes_words USING fts5 (text, content='notes', content_rowid='seq')",
        """CREATE TRIGGER notes_added AFTER INSERT ON notes BEGIN
            INSERT INTO notes_words (rowid, text) VALUES (new.seq, new.text); END""",
    ),
)
SECOND = Migration(2, ("ALTER TABLE notes ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",))
OLD, NEW = Schema("notes", (FIRST,)), Schema("notes", (FIRST, SECOND))
ROWS = [
    ("a\u2028b \0 \U0001f3f4", b"\x00\xff", 0.1, 2),
    ("its parent, told later", None, -1e300, None),
    ("", b"", 2.0, 1),
]
Mangle = Callable[[dict[str, bytes]], None]


@pytest.fixture
def archive(tmp_path: Path, key: DataKey) -> Path:
    return _written(tmp_path / "first", tmp_path / "all.companion", key)


def _written(home: Path, target: Path, key: DataKey, schema: Schema = OLD) -> Path:
    vault = Vault.open(home / "vault.db", key, [schema])
    with vault.unit() as unit:
        unit.execute("PRAGMA defer_foreign_keys = ON")
        for row in ROWS:
            unit.execute("INSERT INTO notes (text, data, weight, parent) VALUES (?, ?, ?, ?)", row)
        unit.execute("INSERT INTO notes (seq, text) VALUES (99, 'gone')")
        unit.execute("DELETE FROM notes_words")
        unit.execute("DELETE FROM notes WHERE seq = 99")
        vault.documents.put(unit, "a/b.md", "kept")
        unit.commit()
    vault.archive(target)
    vault.close()
    return target


def _mangled(archive: Path, mangle: Mangle) -> Path:
    with zipfile.ZipFile(archive) as read:
        members = {name: read.read(name) for name in read.namelist()}
    mangle(members)
    target = archive.with_name("mangled.companion")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as written:
        for name, data in members.items():
            written.writestr(name, data)
    return target


def _manifest(members: dict[str, bytes], **changed: object) -> None:
    members["manifest.json"] = json.dumps({**json.loads(members["manifest.json"]), **changed}).encode()


def test_into_a_new_home_and_out_again_is_the_same_file(archive: Path, tmp_path: Path) -> None:
    key, home = DataKey.generate(), tmp_path / "second"
    told: list[tuple[int, int]] = []
    assert (
        restore_archive(archive, home, key, [OLD], tell=lambda done, every: told.append((done, every)))
        is None
    )
    vault = Vault.open(home / "vault.db", key, [OLD])
    again = tmp_path / "again.companion"
    vault.archive(again)
    assert (
        vault.rows("SELECT text FROM notes_words WHERE notes_words MATCH 'parent'")[0]["text"] == ROWS[1][0]
    )
    with vault.unit() as unit:
        unit.execute("INSERT INTO notes (text) VALUES ('new')")
        assert unit.execute("SELECT max(seq) FROM notes").fetchone()[0] == 100
    vault.close()
    assert again.read_bytes() == archive.read_bytes()
    assert told[-1][0] == told[-1][1] == read_manifest(archive).rows > len(ROWS)


def test_an_older_archive_is_brought_forward(archive: Path, tmp_path: Path, key: DataKey) -> None:
    home = tmp_path / "second"
    restore_archive(archive, home, key, [NEW])
    vault = Vault.open(home / "vault.db", key, [NEW])
    assert [row["mood"] for row in vault.rows("SELECT mood FROM notes")] == ["calm"] * len(ROWS)
    vault.close()


def test_a_newer_archive_is_refused(tmp_path: Path, key: DataKey) -> None:
    newer = _written(tmp_path / "first", tmp_path / "newer.companion", key, NEW)
    with pytest.raises(NewerSchemaError):
        restore_archive(newer, tmp_path / "second", key, [OLD])
    with pytest.raises(NewerSchemaError):
        restore_archive(
            _mangled(newer, lambda each: _manifest(each, format=2)), tmp_path / "second", key, [NEW]
        )


def test_what_was_there_is_kept_beside(archive: Path, tmp_path: Path, key: DataKey) -> None:
    kept = restore_archive(archive, tmp_path / "first", key, [OLD])
    assert kept is not None
    old = Vault.open(kept, key, [OLD])
    assert old.documents.get("a/b.md") is not None
    old.close()


def test_nothing_is_overwritten(archive: Path, tmp_path: Path, key: DataKey) -> None:
    with pytest.raises(TargetExistsError):
        _written(tmp_path / "third", archive, key)


def _drop(name: str) -> Mangle:
    return lambda members: members.pop(name) and None


def _put(name: str, data: bytes) -> Mangle:
    return lambda members: members.update({name: data})


NOTES = "tables/notes.jsonl"
HOSTILE: dict[str, Mangle] = {
    "no manifest": _drop("manifest.json"),
    "no table": _drop(NOTES),
    "a manifest of another shape": _put("manifest.json", b'{"format": "1"}'),
    "a manifest that never ends": _put("manifest.json", b"[" * 2**21),
    "a manifest nested to do harm": _put("manifest.json", b"[" * 90_000),
    "a row too few": lambda members: members.update({NOTES: members[NOTES].partition(b"\n")[2]}),
    "a word changed": lambda members: members.update({NOTES: members[NOTES].replace(b"later", b"never")}),
    "more than it says": lambda members: members.update({NOTES: members[NOTES] + b" " * 50_000_000}),
    "rows that are none": _put(NOTES, b'{"a": 1}\n'),
    "rows nested to do harm": _put(NOTES, b"[" * 100 + b"\n"),
    "no tables at all": lambda members: _manifest(members, tables={}),
    "a table that is none of ours": lambda members: _manifest(
        members,
        tables={**json.loads(members["manifest.json"])["tables"], 'x"; DROP TABLE notes; --': _NOTHING},
    ),
    "another room": lambda members: _manifest(members, rooms={"notes": 1, "vault": 2, "strange": 1}),
    "a room that never was": lambda members: _manifest(members, rooms={"vault": 2}),
    "a version below all": lambda members: _manifest(members, rooms={"notes": -1, "vault": 2}),
}
_NOTHING = {"columns": [], "rows": 0, "bytes": 0, "sha256": "0" * 64}


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_archive_is_refused_and_changes_nothing(
    case: str, archive: Path, tmp_path: Path, key: DataKey
) -> None:
    home = tmp_path / "first"
    before = {path.name: path.read_bytes() for path in home.iterdir()}
    with pytest.raises((DamagedArchiveError, NewerSchemaError)):
        restore_archive(_mangled(archive, HOSTILE[case]), home, key, [OLD])
    assert {path.name: path.read_bytes() for path in home.iterdir()} == before


def test_rows_of_wrong_types_are_refused_though_their_sum_is_right(
    archive: Path, tmp_path: Path, key: DataKey
) -> None:
    for line in (
        b'["one", "text", null, null, null]\n',
        b'[1, {"base64": "!"}, null, null, null]\n',
        b'[1, "a", null, null, 7]\n',
        b'[99999999999999999999999, "a", null, null, null]\n',
        b'[1, "a", {"hex": "00"}, null, null]\n',
        b"[1, [], null, null, null]\n",
    ):

        def mangle(members: dict[str, bytes], line: bytes = line) -> None:
            tables = json.loads(members["manifest.json"])["tables"]
            told = {
                **tables["notes"],
                "rows": 1,
                "bytes": len(line),
                "sha256": hashlib.sha256(line).hexdigest(),
            }
            members[NOTES] = line
            _manifest(members, tables={**tables, "notes": told})

        with pytest.raises(DamagedArchiveError):
            restore_archive(_mangled(archive, mangle), tmp_path / "second", key, [OLD])
    assert not (tmp_path / "second" / "vault.db").exists()


def test_what_no_disk_could_hold_is_not_begun(archive: Path, tmp_path: Path, key: DataKey) -> None:
    def mangle(members: dict[str, bytes]) -> None:
        tables = json.loads(members["manifest.json"])["tables"]
        _manifest(members, tables={**tables, "notes": {**tables["notes"], "bytes": 2**60}})

    with pytest.raises(DiskFullError):
        restore_archive(_mangled(archive, mangle), tmp_path / "second", key, [OLD])


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(damage=st.tuples(st.floats(0, 1), st.integers(0, 255), st.booleans()))
def test_a_mutilated_file_is_refused_or_is_whole(
    archive: Path, tmp_path: Path, key: DataKey, damage: tuple[float, int, bool]
) -> None:
    at, byte, cut = damage
    data = bytearray(archive.read_bytes())
    place = min(int(at * len(data)), len(data) - 1)
    if cut:
        del data[place:]
    else:
        data[place] = byte
    source, home = tmp_path / "bad.companion", tmp_path / f"home-{place}-{byte}-{cut}"
    source.write_bytes(data)
    try:
        restore_archive(source, home, key, [OLD])
    except VaultError:
        assert not (home / "vault.db").exists()
        return
    vault = Vault.open(home / "vault.db", key, [OLD])
    found = [row["text"] for row in vault.rows("SELECT text FROM notes ORDER BY seq")]
    vault.close()
    assert found == [row[0] for row in ROWS]
