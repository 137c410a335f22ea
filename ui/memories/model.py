"""The view-model of memories: a search with filters, one result in full, contradictions, and forgetting. No Qt."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from ui.connections.model import Connections
from ui.doors import Door, Fault, Loading
from ui.memories import operations
from ui.memories.linking import Linking
from ui.memories.narrowing import Narrowing
from ui.memories.records import Conflict, Detail, Found
from ui.observable import Signal

PAGE, SEARCHED_PAGE, LONGEST_PAGE = 200, operations.USUAL, 1000
FEW = 30
"""Rows below which the next page is read at once."""


class Memories:
    """Results and the verbs on them. Without words to search for, the latest memories are shown."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._asked = 0
        self.more = False  # whether there may be further ones
        self._revealing = ""
        self.query = ""
        self.narrowing = Narrowing()
        self.archived = False
        self.results: list[Found] = []
        self.conflicts: list[Conflict] = []
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.current: Found | None = None
        self.detail: Detail | None = None
        self.besides = 0  # how much went with what was forgotten last
        self.back: Callable[[], None] | None = None
        self._place = 0
        self.conflict: Conflict | None = None
        self.linking = Linking(door)
        self.connections = Connections(door)
        self.listed: Signal[[]] = Signal()
        self.detailed: Signal[[]] = Signal()
        self.told: Signal[[str]] = Signal()  # which verb was carried out
        self.failed: Signal[[Fault]] = Signal()
        self.linking.done.connect(self._linked)
        self.linking.failed.connect(self.failed.emit)

    # Looking

    def load(self) -> None:
        """Look anew for what is looked for, and for contradictions."""
        # As far as was scrolled to already, so that a change of one does not shorten the list.
        self._look(0, min(LONGEST_PAGE, max(self._page, len(self.results))))
        operations.conflicts(self._door, self._conflicting, lambda _: None)

    def load_more(self) -> None:
        """The next ones after those that are here, where there are any."""
        if self.more and self.loading is Loading.READY:
            self._look(len(self.results), self._page)

    def _look(self, skip: int, limit: int) -> None:
        self._asked += 1
        asked = self._asked
        self.loading, self.fault = Loading.LOADING, None

        def found(results: list[Found]) -> None:
            if asked == self._asked:
                self._take(results, skip, limit)

        def failed(fault: Fault) -> None:
            if asked == self._asked:
                self.loading, self.fault = Loading.FAILED, fault
                self.listed.emit()

        if self.narrowing.excludes_all:
            found([])
        elif self.searched:
            most = min(skip + limit, operations.MOST)
            operations.search(self._door, self.query, self.narrowing, most, success=found, failure=failed)
        else:
            operations.latest(self._door, self.archived, (skip, limit), found, failed)
        self.listed.emit()

    def _take(self, results: list[Found], skip: int, limit: int) -> None:
        """A search is told anew from its best; of what is listed, the next page is put behind what is here."""
        if self.searched:
            self.more = skip + limit <= len(results) < operations.MOST
            self._show(results)
            return
        self.more = len(results) >= limit
        known = {one.ref for one in self.results[:skip]}
        self._show([*self.results[:skip], *(one for one in results if one.ref not in known)])
        if len(self.shown()) < FEW:  # too few for a list that could be scrolled
            self.load_more()

    @property
    def _page(self) -> int:
        return SEARCHED_PAGE if self.searched else PAGE

    @property
    def searched(self) -> bool:
        """Whether the mind looks for what is sought; among what was put away, it is looked for here."""
        return bool(self.query) and not self.archived

    def seek(self, query: str) -> None:
        self._begin_list()
        self.query = query.strip()
        self.load()

    def _begin_list(self) -> None:
        """Another list, which begins at its top."""
        self.results, self._place, self.more = [], 0, False

    def reveal(self, ref: str) -> None:
        """Choose a memory once the latest are read, also one that is not among them."""
        self.narrowing, self.archived = Narrowing(), False
        self._revealing = ref
        self.seek("")

    def narrow(self, **changes: Any) -> None:
        """Change some of the filters, by the names of `Narrowing`."""
        self.narrowing = replace(self.narrowing, **changes)
        self.load()

    def show_archived(self, archived: bool) -> None:
        """Show what was put away instead."""
        self._begin_list()
        self.archived = archived
        self.load()

    def shown(self) -> list[Found]:
        """The results; the latest memories are narrowed here, a search was narrowed by the mind."""
        if self.searched:
            return self.results
        words = self.query.casefold().split()
        listed = self.narrowing.among(self.results, datetime.now(UTC))
        return [one for one in listed if all(word in f"{one.title} {one.text}".casefold() for word in words)]

    # One of them

    def select(self, ref: str) -> None:
        """Choose a result; a node is then read in full."""
        self.current = next((one for one in self.results if one.ref == ref), None)
        shown = self.shown()
        self._place = shown.index(self.current) if self.current in shown else 0
        self.detail = None
        self.linking.give_up()
        self.detailed.emit()
        if self.current is not None and self.current.origin == "memory":
            self._read(self.current)

    def follow(self, ref: str) -> None:
        """Go along a link to another node."""

        def found(detail: Detail) -> None:
            self.current, self.detail = detail.row, detail
            self.detailed.emit()

        operations.detail(self._door, ref.partition(":")[2], found, self.failed.emit)

    def forget(self) -> None:
        """Forget the chosen one, with what rests on it; it can come back."""
        if self.current is None:
            return
        refs = [self.current.ref]

        def forgotten(count: int) -> None:
            self.besides = max(0, count - 1)
            self._done("forget", lambda: operations.bring_back(self._door, refs, *self._undone()))

        operations.forget(self._door, refs, forgotten, self.failed.emit)

    def toggle_archived(self) -> None:
        """Put the chosen node away, or bring it back."""
        if self.current is None or self.detail is None:
            return
        node, door = self.current.id, self._door
        there, back = operations.put_away, operations.take_out
        verb = "restore" if self.detail.archived else "archive"
        if self.detail.archived:
            there, back = back, there
        there(
            door, node, lambda: self._done(verb, lambda: back(door, node, *self._undone())), self.failed.emit
        )

    def toggle_private(self) -> None:
        """Keep the chosen node private, or show it again; it stays chosen."""
        if self.current is None or self.detail is None:
            return
        ref, private = self.current.ref, not self.current.private

        def back() -> None:
            operations.keep_private(self._door, ref.partition(":")[2], not private, undone, self.failed.emit)

        def done(besides: int) -> None:
            # What went with it stays private: where there is such, one step back would not be all of the way.
            self._kept("hide" if private else "show", ref, None if besides else back)

        def undone(_: int) -> None:
            self._kept("show" if private else "hide", ref, None)

        operations.keep_private(self._door, self.current.id, private, done, self.failed.emit)

    def reword(self, words: Mapping[str, str]) -> None:
        """Let the chosen node say what the person wrote; what stands in its place stays chosen."""
        if self.current is not None and self.detail is not None:
            operations.reword(self._door, self.current.id, words, self._worded, self.failed.emit)

    def unword(self) -> None:
        """Let the chosen node say again what it said before the person worded it anew."""
        found = self.current
        if found is None or self.detail is None or self.detail.former is None:
            return
        words = {"text": found.text, "title": found.title}

        def unworded(row: Found) -> None:
            back = partial(operations.reword, self._door, row.id, words, self._worded, self.failed.emit)
            self._kept("unword", found.ref, back, row.ref)

        operations.unword(self._door, found.id, unworded, self.failed.emit)

    def _worded(self, row: Found) -> None:
        def undone(was: Found) -> None:
            self._kept("unword", row.ref, None, was.ref)

        back = partial(operations.unword, self._door, row.id, undone, self.failed.emit)
        self._kept("reword", "" if self.current is None else self.current.ref, back, row.ref)

    def _kept(self, verb: str, ref: str, back: Callable[[], None] | None, now: str = "") -> None:
        """What changed stays chosen, as it is now: under the ref `now` where it has another one."""
        self.back = back
        self.told.emit(verb)
        if self.current is not None and self.current.ref == ref:
            self.follow(now or ref)
        self.load()

    def confirm(self) -> None:
        """Say that the chosen node still holds; it stays chosen."""
        if self.current is None or self.detail is None:
            return
        chosen, before = self.current.id, self.detail.confirmed_at
        told = partial(self._confirmed, chosen, before)
        operations.confirm(self._door, chosen, told, self.failed.emit)

    def sleep_on(self) -> None:
        """Sleep on the chosen node now: what it belongs together with, and whether it was known already."""
        if self.current is None or self.detail is None:
            return

        def slept(runs: list[str]) -> None:
            back = partial(self._wake_from, runs) if runs else None
            self._kept("slept" if runs else "slept on", "", back)
            self._read_again()

        self.back = None
        self.told.emit("sleep")
        operations.sleep_on(self._door, self.current.ref, slept, self.failed.emit)

    def _wake_from(self, runs: list[str]) -> None:
        """Take back what these runs changed, the last of them first."""
        if not runs:
            self._kept("undo", "", None)
            self._read_again()
            return
        then = partial(self._wake_from, runs[1:])
        operations.wake_from(self._door, runs[0], then, self.failed.emit)

    def begin_link(self) -> None:
        """Look for something to link the chosen node with."""
        if self.detail is not None:
            self.linking.begin(self.detail)

    # Contradictions

    def choose_conflict(self, conflict_id: str) -> None:
        self.conflict = next((one for one in self.conflicts if one.id == conflict_id), None)
        self.detailed.emit()

    def resolve(self, choice: str, text: str = "") -> None:
        """Settle the chosen contradiction: keep_a, keep_b, both, or merged with the words that are so."""
        if self.conflict is None:
            return
        settled = self.conflict.id

        def done() -> None:
            self._done("resolve", lambda: operations.reopen(self._door, settled, *self._undone()))

        operations.resolve(self._door, settled, choice, text, success=done, failure=self.failed.emit)

    def _confirmed(self, node: str, before: datetime | None) -> None:
        def undone() -> None:
            self.back = None
            self.told.emit("unconfirm")
            self._read_again()

        def back(at: datetime) -> None:
            operations.confirm_as_before(self._door, node, at, undone, self.failed.emit)

        self.back = None if before is None else partial(back, before)
        self.told.emit("confirm")
        self._read_again()

    def _linked(self, verb: str) -> None:
        self.back = self.linking.undo if verb in {"link", "unlink"} else None
        self.told.emit(verb)
        self._read_again()
        if verb == "contradict":
            self.load()

    def _read_again(self) -> None:
        if self.current is not None:
            self._read(self.current)

    def undo(self) -> None:
        """Take back what was done last, where that can be."""
        back, self.back = self.back, None
        if back is not None:
            back()

    def _done(self, verb: str, back: Callable[[], None] | None = None) -> None:
        """What was chosen makes way for what stands in its place."""
        self.current = self.detail = self.conflict = None
        self.back = back
        self.told.emit(verb)
        self.detailed.emit()
        self.load()

    def _undone(self) -> tuple[Callable[[], None], Callable[[Fault], None]]:
        """What is called once something was taken back, or could not be."""
        return lambda: self._done("undo"), self.failed.emit

    def _read(self, chosen: Found) -> None:
        def found(detail: Detail) -> None:
            if self.current is not None and self.current.ref == chosen.ref:
                self.detail = detail
                self.detailed.emit()

        operations.detail(self._door, chosen.id, found, self.failed.emit)

    def _show(self, results: list[Found]) -> None:
        self.loading, self.results = Loading.READY, results
        if self.current is not None and self.current.ref not in {one.ref for one in results}:
            self.current = self.detail = None
            self.detailed.emit()
        if self._revealing:
            self._choose_revealed()
        elif self.current is None:
            self._choose_next()
        self.listed.emit()

    def _choose_next(self) -> None:
        shown = self.shown()
        if shown:
            self.select(shown[min(self._place, len(shown) - 1)].ref)

    def _choose_revealed(self) -> None:
        """What is among those that were read, or else read by its ref."""
        ref, self._revealing = self._revealing, ""
        if any(one.ref == ref for one in self.results):
            self.select(ref)
        elif ref.startswith("node:"):
            self.follow(ref)

    def _conflicting(self, conflicts: list[Conflict]) -> None:
        self.conflicts = conflicts
        if self.conflict is not None and self.conflict.id not in {one.id for one in conflicts}:
            self.conflict = None
        self.listed.emit()
