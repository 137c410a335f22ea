"""How a run's changes are taken back, a verb a kind of change, the latest change first."""

from collections.abc import Callable, Mapping
from contextlib import suppress

from engine.cognition import Principle
from engine.errors import NotFoundError
from engine.memory import LinkType, Node, NodeMissingError
from engine.night.records import Change
from engine.night.working import Rooms
from engine.person import QuestionMoveError, UndoRefusedError

(
    MERGED, ARCHIVED, STRENGTH, OPPOSED, EVIDENCE, PROPOSED, BELIEVED, MADE, LINKED, RISEN, STATED, ASKED, SYNTHESISED,
    NOMINATED, WEIGHED, WONDERED,
) = (
    "merged", "archived", "strength", "opposed", "evidence", "proposed", "believed", "made", "linked", "risen",
    "stated", "asked", "synthesised", "nominated", "weighed", "wondered",
)  # fmt: skip
MARKED = "marked"
"""Until when memories were looked through (`ref` names for what) moved on; the night itself turns it back."""
BY_NIGHT = "night"
"""The source of the links that a run makes."""


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
