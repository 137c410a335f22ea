"""What lasts of a mood: imprints, and the temperament that they pull ([E] §3.4)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from engine.errors import InvalidInputError
from engine.ids import new_id
from engine.mood.formulas.drift import drifted, faded_strength, temperament
from engine.mood.records import Imprint, ImprintOrigin
from engine.mood.store import MoodStore, Standing
from engine.settings import MoodSettings
from engine.trail import MoodPoint
from engine.vault import UnitOfWork

FELT = ImprintOrigin.FELT


class Lasting:
    """The imprints of one mood. A change needs the caller's unit of work, and a mood that is settled until today."""

    def __init__(self, store: MoodStore, settings: MoodSettings) -> None:
        self._store, self._settings = store, settings

    def checked(self, feeling: str, strength: float | None) -> float:
        """The strength of an imprint made by hand. Raises InvalidInputError."""
        made = self._settings.imprint_strength if strength is None else strength
        if not feeling.strip():
            raise InvalidInputError("feeling", "must say something")
        if not self._settings.imprint_least <= made <= 1.0:
            raise InvalidInputError("strength", f"must lie between {self._settings.imprint_least} and 1")
        return made

    def make(
        self,
        unit: UnitOfWork,
        point: MoodPoint,
        now: datetime,
        *,
        feeling: str,
        strength: float,
        origin: ImprintOrigin,
        sources: Sequence[str],
    ) -> Imprint:
        """Keep how it feels."""
        made = Imprint(new_id("i"), feeling, origin, point, strength, strength, now, tuple(sources))
        self._store.add_imprint(unit, made)
        return made

    def marks(self, unit: UnitOfWork, intensity: float, episode_id: str, now: datetime) -> bool:
        """Whether a moment leaves an imprint: strong, and stronger than what its Episode left, which then goes.

        One of an Episode is enough; a small model finds too many moments strong.
        """
        episode = f"episode:{episode_id}"
        before = [one for one in self._store.imprints() if one.origin == FELT and episode in one.sources]
        strongest = max((one.made_strength for one in before), default=0.0)
        if intensity < self._settings.imprint_from or intensity <= strongest:
            return False
        for one in before:
            self._store.let_go(unit, one.id, now)
        return True

    def imprints(self, now: datetime, *, over: bool) -> list[Imprint]:
        """Oldest first, with their strength of now; without `over` only what has not faded."""
        aged = [replace(one, strength=self._strength(one, now)) for one in self._store.imprints(over=over)]
        return aged if over else [one for one in aged if one.strength >= self._settings.imprint_least]

    def fading(self, imprint: Imprint, now: datetime, steps: int) -> list[tuple[datetime, float]]:
        """How strong it was from when it came until now, or until it was over, at `steps` equal distances apart."""
        over = [at for at in (imprint.archived_at, imprint.let_go_at) if at is not None]
        span = max(timedelta(0), min([now, *over]) - imprint.created_at)
        moments = [imprint.created_at + span * step / steps for step in range(steps + 1)]
        return [(at, self._strength(imprint, at)) for at in moments]

    def lost(self, since: datetime, limit: int) -> list[Imprint]:
        """Those that faded or were let go since then, the newest `limit`, oldest first."""
        return self._store.lost(since, limit)

    def settled(self, unit: UnitOfWork, standing: Standing, now: datetime) -> Standing:
        """With the temperament as it was pulled until today, and what has faded archived."""
        pulled = replace(standing, drift=self._drift(standing, now), drifted_on=day_of(now))
        least = self._settings.imprint_least
        faded = [one.id for one in self._store.imprints(over=False) if self._strength(one, now) < least]
        self._store.archive(unit, faded, now)
        return pulled

    def temperament(self, standing: Standing, now: datetime) -> MoodPoint:
        """Where the mood rests."""
        return temperament(self._drift(standing, now), self._settings)

    def _strength(self, one: Imprint, now: datetime) -> float:
        return faded_strength(one.made_strength, now - one.created_at, self._settings)

    def _drift(self, standing: Standing, now: datetime) -> tuple[float, float, float]:
        if standing.drifted_on >= day_of(now):
            return standing.drift
        pulling = self._store.imprints(over=False, pulling=True)
        return drifted(standing.drift, standing.drifted_on, day_of(now), pulling, self._settings)


def day_of(now: datetime) -> date:
    """The calendar day that ageing counts by: UTC, so that travel counts none twice."""
    return now.astimezone(UTC).date()
