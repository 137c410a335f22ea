import threading

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.vault import IntegrityError, Migration, Schema, UnitError, UnitOfWork, Vault

NOTES = Schema("notes", (Migration(1, ("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)",)),))


class UnitsOfWork(RuleBasedStateMachine):
    """Units nested in any way, against a plain list: only what all units agreed to is written."""

    @initialize()
    def open_vault(self) -> None:
        self.vault = Vault.throwaway([NOTES])
        self.committed: list[str] = []
        self.written: list[str] = []
        self.open: list[tuple[object, UnitOfWork]] = []
        self.spoiled = False

    @rule()
    def begin(self) -> None:
        block = self.vault.unit()
        if self.open and (self.spoiled or self.open[-1][1].committed):
            with pytest.raises(UnitError):
                block.__enter__()
            return
        self.open.append((block, block.__enter__()))

    @precondition(lambda self: self.open)
    @rule(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=5))
    def write(self, text: str) -> None:
        unit = self.open[-1][1]
        if unit.committed or self.spoiled:
            with pytest.raises(UnitError):
                unit.execute("INSERT INTO notes (text) VALUES (?)", (text,))
        else:
            unit.execute("INSERT INTO notes (text) VALUES (?)", (text,))
            self.written.append(text)

    @precondition(lambda self: self.open)
    @rule()
    def commit(self) -> None:
        unit = self.open[-1][1]
        if unit.committed or self.spoiled:
            with pytest.raises(UnitError):
                unit.commit()
            return
        unit.commit()
        if len(self.open) == 1:
            self.committed, self.written = self.committed + self.written, []

    @precondition(lambda self: len(self.open) > 1)
    @rule()
    def commit_the_outer_one_too_early(self) -> None:
        with pytest.raises(UnitError):
            self.open[0][1].commit()

    @precondition(lambda self: self.open)
    @rule()
    def end(self) -> None:
        block, unit = self.open.pop()
        block.__exit__(None, None, None)  # type: ignore[attr-defined]
        self.spoiled = bool(self.open) and (self.spoiled or not unit.committed)
        if not self.open:
            self.written = []

    @invariant()
    def the_vault_holds_what_was_agreed(self) -> None:
        if not hasattr(self, "vault"):
            return
        with self.vault.read() as connection:
            found = [row["text"] for row in connection.execute("SELECT text FROM notes ORDER BY id")]
        assert found == self.committed + self.written

    def teardown(self) -> None:
        while self.open:
            self.end()
        self.vault.close()


UnitsOfWork.TestCase.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
TestUnitsOfWork = UnitsOfWork.TestCase


def _texts(vault: Vault) -> list[str]:
    with vault.read() as connection:
        return [row["text"] for row in connection.execute("SELECT text FROM notes ORDER BY id")]


def test_leaving_by_an_exception_writes_nothing(vault: Vault) -> None:
    with pytest.raises(ZeroDivisionError), vault.unit() as unit:
        unit.execute("INSERT INTO notes (text) VALUES ('lost')")
        1 / 0  # noqa: B018
    assert _texts(vault) == []


def test_an_inner_failure_that_is_swallowed_still_spoils_the_outer_unit(vault: Vault) -> None:
    with vault.unit() as outer:
        outer.execute("INSERT INTO notes (text) VALUES ('a')")
        with pytest.raises(IntegrityError), vault.unit() as inner:
            inner.execute("INSERT INTO notes (text) VALUES (NULL)")
        with pytest.raises(UnitError):
            outer.commit()
    assert _texts(vault) == []


def test_a_refused_statement_leaves_the_unit_usable(vault: Vault) -> None:
    with vault.unit() as unit:
        with pytest.raises(IntegrityError):
            unit.execute("INSERT INTO notes (text) VALUES (NULL)")
        unit.execute("INSERT INTO notes (text) VALUES ('b')")
        unit.commit()
    assert _texts(vault) == ["b"]


def test_a_reference_to_nothing_is_refused(vault: Vault) -> None:
    with pytest.raises(IntegrityError), vault.unit() as unit:
        unit.execute("INSERT INTO notes (text, parent) VALUES ('x', 99)")


def test_a_unit_cannot_begin_inside_a_read(vault: Vault) -> None:
    with vault.read(), pytest.raises(UnitError), vault.unit():
        pass


def test_a_reader_keeps_its_view_while_another_thread_writes(file_vault: Vault) -> None:
    def write() -> None:
        with file_vault.unit() as unit:
            unit.execute("INSERT INTO notes (text) VALUES ('new')")
            unit.commit()

    with file_vault.read() as connection:
        assert connection.execute("SELECT COUNT(*) FROM notes").fetchone()[0] == 0
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
        assert connection.execute("SELECT COUNT(*) FROM notes").fetchone()[0] == 0
    assert _texts(file_vault) == ["new"]


def test_many_threads_write_and_none_is_lost(vault: Vault) -> None:
    def write(name: int) -> None:
        for number in range(20):
            with vault.unit() as unit:
                unit.execute("INSERT INTO notes (text) VALUES (?)", (f"{name}/{number}",))
                unit.commit()
            assert vault.documents.list() == []

    threads = [threading.Thread(target=write, args=(name,)) for name in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(_texts(vault)) == sorted(f"{name}/{number}" for name in range(5) for number in range(20))
