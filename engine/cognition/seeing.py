"""What noticing sees within the room and in the trail, beside what is handed in."""

from collections.abc import Sequence
from dataclasses import replace

from engine.cognition.beliefs.models import ModelBook
from engine.cognition.beliefs.predictions import PredictionBook
from engine.cognition.noticing import Believed, Foreseen, Sight, Sitting, Spoken
from engine.trail import LOCAL, Trail

OTHERS = 2
"""As many times together are looked at, as those of other programs lie in between."""


def seeing(given: Sight, trail: Trail, models: ModelBook, predictions: PredictionBook) -> Sight:
    """`given` with the times together, and with what is believed and foreseen."""

    def believed() -> Sequence[Believed]:
        return [Believed(one.ref, one.statement, len(one.standing)) for one in models.live()]

    def foreseen() -> Sequence[Foreseen]:
        return [Foreseen(one.ref, one.statement, one.deadline) for one in predictions.pending()]

    def sittings(limit: int) -> Sequence[Sitting]:
        found = [one for one in trail.episodes(OTHERS * limit) if one.origin == LOCAL]
        return [Sitting(one.id, one.opened_at, one.last_step_at) for one in found[:limit]]

    return replace(
        given,
        beliefs=believed,
        predictions=foreseen,
        projects=lambda since: [
            Spoken(one.project, one.episode_id, one.at) for one in trail.book.projects(since)
        ],
        sittings=sittings,
        spoken_at=trail.book.spoken_at,
    )


def open_episode(trail: Trail) -> str | None:
    """The id of the time together that is open."""
    current = trail.current()
    return None if current is None else current.id
