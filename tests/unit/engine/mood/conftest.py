from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest

from engine.clock import ManualClock
from engine.events import Event, EventBus
from engine.mood import SCHEMA, Mood, MoodWithdrawal
from engine.settings import MoodSettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import Episode, Trail
from engine.vault import Vault

START = datetime(2026, 2, 8, 14, 30, tzinfo=UTC)


class Companionship:
    """A mood beside a real trail in a vault in memory, with its clock and what was told."""

    def __init__(self, settings: MoodSettings | None = None) -> None:
        self.clock = ManualClock(START)
        self.vault = Vault.throwaway([TRAIL_SCHEMA, SCHEMA], clock=self.clock)
        self.told: list[Event] = []
        self.bus = EventBus()
        self.bus.subscribe(Event, self.told.append)
        self.trail = Trail(self.vault, None, self.clock, self.bus, companion="elara", person="mira", zone=UTC)
        self.settings = settings or MoodSettings(noise=0.0)
        self.mood = self.another()
        self.taken = MoodWithdrawal(self.vault, self.clock, person="mira")

    def another(self, companion: str = "elara", person: str = "mira") -> Mood:
        return Mood(self.vault, self.clock, self.bus, self.settings, companion=companion, person=person)

    def reopened(self) -> Mood:
        """The same mood, as another process finds it: nothing is left in memory."""
        self.bus = EventBus()
        return self.another()

    def wait(self, **span: float) -> None:
        self.clock.advance(timedelta(**span))

    def hear(self) -> Episode:
        """Something was said, so that a time together is open."""
        loop = self.trail.open_loop("test", "p", "utterance")
        found = self.trail.current()
        assert found is not None
        assert found.id == loop.episode_id
        return found

    def feel(self, valence: float = 0, energy: float = 0, openness: float = 0, **given: object) -> None:
        """An exchange whose reflection felt so."""
        shift = {"valence": valence, "energy": energy, "openness": openness}
        self.mood.absorb_shift(shift, episode_id=self.hear().id, **given)  # type: ignore[arg-type]


@pytest.fixture
def make() -> Iterator[Callable[..., Companionship]]:
    made: list[Companionship] = []

    def begun(settings: MoodSettings | None = None) -> Companionship:
        made.append(Companionship(settings))
        return made[-1]

    yield begun
    for one in made:
        one.vault.close()


@pytest.fixture
def with_her(make: Callable[..., Companionship]) -> Companionship:
    """Without chance, so that what is felt can be counted."""
    return make()
