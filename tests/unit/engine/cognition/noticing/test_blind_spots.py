"""Each of the six blind spots: where it is seen and where not."""

from datetime import date, timedelta

import pytest

from engine.cognition.noticing import Believed, BlindSpot, BlindSpotKind, Foreseen, Spoken
from engine.intent import GoalStatus
from tests.unit.engine.cognition.noticing.conftest import NOW, Watch, correction, goal


def only(watch: Watch, kind: BlindSpotKind) -> list[BlindSpot]:
    found = watch.noticing.blind_spots()
    assert all(one.kind is kind for one in found), found
    return found


def test_where_nothing_is_there_nothing_is_missed(watch: Watch) -> None:
    assert watch.noticing.blind_spots() == []


def test_stale_goals(watch: Watch) -> None:
    watch.stale = [goal("Learn the cello", days=20), goal("Ship the boat", days=60)]
    boat, cello = only(watch, BlindSpotKind.STALE_GOAL)
    assert boat.words.startswith("We have not touched “Ship the boat” for 60 days.")
    assert cello.evidence == ("goal:g_Learn the cello",)


@pytest.mark.parametrize(("times", "seen"), [(2, 0), (3, 1), (7, 1)])
def test_repeating_corrections(watch: Watch, times: int, seen: int) -> None:
    watch.corrections = [correction("You answer too long.", times=times)]
    found = only(watch, BlindSpotKind.REPEATING_CORRECTION)
    assert len(found) == seen
    assert all(f"{times} times: You answer too long." in one.words for one in found)


def test_abandoned_projects(watch: Watch) -> None:
    def spoken(project: str, days: float) -> Spoken:
        return Spoken(project, f"e-{project}", NOW - timedelta(days=days))

    watch.projects = [
        spoken("boat", 40),  # a goal that was reached long ago keeps nothing alive
        spoken("Garden", 30),  # an open goal is about it, in another case
        spoken("novel", 30),  # a goal about it was touched of late
        spoken("attic", 3),  # spoken of of late
        spoken("loom", 200),  # too long ago to be looked for
    ]
    watch.goals = [
        goal("Ship it", days=60, project="boat", status=GoalStatus.DONE),
        goal("Plant trees", days=60, project="garden"),
        goal("Chapter two", days=2, project="novel", status=GoalStatus.DROPPED),
    ]
    (found,) = only(watch, BlindSpotKind.ABANDONED_PROJECT)
    assert found.words.startswith("We used to talk about boat, last on 2026-01-19")
    assert found.evidence == ("episode:e-boat",)


def test_dormant_corrections(watch: Watch) -> None:
    watch.dormant = [correction("Called her Ann."), correction("Forgot the units", activations=2)]
    (found,) = only(watch, BlindSpotKind.DORMANT_CORRECTION)
    assert "Called her Ann. It has never come up since" in found.words


def test_approaching_deadlines(watch: Watch) -> None:
    day = NOW.date()
    watch.predictions = [
        Foreseen("prediction:far", "It snows", day + timedelta(days=4)),
        Foreseen("prediction:near", "The boat floats.", day + timedelta(days=3)),
        Foreseen("prediction:past", "Ana calls", day - timedelta(days=1)),
    ]
    found = only(watch, BlindSpotKind.APPROACHING_DEADLINE)
    assert [one.evidence[0] for one in found] == ["prediction:past", "prediction:near"]
    assert f"by {date(2026, 3, 3)}: The boat floats. Soon" in found[1].words


@pytest.mark.parametrize(
    ("checks", "words"),
    [
        (0, "never put it to the test"),
        (1, "only one thing"),
        (2, "only 2 things"),
        (3, ""),
    ],
)
def test_untested_beliefs(watch: Watch, checks: int, words: str) -> None:
    watch.beliefs = [Believed("model:m", "Mornings are her best time.", checks)]
    found = only(watch, BlindSpotKind.UNTESTED_BELIEF)
    assert bool(found) == bool(words)
    assert all(words in one.words and "Mornings are her best time. But" in one.words for one in found)
