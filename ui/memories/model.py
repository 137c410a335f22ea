"""The view-model of memories: a search with filters, one result in full, contradictions, and forgetting. No Qt."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from ui.connections.model import Connections
from ui.doors import Door, Fault, Loading
from ui.history import Offer, Steps
from ui.memories import operations
from ui.memories.linking import Linking
from ui.memories.narrowing import Narrowing
from ui.memories.records import Conflict, Detail, Doubt, Found
from ui.memories.tending import After, Tended, Tending
from ui.observable import Signal
from ui.shelf.model import holds

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
        self.doubts: list[Doubt] = []  # of facts: they are answered under Questions
        self.conflicts_loading = Loading.IDLE  # how far what contradicts itself is known
        self.conflicts_fault: Fault | None = None  # why it is not
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.current: Found | None = None
        self.detail: Detail | None = None
        self.besides = 0  # how much went with what was forgotten last
        self.steps = Steps()  # what was done here, with the ways back
        self._place = 0
        self.conflict: Conflict | None = None
        self.doubt: Doubt | None = None
        self._tending = Tending(door, self.steps)
        self.linking = Linking(door, self.steps)
        self.connections = Connections(door)
        self.listed: Signal[[]] = Signal()
        self.detailed: Signal[[]] = Signal()
        self.told: Signal[[str]] = Signal()  # which verb was carried out
        self.failed: Signal[[Fault]] = Signal()
        self.unread: Signal[[Fault]] = Signal()  # what is shown could not be read anew
        self._tending.done.connect(self._tended)
        self._tending.failed.connect(self.failed.emit)
        self.linking.done.connect(self._linked)
        self.linking.failed.connect(self.failed.emit)

    # Looking

    def load(self) -> None:
        """Look anew for what is looked for, and for contradictions."""
        self.conflicts_fault = None
        if self.conflicts_loading is not Loading.READY:  # what is known of them stays meanwhile
            self.conflicts_loading = Loading.LOADING
        # As far as was scrolled to already, so that a change of one does not shorten the list.
        self._look(0, min(LONGEST_PAGE, max(self._page, len(self.results))))
        operations.conflicts(self._door, self._conflicting, self._not_conflicting)

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
                if self.results:
                    self.unread.emit(fault)

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
        listed = self.narrowing.among(self.results, datetime.now(UTC))
        return [one for one in listed if holds(self.query, f"{one.title} {one.text}")]

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
        if self.current is not None:
            self._tending.forget(self.current.ref)

    def toggle_archived(self) -> None:
        """Put the chosen node away, or bring it back."""
        if self.current is not None and self.detail is not None:
            tend = self._tending.take_out if self.detail.archived else self._tending.put_away
            tend(self.current.id)

    def toggle_private(self) -> None:
        """Keep the chosen node private, or show it again; it stays chosen."""
        if self.current is not None and self.detail is not None:
            self._tending.keep_private(self.current.ref, private=not self.current.private)

    def reword(self, words: Mapping[str, str]) -> None:
        """Let the chosen node say what the person wrote; what stands in its place stays chosen."""
        if self.current is not None and self.detail is not None:
            self._tending.reword(self.current.ref, words)

    def unword(self) -> None:
        """Let the chosen node say again what it said before the person worded it anew."""
        found = self.current
        if found is not None and self.detail is not None and self.detail.former is not None:
            self._tending.unword(found.ref, {"text": found.text, "title": found.title})

    def confirm(self) -> None:
        """Say that the chosen node still holds; it stays chosen."""
        if self.current is not None and self.detail is not None:
            self._tending.confirm(self.current.id, self.detail.confirmed_at)

    def sleep_on(self) -> None:
        """Sleep on the chosen node now: what it belongs together with, and whether it was known already."""
        if self.current is not None and self.detail is not None:
            self.steps.offer = Offer.NEITHER
            self.told.emit("sleep")
            self._tending.sleep_on(self.current.ref)

    def begin_link(self) -> None:
        """Look for something to link the chosen node with."""
        if self.detail is not None:
            self.linking.begin(self.detail)

    # Contradictions

    def choose_conflict(self, conflict_id: str) -> None:
        """Of memories, or of facts by the ref of its question."""
        self.conflict = next((one for one in self.conflicts if one.id == conflict_id), None)
        self.doubt = next((one for one in self.doubts if one.id == conflict_id), None)
        self.detailed.emit()

    def resolve(self, choice: str, text: str = "") -> None:
        """Settle the chosen contradiction: keep_a, keep_b, both, or merged with the words that are so."""
        if self.conflict is not None:
            self._tending.resolve(self.conflict.id, choice, text)

    def _linked(self, verb: str) -> None:
        self.told.emit(verb)
        self._read_again()
        if verb == "contradict":
            self.load()

    def _read_again(self) -> None:
        if self.current is not None:
            self._read(self.current)

    def _tended(self, tended: Tended) -> None:
        """What was chosen makes way for what stands in its place, or stays and is read as it is now."""
        self.besides = tended.besides
        if tended.after is After.GOES:
            self.current = self.detail = self.conflict = None
        self.told.emit(tended.verb)
        if tended.after is After.GOES:
            self.detailed.emit()
        elif tended.after is After.READ:
            self._read_again()
        elif self.current is not None and self.current.ref == tended.ref:
            self.follow(tended.now or tended.ref)
        self.load()

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

    def _not_conflicting(self, fault: Fault) -> None:
        self.conflicts_loading, self.conflicts_fault = Loading.FAILED, fault
        self.listed.emit()
        if self.conflicts or self.doubts:
            self.unread.emit(fault)

    def _conflicting(self, conflicts: list[Conflict], doubts: list[Doubt]) -> None:
        self.conflicts_loading, self.conflicts, self.doubts = Loading.READY, conflicts, doubts
        if self.doubt is not None and self.doubt.id not in {one.id for one in doubts}:
            self.doubt = None
        if self.conflict is not None and self.conflict.id not in {one.id for one in conflicts}:
            self.conflict = None
        self.listed.emit()
