"""Episodes by date, project and type, and the type that follows from what one held."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInputError, NotFoundError
from engine.search import TimeWindow
from engine.trail import EpisodeType, typed
from tests.unit.engine.trail.conftest import START, Diary


def meet(diary: Diary, *projects: str, kind: EpisodeType | None = None, hours: float = 1) -> str:
    """A time together of some hours, and two days of nothing."""
    diary.say("Hello.")
    episode = diary.trail.wake().id
    if projects or kind is not None:
        diary.trail.book.describe(episode, kind=kind, projects=projects)
    diary.wait(hours=hours)
    diary.say("Goodbye.")
    diary.trail.close_episode("goodbye")
    diary.wait(days=2)
    return episode


def window(day: float, days: float) -> TimeWindow:
    start = START.astimezone(UTC) + timedelta(days=day)
    return TimeWindow(start, start + timedelta(days=days))


def test_by_date_it_is_found_wherever_the_window_meets_it(diary: Diary) -> None:
    first, second = meet(diary), meet(diary)
    found = diary.trail.book.find

    def ids(day: float, days: float) -> list[str]:
        return [one.id for one in found(window=window(day, days))]

    assert [one.id for one in found()] == [second, first]
    assert [one.id for one in found(limit=1)] == [second]
    assert [one.id for one in found(skip=1)] == [first]
    assert ids(-1, 2) == [first]
    assert ids(0.02, 0.01) == [first]  # half an hour into an hour
    assert ids(0.5, 0.5) == []
    assert ids(-1, 9) == [second, first]
    assert ids(-1, 1) == []  # a window's end is not in it


def test_by_project_and_type(diary: Diary) -> None:
    work = meet(diary, "Boat", "Straße 7", kind=EpisodeType.WORK)
    drift = meet(diary, kind=EpisodeType.DRIFT)
    book = diary.trail.book
    assert [one.id for one in book.find(project="boat")] == [work]
    assert [one.id for one in book.find(project="Straße 7")] == [work]
    assert book.find(project="oat") == []
    assert [one.id for one in book.find(kind=EpisodeType.DRIFT)] == [drift]
    assert book.find(kind=EpisodeType.DRIFT, project="boat") == []
    assert book.find(kind=EpisodeType.MIXED) == []
    assert [one.id for one in book.find(only=[drift, "gone"])] == [drift]
    assert book.find(only=[drift], project="boat") == [], "what is named must fit, too"
    assert book.episode(work).projects == ("Boat", "Straße 7")


def test_projects_with_their_last_time(diary: Diary) -> None:
    meet(diary, "Boat")
    last = meet(diary, "boat", "garden", hours=2)
    boat, garden = sorted(diary.trail.book.projects(), key=lambda one: one.project.casefold())
    assert (boat.project, boat.episode_id, boat.episodes) == ("Boat", last, 2)
    assert (garden.project, garden.episodes) == ("garden", 1)
    assert boat.at == diary.trail.book.episode(last).last_step_at
    assert [one.project for one in diary.trail.book.projects(START + timedelta(days=30))] == []


def test_a_project_is_spelled_as_at_first_and_listed_once(diary: Diary) -> None:
    meet(diary, "Elara Core")
    episode = meet(diary, "ELARA  core", "Elara Core", "loom")
    assert diary.trail.book.episode(episode).projects == ("Elara Core", "loom")
    again = diary.trail.book.describe(episode, projects=["boat", "Loom"])
    assert again.projects == ("Elara Core", "loom", "boat")
    assert again == diary.trail.book.episode(episode)


def test_what_is_wrong_is_refused(diary: Diary) -> None:
    episode = meet(diary)
    with pytest.raises(NotFoundError):
        diary.trail.book.describe("2020-01-01T00-00-00", projects=["boat"])
    for name in ("", "  ", "x" * 101):
        with pytest.raises(InvalidInputError):
            diary.trail.book.describe(episode, projects=[name])


@pytest.mark.parametrize(
    ("projects", "drifted", "kind"),
    [
        ((), False, EpisodeType.MIXED),
        (("boat",), False, EpisodeType.WORK),
        ((), True, EpisodeType.DRIFT),
        (("boat",), True, EpisodeType.MIXED),
    ],
)
def test_the_type_follows_from_what_it_held(
    diary: Diary, projects: tuple[str, ...], drifted: bool, kind: EpisodeType
) -> None:
    assert typed(projects, drifted=drifted) is kind
    episode = meet(diary, *projects)
    assert diary.trail.book.settle(episode, drifted=drifted).type is kind
    assert diary.trail.book.episode(episode).type is kind


@given(st.sampled_from(EpisodeType), st.booleans(), st.booleans())
def test_what_somebody_said_of_it_stays(kind: EpisodeType, drifted: bool, worked: bool) -> None:
    diary = Diary()
    episode = meet(diary, kind=kind)
    if worked:
        diary.trail.book.describe(episode, projects=["boat"])
    assert diary.trail.book.settle(episode, drifted=drifted).type is kind
    diary.vault.close()


def test_when_the_person_spoke(diary: Diary) -> None:
    episode = meet(diary)
    moments = diary.trail.book.spoken_at(episode)
    assert [at - moments[0] for at in moments] == [timedelta(0), timedelta(hours=1)]
    assert moments[0] == datetime(2026, 2, 8, 13, 30, tzinfo=UTC)


def test_another_person_sees_none_of_it(diary: Diary) -> None:
    episode = meet(diary, "boat")
    other = diary.reopened("ben")
    assert other.book.find() == []
    assert other.book.projects() == []
    with pytest.raises(NotFoundError):
        other.book.episode(episode)
