"""A reflection over what other rooms hand in, its words, and the self-portraits that are kept."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from engine.clock import ManualClock
from engine.cognition.reflecting import Direction, Held, Level, Moment, Reflection, Remains
from engine.errors import InvalidInputError
from engine.intent import Correction
from engine.settings import NoticingSettings
from engine.vault import Vault

NOW = datetime(2026, 2, 28, 12, 0, tzinfo=UTC)


@dataclass
class Felt:
    """A mood as another room would hand it in."""

    moments: list[Moment] = field(default_factory=list)
    feelings: list[Held] = field(default_factory=list)

    def course(self, since: datetime, most: int) -> Sequence[Moment]:
        return [one for one in self.moments if one.at >= since][-most:]

    def lasting(self, since: datetime) -> Sequence[Held]:
        return [one for one in self.feelings if one.standing or (one.over_at or one.since) >= since]


def held(text: str, *, standing: bool, days: float = 3) -> Held:
    since = NOW - timedelta(days=days)
    over = None if standing else since + timedelta(days=1)
    return Held(
        ref=f"imprint:{text}", what="feeling", text=text, since=since, standing=standing, over_at=over
    )


def corrected(mistake: str, times: int, days: float) -> Correction:
    at = NOW - timedelta(days=days)
    return Correction(
        id=mistake, created_at=at, updated_at=at, mistake=mistake, correction="Do not", times=times
    )


@pytest.fixture
def vault() -> Iterator[Vault]:
    made = Vault.throwaway()
    yield made
    made.close()


def reflection(vault: Vault, felt: Felt | None, *, person: str = "mira", **given: Any) -> Reflection:
    remains = Remains(felt, **given)
    clock, settings = ManualClock(NOW), NoticingSettings()
    return Reflection(vault, clock, settings, remains, companion="elara", person=person)


def sinking() -> Felt:
    """Two weeks in which it sank, liveliest in the evening."""
    days = [(NOW - timedelta(days=14 - at)).replace(hour=9 + at % 2 * 12) for at in range(14)]
    points = [Moment(at, 0.7 - 0.06 * number, 0.9 if at.hour > 12 else 0.2) for number, at in enumerate(days)]
    return Felt(points, [held("The storm", standing=True), held("The old joke", standing=False)])


def test_a_report_says_how_it_went_what_is_carried_and_what_was_lost(vault: Vault) -> None:
    found = reflection(
        vault,
        sinking(),
        left_open=lambda _: [held("write to Ana", standing=True, days=9)],
        corrections=lambda: [
            corrected("Wrote too much", 3, 2),
            corrected("Once only", 1, 2),
            corrected("Long ago", 4, 90),
        ],
    ).report()
    assert (found.felt, found.moments) == (True, 14)
    assert found.trend.direction is Direction.FALLING
    assert found.trend.slope == pytest.approx(-0.06, rel=0.1)
    assert found.volatility.level is Level.HIGH
    assert [one.text for one in found.carried] == ["write to Ana", "The storm"]
    assert [one.text for one in found.lost] == ["The old joke"]
    assert [one.mistake for one in found.corrected] == ["Wrote too much"]
    for words in (
        "30 days",
        "my mood has sunk, and it swings a good deal.",
        "liveliest around 21:00",
        "“write to Ana”; “The storm”",
        "“The old joke”",
        "“Wrote too much”",
    ):
        assert words in found.words


def test_without_a_mood_it_says_so_and_tells_the_rest(vault: Vault) -> None:
    found = reflection(vault, None, left_open=lambda _: [held("write to Ana", standing=True)]).report()
    assert not found.felt
    assert (found.trend.direction, found.volatility.level, found.energy) == (
        Direction.UNKNOWN,
        Level.UNKNOWN,
        None,
    )
    assert len(found.by_hour) == 24
    assert "I keep no mood" in found.words
    assert "write to Ana" in found.words


def test_only_the_days_asked_for_are_looked_at(vault: Vault) -> None:
    asked = reflection(vault, sinking())
    assert asked.report(days=3).moments == 3
    assert "too little" in asked.report(days=3).words
    for days in (0, 4000):
        with pytest.raises(InvalidInputError):
            asked.report(days=days)


def test_a_portrait_holds_numbers_and_refs_alone_and_is_read_again(vault: Vault) -> None:
    first = reflection(vault, sinking())
    assert first.portrait() is None
    kept = first.paint()
    assert first.portrait() == kept
    assert (kept.day.isoformat(), kept.peak_hour) == ("2026-02-28", 21)
    assert kept.carried == ("imprint:The storm",)
    # Another person's, and a second one of the day, are not mixed with it.
    assert reflection(vault, sinking(), person="ben").portrait() is None
    reflection(vault, None).paint()
    assert len(vault.documents.list("reflections/")) == 1
    (path,) = vault.documents.list("reflections/")
    document = vault.documents.get(path)
    assert document is not None
    assert document.meta["person"] == "mira"
