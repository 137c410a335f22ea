"""What a phase works with, and what it hands back: it reads and thinks, and writes nothing itself."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Protocol

from engine.calling import EngineCall
from engine.clock import Clock
from engine.cognition import Cognition
from engine.decisions import Decisions
from engine.embedding import Embedder, Vectors
from engine.identity import Identity
from engine.intent import Intent
from engine.language import Cancellation, LanguageModel, Segment
from engine.memory import Memory
from engine.mood import Mood
from engine.night.records import Change, Cost, Job, NewLine, Outcome, Reason
from engine.night.store import NightStore
from engine.night.wording import NightWords, words
from engine.person import PersonalModel
from engine.settings import MemorySettings, NightSettings, ReflectSettings
from engine.trail import Trail
from engine.vault import UnitOfWork

LEFT_OUT = "left_out"
"""Section of what was written and is told to nobody."""


class Headline(Protocol):
    """What stood in a feed: words from outside, told by `feed`."""

    @property
    def feed(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def ref(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Rooms:
    """What the night draws on. Other rooms do not know of it. `mood` is None in a profile without one.

    `outstanding` are the rounds that wait to be reflected on, `summary` what stands for the turns that the open stream
    has summed up, `claims` how a sentence becomes a fact, `headlines` what feeds said lately, the newest first.
    """

    trail: Trail
    memory: Memory
    person: PersonalModel
    intent: Intent
    cognition: Cognition
    identity: Identity
    mood: Mood | None
    embedder: Embedder | None
    decisions: Decisions
    aged_by: MemorySettings
    claims: ReflectSettings
    outstanding: Callable[[], Collection[str]]
    summary: Callable[[], Segment | None]
    headlines: Callable[[], Sequence[Headline]] = tuple


def nothing(_: UnitOfWork) -> Sequence[Change]:
    """The application of a phase that only writes lines."""
    return ()


@dataclass(frozen=True, slots=True)
class Draft:
    """What a phase came to.

    `apply` makes the structured updates within the unit of work of the checkpoint, on the engine's thread, and
    returns what it takes to take them back. `seen` need not be looked at again; `left_out` sentences had no ground.
    `rejected` are their words, each with why. `fault` names how the model failed by which the phase was to be done.
    """

    lines: Sequence[NewLine] = ()
    apply: Callable[[UnitOfWork], Sequence[Change]] = nothing
    seen: Iterable[str] = ()
    outcome: Outcome | None = None
    left_out: int = 0
    rejected: Sequence[NewLine] = ()
    text: str = ""
    fault: str = ""
    figures: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Work:
    """A phase's desk: the rooms by way of `engine`, the model if there is one, and what it costs.

    What is read must be read through `engine`; the model is asked on the thread of the caller. `meanings` are the
    vectors of texts that the phase has embedded. `keep` writes what is decided so far, with what it looked at and
    changes (no lines), so that a phase which is stopped goes on behind it; where it was stopped, it does not return.
    `rejected` are the sentences that were left out. `days` are those that Steps speak of, as found by any phase of the
    run: by the Step's id, the first and the last day that were looked for.
    """

    job: Job
    rooms: Rooms
    store: NightStore
    settings: NightSettings
    clock: Clock
    model: LanguageModel | None
    engine: EngineCall
    cancellation: Cancellation
    keep: Callable[[Draft], None]
    cost: Cost = field(default_factory=Cost)
    meanings: dict[str, Vectors] = field(default_factory=dict)
    rejected: list[NewLine] = field(default_factory=list)
    days: dict[tuple[str, date, date], date | None] = field(default_factory=dict)

    @property
    def now(self) -> datetime:
        return self.clock.now()

    @property
    def today(self) -> date:
        """The person's own day."""
        return self.clock.local().date()

    @property
    def words(self) -> NightWords:
        """In the language of the job."""
        return words(self.job.language)

    def day_of(self, day: date) -> str:
        """What a day is called today: `yesterday`, `18 September`."""
        return self.words.day_of(day, self.today)

    def weekday_of(self, day: date) -> str:
        """The same of one that is near: `tomorrow`, `Friday 22 May`."""
        return self.words.weekday_of(day, self.today)

    def cannot_imagine(self) -> Outcome | None:
        """Why nothing is written that stands on no ground; None where the model is large enough, or says no size."""
        if self.model is None:
            return Outcome.NO_MODEL
        is_small = 0 < self.model.info.parameters < self.settings.imagines_parameters
        return Outcome.TOO_SMALL if is_small else None

    def stopped(self) -> bool:
        return self.cancellation.cancelled

    def leave_out(self, text: str, reason: Reason, cites: Sequence[str]) -> None:
        """Keep in the run what a model wrote and nobody is told, with what it was written of; it goes with that."""
        refs = tuple(dict.fromkeys(cites))
        if text and refs:
            self.rejected.append(
                NewLine(section=LEFT_OUT, text=text, cites=refs, weight=0, wrote=True, reason=reason)
            )

    def spend(self, tokens: int, seconds: float, calls: int = 1) -> None:
        """A call of the model took that, or several did."""
        self.cost = Cost(
            calls=self.cost.calls + calls,
            tokens=self.cost.tokens + tokens,
            seconds=round(self.cost.seconds + seconds, 3),
        )


Phase = Callable[[Work], Draft]
