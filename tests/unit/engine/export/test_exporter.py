import json
import os
import stat
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.clock import ManualClock
from engine.export import Exporter, FolderTakenError, Provider, read_markdown, stored
from engine.vault import Vault

PATHS = st.from_regex(r"x[a-z]{0,5}(/x[a-z0-9_]{0,5}){0,2}\.md", fullmatch=True)
CLOCK = ManualClock(datetime(2026, 2, 8, 14, 30, tzinfo=UTC))


def _giving(*files: tuple[str, str]) -> Provider:
    return lambda: files


def _exporter(*providers: Provider) -> Exporter:
    return Exporter(providers, CLOCK)


def _files(folder: Path) -> dict[str, str]:
    found = [file for file in folder.rglob("*") if file.is_file() and file.name != "export.json"]
    return {file.relative_to(folder).as_posix(): file.read_bytes().decode() for file in found}


@pytest.fixture
def vault() -> Iterator[Vault]:
    made = Vault.throwaway()
    yield made
    made.close()


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    documents=st.dictionaries(
        PATHS,
        st.tuples(
            st.text(max_size=40),
            st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=3),
        ),
        max_size=5,
    ),
    number=st.uuids(),
)
def test_every_stored_document_is_read_back(
    tmp_path: Path, documents: dict[str, tuple[str, dict[str, object]]], number: object
) -> None:
    vault = Vault.throwaway()
    with vault.unit() as unit:
        for path, (text, meta) in documents.items():
            vault.documents.put(unit, path, text, meta)
        unit.commit()
    _exporter(stored(vault)).write(tmp_path / str(number))
    read = {path: read_markdown(content) for path, content in _files(tmp_path / str(number)).items()}
    assert read == {path: (meta, text) for path, (text, meta) in documents.items()}
    vault.close()


def test_what_is_left_out_stays_out(tmp_path: Path, vault: Vault) -> None:
    with vault.unit() as unit:
        vault.documents.put(unit, "library/a.md", "x")
        vault.documents.put(unit, "notes/a.md", "y")
        unit.commit()
    _exporter(stored(vault, leave_out=("library/",))).write(tmp_path / "tree")
    assert list(_files(tmp_path / "tree")) == ["notes/a.md"]


def test_a_preview_tells_and_writes_nothing(tmp_path: Path) -> None:
    exporter = _exporter(_giving(("a.md", "xy"), ("b/c.md", "z")))
    preview = exporter.preview(tmp_path / "tree")
    assert (preview.files, preview.characters) == (("a.md", "b/c.md"), 3)
    assert list(tmp_path.iterdir()) == []
    assert exporter.write(tmp_path / "tree") == preview


def test_hostile_paths_stay_inside_and_apart(tmp_path: Path) -> None:
    paths = ("../../out.md", "/etc/out.md", "out.md", "OUT.md", "out.md/b.md", "..\\out.md")
    _exporter(_giving(*((path, path) for path in paths))).write(tmp_path / "tree")
    assert [path.name for path in tmp_path.iterdir()] == ["tree"]
    assert sorted(_files(tmp_path / "tree").values()) == sorted(paths)


def test_the_list_of_files_is_ours(tmp_path: Path) -> None:
    _exporter(_giving(("export.json", "[]"), ("a.md", "x"))).write(tmp_path / "tree")
    listed = json.loads((tmp_path / "tree" / "export.json").read_text())
    assert listed["files"] == ["export_2.json", "a.md"]
    assert listed["made_at"] == "2026-02-08T14:30:00+00:00"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_only_the_owner_may_read(tmp_path: Path) -> None:
    _exporter(_giving(("b/a.md", "x"))).write(tmp_path / "tree")
    for path in [tmp_path / "tree", *(tmp_path / "tree").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_an_earlier_export_is_replaced(tmp_path: Path) -> None:
    folder = tmp_path / "tree"
    _exporter(_giving(("old.md", "x"), ("kept.md", "y"))).write(folder)
    _exporter(_giving(("kept.md", "z"))).write(folder)
    assert _files(folder) == {"kept.md": "z"}
    assert list(tmp_path.iterdir()) == [folder]


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "tree"
    folder.mkdir(parents=True)
    _exporter(_giving(("a.md", "x"))).write(folder)
    assert _files(folder) == {"a.md": "x"}


def test_a_folder_with_anything_else_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "tree"
    exporter = _exporter(_giving(("a.md", "x")))
    exporter.write(folder)
    (folder / "mine.txt").write_text("mine")
    for act in (exporter.write, exporter.preview):
        with pytest.raises(FolderTakenError):
            act(folder)
    assert (folder / "mine.txt").read_text() == "mine"


def test_neither_a_file_nor_a_link_nor_a_forged_list_will_do(tmp_path: Path) -> None:
    exporter = _exporter(_giving(("a.md", "x")))
    (tmp_path / "file").write_text("mine")
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "there")
    (tmp_path / "forged").mkdir()
    (tmp_path / "forged" / "export.json").write_text('{"version": 99, "files": []}')
    for name in ("file", "link", "forged"):
        with pytest.raises(FolderTakenError):
            exporter.write(tmp_path / name)


def test_a_failing_provider_changes_nothing(tmp_path: Path) -> None:
    def failing() -> Iterable[tuple[str, str]]:
        yield "a.md", "new"
        raise RuntimeError("gone")

    folder = tmp_path / "tree"
    _exporter(_giving(("a.md", "old"))).write(folder)
    with pytest.raises(RuntimeError):
        _exporter(failing).write(folder)
    assert _files(folder) == {"a.md": "old"}
    assert list(tmp_path.iterdir()) == [folder]


def test_it_says_how_far_it_has_come_and_ends_where_it_is_not_wanted(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    Exporter([_giving(("a.md", "x")), _giving(("b.md", "y"))], CLOCK, lambda *one: told.append(one)).write(
        tmp_path / "tree"
    )
    assert told == [(0, 2), (1, 2)]

    def unwanted(done: int, of: int) -> None:
        if done == 1:
            raise KeyboardInterrupt

    many = _giving(*((f"{number}.md", "x") for number in range(1000)))
    with pytest.raises(KeyboardInterrupt):
        Exporter([many, many], CLOCK, unwanted).write(tmp_path / "other")
    assert [one.name for one in tmp_path.iterdir()] == ["tree"]
