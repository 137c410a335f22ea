"""The front of this room: who the companion is, by what the person wrote and by what emerged."""

from collections.abc import Iterator, Sequence

from engine.calling import EngineCall, Stop, at_once, never
from engine.clock import Clock
from engine.embedding import Embedder
from engine.events import EventBus
from engine.identity.boundary import Boundary
from engine.identity.compass.book import CompassBook
from engine.identity.compass.telling import tell_compass
from engine.identity.components.capabilities import CapabilityMap
from engine.identity.components.extracting import Components, Worded
from engine.identity.components.telling import Teller
from engine.identity.components.themes import Values
from engine.identity.directives import DirectiveBook
from engine.identity.growth.nominations import Growth
from engine.identity.manner.expression import ExpressionBook
from engine.identity.manner.shorthand import ShorthandBook
from engine.identity.meaning import Meaning
from engine.identity.records import (
    Compass,
    ComponentName,
    Experience,
    Extraction,
    ExtractionOutcome,
    State,
    WakePacket,
)
from engine.identity.state import Waking
from engine.identity.store import CompassStore, DirectiveStore, GrowthStore, VersionStore
from engine.identity.surroundings import Keeper, Surroundings
from engine.identity.withdrawing import Withdrawing
from engine.language import Cancellation, LanguageModel
from engine.memory import Memory
from engine.settings import IdentitySettings
from engine.trail import LOCAL, EpisodeClosed, Step, StepKind, StepRecorded, Trail
from engine.vault import UnitOfWork, Vault
from engine.withdrawal import Refs


