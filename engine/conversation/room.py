"""The conversation: opens turns, keeps the running stream over processes, and reads past exchanges back."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeGuard

from engine.clock import Clock
from engine.conversation.checking import SupportCheck
from engine.conversation.governing import Governor
from engine.conversation.history import read_exchanges
from engine.conversation.prompting.exchanges import shared, size
from engine.conversation.prompting.layout import Persona, PromptLayout
from engine.conversation.prompting.saved import PREFIXES, SavedPrefixes, SavedStream, Slot
from engine.conversation.prompting.standing import facts_section, memory_sections
from engine.conversation.prompting.stream import Compaction, Stream
from engine.conversation.prompting.wording import Wording
from engine.conversation.recollection import Recollection
from engine.conversation.reconstruction import Context, KeptContexts, Sources
from engine.conversation.records import Exchange
from engine.conversation.reflection import Keeper, ReflectionWriter, base_fields
from engine.conversation.registry import PromptSection, Registry, TurnFacts
from engine.conversation.turn import Turn
from engine.conversation.withdrawing import STEP, Restored, Spoken, Withdrawn
from engine.events import EventBus
from engine.language import (
    Cancellation,
    GenerationResult,
    LanguageModel,
    Place,
    Role,
    Segment,
    TokenLedger,
    answer_segment,
)
from engine.settings import Settings
from engine.trail import LoopStatus, Step, Trail
from engine.vault import Vault
from engine.withdrawal import Refs, reach, spread_erasure, spread_withdrawal

# Next to the person's words, and with room for the longest line around what is told.
GOVERNED_ORDER, GOVERNED_ROOM = 90, 100


class ConversationRoom:
    """One companion talking with one person, one turn at a time.

    `language` is the model that answers, None while there is none. Everything here runs on the engine's thread.
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
    ) -> None:
        self.vault, self.trail, self.clock = vault, trail, clock
        self.settings, self.wording, self.persona = settings, wording, persona
        self.registry = registry
        for known in base_fields(settings.reflect):
            registry.add_field(known)
        self.writer = ReflectionWriter(vault, registry, self._to_local)
        self.language: LanguageModel | None = None
        self.stream: Stream | None = None
        self.events = events or EventBus()
        self.spoken = Spoken(vault, trail, clock)
        registry.add_derived(self.spoken)
        self.withdrawn: set[str] = set()
        self.withdrawals = 0
        self.uncleaned = False
        self.reflecting: list[Cancellation] = []
        self.sources = sources or Sources(trail)
        self.check = SupportCheck(settings.recall, vault.cache)
        self.recollection = Recollection(self.sources, clock, settings, wording)
        self.governor: Governor | None = None
        self._stand()

    @property
    def person_speaker(self) -> str:
        return self.persona.person or "person"

    @property
    def companion_speaker(self) -> str:
        return self.persona.companion

    def count(self, text: str) -> int:
        """Tokens of a text for the model that answers; a rough number while there is none."""
        return len(text) // 3 if self.language is None else self.language.count(text)

    def _stand(self) -> None:
        """Register what the rooms it draws on give to every prompt of an episode."""
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
        budget = self.settings.governing.told_tokens + GOVERNED_ROOM
        self.registry.add_section(
            PromptSection("governed", Place.BLOCK, GOVERNED_ORDER, budget, governor.render)
        )

    def keep_with(self, keeper: Keeper) -> None:
        """Let `keeper` write what is worth keeping of an exchange, with its reflection."""
        self.writer = replace(self.writer, keeper=keeper)

    @property
    def awaited(self) -> str:
        """What waits for the person's word, in words; empty for nothing."""
        waiting = None if self.governor is None else self.governor.pending
        return "" if waiting is None else waiting.shown

    @property
    def last_updates(self) -> tuple[str, ...]:
        """The changes of the latest turn that changed anything; each can be undone by its id."""
        return () if self.governor is None else self.governor.last_updates

    def attach(self, language: LanguageModel | None) -> None:
        """Answer with this model from now on; what another one has read is of no use to it."""
        self.language = language
        self.stream = None

    def begin(self, text: str, surface: str, owner: str, level: int | None = None) -> Turn:
        """A turn for an utterance at a focus level (0–5); nothing is recorded before its `hear`."""
        return Turn(self, text, surface, owner, level)

    def stream_for(self, facts: TurnFacts, model: LanguageModel) -> Stream:
        """The running stream of the turn's episode, opened anew where the episode or the model is another."""
        stream, episode = self.stream, facts.loop.episode_id
        if self._is_waiting(stream) and not self._spoken(episode):
            stream.episode_id = episode
        if stream is None or stream.episode_id != episode:
            stream = self.stream = self._open(model, episode)
        return stream

    def expect_stream(self, model: LanguageModel) -> Stream:
        """The stream that the next utterance will join; nothing is written for it."""
        episode = self.trail.expected()
        wanted = None if episode is None else episode.id
        stream = self.stream
        serves = self._is_waiting(stream) if wanted is None else stream and stream.episode_id == wanted
        if stream is None or not serves:
            stream = self.stream = self._open(model, wanted)
        return stream

    @property
    def contexts(self) -> KeptContexts:
        """What stood before the model in the latest turns."""
        return self.recollection.contexts

    def context_for(self, turn: TurnFacts, model: LanguageModel, level: int) -> Context:
        """What is recalled for an utterance that was heard."""
        utterance = turn.utterance
        return self.recollection.context_for(
            utterance.text,
            model,
            self.stream,
            level=level,
            exclude={utterance.id},
            asked_by=f"step:{utterance.id}",
        )

    def draft(self, text: str) -> tuple[Segment, ...]:
        """What can be read already while `text` is being typed. Writes nothing."""
        model = self.language
        return () if model is None else self.recollection.draft(text, model, self.expect_stream(model))

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
        """Undo a withdrawal of Steps: they may be recalled again, with the answers that rested on them alone."""
        with self.vault.unit() as unit:
            restored = self.spoken.restore(unit, frozenset(refs))
            unit.commit()
        self.withdrawn -= restored
        if restored:
            self.events.publish(Restored(restored))
        return restored

    def begin_anew(self) -> None:
        """Hold nothing of what was read or recalled: everything that was said may be gone."""
        self.stream = None
        self._let_go(frozenset(), ())
        self.contexts.clear()
        self.vault.cache.clear()
        self.trail.reload()

    def _let_go(self, refs: Refs, loops: Collection[str]) -> None:
        self.withdrawn |= refs
        self.withdrawals += 1
        self.contexts.withdraw(refs, loops)
        self.recollection.forget_draft()
        self.check.forget()
        self.uncleaned = True
        for cancellation in tuple(self.reflecting):
            cancellation.cancel()
        self.vault.cache.remove(PREFIXES)
        if self.stream is not None:
            self.stream.withdraw(refs)
        self.events.publish(Withdrawn(refs))

    def plan_compaction(self) -> Compaction | None:
        """What is to be summed up now."""
        return None if self.stream is None else self.stream.plan_compaction()

    def compact(self, plan: Compaction, summary: Segment) -> None:
        """Prepare the ledger in which `summary` stands for the turns that were planned."""
        if self.stream is not None and not self.withdrawn.intersection(plan.cites):
            self.stream.compact(plan, summary, self.stream.layout.stable())

    def next_segments(self) -> tuple[Segment, ...] | None:
        """The ledger that waits to be read in the background."""
        stream = self.stream
        return None if stream is None or stream.next is None else stream.next.segments

    def swap(self) -> None:
        """Let the ledger that was read in the background be the live one."""
        if self.stream is not None:
            self.stream.swap()

    def take_uncleaned(self) -> tuple[Segment, ...] | None:
        """After a withdrawal, once: what the model may still hold."""
        if not self.uncleaned:
            return None
        self.uncleaned = False
        return () if self.stream is None else self.stream.ledger.segments

    def changed_stable(self) -> SavedStream | None:
        """The next episode's stable part where it is not the one that the running stream begins with."""
        if self.stream is None:
            return None
        fresh = self.next_stable(self.stream)
        begun = [one.tokens for one in self.stream.ledger.segments if one.place is Place.STABLE]
        return None if begun == [one.tokens for one in fresh.ledger.segments] else fresh

    def resume(self, model: LanguageModel, early: Mapping[str, bytes]) -> tuple[SavedPrefixes, Slot] | None:
        """Go on with the saved stream where its episode goes on; says which saved state serves best.

        None where none holds anything of what will be read first.
        """
        saved = SavedPrefixes(self.vault.cache, model.info.sha256, early)
        streams = {slot: stream for slot in Slot if (stream := saved.stream(slot)) is not None}
        self.stream = self._resumed(model, streams.get(Slot.RUNNING)) or self.expect_stream(model)
        wanted = self.stream.ledger.segments
        fits = {
            slot: size(wanted[: shared(saved_one.ledger.segments, wanted)])
            for slot, saved_one in streams.items()
        }
        best = max(fits, key=lambda slot: fits[slot], default=None)
        if self.stream.episode_id is None:
            stable = size(one for one in wanted if one.place is Place.STABLE)
            self.stream.kept = fits.get(Slot.RUNNING) == stable
        return (saved, best) if best is not None and fits[best] else None

    def to_keep(self, *, leaving: bool) -> SavedStream | None:
        """What is worth saving now: the running stream, or after a goodbye its stable part alone."""
        stream = self.stream
        episode = self.trail.current()
        running = stream is not None and episode is not None and episode.id == stream.episode_id
        if stream is None or stream.kept or not (running or leaving):
            return None
        stream.kept = True
        if episode is None or not running:
            return self.next_stable(stream)
        last = self.trail.recent_steps(1, episode_id=episode.id)
        ledger = TokenLedger(stream.wanted)
        return SavedStream(episode.id, stream.told_at, last[-1].id if last else None, ledger)

    def next_stable(self, stream: Stream) -> SavedStream:
        """The stable part that the next episode will begin with."""
        stable = TokenLedger(map(stream.model.encode, stream.layout.stable()))
        return SavedStream(None, self.clock.local(), None, stable)

    def answer_segment(
        self, result: GenerationResult, answer: Step, opened: Segment | None = None
    ) -> Segment:
        """The answer as the model sampled it after what was `opened` for it, citing its Step."""
        text = result.text if opened is None else opened.text + result.text
        segment = Segment(Role.ASSISTANT, text, Place.ANSWER, cites=(f"step:{answer.id}",))
        if self.language is None:
            return segment
        whole = answer_segment(self.language, segment, result.tokens)
        if opened is None:
            return whole
        begun = self.language.encode(opened).tokens
        marker = len(self.language.encode(replace(opened, text="", tokens=())).tokens)
        return replace(whole, tokens=(*begun, *whole.tokens[marker:]))

    def history(self, limit: int, before: str | None = None) -> list[Exchange]:
        """The last `limit` exchanges, oldest first; with `before` (a loop id), only earlier ones."""
        return read_exchanges(self.sources, self.vault, limit, before)

    def say_goodbye(self) -> str | None:
        """Close the open episode; returns its id, None where none was open.

        The stream stays: who comes back soon goes on with it.
        """
        closed = self.trail.close_episode("goodbye")
        if self.stream is not None:
            self.stream.kept = False
        return None if closed is None else closed.id

    def _open(self, model: LanguageModel, episode_id: str | None) -> Stream:
        """A stream of `episode_id` as the trail has it, without what is being answered just now."""
        earlier = self._settled(self.trail.recent_steps(4))
        return Stream.open(
            self._layout(model),
            model,
            self.settings.prompt,
            episode_id=episode_id,
            spoken=self._spoken(episode_id),
            now=self.clock.local(),
            last_spoken=self._to_local(earlier[-1].at) if earlier else None,
        )

    def _layout(self, model: LanguageModel) -> PromptLayout:
        return PromptLayout(self.wording, self.registry, self.persona, model.count, self.settings.prompt)

    def _is_waiting(self, stream: Stream | None) -> TypeGuard[Stream]:
        """Whether a stream was opened for an episode to come, not too long ago for what it says of the time."""
        return (
            stream is not None
            and stream.episode_id is None
            and self.clock.local() - stream.told_at < timedelta(minutes=self.settings.prompt.clock_minutes)
        )

    def _spoken(self, episode_id: str | None) -> list[Step]:
        if episode_id is None:
            return []
        return self._settled(
            self.trail.recent_steps(self.settings.prompt.stream_steps, episode_id=episode_id)
        )

    def _settled(self, steps: list[Step]) -> list[Step]:
        """Without the steps of rounds that are still open."""
        pending = {loop.id for loop in self.trail.loops(4) if loop.status is LoopStatus.OPEN}
        return [step for step in steps if step.loop_id not in pending]

    def _resumed(self, model: LanguageModel, saved: SavedStream | None) -> Stream | None:
        """The saved stream, with what was said since by a process that had no time to save; None if it is over."""
        episode = self.trail.expected()
        if saved is None or episode is None or saved.episode_id != episode.id:
            return None
        spoken = self._spoken(episode.id)
        ids = [step.id for step in spoken]
        if saved.last_step not in ids:
            return None
        layout = self._layout(model)
        stream = Stream(
            layout, model, self.settings.prompt, saved.ledger, episode.id, saved.told_at, kept=True
        )
        missed = spoken[ids.index(saved.last_step) + 1 :]
        if missed:
            stream.add_spoken(missed)
            stream.kept = False
        return stream

    def _to_local(self, at: datetime) -> datetime:
        return at.astimezone(self.clock.local().tzinfo)
