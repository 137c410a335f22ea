"""The front door of the mind: the rooms' public surfaces and the turn.

Plain synchronous Python, deterministic under a given clock, seed and language model. Nothing outside `engine` goes
past it. It is built by the application's composition root; it opens nothing by itself.
"""

from dataclasses import dataclass, field

from engine.clock import Clock
from engine.conversation import ConversationRoom, Exchange, Turn
from engine.embedding import Embedder
from engine.events import EventBus
from engine.language import LanguageModel
from engine.library import Library
from engine.memory import Memory
from engine.person import PersonalModel
from engine.trail import Trail
from engine.vault import Vault


@dataclass
class Mind:
    """One companion's mind over one open vault. Its methods run on the engine's thread."""

    vault: Vault
    trail: Trail
    conversation: ConversationRoom
    events: EventBus
    clock: Clock
    embedder: Embedder | None
    embedder_fault: str = field(default="")
    library: Library = field(kw_only=True)
    memory: Memory = field(kw_only=True)
    person: PersonalModel = field(kw_only=True)

    @property
    def language(self) -> LanguageModel | None:
        """The model that answers, if one is attached."""
        return self.conversation.language

    def attach_language(self, model: LanguageModel) -> None:
        """Answer with `model`; the mind does not own it and never closes it."""
        self.conversation.attach(model)

    def detach_language(self) -> None:
        """Go on without a model: everything but answering works."""
        self.conversation.attach(None)

    def begin(self, text: str, surface: str, owner: str) -> Turn:
        """A turn for what was said on `surface` in the process `owner`."""
        return self.conversation.begin(text, surface, owner)

    def history(self, limit: int, before: str | None = None) -> list[Exchange]:
        """Past exchanges, oldest first."""
        return self.conversation.history(limit, before)

    def say_goodbye(self) -> str | None:
        """Close the open episode; returns its id."""
        return self.conversation.say_goodbye()

    def close(self) -> None:
        """Close the vault, the sentence model and the reading process. Idempotent."""
        self.library.close()
        if self.embedder is not None:
            self.embedder.close()
        self.vault.close()
