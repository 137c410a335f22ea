"""What a process that ends leaves of the time together (`one-mind.md`, "Episodes and surfaces")."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.home import Home
from companion.keys import open_key
from companion.service import COMMAND
from engine.clock import ManualClock
from engine.mind import Mind
from engine.trail import StepKind
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import PASSPHRASE

EVENING = datetime(2026, 5, 1, 19, 0, tzinfo=UTC)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(EVENING)


@contextmanager
def opened(home: Path, clock: ManualClock) -> Iterator[Mind]:
    """The mind of the home, as nobody else has it open."""
    mind = build_mind(open_vault(Home(home).vault_path, open_key(home, PASSPHRASE), clock), clock=clock)
    try:
        yield mind
    finally:
        mind.close()


def talk(reaching: Reacher, clock: ManualClock, surface: str, text: str = "Hello") -> str:
    """Something said in a process that ends then; returns the Episode."""
    service = reaching(clock=clock)
    episode = service.submit("say", {"text": text, "surface": surface}).result(30)["episode_id"]
    service.close()
    return str(episode)


def test_quitting_ends_the_time_together(home: Path, reaching: Reacher, clock: ManualClock) -> None:
    first = talk(reaching, clock, "window")
    with opened(home, clock) as mind:
        assert mind.trail.current() is None
        (episode,) = mind.trail.episodes(5)
        assert (episode.id, episode.closed_by, episode.closed_at) == (first, "quit", EVENING)
    clock.advance(timedelta(minutes=20))
    assert talk(reaching, clock, "window") == first
    clock.advance(timedelta(minutes=40))
    assert talk(reaching, clock, "window") != first


def test_a_command_leaves_it_open(home: Path, reaching: Reacher, clock: ManualClock) -> None:
    first = talk(reaching, clock, COMMAND)
    with opened(home, clock) as mind:
        assert mind.trail.current() is not None
    clock.advance(timedelta(hours=2))
    assert talk(reaching, clock, COMMAND) == first


def test_what_was_off_the_record_ends_nothing(home: Path, reaching: Reacher, clock: ManualClock) -> None:
    talk(reaching, clock, COMMAND)
    service = reaching(clock=clock)
    service.submit("say", {"text": "Hm", "surface": "window 1", "off_record": True}).result(30)
    service.close()
    with opened(home, clock) as mind:
        assert mind.trail.current() is not None


def test_a_quit_long_after_the_last_word_ends_it_with_that_word(
    home: Path, reaching: Reacher, clock: ManualClock
) -> None:
    service = reaching(clock=clock)
    service.submit("say", {"text": "Hello", "surface": "window"}).result(30)
    clock.advance(timedelta(hours=9))
    service.close()
    with opened(home, clock) as mind:
        (episode,) = mind.trail.episodes(5)
        assert episode.closed_at == EVENING


@pytest.mark.parametrize(("surface", "open_still"), [("window", False), (COMMAND, True)])
def test_a_killed_talk_is_over_at_the_next_start(
    home: Path, reaching: Reacher, clock: ManualClock, surface: str, open_still: bool
) -> None:
    with opened(home, clock) as mind:
        loop = mind.trail.open_loop(surface, "a process that is gone", "utterance")
        mind.trail.record(loop, StepKind.UTTERANCE, "Are you there?", "Mira")
    clock.advance(timedelta(hours=1))
    reaching(clock=clock).close()
    with opened(home, clock) as mind:
        (episode,) = mind.trail.episodes(5)
        assert (mind.trail.current() is not None) is open_still
        assert (episode.closed_by, episode.closed_at) == ((None, None) if open_still else ("killed", EVENING))
