"""Which stream runs: opened with an episode, gone on with over turns, compactions and processes."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TypeGuard

from engine.clock import Clock
from engine.conversation.prompting.exchanges import shared, size
from engine.conversation.prompting.layout import PromptLayout
from engine.conversation.prompting.saved import SavedPrefixes, SavedStream, Slot
from engine.conversation.prompting.stream import Compaction, Stream
from engine.language import LanguageModel, Place, Segment, TokenLedger
from engine.settings import PromptSettings
from engine.tongues import spoken_language
from engine.trail import LoopStatus, Step, StepKind, Trail
from engine.vault import Cache


class RunningStream:
    """The one live stream of a conversation, None while nothing was read. On the engine's thread.

    `layout_of` says for a model how its prompt is laid out now.
    """

    def __init__(
        self,
        trail: Trail,
        cache: Cache,
        clock: Clock,
        settings: PromptSettings,
        layout_of: Callable[[LanguageModel], PromptLayout],
    ) -> None:
        self._trail, self._cache, self._clock, self._settings = trail, cache, clock, settings
        self._layout_of = layout_of
        self.stream: Stream | None = None

    def of_episode(self, episode_id: str, model: LanguageModel) -> Stream:
        """The stream for a turn of this episode, opened anew where its episode or its model is another."""
        stream = self.stream
        if self._is_waiting(stream) and not self._spoken(episode_id):
            stream.episode_id = episode_id
        if stream is None or stream.episode_id != episode_id:
            stream = self.stream = self._open(model, episode_id)
        return stream

    def expect(self, model: LanguageModel) -> Stream:
        """The stream that the next utterance will join; nothing is written for it."""
        episode = self._trail.expected()
        wanted = None if episode is None else episode.id
        stream = self.stream
        serves = self._is_waiting(stream) if wanted is None else stream and stream.episode_id == wanted
        if stream is None or not serves:
            stream = self.stream = self._open(model, wanted)
        return stream

    # Compaction: summed up, read in the background, swapped in

    def plan_compaction(self) -> Compaction | None:
        """What is to be summed up now."""
        return None if self.stream is None else self.stream.plan_compaction()

    def compact(self, plan: Compaction, summary: Segment) -> None:
        """Prepare the ledger in which `summary` stands for the turns that were planned."""
        if self.stream is not None:
            self.stream.compact(plan, summary, self.stream.layout.stable())

    def next_segments(self) -> tuple[Segment, ...] | None:
        """The ledger that waits to be read in the background."""
        stream = self.stream
        return None if stream is None or stream.next is None else stream.next.segments

    def swap(self) -> None:
        """Let the ledger that was read in the background be the live one."""
        if self.stream is not None:
            self.stream.swap()

    # From one process to the next

    def resume(
        self, model: LanguageModel, early: Mapping[str, bytes]
    ) -> tuple[SavedPrefixes, Slot, int] | None:
        """Go on with the saved stream where its episode goes on; says which saved state serves best, and how many
        tokens of what will be read first it holds.

        `early` are states that were read already. None where none holds any.
        """
        saved = SavedPrefixes(self._cache, model.info.sha256, early)
        streams = {slot: stream for slot in Slot if (stream := saved.stream(slot)) is not None}
        self.stream = self._resumed(model, streams.get(Slot.RUNNING)) or self.expect(model)
        wanted = self.stream.ledger.segments
        fits = {
            slot: size(wanted[: shared(saved_one.ledger.segments, wanted)])
            for slot, saved_one in streams.items()
        }
        best = max(fits, key=lambda slot: fits[slot], default=None)
        if self.stream.episode_id is None:
            stable = size(one for one in wanted if one.place is Place.STABLE)
            self.stream.kept = fits.get(Slot.RUNNING) == stable
        return (saved, best, fits[best]) if best is not None and fits[best] else None

    def to_keep(self, *, leaving: bool) -> SavedStream | None:
        """What is worth saving now: the stream while who comes back goes on with it, else its stable part alone."""
        stream = self.stream
        episode = self._trail.current()
        running = stream is not None and episode is not None and episode.id == stream.episode_id
        if stream is None or stream.kept or not (running or leaving):
            return None
        stream.kept = True
        if episode is None or not running:
            episode = self._trail.expected()
        if episode is None or episode.id != stream.episode_id:
            return self._next_stable(stream)
        last = self._trail.recent_steps(1, episode_id=episode.id)
        ledger = TokenLedger(stream.lasting)
        return SavedStream(episode.id, stream.told_at, last[-1].id if last else None, ledger)

    def unkeep(self) -> None:
        """What is saved of the stream is not what will be wanted."""
        if self.stream is not None:
            self.stream.kept = False

    def changed_stable(self) -> SavedStream | None:
        """The next episode's stable part where it is not the one that the running stream begins with."""
        if self.stream is None:
            return None
        fresh = self._next_stable(self.stream)
        begun = [one.tokens for one in self.stream.ledger.segments if one.place is Place.STABLE]
        return None if begun == [one.tokens for one in fresh.ledger.segments] else fresh

    def _next_stable(self, stream: Stream) -> SavedStream:
        stable = TokenLedger(map(stream.model.encode, stream.layout.stable()))
        return SavedStream(None, self._clock.local(), None, stable)

    def _resumed(self, model: LanguageModel, saved: SavedStream | None) -> Stream | None:
        """The saved stream, with what was said since by a process that had no time to save; None if it is over."""
        episode = self._trail.expected()
        if saved is None or episode is None or saved.episode_id != episode.id:
            return None
        spoken = self._spoken(episode.id)
        ids = [step.id for step in spoken]
        if saved.last_step not in ids:
            return None
        layout = self._layout_of(model)
        stream = Stream(layout, model, self._settings, saved.ledger, episode.id, saved.told_at, kept=True)
        missed = spoken[ids.index(saved.last_step) + 1 :]
        if missed:
            stream.add_spoken(missed)
            stream.kept = False
        return stream

    # What the trail has of it

    def _open(self, model: LanguageModel, episode_id: str | None) -> Stream:
        """A stream of `episode_id` as the trail has it, without what is being answered just now."""
        now = self._clock.local()
        earlier = self._settled(self._trail.recent_steps(4))
        said = [step.text for step in earlier if step.kind is StepKind.UTTERANCE]
        return Stream.open(
            self._layout_of(model),
            model,
            self._settings,
            episode_id=episode_id,
            spoken=self._spoken(episode_id),
            now=now,
            last_spoken=earlier[-1].at.astimezone(now.tzinfo) if earlier else None,
            language=spoken_language("", said),
        )

    def _is_waiting(self, stream: Stream | None) -> TypeGuard[Stream]:
        """Whether a stream was opened for an episode to come, not too long ago for what it says of the time."""
        return (
            stream is not None
            and stream.episode_id is None
            and self._clock.local() - stream.told_at < timedelta(minutes=self._settings.clock_minutes)
        )

    def _spoken(self, episode_id: str | None) -> list[Step]:
        if episode_id is None:
            return []
        return self._settled(self._trail.recent_steps(self._settings.stream_steps, episode_id=episode_id))

    def _settled(self, steps: list[Step]) -> list[Step]:
        """Without the steps of rounds that are still open."""
        pending = {loop.id for loop in self._trail.loops(4) if loop.status is LoopStatus.OPEN}
        return [step for step in steps if step.loop_id not in pending]
