"""When the narrative thread is told anew, from what, and where it is kept."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np

from engine.clock import Clock
from engine.conversation.narrative.wording import NarrativeWording
from engine.conversation.prompting.compaction import supported
from engine.conversation.registry import Rendered
from engine.embedding import Embedder, vectors_of
from engine.memory import WorkingItem, WorkingMemory
from engine.settings import NarrativeSettings
from engine.trail import Step, StepKind, Trail


@dataclass(frozen=True, slots=True)
class Telling:
    """What a new thread is to be made of: the last Steps of one episode, oldest first."""

    steps: tuple[Step, ...]

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(f"step:{step.id}" for step in self.steps)


class NarrativeThread:
    """The thread of one companion and one person, in the working memory. On the engine's thread.

    It is told again on topic drift, or when it is five minutes old and something was said since. A withdrawn Step
    takes it along, as everything that cites it.
    """

    def __init__(
        self,
        trail: Trail,
        working: WorkingMemory,
        embedder: Embedder | None,
        clock: Clock,
        *,
        settings: NarrativeSettings,
        wording: NarrativeWording,
    ) -> None:
        self._trail, self._working, self._embedder = trail, working, embedder
        self._clock, self._settings, self.wording = clock, settings, wording

    def plan(self) -> Telling | None:
        """What is to be told now; None where the thread still holds or there is too little to tell."""
        episode = self._trail.current()
        if episode is None:
            return None
        steps = self._trail.recent_steps(self._settings.steps, episode_id=episode.id)
        spoken = [step for step in steps if step.kind is StepKind.UTTERANCE]
        if len(spoken) < self._settings.least_turns:
            return None
        known = self._working.read().context
        fresh = [step for step in spoken if known is None or f"step:{step.id}" not in known.sources]
        if not fresh or (known is not None and self._holds(known, fresh)):
            return None
        return Telling(tuple(steps))

    def keep(self, telling: Telling, written: str) -> WorkingItem | None:
        """Keep what was written, without what nobody said; None where nothing is left or a Step went meanwhile."""
        if any(self._trail.step(step.id).withdrawn_at is not None for step in telling.steps):
            return None
        source = "\n".join(step.text for step in telling.steps)
        text = " ".join(supported(written, source)[: self._settings.sentences])
        return self._working.set_context(text, telling.cites) if text else None

    def text(self) -> Rendered:
        """The thread for the opening of an episode, with the Steps that it was made of."""
        known = self._working.read().context
        if known is None:
            return Rendered("")
        return Rendered(self.wording.again.format(text=" ".join(known.text.split())), known.sources)

    def _holds(self, known: WorkingItem, fresh: Sequence[Step]) -> bool:
        old = timedelta(minutes=self._settings.minutes)
        return self._clock.now() - known.at < old and not self._has_drifted(known.text, fresh)

    def _has_drifted(self, told: str, fresh: Sequence[Step]) -> bool:
        """Whether the last things said are about something else; without a sentence model only time tells."""
        if len(fresh) < self._settings.least_turns:
            return False
        talk = " ".join(step.text for step in fresh[-self._settings.least_turns :])
        vectors = vectors_of(self._embedder, [told, talk], "telling topics apart")
        return vectors is not None and float(np.dot(*vectors)) < self._settings.drift
