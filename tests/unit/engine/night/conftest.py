"""A real mind in a vault in memory, days that pass, and a night that may be killed anywhere."""

from collections.abc import Collection, Iterator
from datetime import UTC, date, datetime, timedelta

import pytest

from companion.bootstrap import build_mind, open_vault
from engine.clock import ManualClock
from engine.conversation.answering.asked import ABOUT
from engine.language import LanguageModel
from engine.mind import Mind
from engine.night import Job, JobKind, run_next
from engine.trail import LoopStatus, Step, StepKind

OWNER = "process-1"
AT_CLOSE = {"episode_close", "init_profile"}


class Nights:
    """Somebody who talks by day, and what is done by night."""

    def __init__(self) -> None:
        self.clock = ManualClock(datetime(2026, 5, 4, 19, 0, tzinfo=UTC))  # a Monday
        self.reflects = False  # whether what is asked for at the end of a time together is left to be done
        self.mind: Mind = build_mind(open_vault(None, None, self.clock), clock=self.clock)

    @property
    def night(self):
        return self.mind.night

    @property
    def today(self) -> date:
        return self.clock.local().date()

    def told(self, *texts: str, asking: Collection[str] = ()) -> list[Step]:
        """A time together in which these things are said; those `asking` were taken for questions."""
        steps = []
        for text in texts:
            loop = self.mind.trail.open_loop("terminal", OWNER, "utterance")
            steps.append(self.mind.trail.record(loop, StepKind.UTTERANCE, text, "person"))
            details = {ABOUT: "world"} if text in asking else None
            self.mind.trail.record(loop, StepKind.ANSWER, "I see.", "companion", details=details)
            self.mind.trail.close_loop(loop.id, LoopStatus.DONE)
        self.mind.trail.close_episode("goodbye")
        for job in () if self.reflects else self.night.queue.open():
            if job.trigger in AT_CLOSE:
                self.night.cancel(job.id)
        self.mind.trail.catch_up()
        self.mind.memory.catch_up()
        return steps

    @staticmethod
    def days(count: int) -> timedelta:
        """So many of them."""
        return timedelta(days=count)

    def morning(self, days: int = 1) -> None:
        """At seven, so many days later."""
        to = (self.clock.local() + timedelta(days=days)).replace(hour=7, minute=0)
        self.clock.advance(to - self.clock.local())

    def do(self, *kinds: JobKind, model: LanguageModel | None = None) -> list[Job]:
        """Ask for jobs of these kinds and do them."""
        for kind in kinds:
            self.night.queue.add(kind, "test")
        done = []
        while (job := run_next(self.night, model, owner=OWNER)) is not None:
            done.append(job)
        return done


@pytest.fixture
def nights() -> Iterator[Nights]:
    made = Nights()
    yield made
    made.mind.close()
