"""The conversation: opens turns, takes back what was said, and reads past exchanges back."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial

from engine.clock import Clock
from engine.conversation.answering.asked import Asked, may_ask
from engine.conversation.answering.recounting import not_thought_back_on
from engine.conversation.answering.register import RegisterClassifier, open_register_classifier
from engine.conversation.answering.superseding import Awaited, Change, possible_changes, without
from engine.conversation.answering.support import Dated, as_told, likeliest, notes_for
from engine.conversation.asking import Asker
from engine.conversation.deeds import Deed, told
from engine.conversation.governing import Governor
from engine.conversation.history import read_exchanges
from engine.conversation.prompting.compaction import Compacted
from engine.conversation.prompting.layout import Persona, PromptLayout
from engine.conversation.prompting.running import RunningStream
from engine.conversation.prompting.saved import PREFIXES
from engine.conversation.prompting.self_knowledge import SelfKnowledge
from engine.conversation.prompting.standing import (
    facts_section,
    language_section,
    memory_sections,
    untold_section,
    year_section,
)
from engine.conversation.prompting.stream import Compaction, Stream
from engine.conversation.prompting.wording import Wording
from engine.conversation.recollection import Recollection
from engine.conversation.reconstruction import (
    Context,
    KeptContexts,
    Sources,
    Verdict,
)
from engine.conversation.reconstruction.evidence import only_asks
from engine.conversation.reconstruction.searching import Searching
from engine.conversation.records import Exchange
from engine.conversation.reflection import Keeper, Outstanding, ReflectionWriter, base_fields
from engine.conversation.registry import PromptSection, Registry, Rendered, TurnFacts
from engine.conversation.turn import Turn
from engine.conversation.utterance import clauses, has_mark
from engine.conversation.withdrawing import STEP, Restored, Spoken, Withdrawn
from engine.decisions import Decisions
from engine.errors import spare
from engine.events import EventBus
from engine.language import Cancellation, LanguageModel, Place, PreparedStates, Segment
from engine.settings import Settings
from engine.trail import Step, StepKind, Trail
from engine.vault import Vault
from engine.withdrawal import Refs, reach, spread_erasure, spread_restoration, spread_withdrawal

# Next to the person's words, and with room for the longest line around what is told.
DEEDS_ORDER, DEEDS_ROOM = 90, 320


class ConversationRoom:
    """One companion talking with one person, one turn at a time.

    `language` is the model that answers, None while there is none; `prepared` is where what models have read of the
    program's own words lies. Everything here runs on the engine's thread.
    """

    def __init__(
        self,
        vault: Vault,
        trail: Trail,
        clock: Clock,
        *,
        settings: Settings,
        wording: Wording,
        persona: Persona,
        registry: Registry,
        events: EventBus | None = None,
        sources: Sources | None = None,
        prepared: PreparedStates | None = None,
    ) -> None:
        self.vault, self.trail, self.clock = vault, trail, clock
        self.settings, self.wording, self.persona = settings, wording, persona
        self.registry = registry
        for known in base_fields(settings.reflect):
            registry.add_field(known)
        self.language: LanguageModel | None = None
        self.running = RunningStream(trail, vault.cache, clock, settings.prompt, self._layout)
        self.events = events or EventBus()
        self.spoken = Spoken(vault, trail, clock)
        registry.add_derived(self.spoken)
        self.withdrawn: set[str] = set()
        self.withdrawals = 0
        self.uncleaned = False
        self.reflecting: list[Cancellation] = []
        self.sources = sources or Sources(trail)
        self.writer = ReflectionWriter(vault, registry, self._to_local, place=self.sources.place)
        self.outstanding = Outstanding(self)
        self.prepared = prepared
        self.decisions = Decisions(vault.cache, prepared)
        self.searching = Searching(self.sources, clock, settings, self.persona.companion)
        self.recollection = Recollection(self.sources, clock, settings)
        self.governor: Governor | None = None
        self.asker: Asker | None = None
        self._deeds: tuple[str, tuple[Deed, ...]] = ("", ())
        self._stand()

    @property
    def person_speaker(self) -> str:
        return self.persona.person or "person"

    @property
    def companion_speaker(self) -> str:
        return self.persona.companion

    @property
    def stream(self) -> Stream | None:
        """The running stream, None while nothing was read."""
        return self.running.stream

    def count(self, text: str) -> int:
        """Tokens of a text for the model that answers; a rough number while there is none."""
        return len(text) // 3 if self.language is None else self.language.count(text)

    def policy(self) -> list[Segment]:
        """What every prompt begins with; the program's own words alone, unless somebody has a name."""
        if self.language is None:
            return []
        return self._layout(self.language).policy()

    def note_deeds(self, loop_id: str, deeds: tuple[Deed, ...]) -> None:
        """What was done in a turn, for the block that its answer is told by."""
        self._deeds = (loop_id, deeds)

    def _told_of_deeds(self, turn: TurnFacts | None) -> Rendered:
        loop_id, deeds = self._deeds
        return told(deeds if turn is not None and turn.loop.id == loop_id else ())

    @cached_property
    def register_classifier(self) -> RegisterClassifier | None:
        """What tells a service's sentences from a friend's, None where nothing can."""
        return open_register_classifier(self.trail.embedder)

    def _stand(self) -> None:
        """Register what the rooms it draws on give to every prompt of an episode."""
        self.registry.add_section(
            PromptSection("deeds", Place.ASIDE, DEEDS_ORDER, DEEDS_ROOM, self._told_of_deeds)
        )
        self.registry.add_section(year_section(self.clock, self.wording))
        self.itself = SelfKnowledge(self.trail.embedder, self._states, self._called)
        self.registry.add_section(self.itself.section)
        self.registry.add_section(untold_section(self.wording))
        self.registry.add_section(language_section(self.wording))
        if self.sources.person is not None:
            self.registry.add_section(
                facts_section(self.sources.person, self.persona, self.settings, self.count)
            )
        if self.sources.memory is not None:
            for section in memory_sections(self.sources.memory, self.wording, self.settings, self.count):
                self.registry.add_section(section)

    def govern(self, governor: Governor) -> None:
        """Let `governor` carry out before each answer what the person asks to be changed."""
        self.governor = governor
        self.registry.doers.append(governor)

    def ask_with(self, asker: Asker) -> None:
        """Let `asker` put questions of our own after answers."""
        self.asker = asker
        asker.follow(self.events)

    def keep_with(self, keeper: Keeper) -> None:
        """Let `keeper` write what is worth keeping of an exchange, with its reflection."""
        self.writer = replace(self.writer, keeper=keeper)

    @property
    def awaited(self) -> str:
        """What waits for the person's word, in words; empty for nothing."""
        waiting = None if self.governor is None else self.governor.pending
        return "" if waiting is None else waiting.shown

    def attach(self, language: LanguageModel | None) -> None:
        """Answer with this model from now on; what another one has read is of no use to it."""
        self.language = language
        self.running.stream = None

    def begin(self, text: str, surface: str, owner: str, level: int | None = None) -> Turn:
        """A turn for an utterance at a focus level (0–5); nothing is recorded before its `hear`."""
        return Turn(self, text, surface, owner, level)

    @property
    def contexts(self) -> KeptContexts:
        """What stood before the model in the latest turns."""
        return self.recollection.contexts

    def context_for(self, turn: TurnFacts, model: LanguageModel, level: int, asked: Asked) -> Context:
        """What is recalled for an utterance that was heard."""
        utterance = turn.utterance
        return self.recollection.context_for(
            utterance.text,
            model.count,
            self.stream,
            level=level,
            asked=asked,
            exclude={utterance.id},
            asked_by=f"step:{utterance.id}",
        )

    def rehearse(self, text: str, level: int) -> None:
        """Recall once for `text` while the model still loads: the first time costs five times the next.

        Writes nothing.
        """
        if self.language is None:
            recall = partial(
                self.recollection.context_for,
                text,
                self.count,
                None,
                level=level,
                asked=may_ask(text),
                hurried=True,
            )
            spare("a first recall", recall, None)

    def index_the_last(self) -> None:
        """What was told just now is found by its meaning too; what is more than a moment's work waits."""
        end = self.clock.monotonic() + self.settings.recall.index_s
        self.trail.catch_up(lambda: self.clock.monotonic() > end)
        if self.sources.person is not None:
            self.sources.person.catch_up(lambda: self.clock.monotonic() > end)

    def draft(self, text: str) -> tuple[Segment, ...]:
        """What can be read already while `text` is being typed. Writes nothing."""
        model = self.language
        return () if model is None else self.recollection.draft(text, model, self.running.expect(model))

    def to_judge(
        self, context: Context, stream: Stream, asked: Asked, over: Collection[str] = ()
    ) -> tuple[str, ...] | None:
        """The notes that the model is to hold the question against, likeliest first; None where that asks nothing of
        memory. What is `over` stands in none of them.

        "What damage did the chart have?" sounds like the world: what was told that is near enough may answer it. It
        does not answer what is surely asked of the companion ("do you tell anybody what I say?").
        """
        is_sure = asked.is_surely_of_itself or asked.is_surely_of_world
        near = asked.asks and context.verdict is Verdict.STRONG and not is_sure
        if asked.me < self.settings.recall.judged_from and not near:
            return None
        return self._judged_notes(context, stream, over)

    def not_thought_back_on(self, asked_in: str) -> list[Step]:
        """What they told and nothing was made of so far, but for the round in which it is asked for."""
        return not_thought_back_on(self.vault, self.trail, self.sources.person, asked_in)

    def possible_changes(self, context: Context, asked_in: str) -> list[Change]:
        """What was recalled and may be over, by what they told since and nothing was made of so far."""
        said = [step for step in self.not_thought_back_on(asked_in) if not only_asks(self.trail, step)]
        return possible_changes(context, said, self.settings.recall)

    def to_judge_ahead(self) -> Awaited | None:
        """The same of a question that is typed whole, should it turn out to be about the person."""
        draft = self.recollection.drafted
        if draft is None or not has_mark(draft.coming.query):
            return None
        coming = draft.coming
        changes = self.possible_changes(coming, asked_in="")
        return Awaited(coming.query, self._judged_notes(coming, draft.stream), tuple(changes))

    def _judged_notes(self, context: Context, stream: Stream, over: Collection[str] = ()) -> tuple[str, ...]:
        notes = self._notes_of(context, stream, over, self.settings.recall.checked)
        return tuple(likeliest(notes, context.query, self.trail.embedder))

    def to_read_off(self, context: Context, stream: Stream, over: Collection[str] = ()) -> tuple[str, ...]:
        """Such notes with their days as they are called now, of more that was recalled: what an answer is written
        from.
        """
        return self._notes_of(context, stream, over, self.settings.recall.read_off, self.trail.dated)

    def _notes_of(
        self, context: Context, stream: Stream, over: Collection[str], most: int, dated: Dated = as_told
    ) -> tuple[str, ...]:
        turns = self.settings.recall.checked_turns
        asked = {context.query} if len(clauses(context.query)) == 1 else set[str]()
        asked |= self._asked_without_mark(turns)
        said = (
            without(line, over) for line in stream.said_last(turns) if has_mark(line) or line not in asked
        )
        return notes_for(context, [line for line in said if line], most, dated)

    def _asked_without_mark(self, turns: int) -> set[str]:
        """What they asked of late and what only its answer tells to be a question: "what names we think about"."""
        steps = self.trail.recent_steps(turns, kinds=(StepKind.UTTERANCE,))
        return {step.text for step in steps if only_asks(self.trail, step)}

    def _states(self) -> frozenset[str]:
        return frozenset({"always", "throwaway" if self.vault.is_throwaway else "kept"})

    def _called(self) -> dict[str, str]:
        name = "" if self.language is None else self.language.info.name
        return {"companion": self.persona.companion, "model": name}

    def withdraw(self, refs: Iterable[str]) -> Refs:
        """Take back what `refs` name (Steps, facts, nodes, documents) and all that rests on it, in one unit.

        It leaves everything that the model has read or could read again before this returns; the model's own lanes
        are cleared by `drive` and `maintain`. What is being answered just now ends first. Returns all that was
        reached. Raises NotFoundError for a Step that is none.
        """
        named = frozenset(refs)
        for ref in named:
            if ref.startswith(STEP):
                self.trail.step(ref.removeprefix(STEP))
        with self.vault.unit() as unit:
            reached = spread_withdrawal(self.registry.derived, unit, named)
            unit.commit()
        self._let_go(reached, self.spoken.loops_of(reached))
        return reached

    def erase(self, refs: Iterable[str]) -> Refs:
        """Like `withdraw`, but for good: nothing of it is left to be restored or shown."""
        named = frozenset(refs)
        loops = self.spoken.loops_of(self.reached(named))
        with self.vault.unit() as unit:
            reached = spread_erasure(self.registry.derived, unit, named)
            unit.commit()
        self._let_go(reached, loops)
        return reached

    def reached(self, refs: Iterable[str]) -> Refs:
        """What `withdraw` or `erase` of `refs` would reach. Writes nothing."""
        return reach(self.registry.derived, refs)

    def restore(self, refs: Collection[str]) -> Refs:
        """Undo a withdrawal: `refs` stand again, with all that was hidden for them alone. Returns what came back."""
        named = frozenset(refs)
        with self.vault.unit() as unit:
            restored = spread_restoration(self.registry.derived, unit, named)
            unit.commit()
        self.withdrawn -= restored | named
        if restored:
            self.events.publish(Restored(restored))
        return restored

    def keep_private(self, refs: Iterable[str]) -> Refs:
        """Let what `refs` name, kept but brought up no more, leave all that is read, and what was answered with it.

        Returns all that was reached.
        """
        named = frozenset(refs)
        with self.vault.unit() as unit:
            answered = self.spoken.withdraw(unit, named)
            reached = named | spread_withdrawal(self.registry.derived, unit, answered)
            unit.commit()
        self._let_go(reached, self.spoken.loops_of(reached))
        return reached

    def begin_anew(self) -> None:
        """Hold nothing of what was read or recalled: everything that was said may be gone."""
        self.running.stream = None
        self._let_go(frozenset(), ())
        self.contexts.clear()
        self.vault.cache.clear()
        self.trail.reload()

    def _let_go(self, refs: Refs, loops: Collection[str]) -> None:
        self.withdrawn |= refs
        self.withdrawals += 1
        self.contexts.withdraw(refs, loops)
        self.recollection.forget_draft()
        self.decisions.forget()
        self.uncleaned = True
        for cancellation in tuple(self.reflecting):
            cancellation.cancel()
        self.vault.cache.remove(PREFIXES)
        if self.stream is not None:
            self.stream.withdraw(refs)
        self.events.publish(Withdrawn(refs))

    def compact(self, plan: Compaction, summary: Segment) -> None:
        """Let `summary` stand for the turns that were planned, unless something of them was taken back meanwhile."""
        if not self.withdrawn.intersection(plan.cites):
            self.running.compact(plan, summary)
            self.events.publish(Compacted())

    def summary(self) -> Segment | None:
        """What stands for the turns of the open stream that were summed up; None where none were."""
        ledger = () if self.stream is None else self.stream.ledger.segments
        waiting = self.running.next_segments() or ()
        return next((one for one in (*waiting, *ledger) if one.place is Place.SUMMARY), None)

    def take_uncleaned(self) -> tuple[Segment, ...] | None:
        """After a withdrawal, once: what the model may still hold."""
        if not self.uncleaned:
            return None
        self.uncleaned = False
        return () if self.stream is None else self.stream.ledger.segments

    def history(self, limit: int, before: str | None = None) -> list[Exchange]:
        """The last `limit` exchanges, oldest first; with `before` (a loop id), only earlier ones."""
        return read_exchanges(self.sources, self.vault, limit, before)

    def say_goodbye(self) -> str | None:
        """Close the open episode; returns its id, None where none was open.

        The stream stays: who comes back soon goes on with it.
        """
        closed = self.trail.close_episode("goodbye")
        self.running.unkeep()
        return None if closed is None else closed.id

    def _layout(self, model: LanguageModel) -> PromptLayout:
        return PromptLayout(self.wording, self.registry, self.persona, model.count, self.settings.prompt)

    def _to_local(self, at: datetime) -> datetime:
        return at.astimezone(self.clock.local().tzinfo)
