"""The front of this room: what the companion believes, foresees, and has learnt from how things turned out."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from engine.clock import Clock
from engine.cognition.beliefs.models import ModelBook
from engine.cognition.beliefs.predictions import PredictionBook
from engine.cognition.beliefs.principles import PrincipleBook
from engine.cognition.beliefs.records import Model, Prediction, Principle
from engine.cognition.beliefs.telling import Telling
from engine.cognition.growing.business import BusinessBook
from engine.cognition.growing.ideas import IdeaBook
from engine.cognition.growing.insights import InsightBook
from engine.cognition.growing.outcomes import OutcomeBook
from engine.cognition.growing.records import BusinessIdea, Decided, Idea, Insight
from engine.cognition.growing.turns import Turns
from engine.cognition.keeping.keeper import Keeper, Sources
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import Kept, files
from engine.cognition.keeping.store import CognitionStore
from engine.cognition.keeping.withdrawing import Withdrawing
from engine.cognition.noticing import Believed, Foreseen, Noticing, Sight, Sitting, Spoken
from engine.cognition.reasoning import ReasoningBook, ReasoningTrail
from engine.cognition.reflecting import Reflection
from engine.embedding import Embedder
from engine.events import EventBus
from engine.ids import NOTHING, Refs
from engine.reasons import Reasons
from engine.settings import CognitionSettings, NoticingSettings
from engine.trail import LOCAL, Trail
from engine.vault import UnitOfWork, Vault

KINDS: tuple[type[Kept], ...] = (
    Model,
    Prediction,
    Principle,
    Insight,
    Decided,
    Idea,
    BusinessIdea,
    ReasoningTrail,
)

OTHERS = 2
"""As many times together are looked at, as those of other programs lie in between."""


class Cognition:
    """What one companion thinks of its world with one person.

    Implements `Personal` and `Own`; callable from any thread.
    """

    def __init__(
        self,
        vault: Vault,
        trail: Trail,
        embedder: Embedder | None,
        clock: Clock,
        events: EventBus,
        *,
        settings: CognitionSettings,
        companion: str,
        person: str,
        noticed_by: NoticingSettings | None = None,
        sight: Sight | None = None,
    ) -> None:
        self._whose = (companion, person)
        store = CognitionStore(vault, KINDS, companion, person)
        likeness = Likeness(vault, embedder)
        self.sources = Sources(trail)
        self._keeper = keeper = Keeper(vault, store, self.sources, clock, events)
        self.models = ModelBook(keeper, likeness, settings)
        self.predictions = PredictionBook(keeper, likeness, self.models, settings)
        self.principles = PrincipleBook(keeper, likeness, settings)
        self.insights = InsightBook(keeper, likeness, self.principles, settings)
        self.outcomes = OutcomeBook(keeper, likeness, settings)
        self.ideas = IdeaBook(keeper, likeness, settings)
        self.business = BusinessBook(keeper, self.outcomes, settings)
        self._withdrawing = Withdrawing(store, likeness, clock, Reasons(vault, "cognition"))
        noticed = noticed_by or NoticingSettings()
        seen = seeing(sight or Sight(), trail, self.models, self.predictions)
        self.reasoning = ReasoningBook(keeper, likeness, noticed)
        self.reflection = Reflection(vault, clock, noticed, seen.remains, companion=companion, person=person)
        self.noticing = Noticing(
            vault, clock, noticed, seen, lambda: open_episode(trail), companion=companion, person=person
        )
        telling = Telling(self.models, self.predictions, self.principles, likeness, settings)
        self.turns = Turns(
            keeper,
            telling,
            predictions=self.predictions,
            outcomes=self.outcomes,
            ideas=self.ideas,
            insights=self.insights,
            events=events,
            settings=settings,
        )

    def export_markdown(self, hidden: Refs = NOTHING) -> Iterator[tuple[str, str]]:
        """Everything that is kept here and does not rest on `hidden` as files, by the folders of [E] §11.2."""
        return files(
            {
                "models": self.models.all(),
                "predictions": self.predictions.all(),
                "principles": self.principles.all(),
                "insights": self.insights.all(),
                "outcomes": self.outcomes.all(),
                "synthesis": self.ideas.all(),
                "business": self.business.all(),
                "reasoning": self.reasoning.all(),
            },
            hidden,
        )

    def id_from(self, source: str, name: str) -> str:
        """The id that what another program called `name` has here, the same however often it comes in."""
        whole = "\0".join((*self._whose, source, name)).encode("utf-8", "replace")
        return f"im_{hashlib.sha256(whole).hexdigest()[:24]}"

    def holds(self, record_id: str) -> bool:
        """Whether a record is here, withdrawn or not."""
        return self._keeper.store.any(record_id, withdrawn=True) is not None

    def take_in(self, records: Iterable[Kept]) -> None:
        """Keep what another program made, within the caller's unit of work; `announce` tells of it."""
        with self._keeper.holding(), self._keeper.changing() as keep:
            for record in records:
                keep(record)

    def announce(self) -> None:
        """Tell of what was taken in, once that is durable."""
        self._keeper.announce()

    def take_back(self, ref: str) -> None:
        """Delete what a run made; what has evidence of its own by now stays, as does what is gone already."""
        self._keeper.take_back(ref)

    def credit(self, record_id: str, by: str) -> bool:
        """Note on what was just made that another program brought it, `by` being a ref such as `mcp:claude`."""
        return self._keeper.credit(record_id, by)

    # Personal and Own

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Hide what stands on `refs`; what only lost evidence goes on without it."""
        return self._withdrawing.withdraw(unit, refs) | self.noticing.withdraw(unit, refs)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let stand again what was hidden for `refs` alone; what was told of it may be told once more."""
        return self._withdrawing.restore(unit, refs)

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete for good what was made from `refs`, with its words."""
        return self._withdrawing.erase(unit, refs) | self.noticing.erase(unit, refs)

    def citing(self, refs: Refs) -> Refs:
        """What `withdraw` or `erase` would reach. Writes nothing."""
        return self._withdrawing.citing(refs) | self.noticing.citing(refs)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything with this person, or another one; returns the refs that went."""
        return self._withdrawing.forget_person(unit, person) | self.noticing.forget_person(unit, person)

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of all that `forget_person` would delete, hidden things included."""
        return self._withdrawing.holdings(person) | self.noticing.holdings(person)

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete what a companion thinks and has told, with whomever; returns the refs that went."""
        thought = self._withdrawing.forget_companion(unit, companion)
        return thought | self.noticing.forget_companion(unit, companion)

    def kept_by(self, companion: str) -> Refs:
        """The refs of all that `forget_companion` would delete, hidden things included."""
        return self._withdrawing.kept_by(companion) | self.noticing.kept_by(companion)


def seeing(given: Sight, trail: Trail, models: ModelBook, predictions: PredictionBook) -> Sight:
    """`given` with the times together, and with what is believed and foreseen."""

    def believed() -> Sequence[Believed]:
        return [Believed(one.ref, one.statement, len(one.standing)) for one in models.live()]

    def foreseen() -> Sequence[Foreseen]:
        return [Foreseen(one.ref, one.statement, one.deadline) for one in predictions.pending()]

    def sittings(limit: int) -> Sequence[Sitting]:
        found = [one for one in trail.episodes(OTHERS * limit) if one.origin == LOCAL]
        return [Sitting(one.id, one.opened_at, one.last_step_at) for one in found[:limit]]

    return replace(
        given,
        beliefs=believed,
        predictions=foreseen,
        projects=lambda since: [
            Spoken(one.project, one.episode_id, one.at) for one in trail.book.projects(since)
        ],
        sittings=sittings,
        spoken_at=trail.book.spoken_at,
    )


def open_episode(trail: Trail) -> str | None:
    """The id of the time together that is open."""
    current = trail.current()
    return None if current is None else current.id
