"""How a run's changes are taken back, a verb a kind of change, the latest change first."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from engine.clock import Clock
from engine.cognition import Principle
from engine.errors import NotFoundError
from engine.memory import LinkType, Node, NodeMissingError
from engine.night.queue import JobQueue
from engine.night.records import Change, Job, JobMoveError, JobState
from engine.night.store import NightStore
from engine.night.working import Rooms
from engine.person import QuestionMoveError, UndoRefusedError
from engine.vault import UnitOfWork, Vault

(
    MERGED, ARCHIVED, STRENGTH, OPPOSED, EVIDENCE, PROPOSED, BELIEVED, MADE, LINKED, RISEN, STATED, ASKED, SYNTHESISED,
    NOMINATED, WEIGHED, WONDERED,
) = (
    "merged", "archived", "strength", "opposed", "evidence", "proposed", "believed", "made", "linked", "risen",
    "stated", "asked", "synthesised", "nominated", "weighed", "wondered",
)  # fmt: skip
MARKED = "marked"
"""Until when memories were looked through (`ref` names for what) moved on."""
BY_NIGHT = "night"
"""The source of the links that a run makes."""


class Undoing:
    """What the runs of one companion changed elsewhere, and taking it back. On the engine's thread."""

    def __init__(self, vault: Vault, rooms: Rooms, store: NightStore, queue: JobQueue, clock: Clock) -> None:
        self._vault, self._rooms, self._store, self._queue, self._clock = vault, rooms, store, queue, clock

    def take_back(self, run: str, *, night: bool = False) -> list[Change]:
        """Take back everything that a run changed elsewhere, the latest first; what it wrote down stays readable.

        With `night` what all runs did that were asked for together with it. What they looked at is news again: a later
        run looks at it anew.

        Raises JobMissingError, JobMoveError while one runs or where nothing is left to be undone.
        """
        jobs = self._together(run, night=night)
        changes = self._store.changes(*(job.id for job in jobs))
        if any(job.state is JobState.RUNNING for job in jobs):
            raise JobMoveError("It is still running.", "Cancel it first.")
        if not changes:
            raise JobMoveError("It changed nothing that could be taken back.")
        with self._vault.unit() as unit:
            for change in changes:
                if change.what == MARKED:
                    self._turn_back(unit, change)
                else:
                    undo(self._rooms, change)
            for job in jobs:
                self._store.mark_undone(unit, job.id, self._clock.now())
                self._store.unsee(unit, job.id)
            unit.commit()
        return changes

    def _turn_back(self, unit: UnitOfWork, change: Change) -> None:
        """What was looked through is to be looked through again, unless a later run went on from there."""
        if self._store.value(change.ref) == change.before["after"]:
            self._store.put_value(unit, change.ref, change.before["until"])

    def changes(self, run: str, *, night: bool = False) -> list[Change]:
        """What a run changed elsewhere and was not undone, the latest first; with `night` all of its night.

        Raises JobMissingError.
        """
        return self._store.changes(*(job.id for job in self._together(run, night=night)))

    def _together(self, run: str, *, night: bool) -> list[Job]:
        """The run, with those of the same night where all are wanted."""
        job = self._queue.job(run)
        return self._queue.of_night(job.night) if night and job.night else [job]


def undo(rooms: Rooms, change: Change) -> None:
    """Take back one change. Raises CompanionError.

    What the person changed since is left as it is now, and what was forgotten since stays forgotten: neither keeps
    the rest of the run from being taken back.
    """
    _VERBS[change.what](rooms, change)


def _bare(ref: str) -> str:
    return ref.partition(":")[2]


def _kept(rooms: Rooms, ref: str) -> Node | None:
    """The memory as it is now; None where it was forgotten or erased since."""
    try:
        return rooms.memory.node(_bare(ref))
    except NodeMissingError:
        return None


def _put_away(rooms: Rooms, ref: str) -> None:
    if _kept(rooms, ref) is not None:
        rooms.memory.archive(_bare(ref))


def _bring_back(rooms: Rooms, ref: str) -> None:
    if _kept(rooms, ref) is not None:
        rooms.memory.bring_back(_bare(ref))


