"""What mood, reflection and noticing cost over a long journal of moods and years of times together, on disk.

Three times together a day with thirty moments of mood each, so that 100,000 moments are three years; goals,
corrections, promises, beliefs, predictions and imprints besides.

    python -m tests.benchmarks.journal_speed 10000 100000
"""

import argparse
import gc
import random
import tempfile
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from companion.bootstrap import SCHEMAS, build_mind
from engine.clock import ManualClock
from engine.intent import ItemKind
from engine.memory import Profile
from engine.mind import Mind
from engine.models import standard_store
from engine.mood import Cause, Imprint, ImprintOrigin, JournalEntry
from engine.mood.store import MoodStore
from engine.trail import Episode, EpisodeType, LoopStatus, MoodPoint, StepKind
from engine.trail.store import EpisodeLookups, TrailStore
from engine.vault import DataKey, Vault

MOMENTS, A_DAY = 30, 3
APART = timedelta(hours=8)
END = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
BATCH = 200
TIMES = 60
BELIEFS, GOALS, CORRECTIONS, ITEMS, PREDICTIONS = 60, 40, 120, 300, 60
Asked = Mapping[str, Callable[[], object]]


def opened(vault: Vault, clock: ManualClock) -> Mind:
    """A mind that goes by words alone: a sentence model has no part in any of this."""
    with tempfile.TemporaryDirectory() as nothing:
        models = standard_store({"COMPANION_MODELS": nothing})
        return build_mind(vault, models=models, clock=clock, profile=Profile.FULL)


def fill(mind: Mind, moments: int, seed: int = 0) -> str:
    """Years of episodes with their moods, and what is open; returns the id of the longest Episode."""
    chance = random.Random(seed)
    episodes = [
        _episode(mind, number, END - APART * (moments // MOMENTS - number))
        for number in range(moments // MOMENTS)
    ]
    for start in range(0, len(episodes), BATCH):
        _fill_batch(mind.vault, episodes[start : start + BATCH], chance)
    _fill_rooms(mind, chance)
    _speak(mind)
    return episodes[-1].id


def _episode(mind: Mind, number: int, at: datetime) -> Episode:
    kind = (EpisodeType.WORK, EpisodeType.DRIFT, EpisodeType.MIXED)[number % 3]
    return Episode(
        id=f"{at:%Y-%m-%dT%H-%M-%S}",
        companion="companion",
        person=mind.trail.person,
        type=kind,
        origin="local",
        opened_at=at,
        last_step_at=at + timedelta(hours=1),
        closed_at=at + timedelta(hours=1),
        closed_by="goodbye",
        projects=(f"project {number % 40}",) if kind is EpisodeType.WORK else (),
    )


def _fill_batch(vault: Vault, episodes: list[Episode], chance: random.Random) -> None:
    trail = TrailStore(vault, "companion", episodes[0].person)
    lookups = EpisodeLookups(vault, episodes[0].person)
    mood = MoodStore(vault, "companion", episodes[0].person)
    with vault.unit() as unit:
        for episode in episodes:
            trail.add_episode(unit, episode)
            trail.mark_episode(unit, episode)
            lookups.describe(unit, episode, given=False)
            for moment in range(MOMENTS):
                at = episode.opened_at + timedelta(minutes=2 * moment)
                source = f"step:{episode.id}/{moment}"
                point = MoodPoint(chance.uniform(-0.2, 0.9), chance.random(), chance.random())
                mood.write(
                    unit,
                    JournalEntry(
                        at, Cause.SHIFT, point, "Joy", "so it was", None, episode.id, sources=(source,)
                    ),
                )
            if chance.random() < 1 / A_DAY:
                strength = chance.uniform(0.7, 1.0)
                imprint = Imprint(
                    f"i_{episode.id}",
                    "A good talk",
                    ImprintOrigin.FELT,
                    point,
                    strength,
                    strength,
                    at,
                    (source,),
                )
                mood.add_imprint(unit, imprint)
                if END - at > timedelta(days=100):
                    mood.archive(unit, [imprint.id], at + timedelta(days=100))
        unit.commit()


def _fill_rooms(mind: Mind, chance: random.Random) -> None:
    """What is open, corrected, believed and foreseen."""
    words = [f"word{number}" for number in range(5000)]

    def some(count: int = 6) -> str:
        return " ".join(chance.sample(words, count))

    for number in range(GOALS):
        goal = mind.intent.goals.add(some(), project=f"project {number % 20}")
        if number % 2:
            mind.intent.goals.update(str(goal.number), note=some())
    for _ in range(CORRECTIONS):
        mind.intent.corrections.add(some(), some())
    for number in range(ITEMS):
        item = mind.intent.note_item(ItemKind.REMINDER, some())
        if number % 10:
            mind.intent.drop(item.id)
    for _ in range(BELIEFS):
        mind.cognition.models.create(some())
    for number in range(PREDICTIONS):
        mind.cognition.predictions.predict(
            some(), confidence=0.5, deadline=END.date() + timedelta(days=number)
        )


def _speak(mind: Mind) -> None:
    """A time together is open, and somebody has been talking."""
    loop = mind.trail.open_loop("benchmark", "benchmark", "utterance")
    for _ in range(MOMENTS):
        mind.trail.record(loop, StepKind.UTTERANCE, "And then it rained.", "Mira")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)


def asked_of(mind: Mind, longest: str) -> Asked:
    """What is timed, by name."""
    mood, noticing = mind.mood, mind.cognition.noticing
    if mood is None:
        raise ValueError("this profile has no mood")
    reflection, book = mind.cognition.reflection, mind.trail.book
    return {
        "mood.state()": mood.state,
        "mood.journal(20)": lambda: mood.journal(limit=20),
        "mood.arc()": lambda: mood.arc(longest),
        "reflection.report()": reflection.report,
        "reflection.report(10 years)": lambda: reflection.report(days=3650),
        "noticing.blind_spots()": noticing.blind_spots,
        "noticing.observations()": noticing.observations,
        "noticing.offer()": noticing.offer,
        "episodes by project": lambda: book.find(project="project 6"),
        "episodes by type": lambda: book.find(kind=EpisodeType.DRIFT),
        "projects": book.projects,
    }


def taken_ms(act: Callable[[], object], times: int = TIMES) -> list[float]:
    """How long each of `times` runs took, in milliseconds."""
    taken = []
    for _ in range(times):
        started = time.perf_counter()
        act()
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def measure(folder: Path, moments: int) -> None:
    """Fill, then time each."""
    clock = ManualClock(END)
    vault = Vault.open(folder / f"{moments}.db", DataKey.generate(), SCHEMAS, clock=clock)
    mind = opened(vault, clock)
    started = time.perf_counter()
    longest = fill(mind, moments)
    print(
        f"{moments:,} moments in {moments // MOMENTS:,} times together ({time.perf_counter() - started:.0f} s)"
    )
    gc.freeze()  # as the program does once its mind is open
    for name, act in asked_of(mind, longest).items():
        worked = time.process_time()
        taken = taken_ms(act)
        worked = (time.process_time() - worked) / TIMES * 1000
        middle, worst = np.percentile(taken, 50), np.percentile(taken, 95)
        print(f"  {name:28} p50 {middle:6.1f} ms, p95 {worst:6.1f} ms, own work {worked:5.1f} ms", flush=True)
    mind.close()


def main() -> None:
    """Measure at each size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("moments", type=int, nargs="*", default=[10_000, 100_000])
    with tempfile.TemporaryDirectory() as folder:
        for moments in parser.parse_args().moments:
            measure(Path(folder), moments)


if __name__ == "__main__":
    main()
