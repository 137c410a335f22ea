"""What the person wants to see no more: a finding, a page of the journal, or a problem that was thought about.

It is shown nowhere, nor what a later run says in the same words, and no brief tells of it; taken back it stands as
before.
"""

from collections.abc import Collection

from engine.night.errors import JobMoveError, LineMissingError
from engine.night.queue import JobQueue
from engine.night.records import JobKind, Line
from engine.night.store import NightStore
from engine.vault import Vault

RUN = "run:"


class Dismissal:
    """Of one companion with one person. A thing is named by its ref: `line:…` or `run:…`."""

    def __init__(self, vault: Vault, store: NightStore, queue: JobQueue, told: Collection[JobKind]) -> None:
        """`told` are the kinds of runs whose lines are shown one by one."""
        self._vault, self._store, self._queue, self._told = vault, store, queue, told

    def dismiss(self, ref: str) -> None:
        """Show it no more. Raises LineMissingError, JobMissingError, JobMoveError."""
        refs = self._of_problem(ref) if ref.startswith(RUN) else [self._line(ref).ref]
        with self._vault.unit() as unit:
            self._store.dismiss(unit, refs, ref)
            unit.commit()

    def show_again(self, ref: str) -> None:
        """Take it back; what was not dismissed stays as it is. Raises LineMissingError, JobMissingError."""
        if ref.startswith(RUN):
            self._queue.job(ref)
        else:
            self._line(ref)
        with self._vault.unit() as unit:
            self._store.show_again(unit, ref)
            unit.commit()

    def _line(self, ref: str) -> Line:
        found = self._store.line(ref.removeprefix(f"{Line.kind}:"))
        if found is None or self._queue.job(found.run).kind not in self._told:
            raise LineMissingError("There is no such finding, nor such a page of the journal.")
        return found

    def _of_problem(self, ref: str) -> list[str]:
        job = self._queue.job(ref)
        if job.kind is not JobKind.PROBLEM or not job.state.is_over:
            raise JobMoveError("Only a problem that was thought about is dismissed.")
        return [job.ref, *(line.ref for line in self._store.lines(job.id))]
