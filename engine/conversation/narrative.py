"""The narrative thread: where the talk stands, in a few sentences made beside the conversation ([C] §3, §8)."""

import tomllib
from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from importlib import resources

import numpy as np
from pydantic import BaseModel, ConfigDict

from engine.calling import EngineCall, at_once
from engine.clock import Clock
from engine.conversation.prompting.compaction import supported
from engine.conversation.registry import Rendered
from engine.embedding import Embedder, vectors_of
from engine.errors import CompanionError
from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
)
from engine.memory import WorkingItem, WorkingMemory
from engine.settings import NarrativeSettings
from engine.trail import Step, StepKind, Trail

TELLING = Sampling(temperature=0.0, repeat_penalty=1.1)
TOKENS = 90
LONGEST_STEP = 300


class NarrativeWording(BaseModel):
    """`prompts/narrative.toml`: what asks for the thread; `again` holds `{text}` and opens the next episode."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    instruction: str
    ask: str
    person: str
    companion: str
    again: str


@cache
def narrative_wording() -> NarrativeWording:
    """As shipped; read once."""
    text = resources.files("resources").joinpath("prompts/narrative.toml").read_text(encoding="utf-8")
    return NarrativeWording.model_validate(tomllib.loads(text))


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
        settings: NarrativeSettings,
    ) -> None:
        self._trail, self._working, self._embedder = trail, working, embedder
        self._clock, self._settings = clock, settings

    def plan(self) -> tuple[Step, ...]:
        """The last Steps of the episode, oldest first, of which it is to be told now; none where the thread still holds
        or there is too little to tell.
        """
        episode = self._trail.current()
        if episode is None:
            return ()
        steps = self._trail.recent_steps(self._settings.steps, episode_id=episode.id)
        spoken = [step for step in steps if step.kind is StepKind.UTTERANCE]
        if len(spoken) < self._settings.least_turns:
            return ()
        known = self._working.read().context
        fresh = [step for step in spoken if known is None or f"step:{step.id}" not in known.sources]
        if not fresh or (known is not None and self._holds(known, fresh)):
            return ()
        return tuple(steps)

    def keep(self, steps: Sequence[Step], written: str) -> WorkingItem | None:
        """Keep what was written, without what nobody said; None where nothing is left or a Step went meanwhile."""
        if any(self._trail.step(step.id).withdrawn_at is not None for step in steps):
            return None
        source = "\n".join(step.text for step in steps)
        text = " ".join(supported(written, source)[: self._settings.sentences])
        return self._working.set_context(text, _cites(steps)) if text else None

    def text(self) -> Rendered:
        """The thread for the opening of an episode, with the Steps that it was made of."""
        known = self._working.read().context
        if known is None:
            return Rendered("")
        return Rendered(narrative_wording().again.format(text=" ".join(known.text.split())), known.sources)

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


def tell_thread(
    thread: NarrativeThread,
    model: LanguageModel,
    *,
    engine: EngineCall = at_once,
    cancellation: Cancellation | None = None,
) -> bool:
    """Tell the thread anew where it is due; says whether it was. What is not finished is told another time."""
    steps = engine(thread.plan)
    if not steps:
        return False
    try:
        result = model.generate(_request(steps, model), cancellation=cancellation)
    except CompanionError:
        return False
    if result.finish is Finish.CANCELLED:
        return False
    return engine(lambda: thread.keep(steps, result.text)) is not None


def _request(steps: Sequence[Step], model: LanguageModel) -> GenerationRequest:
    words = narrative_wording()
    talk = "\n".join(
        f"{words.person if step.kind is StepKind.UTTERANCE else words.companion}: {step.text[:LONGEST_STEP]}"
        for step in steps
    )
    prompt = (
        Segment(Role.SYSTEM, words.instruction.strip(), Place.STABLE),
        Segment(Role.USER, f"{talk}\n\n{words.ask}", Place.UTTERANCE, cites=_cites(steps)),
    )
    return GenerationRequest(tuple(map(model.encode, prompt)), TOKENS, Lane.BACKGROUND, TELLING)


def _cites(steps: Sequence[Step]) -> tuple[str, ...]:
    return tuple(f"step:{step.id}" for step in steps)