def _unmerge(rooms: Rooms, change: Change) -> None:
    """The sources stand again, and what was made of them is put away."""
    _put_away(rooms, change.ref)
    for source in change.before["sources"]:
        _bring_back(rooms, source)


def _unarchive(rooms: Rooms, change: Change) -> None:
    _bring_back(rooms, change.ref)


def _restrengthen(rooms: Rooms, change: Change) -> None:
    """Only where nobody changed it since."""
    node = _kept(rooms, change.ref)
    if node is not None and node.strength == change.before["after"]:
        rooms.memory.set_strength(node.id, change.before["strength"])


def _unoppose(rooms: Rooms, change: Change) -> None:
    """Where nobody else noticed it, and the person settled nothing."""
    rooms.memory.let_go_of_contradiction(_bare(change.ref), _bare(change.before["other"]), BY_NIGHT)


def _take_evidence_back(rooms: Rooms, change: Change) -> None:
    """Of a belief or a principle, where it is still there."""
    is_principle = change.ref.startswith(f"{Principle.kind}:")
    book = rooms.cognition.principles if is_principle else rooms.cognition.models
    if any(one.ref == change.ref for one in book.all()):
        book.let_go_of(_bare(change.ref), change.before["source"])


def _unlink(rooms: Rooms, change: Change) -> None:
    other, kind = _bare(change.before["other"]), LinkType(change.before["kind"])
    rooms.memory.unlink(_bare(change.ref), other, kind)


def _sink(rooms: Rooms, change: Change) -> None:
    """What was written of memories is put away."""
    _put_away(rooms, change.ref)


def _unpromote(rooms: Rooms, change: Change) -> None:
    """What had risen is put away, and a later run may come to the same again: for ever is the person's veto alone."""
    _put_away(rooms, change.ref)
    rooms.identity.growth.reopen(_bare(change.ref))


def _take_made_back(rooms: Rooms, change: Change) -> None:
    rooms.cognition.take_back(change.ref)


def _take_proposal_back(rooms: Rooms, change: Change) -> None:
    """Only what is proposed still: what the person agreed to, or said otherwise, is theirs."""
    predictions = rooms.cognition.predictions
    known = next((one for one in predictions.all() if one.ref == change.ref), None)
    if known is not None and known.outcome is not None and known.outcome.proposed:
        predictions.undo(known.id)


def _unvote(rooms: Rooms, change: Change) -> None:
    rooms.identity.growth.take_back(_bare(change.ref), change.before["run"])


def _reweigh(rooms: Rooms, change: Change) -> None:
    """Only where nobody judged it anew since."""
    node = _kept(rooms, change.ref)
    if node is not None and node.importance == change.before["after"]:
        rooms.memory.set_importance(node.id, change.before["importance"])


def _unstate(rooms: Rooms, change: Change) -> None:
    """A fact that the person changed since, or said themselves, is theirs."""
    with suppress(NotFoundError, UndoRefusedError):
        rooms.person.undo(_bare(change.ref), by=BY_NIGHT)


def _unask(rooms: Rooms, change: Change) -> None:
    """A question that was settled stays settled."""
    with suppress(NotFoundError, QuestionMoveError):
        rooms.person.withdraw_question(_bare(change.ref))


def _stop_wondering(rooms: Rooms, change: Change) -> None:
    """A question that was settled stays settled."""
    rooms.memory.working.let_go(_bare(change.ref))


_VERBS: Mapping[str, Callable[[Rooms, Change], None]] = {
    MERGED: _unmerge,
    ARCHIVED: _unarchive,
    STRENGTH: _restrengthen,
    OPPOSED: _unoppose,
    EVIDENCE: _take_evidence_back,
    PROPOSED: _take_proposal_back,
    BELIEVED: _take_made_back,
    MADE: _take_made_back,
    LINKED: _unlink,
    RISEN: _unpromote,
    SYNTHESISED: _sink,
    NOMINATED: _unvote,
    WEIGHED: _reweigh,
    STATED: _unstate,
    ASKED: _unask,
    WONDERED: _stop_wondering,
}
