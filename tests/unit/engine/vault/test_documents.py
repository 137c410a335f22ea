import unicodedata
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.clock import ManualClock
from engine.errors import InvalidInputError
from engine.vault import Vault
from engine.vault.store import MAX_NAME_BYTES, MAX_PATH_BYTES, valid_path

names = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="/\\:"), min_size=1
)
good_names = names.filter(lambda name: name not in {".", ".."} and "\U0010ffff" not in name)
good_paths = st.lists(good_names, min_size=1, max_size=4).map("/".join).filter(lambda path: len(path) < 40)


@given(st.text())
@example("../x")
@example("a/../b")
@example("a//b")
@example("/a")
@example("a/")
@example("C:a")
@example("a\x00b")
@example("a\u2028b")
def test_a_path_is_refused_or_safe_to_export(path: str) -> None:
    try:
        checked = valid_path(path)
    except InvalidInputError:
        return
    parts = checked.split("/")
    assert all(part not in {"", ".", ".."} for part in parts)
    assert not set(checked) & set("\\:\n\r\0")
    assert len(checked.encode()) <= MAX_PATH_BYTES
    assert valid_path(checked) == checked


@given(good_paths)
def test_ordinary_paths_are_taken(path: str) -> None:
    assert valid_path(path) == unicodedata.normalize("NFC", path)


def test_lengths_are_bounded() -> None:
    assert valid_path("n" * MAX_NAME_BYTES)
    for path in ("n" * (MAX_NAME_BYTES + 1), "/".join(["abc"] * 200)):
        with pytest.raises(InvalidInputError):
            valid_path(path)


class DocumentStore(RuleBasedStateMachine):
    """Documents against a plain dictionary."""

    @initialize()
    def open_vault(self) -> None:
        self.vault = Vault.throwaway()
        self.model: dict[str, tuple[str, dict[str, int]]] = {}

    @rule(path=good_paths, text=st.text(st.characters(exclude_categories=["Cs"])), number=st.integers(-9, 9))
    def put(self, path: str, text: str, number: int) -> None:
        with self.vault.unit() as unit:
            self.vault.documents.put(unit, path, text, {"number": number})
            unit.commit()
        self.model[unicodedata.normalize("NFC", path)] = (text, {"number": number})

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from([*self.model, "never/there"]))
        with self.vault.unit() as unit:
            assert self.vault.documents.remove(unit, path) is (path in self.model)
            unit.commit()
        self.model.pop(path, None)

    @invariant()
    def all_there(self) -> None:
        if not hasattr(self, "vault"):
            return
        assert self.vault.documents.list() == sorted(self.model, key=str.encode)
        for path, (text, meta) in self.model.items():
            found = self.vault.documents.get(path)
            assert found is not None
            assert (found.path, found.text, dict(found.meta)) == (path, text, meta)

    @rule(prefix=good_paths)
    def list_some(self, prefix: str) -> None:
        start = unicodedata.normalize("NFC", prefix)
        expected = sorted((path for path in self.model if path.startswith(start)), key=str.encode)
        assert self.vault.documents.list(prefix) == expected

    def teardown(self) -> None:
        self.vault.close()


DocumentStore.TestCase.settings = settings(max_examples=30, stateful_step_count=15, deadline=None)
TestDocumentStore = DocumentStore.TestCase


def test_replacing_keeps_when_it_began() -> None:
    start = datetime(2026, 2, 8, 14, 30, tzinfo=UTC)
    clock = ManualClock(start)
    vault = Vault.throwaway(clock=clock)
    for text in ("one", "two"):
        with vault.unit() as unit:
            vault.documents.put(unit, "notes/a.md", text)
            unit.commit()
        clock.advance(timedelta(hours=1))
    found = vault.documents.get("notes/a.md")
    assert found is not None
    assert (found.text, found.created_at, found.updated_at) == ("two", start, start + timedelta(hours=1))
    assert vault.documents.get("notes/b.md") is None
    vault.close()


def test_an_uncommitted_document_is_seen_in_its_unit_only(vault: Vault) -> None:
    with vault.unit() as unit:
        vault.documents.put(unit, "a.md", "x")
        assert vault.documents.get("a.md") is not None
    assert vault.documents.get("a.md") is None
