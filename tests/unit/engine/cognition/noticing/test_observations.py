"""Each of the six observations: where it is made and where not."""

from datetime import UTC, date, datetime, timedelta

import pytest

from engine.cognition.noticing import Observation, ObservationKind
from engine.cognition.noticing.observations import spoken_day
from engine.cognition.reflecting import Moment
from tests.unit.engine.cognition.noticing.conftest import NOW, Felt, Watch, correction, goal, sittings


def only(watch: Watch, kind: ObservationKind) -> list[Observation]:
    found = watch.noticing.observations()
    assert all(one.kind is kind for one in found), found
    return found


def test_an_ordinary_afternoon_is_no_matter(watch: Watch) -> None:
    watch.spoken = [NOW - timedelta(minutes=10 * at) for at in range(6, 0, -1)]
    watch.sittings = sittings(20, 24, 22, 26, 24, 23, 25)
    assert watch.noticing.observations() == []


def test_an_unusual_absence(watch: Watch) -> None:
    watch.sittings = sittings(9 * 24, 24, 22, 26, 24, 23, 25)
    (found,) = only(watch, ObservationKind.UNUSUAL_ABSENCE)
    assert found.words == "It has been 9 days; otherwise we talk every day. Good to have you back."
    assert found.evidence == ("episode:e1",)
    # It is said when they come back, not hours later, and not before they do.
    watch.wait(minutes=40)
    assert only(watch, ObservationKind.UNUSUAL_ABSENCE) == []
    watch.wait(minutes=-40)
    watch.episode = None
    assert only(watch, ObservationKind.UNUSUAL_ABSENCE) == []


@pytest.mark.parametrize(
    "apart",
    [
        (47, 2, 3, 2, 4, 2, 3),  # long beside the others, and yet less than two days
        (9 * 24, 5 * 24, 6 * 24, 5 * 24, 4 * 24, 5 * 24),  # usual
        (9 * 24, 24, 24),  # too little is known
        (),
    ],
)
def test_an_absence_that_is_not_unusual(watch: Watch, apart: tuple[float, ...]) -> None:
    watch.sittings = sittings(*apart)
    assert only(watch, ObservationKind.UNUSUAL_ABSENCE) == []
    watch.sittings = []
    assert only(watch, ObservationKind.UNUSUAL_ABSENCE) == []


@pytest.mark.parametrize(
    ("hour", "late"), [(22, False), (23, True), (0, True), (4, True), (5, False), (15, False)]
)
def test_a_late_night(watch: Watch, hour: int, late: bool) -> None:
    watch.wait(hours=(hour - NOW.hour) % 24)
    found = only(watch, ObservationKind.LATE_NIGHT)
    assert bool(found) == late
    assert all(f"{hour:02}:00" in one.words for one in found)


def test_nobody_there_is_told_that_it_is_late(watch: Watch) -> None:
    watch.wait(hours=9)
    watch.episode = None
    assert watch.noticing.observations() == []


def test_a_long_session(watch: Watch) -> None:
    watch.spoken = [NOW - timedelta(minutes=20 * at) for at in range(10, 0, -1)]
    (found,) = only(watch, ObservationKind.LONG_SESSION)
    assert "for 3.3 hours without a break" in found.words
    assert found.evidence == ("episode:2026-02-28T15-00-00",)
    # A pause of half an hour begins anew, also where it is the last thing that happened.
    watch.spoken[5] = watch.spoken[4]
    watch.spoken[6] = watch.spoken[7]
    assert only(watch, ObservationKind.LONG_SESSION) == []


def test_who_went_away_is_not_told_that_it_was_long(watch: Watch) -> None:
    watch.spoken = [NOW - timedelta(minutes=20 * at) for at in range(10, 0, -1)]
    watch.wait(minutes=15)
    assert only(watch, ObservationKind.LONG_SESSION) == []


@pytest.mark.parametrize(("swing", "told"), [(0.25, True), (0.15, False)])
def test_a_volatile_mood(watch: Watch, swing: float, told: bool) -> None:
    at = [NOW - timedelta(hours=8 * number) for number in range(12, 0, -1)]
    watch.felt = Felt([Moment(one, 0.3 + swing * (-1) ** number, 0.5) for number, one in enumerate(at)])
    noticing = watch.another()
    found = noticing.observations()
    assert [one.kind for one in found] == [ObservationKind.VOLATILE_MOOD] * told
    # What swung more than a week ago is over.
    watch.wait(days=8)
    assert noticing.observations() == []


def test_goals_near_their_deadline(watch: Watch) -> None:
    day = NOW.date()
    watch.near = [
        goal("Send the letter", deadline=day + timedelta(days=1)),
        goal("Paint the door", deadline=day - timedelta(days=2)),
    ]
    first, second = only(watch, ObservationKind.NEAR_DEADLINE)
    assert first.words == "“Paint the door” is due since 2026-02-26."
    assert second.words == "“Send the letter” is due tomorrow."
    assert (second.evidence, second.subject) == (("goal:g_Send the letter",), "goal:g_Send the letter")


def test_stale_corrections(watch: Watch) -> None:
    watch.dormant = [correction("Forgot the units.", activations=2), correction("Never needed")]
    (found,) = only(watch, ObservationKind.STALE_CORRECTION)
    assert "for 40 days: Forgot the units. Does it still hold?" in found.words


def test_the_most_pressing_comes_first(watch: Watch) -> None:
    watch.near = [goal("Send the letter", deadline=NOW.date())]
    watch.dormant = [correction("Forgot the units", activations=1)]
    watch.wait(hours=8, minutes=30)
    kinds = [one.kind for one in watch.noticing.observations()]
    assert kinds == [
        ObservationKind.LATE_NIGHT,
        ObservationKind.NEAR_DEADLINE,
        ObservationKind.STALE_CORRECTION,
    ]


def test_days_are_said_as_people_say_them() -> None:
    today = datetime(2026, 2, 28, tzinfo=UTC).date()
    said = [spoken_day(today + timedelta(days=days), today) for days in (-1, 0, 1, 2)]
    assert said == ["since 2026-02-27", "today", "tomorrow", "on 2026-03-02"]
    assert spoken_day(date(2026, 3, 1), today) == "tomorrow"
