"""The conversation: opens turns, keeps the running stream, and reads past exchanges back."""

from datetime import datetime

from engine.clock import Clock
from engine.conversation.history import read_exchanges
from engine.conversation.prompting.layout import Persona, PromptLayout
from engine.conversation.prompting.stream import Stream
from engine.conversation.prompting.wording import Wording
from engine.conversation.records import Exchange
from engine.conversation.reflection import ReflectionWriter, base_fields
from engine.conversation.registry import Registry, TurnFacts
from engine.conversation.turn import Turn
from engine.language import GenerationResult, LanguageModel, Place, Role, Segment, answer_segment
from engine.settings import Settings
from engine.trail import Episode, Step, Trail
from engine.vault import Vault


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
    ) -> None:
        self.vault, self.trail, self.clock = vault, trail, clock
        self.settings, self.wording, self.persona = settings, wording, persona
        self.registry = registry
        for known in base_fields(settings.reflect):
            registry.add_field(known)
        self.writer = ReflectionWriter(vault, registry, self._to_local)
        self.language: LanguageModel | None = None
        self.stream: Stream | None = None

    @property
    def person_speaker(self) -> str:
        return self.persona.person or "person"

    @property
    def companion_speaker(self) -> str:
        return self.persona.companion

    def attach(self, language: LanguageModel | None) -> None:
        """Answer with this model from now on; what another one has read is of no use to it."""
        self.language = language
        self.stream = None

    def begin(self, text: str, surface: str, owner: str) -> Turn:
        """A turn for an utterance; nothing is recorded before its `hear`."""
        return Turn(self, text, surface, owner)

    def stream_for(self, facts: TurnFacts, model: LanguageModel) -> Stream:
        """The running stream of the turn's episode, opened anew where the episode or the model is another."""
        if self.stream is None or self.stream.episode_id != facts.loop.episode_id:
            self.stream = Stream.open(
                PromptLayout(self.wording, self.registry, self.persona, model.count),
                model,
                self.settings.prompt,
                self.trail,
                episode=self._episode(facts),
                now=self.clock.local(),
                last_spoken=self._last_spoken(facts),
            )
        return self.stream

    def answer_segment(self, result: GenerationResult, answer: Step) -> Segment:
        """The answer as the model sampled it, citing its Step."""
        segment = Segment(Role.ASSISTANT, result.text, Place.ANSWER, cites=(f"step:{answer.id}",))
        if self.language is None:
            return segment
        return answer_segment(self.language, segment, result.tokens)

    def history(self, limit: int, before: str | None = None) -> list[Exchange]:
        """The last `limit` exchanges, oldest first; with `before` (a loop id), only earlier ones."""
        return read_exchanges(self.trail, self.vault, limit, before)

    def say_goodbye(self) -> str | None:
        """Close the open episode; returns its id, None where none was open."""
        closed = self.trail.close_episode("goodbye")
        self.stream = None
        return None if closed is None else closed.id

    def _episode(self, facts: TurnFacts) -> Episode:
        current = self.trail.current()
        if current is None or current.id != facts.loop.episode_id:
            raise RuntimeError("a turn outlived its episode")
        return current

    def _last_spoken(self, facts: TurnFacts) -> datetime | None:
        """When something was last said before this utterance, in local time."""
        earlier = [step for step in self.trail.recent_steps(2) if step.id != facts.utterance.id]
        return self._to_local(earlier[-1].at) if earlier else None

    def _to_local(self, at: datetime) -> datetime:
        return at.astimezone(self.clock.local().tzinfo)
