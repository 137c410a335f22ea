"""The running episode as the model has read it: stable prefix, opening, then the turns as they were spoken."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from engine.conversation.prompting.layout import PromptLayout
from engine.conversation.prompting.support import Support
from engine.conversation.registry import TurnFacts
from engine.language import LanguageModel, Place, Role, Segment, TokenLedger
from engine.settings import PromptSettings
from engine.trail import Episode, Step, StepKind, Trail


@dataclass
class Stream:
    """Keeps the token ledger of one episode for one model.

    Everything is appended; what leaves does so in whole turns, when the context fills or a turn is taken back.
    """

    layout: PromptLayout
    model: LanguageModel
    settings: PromptSettings
    ledger: TokenLedger
    episode_id: str
    told_at: datetime

    @classmethod
    def open(
        cls,
        layout: PromptLayout,
        model: LanguageModel,
        settings: PromptSettings,
        trail: Trail,
        *,
        episode: Episode,
        now: datetime,
        last_spoken: datetime | None,
    ) -> "Stream":
        """The stream of `episode`: the prefix and what has been said in it before this process joined.

        `now` and `last_spoken` are local times.
        """
        stream = cls(layout, model, settings, TokenLedger(), episode.id, now)
        for segment in layout.stable():
            stream._append(segment)
        stream._append(layout.opening(now, last_spoken))
        spoken = trail.recent_steps(
            settings.stream_steps, episode_id=episode.id, kinds=(StepKind.UTTERANCE, StepKind.ANSWER)
        )
        for segment in spoken_segments(spoken):
            stream._append(segment)
        return stream

    def holds(self, step_id: str) -> bool:
        """Whether the model has this Step before its eyes as something that was said in this stream."""
        cite = f"step:{step_id}"
        return any(
            cite in segment.cites and segment.place is not Place.BLOCK for segment in self.ledger.segments
        )

    def begin_turn(self, facts: TurnFacts, support: Support, now: datetime, *, asks: bool) -> None:
        """Append the turn's block and utterance, first making room for them and for the answer."""
        stale = now - self.told_at >= timedelta(minutes=self.settings.clock_minutes)
        self.told_at = now if stale else self.told_at
        segments = [
            self.model.encode(segment)
            for segment in self.layout.turn(facts, support, asks=asks, now=now if stale else None)
        ]
        self._make_room(sum(len(segment.tokens) for segment in segments) + self.settings.answer_tokens)
        for segment in segments:
            self.ledger.append(segment)

    def end_turn(self, answer: Segment) -> None:
        """Append the answer as it was sampled."""
        self.ledger.append(answer)

    def take_back(self, size: int) -> None:
        """Cut the ledger back to its first `size` segments: the turn was lost."""
        self.ledger.truncate(size)

    def _append(self, segment: Segment) -> None:
        self.ledger.append(self.model.encode(segment))

    def _make_room(self, coming: int) -> None:
        """Cut the oldest turns, in one block, once the context is three quarters full ([C] §3)."""
        context = self.model.info.context_tokens
        if self.ledger.token_count + coming <= context * self.settings.compact_at:
            return
        kept = list(self.ledger.segments)
        prefix = [segment for segment in kept if segment.place in {Place.STABLE, Place.OPENING}]
        turns = kept[len(prefix) :]
        room = context * self.settings.compact_to - sum(len(segment.tokens) for segment in prefix) - coming
        while turns and sum(len(segment.tokens) for segment in turns) > max(0.0, room):
            turns = turns[1:]
        while turns and not (turns[0].opens and turns[0].role is Role.USER):
            turns = turns[1:]
        self.ledger.truncate(len(prefix))
        for segment in turns:
            self.ledger.append(segment)


def spoken_segments(steps: Sequence[Step]) -> list[Segment]:
    """Earlier exchanges as chat messages, oldest first, without the support that once stood beside them.

    An utterance whose answer was lost is left out: chat messages alternate, and recall still finds it.
    """
    segments: list[Segment] = []
    for said, answered in pairwise(steps):
        if (said.kind, answered.kind) == (
            StepKind.UTTERANCE,
            StepKind.ANSWER,
        ) and said.loop_id == answered.loop_id:
            segments.append(Segment(Role.USER, said.text, Place.UTTERANCE, cites=(f"step:{said.id}",)))
            segments.append(
                Segment(Role.ASSISTANT, answered.text, Place.ANSWER, cites=(f"step:{answered.id}",))
            )
    return segments
