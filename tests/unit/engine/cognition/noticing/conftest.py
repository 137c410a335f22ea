"""What other rooms would hand in, as a test sets it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta

import pytest

from engine.clock import ManualClock
from engine.cognition.noticing import NOTICING_SCHEMA, Believed, Foreseen, Noticing, Sight, Sitting, Spoken
from engine.cognition.reflecting import Held, Moment
from engine.intent import Correction, Goal, GoalStatus
from engine.settings import NoticingSettings
from engine.vault import Vault

NOW = datetime(2026, 2, 28, 15, 0, tzinfo=UTC)
OPEN = "2026-02-28T15-00-00"


@dataclass
class Felt:
    moments: list[Moment] = field(default_factory=list)

    def course(self, since: datetime, most: int) -> Sequence[Moment]:
        return [one for one in self.moments if one.at >= since][-most:]

    def lasting(self, _since: datetime) -> Sequence[Held]:
        return []


class Watch:
    """Noticing over lists that a test fills; a time together is open."""

    def __init__(self, vault: Vault, clock: ManualClock) -> None:
        self.vault, self.clock = vault, clock
        self.settings = NoticingSettings()
        self.goals: list[Goal] = []
        self.stale: list[Goal] = []
        self.near: list[Goal] = []
        self.corrections: list[Correction] = []
        self.dormant: list[Correction] = []
        self.predictions: list[Foreseen] = []
        self.beliefs: list[Believed] = []
        self.projects: list[Spoken] = []
        self.sittings: list[Sitting] = []
        self.spoken: list[datetime] = []
        self.felt: Felt | None = None
        self.episode: str | None = OPEN
        self.is_hard = False
        self.noticing = self.another()

    def another(self, companion: str = "elara", person: str = "mira") -> Noticing:
        """The same, as another process or another companion has it."""
        sight = Sight(
            goals=lambda: self.goals,
            stale_goals=lambda: self.stale,
            near_goals=lambda: self.near,
            corrections=lambda: self.corrections,
            dormant_corrections=lambda: self.dormant,
            predictions=lambda: self.predictions,
            beliefs=lambda: self.beliefs,
            projects=lambda since: [one for one in self.projects if one.at >= since],
            sittings=lambda limit: self.sittings[:limit],
            spoken_at=lambda _: self.spoken,
            feelings=self.felt,
            is_hard=lambda: self.is_hard,
        )
        return Noticing(
            self.vault,
            self.clock,
            self.settings,
            sight,
            lambda: self.episode,
            companion=companion,
            person=person,
        )

    def wait(self, **span: float) -> None:
        self.clock.advance(timedelta(**span))


def goal(
    title: str,
    *,
    days: float = 0,
    project: str | None = None,
    deadline: date | None = None,
    status: GoalStatus = GoalStatus.ACTIVE,
) -> Goal:
    """One that was touched so many days ago."""
    at = NOW - timedelta(days=days)
    return Goal(
        id=f"g_{title}",
        created_at=at,
        updated_at=at,
        number=1,
        title=title,
        project=project,
        deadline=deadline,
        status=status,
    )


def correction(mistake: str, *, times: int = 1, activations: int = 0, days: float = 40) -> Correction:
    """One given, and last needed where it ever was, so many days ago."""
    at = NOW - timedelta(days=days)
    return Correction(
        id=f"c_{mistake[:8]}",
        created_at=at,
        updated_at=at,
        mistake=mistake,
        correction="Do not.",
        times=times,
        activations=activations,
        last_activated_at=at if activations else None,
    )


def sittings(*hours_apart: float, now: datetime = NOW) -> list[Sitting]:
    """Times together of half an hour with these absences between them, newest first; the newest begins now."""
    found = [Sitting(OPEN, now, now)]
    for number, hours in enumerate(hours_apart, start=1):
        ended = found[-1].opened_at - timedelta(hours=hours)
        found.append(Sitting(f"e{number}", ended - timedelta(minutes=30), ended))
    return found


@pytest.fixture
def make() -> Iterator[Callable[[], Watch]]:
    made: list[Watch] = []

    def begun() -> Watch:
        clock = ManualClock(NOW)
        made.append(Watch(Vault.throwaway([NOTICING_SCHEMA], clock=clock), clock))
        return made[-1]

    yield begun
    for one in made:
        one.vault.close()


@pytest.fixture
def watch(make: Callable[[], Watch]) -> Watch:
    return make()
