"""Reflection: who the companion has been lately, and the self-portraits that are kept of it ([E] §6.1)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Protocol

from engine.clock import Clock
from engine.cognition.reflecting.formulas import (
    energy_by_hour,
    mean_energy,
    parted,
    peak_hour,
    trend,
    volatility,
)
from engine.cognition.reflecting.records import Held, Moment, Portrait, Repeated, Report
from engine.cognition.reflecting.telling import told
from engine.errors import InvalidInputError
from engine.intent import Correction
from engine.settings import NoticingSettings
from engine.vault import Vault

FOLDER = "reflections"
LONGEST_DAYS = 3650


class Feelings(Protocol):
    """What a mood room hands in; a profile without one hands in nothing."""

    def course(self, since: datetime, most: int) -> Sequence[Moment]:
        """The mood's moments from `since` on, the latest `most`, oldest first."""

    def lasting(self, since: datetime) -> Sequence[Held]:
        """Feelings that last, and those that faded or were let go from `since` on."""


def _nothing_since(_since: datetime) -> Sequence[Held]:
    return ()


def _nothing() -> Sequence[Correction]:
    return ()


@dataclass(frozen=True, slots=True)
class Remains:
    """What a reflection reads of other rooms; where one is absent, it has nothing.

    `left_open` gives what is open of what was left for later, and what was dropped since then.
    """

    feelings: Feelings | None = None
    left_open: Callable[[datetime], Sequence[Held]] = _nothing_since
    corrections: Callable[[], Sequence[Correction]] = _nothing


class Reflection:
    """Looks back over one companion's time with one person. Nothing here needs a model."""

    def __init__(
        self,
        vault: Vault,
        clock: Clock,
        settings: NoticingSettings,
        remains: Remains,
        *,
        companion: str,
        person: str,
    ) -> None:
        self._vault, self._clock, self._settings = vault, clock, settings
        self._companion, self._person = companion, person
        self._remains = remains

    def report(self, days: int | None = None) -> Report:
        """What the last `days` say, 30 unless given. Raises InvalidInputError."""
        looked = self._settings.reflect_days if days is None else days
        if not 1 <= looked <= LONGEST_DAYS:
            raise InvalidInputError("days", f"must lie between 1 and {LONGEST_DAYS}")
        now = self._clock.now()
        since = now - timedelta(days=looked)
        moments = self._moments(since)
        carried, lost = parted([*self._lasting(since), *self._remains.left_open(since)])
        report = Report(
            at=now,
            since=since,
            felt=self._remains.feelings is not None,
            moments=len(moments),
            trend=trend(moments, self._settings),
            volatility=volatility(moments, self._settings),
            energy=mean_energy(moments),
            by_hour=energy_by_hour(moments, self._clock.local().tzinfo or UTC),
            carried=carried,
            lost=lost,
            corrected=self._corrected(since),
        )
        return report.model_copy(update={"words": told(report)})

    def paint(self) -> Portrait:
        """Keep today's self-portrait; a second one of a day takes the place of the first."""
        report = self.report()
        portrait = Portrait(
            day=self._clock.local().date(),
            at=report.at,
            days=self._settings.reflect_days,
            felt=report.felt,
            moments=report.moments,
            trend=report.trend,
            volatility=report.volatility,
            energy=report.energy,
            peak_hour=peak_hour(report.by_hour),
            carried=tuple(one.ref for one in report.carried),
            lost=tuple(one.ref for one in report.lost),
            corrected=tuple(one.ref for one in report.corrected),
        )
        with self._vault.unit() as unit:
            meta = {"person": self._person, "companion": self._companion}
            self._vault.documents.put(unit, self._path(portrait.day), portrait.model_dump_json(), meta)
            unit.commit()
        return portrait

    def portrait(self) -> Portrait | None:
        """The latest self-portrait, as a boot reads it."""
        paths = self._vault.documents.list(self._folder)
        found = self._vault.documents.get(max(paths)) if paths else None
        return None if found is None else Portrait.model_validate_json(found.text)

    @property
    def _folder(self) -> str:
        return f"{FOLDER}/{self._companion}/{self._person}/"

    def _path(self, day: date) -> str:
        return f"{self._folder}{day.isoformat()}.json"

    def _moments(self, since: datetime) -> Sequence[Moment]:
        feelings = self._remains.feelings
        return [] if feelings is None else feelings.course(since, self._settings.reflect_most)

    def _lasting(self, since: datetime) -> Sequence[Held]:
        feelings = self._remains.feelings
        return [] if feelings is None else feelings.lasting(since)

    def _corrected(self, since: datetime) -> tuple[Repeated, ...]:
        """Mistakes that were corrected again of late, the most repeated first."""
        again = [one for one in self._remains.corrections() if one.times > 1 and one.updated_at >= since]
        return tuple(
            Repeated(ref=one.ref, mistake=one.mistake, times=one.times)
            for one in sorted(again, key=lambda one: -one.times)
        )
