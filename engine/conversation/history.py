"""Past exchanges, put together from the trail for display."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.conversation.records import Exchange, Recalled, TurnStatus
from engine.conversation.store import note_path_of
from engine.errors import NotFoundError
from engine.trail import Loop, LoopStatus, Step, StepKind, Trail
from engine.vault import Vault


def read_exchanges(trail: Trail, vault: Vault, limit: int, before: str | None) -> list[Exchange]:
    """The last `limit` exchanges before the loop `before`, oldest first; rounds without an utterance are left out."""
    exchanges = []
    for loop in reversed(trail.loops(limit, before)):
        exchange = _exchange(trail, vault, loop, trail.steps_of(loop.id))
        if exchange is not None:
            exchanges.append(exchange)
    return exchanges


def _exchange(trail: Trail, vault: Vault, loop: Loop, steps: Sequence[Step]) -> Exchange | None:
    said = next((step for step in steps if step.kind is StepKind.UTTERANCE), None)
    if said is None:
        return None
    answer = next((step for step in steps if step.kind is StepKind.ANSWER), None)
    recall = next((step for step in steps if step.kind is StepKind.RECALL), None)
    path = note_path_of(vault, loop.id)
    note = vault.documents.get(path) if path is not None else None
    return Exchange(
        loop_id=loop.id,
        episode_id=loop.episode_id,
        surface=loop.surface,
        at=said.at,
        utterance=said.text,
        answer=None if answer is None else answer.text,
        status=_status(loop, answer),
        recalled=() if recall is None else _recalled(trail, recall.details),
        note=None if note is None else note.text.strip(),
    )


def _status(loop: Loop, answer: Step | None) -> TurnStatus:
    if loop.status is LoopStatus.OPEN:
        return TurnStatus.OPEN
    if answer is None or loop.status is LoopStatus.INTERRUPTED:
        return TurnStatus.INTERRUPTED
    return TurnStatus.STOPPED if answer.interrupted else TurnStatus.DONE


def _recalled(trail: Trail, details: Mapping[str, Any]) -> tuple[Recalled, ...]:
    """The recalled items by their ids; what has been withdrawn or erased since is not shown again."""
    found = []
    for item in details.get("items", ()):
        try:
            step = trail.step(item["id"])
        except NotFoundError:
            continue
        if step.withdrawn_at is None:
            found.append(
                Recalled(
                    id=step.id,
                    kind="step",
                    text=step.text,
                    score=item["score"],
                    when=step.at,
                    in_stream=item["in_stream"],
                )
            )
    return tuple(found)
