"""How a run's changes are taken back, a verb a kind of change, the latest change first."""

from collections.abc import Callable, Mapping
from datetime import timedelta

from engine.cognition import Principle
from engine.memory import LinkType
from engine.night.records import Change
from engine.night.working import Rooms

MERGED, ARCHIVED, STRENGTH, OPPOSED, EVIDENCE, PROPOSED, BELIEVED, MADE, LINKED, RISEN = (
    "merged", "archived", "strength", "opposed", "evidence", "proposed", "believed", "made", "linked", "risen",
)  # fmt: skip
BY_NIGHT = "night"
"""The source of the links that a run makes."""
DAY = timedelta(days=1)


def undo(rooms: Rooms, change: Change) -> None:
    """Take back one change. What was changed again since, by hand, is left as it is now. Raises CompanionError."""
    _VERBS[change.what](rooms, change)


def _bare(ref: str) -> str:
    return ref.partition(":")[2]


def _unmerge(rooms: Rooms, change: Change) -> None:
    """The sources stand again, and what was made of them is put away."""
    if rooms.memory.node(_bare(change.ref), withdrawn=True).archived_at is None:
        rooms.memory.archive(_bare(change.ref))
    for source in change.before["sources"]:
        rooms.memory.bring_back(_bare(source))


def _unarchive(rooms: Rooms, change: Change) -> None:
    rooms.memory.bring_back(_bare(change.ref))


def _restrengthen(rooms: Rooms, change: Change) -> None:
    """Only where nobody changed it since."""
    if rooms.memory.node(_bare(change.ref), withdrawn=True).strength == change.before["after"]:
        rooms.memory.set_strength(_bare(change.ref), change.before["strength"])


def _unoppose(rooms: Rooms, change: Change) -> None:
    """Where nobody else noticed it, and the person settled nothing."""
    rooms.memory.let_go_of_contradiction(_bare(change.ref), _bare(change.before["other"]), BY_NIGHT)


def _take_evidence_back(rooms: Rooms, change: Change) -> None:
    """Of a belief or a principle."""
    is_principle = change.ref.startswith(f"{Principle.kind}:")
    book = rooms.cognition.principles if is_principle else rooms.cognition.models
    book.let_go_of(_bare(change.ref), change.before["source"])


def _unlink(rooms: Rooms, change: Change) -> None:
    other, kind = _bare(change.before["other"]), LinkType(change.before["kind"])
    rooms.memory.unlink(_bare(change.ref), other, kind)


def _sink(rooms: Rooms, change: Change) -> None:
    """What became part of the companion is put away."""
    if rooms.memory.node(_bare(change.ref), withdrawn=True).archived_at is None:
        rooms.memory.archive(_bare(change.ref))


def _take_made_back(rooms: Rooms, change: Change) -> None:
    rooms.cognition.take_back(change.ref)


def _take_proposal_back(rooms: Rooms, change: Change) -> None:
    rooms.cognition.predictions.undo(_bare(change.ref))


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
    RISEN: _sink,
}