class Identity:
    """Who one companion is with one person. Implements `Personal` and `Own`; callable from any thread.

    `around` is what it draws on beyond memory; who composes the mind sets it once. It hears from `events` when an
    Episode closes, and which answer followed an opening.
    """

    def __init__(
        self,
        vault: Vault,
        trail: Trail,
        memory: Memory,
        embedder: Embedder | None,
        clock: Clock,
        *,
        events: EventBus,
        settings: IdentitySettings,
        companion: str,
        person: str,
    ) -> None:
        self.settings, self.around = settings, Surroundings()
        self._trail, self._memory, self._clock, self._companion = trail, memory, clock, companion
        keeper = Keeper(vault, memory, clock, events, settings)
        meaning = Meaning(embedder)
        boundary = Boundary(self._surroundings)
        teller = Teller(meaning, boundary, settings)
        growth = GrowthStore(vault, companion, person)
        self.directives = DirectiveBook(keeper, DirectiveStore(vault, companion, person))
        self.components = Components(
            keeper,
            VersionStore(vault, companion, person),
            meaning,
            teller,
        )
        self.values = Values(keeper)
        self.capabilities = CapabilityMap(keeper, self._surroundings)
        self.growth = Growth(keeper, growth, meaning, boundary)
        self.expression = ExpressionBook(keeper, self._feeling)
        self.shorthands = ShorthandBook(keeper)
        self.compass = CompassBook(keeper, CompassStore(vault, companion, person), trail, self._surroundings)
        self._withdrawing = Withdrawing(vault, growth, clock, settings, person)
        self._named: tuple[str, ...] = ()
        events.subscribe(EpisodeClosed, self._on_closed)
        events.subscribe(StepRecorded, self._on_step)

    def state(self) -> State:
        """Display name, identity text and the note of the last Episode ([P] §4.4)."""
        return self._waking().state()

    def wake(self, query: str = "") -> WakePacket:
        """What a wake begins with: the four questions of [P] §4.6, each thing with its ref."""
        return self._waking().packet(query)

    def extract(
        self,
        name: ComponentName,
        model: LanguageModel | None = None,
        cancellation: Cancellation | None = None,
    ) -> Extraction:
        """A component anew, on demand, with the values that it makes active. Waits for the model, if one is given."""
        return self._extracted(name, tuple(self.around.experiences()), model, cancellation)

    def _extracted(
        self,
        name: ComponentName,
        noted: Sequence[Experience],
        model: LanguageModel | None,
        cancellation: Cancellation | None,
    ) -> Extraction:
        return self.keep(self.components.worded(name, noted, model, cancellation))

    def keep(self, worded: Worded | Extraction) -> Extraction:
        """Write a version that was worded, with the values that it makes active."""
        made = self.components.keep(worded)
        if (
            made.outcome is ExtractionOutcome.NEW
            and made.name is ComponentName.VALUES
            and made.component is not None
        ):
            self.values.follow(made.component)
        return made

    def word_all(
        self, model: LanguageModel | None, cancellation: Cancellation, should_stop: Stop = never
    ) -> list[Worded | Extraction]:
        """What all ten would say anew, for `keep`. Waits for the model, if one is given; writes nothing."""
        noted = tuple(self.around.experiences())
        worded: list[Worded | Extraction] = []
        for name in ComponentName:
            if should_stop():
                break
            worded.append(self.components.worded(name, noted, model, cancellation))
        return worded

    def extract_all(self, model: LanguageModel | None = None, should_stop: Stop = never) -> list[Extraction]:
        """All ten, from notes that are read once; `should_stop` is asked between two."""
        noted = tuple(self.around.experiences())
        made = []
        for name in ComponentName:
            if should_stop():
                break
            made.append(self._extracted(name, noted, model, None))
        return made

    def tell_compass(
        self,
        model: LanguageModel,
        *,
        engine: EngineCall = at_once,
        cancellation: Cancellation | None = None,
    ) -> Compass | None:
        """Make the compass anew in the background where it is due; None where it is not, or came to nothing."""
        return tell_compass(self.compass, model, self.settings, engine=engine, cancellation=cancellation)

    def naming(self, refs: tuple[str, ...]) -> None:
        """An opening names these open loops; they count as told once an answer was given after it."""
        self._named = refs

    def export_markdown(self) -> Iterator[tuple[str, str]]:
        """The directives as a file; components, growth and manner are pages of the memory ([A] §7)."""
        lines = [f"{one.place}. {one.text}" for one in self.directives.all()]
        if lines:
            yield "core/directives.md", "\n".join(["# Directives", "", *lines]) + "\n"

    # Personal and Own

    def withdraw(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let what `refs` name count no more; returns what was part of the companion by it."""
        return self._withdrawing.withdraw(unit, refs)

    def restore(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Let what `refs` name count again; returns what is part of the companion by it once more."""
        return self._withdrawing.restore(unit, refs)

    def erase(self, unit: UnitOfWork, refs: Refs) -> Refs:
        """Delete for good what rests on `refs`."""
        return self._withdrawing.erase(unit, refs)

    def citing(self, refs: Refs) -> Refs:
        """What `withdraw` or `erase` would reach. Writes nothing."""
        return self._withdrawing.citing(refs)

    def forget_person(self, unit: UnitOfWork, person: str | None = None) -> Refs:
        """Delete everything with this person, or another one; returns the refs that went."""
        return self._withdrawing.forget_person(unit, person)

    def holdings(self, person: str | None = None) -> Refs:
        """The refs of what `forget_person` would delete. Writes nothing."""
        return self._withdrawing.holdings(person)

    def forget_companion(self, unit: UnitOfWork, companion: str) -> Refs:
        """Delete who a companion is, with whomever; returns the refs that went."""
        return self._withdrawing.forget_companion(unit, companion)

    def kept_by(self, companion: str) -> Refs:
        """The refs of what `forget_companion` would delete. Writes nothing."""
        return self._withdrawing.kept_by(companion)

    def _surroundings(self) -> Surroundings:
        """Asked anew by every part: they are set after it was made."""
        return self.around

    def _waking(self) -> Waking:
        return Waking(
            self._companion,
            self._trail,
            self._memory,
            self._clock,
            self.settings,
            self.directives,
            self.components,
            self.growth,
            self.capabilities,
            self.compass,
            self.around,
        )

    def _feeling(self) -> str:
        running = self._trail.current()
        return "" if running is None else self.around.feeling(running.id)

    def _on_closed(self, event: EpisodeClosed) -> None:
        if event.episode.origin == LOCAL:
            self.compass.absorb_close(event.episode)

    def _on_step(self, event: StepRecorded) -> None:
        if event.step.kind is StepKind.ANSWER and self._named and self._is_ours(event.step):
            named, self._named = self._named, ()
            self.compass.tell(named, event.step.episode_id)

    def _is_ours(self, step: Step) -> bool:
        running = self._trail.current()
        return running is not None and running.id == step.episode_id
