"""How the person seems, and what follows from it: a gentler tone today, a question tomorrow (`one-mind.md`, "Claims").

It is a guess of the model and stays one: it cites what was said, it expires in days, and it is no fact. A decline over
weeks is noticed, a bad day is none ([E] §2.3.2).
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import takewhile

import numpy as np

from engine.mood.records import Seeming, Seen
from engine.mood.store import MoodStore
from engine.mood.tone import check_in_line, decline_line
from engine.settings import MoodSettings
from engine.vault import UnitOfWork

MOST = 2000

WEIGHTS = {
    Seeming.GLAD: 1.0,
    Seeming.USUAL: 0.0,
    Seeming.TIRED: -0.5,
    Seeming.TENSE: -0.7,
    Seeming.UNWELL: -0.8,
    Seeming.LOW: -1.0,
}


class Care:
    """What was seen of one person."""

    def __init__(self, store: MoodStore, settings: MoodSettings) -> None:
        self._store, self._settings = store, settings

    def see(self, unit: UnitOfWork, value: object, now: datetime, *, episode_id: str, source: str) -> None:
        """Keep what a reflection says of how the person seems; what is no such word says nothing."""
        if isinstance(value, str) and value in set(Seeming):
            self._store.see(unit, Seen(now, Seeming(value), episode_id, source))

    def seen(self, now: datetime, *, limit: int = MOST) -> list[Seen]:
        """Within the days over which a decline is looked for, newest first."""
        return self._store.seen(now - timedelta(days=self._settings.decline_days), limit)

    def declining(self, now: datetime) -> bool:
        """Whether they seem to do worse and worse, over weeks."""
        return declines(self.seen(now), self._settings)

    def is_due(self, now: datetime) -> bool:
        """Whether they had it hard of late: the tone is gentler then."""
        return self._hard(now, timedelta(hours=self._settings.care_hours)) is not None

    def to_ask(self, now: datetime, episode_id: str | None) -> Seen | None:
        """What is to be asked about: how they seemed at the end of an earlier time together, some days ago at most."""
        found = self._hard(now, timedelta(days=self._settings.care_days))
        return None if found is None or found.episode_id == episode_id else found

    def opening(self, now: datetime, episode_id: str | None) -> tuple[str, str] | None:
        """The line for an opening that asks how they are, with the ref it rests on; None where nothing asks for it."""
        asked = self.to_ask(now, episode_id)
        if asked is not None:
            return check_in_line(asked.seeming), asked.source
        worse = self.fell(now, episode_id)
        return None if worse is None else (decline_line(), worse.source)

    def fell(self, now: datetime, episode_id: str | None) -> Seen | None:
        """The last that was hard, where a decline over weeks showed with the latest time together, and not before.

        So it is told once, and again only after it went better in between.
        """
        seen = [one for one in self.seen(now) if one.episode_id != episode_id]
        latest = seen[0].episode_id if seen else None
        before = [one for one in seen if one.episode_id != latest]
        if not declines(seen, self._settings) or declines(before, self._settings):
            return None
        return next((one for one in seen if one.seeming.hard), None)

    def _hard(self, now: datetime, within: timedelta) -> Seen | None:
        """How they seemed last, where that was hard for some turns in a row."""
        last: Sequence[Seen] = self._store.seen(now - within, self._settings.care_from)
        row = list(takewhile(lambda one: one.seeming.hard and one.at <= now, last))
        return row[0] if len(row) >= self._settings.care_from else None


def fall(seen: Sequence[Seen], settings: MoodSettings) -> float:
    """How far the daily means fell from the first day to the last, by their line; 0–2, 0 where too little is known.

    Each day counts once, however much was said on it.
    """
    days: dict[int, list[float]] = defaultdict(list)
    for one in seen:
        days[one.at.toordinal()].append(WEIGHTS[one.seeming])
    if len(days) < settings.decline_least:
        return 0.0
    numbers = np.array(sorted(days), dtype=np.float64)
    means = np.array([np.mean(days[int(day)]) for day in numbers])
    numbers -= numbers.mean()
    slope = float((numbers @ (means - means.mean())) / (numbers @ numbers))
    return min(2.0, max(0.0, -slope * float(numbers[-1] - numbers[0])))


def declines(seen: Sequence[Seen], settings: MoodSettings) -> bool:
    """Whether the person seems to do worse and worse."""
    return fall(seen, settings) >= settings.decline_drop
