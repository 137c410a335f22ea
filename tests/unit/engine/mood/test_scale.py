"""A tenth of 100,000 journal entries: state, journal and arcs stay far from 50 ms."""

import statistics
from collections.abc import Callable
from datetime import timedelta
from time import thread_time

from engine.mood import Cause, ImprintOrigin
from engine.mood.records import Imprint, JournalEntry
from engine.trail import MoodPoint
from tests.unit.engine.mood.conftest import Companionship

ENTRIES, EPISODES, LONG = 10_000, 200, 2_000
BAR_S = 0.05


def fill(with_her: Companionship) -> None:
    """A long time together and many short ones, and a hundred imprints."""
    start = with_her.clock.now() - timedelta(days=200)
    store = with_her.mood._store
    with with_her.vault.unit() as unit:
        for number in range(ENTRIES):
            point = MoodPoint(((number * 37) % 200) / 100 - 1, 0.5, 0.5)
            episode = "long" if number < LONG else f"e{number % EPISODES}"
            at = start + timedelta(minutes=28 * number)
            sources = (f"step:s{number}",)
            store.write(
                unit,
                JournalEntry(at, Cause.SHIFT, point, "calm", "so it was", None, episode, sources=sources),
            )
        for number in range(100):
            at = with_her.clock.now() - timedelta(days=number % 60)
            made = Imprint(f"i{number}", "Joy", ImprintOrigin.FELT, point, 0.9, 0.9, at, (f"step:s{number}",))
            store.add_imprint(unit, made)
        unit.commit()


def median_s(work: Callable[[], object]) -> float:
    """Of the processor's time: how busy the machine is says nothing."""
    times = []
    for _ in range(5):
        began = thread_time()
        work()
        times.append(thread_time() - began)
    return statistics.median(times)


def test_it_answers_at_once(with_her: Companionship) -> None:
    fill(with_her)
    with_her.feel(valence=1)
    with_her.wait(days=90)
    mood, since = with_her.mood, with_her.clock.now() - timedelta(days=91)
    asked = {
        "state": mood.state,
        "long arc": lambda: mood.arc("long"),
        "arc": lambda: mood.arc("e7"),
        "arcs": mood.arcs,
        "journal": lambda: mood.journal(limit=100),
        "journal since": lambda: mood.journal(since, 100),
        "imprints": lambda: mood.imprints(over=True),
        "withdrawal": lambda: with_her.taken.citing(frozenset({"step:s77", "step:s9999"})),
    }
    took = {name: median_s(work) for name, work in asked.items()}
    assert max(took.values()) < BAR_S, took
    assert len(mood.journal(since, 100)) == 2
