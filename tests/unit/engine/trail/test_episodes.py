"""The rules of Episodes: by example, and as a state machine against the rules told in few words."""

from datetime import datetime, timedelta

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.trail import EpisodeClosed, EpisodeOpened, StepKind
from engine.trail.episodes import IDLE_CLOSES, RETURN_REOPENS, Waking, waking
from tests.unit.engine.trail.conftest import Diary


def test_the_rules_have_the_specified_spans() -> None:
    assert timedelta(hours=4) == IDLE_CLOSES
    assert timedelta(minutes=30) == RETURN_REOPENS


def test_an_episode_is_named_by_local_time(diary: Diary) -> None:
    assert diary.trail.wake().id == "2026-02-08T14-30-00"


def test_ids_get_a_suffix_on_collision(diary: Diary) -> None:
    ids = [diary.trail.wake(origin).id for origin in ("local", "mcp:desk", "mcp:phone")]
    assert ids == ["2026-02-08T14-30-00", "2026-02-08T14-30-00-2", "2026-02-08T14-30-00-3"]


def test_every_surface_joins_the_open_episode(diary: Diary) -> None:
    first = diary.trail.wake()
    diary.wait(hours=3, minutes=59)
    assert diary.trail.wake() == first
    assert diary.trail.current() == first


def test_four_hours_without_interaction_close_at_the_last_step(diary: Diary) -> None:
    diary.wait(minutes=10)
    said = diary.say("Hello.")
    first = diary.trail.wake()
    diary.wait(hours=4)
    second = diary.trail.wake()
    closed = next(each for each in diary.trail.episodes(5) if each.id == first.id)
    assert second.id != first.id
    assert (closed.closed_at, closed.closed_by) == (said.at, "idle")
    assert diary.told_names() == ["EpisodeOpened", "StepRecorded", "EpisodeClosed", "EpisodeOpened"]


def test_a_perception_is_no_interaction(diary: Diary) -> None:
    loop = diary.loop()
    diary.wait(hours=3)
    diary.trail.record(loop, StepKind.PERCEPTION, "The room is dark.", "eyes")
    diary.wait(hours=1)
    assert diary.trail.wake().id != loop.episode_id


@pytest.mark.parametrize(("minutes", "reopens"), [(0, True), (29, True), (30, False), (500, False)])
def test_a_quick_return_reopens(diary: Diary, minutes: int, reopens: bool) -> None:
    first = diary.trail.wake()
    diary.trail.close_episode("goodbye")
    diary.wait(minutes=minutes)
    again = diary.trail.wake()
    assert (again.id == first.id) is reopens
    assert again.closed_at is None
    assert again.closed_by is None
    opened = diary.told[-1]
    assert isinstance(opened, EpisodeOpened)
    assert opened.reopened is reopens


def test_closing_twice_closes_once(diary: Diary) -> None:
    diary.trail.wake()
    closed = diary.trail.close_episode("goodbye")
    assert closed is not None
    assert closed.closed_by == "goodbye"
    assert diary.trail.close_episode("quit") is None
    assert [event for event in diary.told if isinstance(event, EpisodeClosed)] == [EpisodeClosed(closed)]


def test_quitting_after_four_idle_hours_closes_with_the_last_step(diary: Diary) -> None:
    said = diary.say("Hello.")
    diary.wait(hours=4)
    closed = diary.trail.close_episode("quit")
    assert closed is not None
    assert closed.closed_at == said.at
    assert diary.say("Back again.").episode_id != said.episode_id


def test_a_client_has_an_episode_of_its_own(diary: Diary) -> None:
    own, clients = diary.trail.wake(), diary.trail.wake("mcp:desk")
    assert own.id != clients.id
    diary.trail.close_episode("gone", "mcp:desk")
    assert diary.trail.current() == own


def test_a_clock_set_back_makes_no_absence(diary: Diary) -> None:
    first = diary.say("Before.")
    diary.wait(days=-400)
    second = diary.say("After.")
    assert second.episode_id == first.episode_id
    assert [step.text for step in diary.trail.recent_steps(5)] == ["Before.", "After."]
    diary.wait(hours=5)
    assert diary.trail.wake().id != first.episode_id


def test_after_years_of_absence_a_new_episode_begins(diary: Diary) -> None:
    first = diary.trail.wake()
    diary.wait(days=365 * 12)
    assert diary.trail.wake().id == "2038-02-05T14-30-00"
    assert diary.trail.episodes(2)[1].closed_at == first.opened_at


class EpisodeLife(RuleBasedStateMachine):
    """Any order of waking, talking, closing, waiting and clock changes, against a small model."""

    def __init__(self) -> None:
        super().__init__()
        self.diary = Diary()
        self.open: str | None = None
        self.latest: str | None = None
        self.since: datetime = self.diary.clock.now()
        self.seen: set[str] = set()

    @rule(minutes=st.sampled_from([0, 1, 29, 30, 31, 239, 240, 241, 60 * 24 * 400, -5, -600]))
    def wait(self, minutes: int) -> None:
        self.diary.wait(minutes=minutes)

    @rule()
    def wake(self) -> None:
        self.expect(self.diary.trail.wake().id)

    @rule()
    def talk(self) -> None:
        self.expect(self.diary.say("Something.").episode_id)
        self.since = self.diary.clock.now()

    @rule()
    def close(self) -> None:
        closed = self.diary.trail.close_episode("goodbye")
        assert (closed.id if closed else None) == self.open
        if closed:
            self.open = None
            if self.away() < IDLE_CLOSES:  # else it had been over since the last Step
                self.since = self.diary.clock.now()

    @rule()
    def restart(self) -> None:
        self.diary.trail = self.diary.reopened()

    def expect(self, woken: str) -> None:
        limit = IDLE_CLOSES if self.open else RETURN_REOPENS
        if self.latest is not None and self.away() < limit:
            assert woken == self.latest
            if self.open is None:
                self.since = self.since_last_step
        else:
            assert woken not in self.seen
            self.since = self.diary.clock.now()
        self.open = self.latest = woken
        self.seen.add(woken)

    def away(self) -> timedelta:
        """How long ago the last interaction or the closing was; a clock set back makes no absence."""
        return max(self.diary.clock.now() - self.since, timedelta(0))

    @property
    def since_last_step(self) -> datetime:
        """A reopened Episode has been without interaction since its last Step, not since its closing."""
        # After a clock was set back the latest one need not be the one that began latest.
        (reopened,) = [one for one in self.diary.trail.episodes(1000) if one.id == self.latest]
        return reopened.last_step_at

    @invariant()
    def at_most_one_is_open(self) -> None:
        standing = [each.id for each in self.diary.trail.episodes(1000) if each.closed_at is None]
        assert standing == ([self.open] if self.open else [])

    def teardown(self) -> None:
        self.diary.vault.close()


TestEpisodeLife = EpisodeLife.TestCase
TestEpisodeLife.settings = settings(max_examples=25, stateful_step_count=25, deadline=None)


def test_without_an_episode_one_begins() -> None:
    assert waking(None, Diary().clock.now()) is Waking.BEGIN
