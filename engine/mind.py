"""The front door of the mind: the rooms' public surfaces and the turn.

Plain synchronous Python, deterministic under a given clock, seed and language model. Nothing outside `engine` goes
past it. It is built by the application's composition root; it opens nothing by itself.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.clock import Clock
from engine.cognition import Cognition
from engine.conversation import ConversationRoom, Exchange, NarrativeThread, Turn
from engine.embedding import Embedder
from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.forgetting import Forgetting, kept_private
from engine.identity import Identity
from engine.intent import Intent
from engine.language import LanguageModel
from engine.library import Library
from engine.memory import Memory
from engine.night import Night
from engine.person import PersonalModel
from engine.senses.feeds import Feeds
from engine.trail import Trail
from engine.vault import Vault
from engine.withdrawal import Own, Personal, Refs

if TYPE_CHECKING:
    from engine.mood import Mood  # an optional room: only its name is known here


@dataclass
class Mind:
    """One companion's mind over one open vault. Its methods run on the engine's thread.

    `others` are the rooms that keep things of persons too, and forget them; `own` those that keep things of each
    companion. `absent` are the other companions of the vault, by their ids: minds of which only what they keep is used.
    `unlist` is told of one that is to be erased, first, and raises InvalidInputError where it must not be.
    """

    vault: Vault
    trail: Trail
    conversation: ConversationRoom
    events: EventBus
    clock: Clock
    embedder: Embedder | None
    embedder_fault: str = field(default="")
    cognition: Cognition = field(kw_only=True)
    feeds: Feeds = field(kw_only=True)
    identity: Identity = field(kw_only=True)
    intent: Intent = field(kw_only=True)
    library: Library = field(kw_only=True)
    memory: Memory = field(kw_only=True)
    mood: "Mood | None" = field(default=None, kw_only=True)
    narrative: NarrativeThread = field(kw_only=True)
    night: Night = field(kw_only=True)
    person: PersonalModel = field(kw_only=True)
    others: tuple[Personal, ...] = field(default=(), kw_only=True)
    own: tuple[Own, ...] = field(default=(), kw_only=True)
    open_aside: Callable[[], ConversationRoom] = field(kw_only=True)
    open_absent: "Callable[[str], Mind]" = field(init=False)
    absent: "dict[str, Mind]" = field(default_factory=dict, init=False)
    unlist: Callable[[str], None] = field(default_factory=lambda: _unlisted, init=False)
    _asides: dict[str, ConversationRoom] = field(default_factory=dict, init=False)

    def of(self, companion: str) -> "Mind":
        """What `companion` keeps, whether it was here before or not; this mind where it is its own."""
        if companion == self.trail.companion:
            return self
        if companion not in self.absent:
            self.absent[companion] = self.open_absent(companion)
        return self.absent[companion]

    @property
    def everyone(self) -> "tuple[Mind, ...]":
        """This mind, and those of the vault's other companions."""
        return (self, *self.absent.values())

    def forget_companion(self, companion: str) -> dict[str, int]:
        """Erase another one of the vault's companions; returns how much of each kind went. Raises InvalidInputError."""
        if companion == self.trail.companion:
            raise InvalidInputError("companion", "is spoken with", "Speak with another one first.")
        self.unlist(companion)
        gone = self.forgetting.forget_companion(companion)
        if (left := self.absent.pop(companion, None)) is not None:
            self.conversation.registry.drop_derived(left.identity, left.cognition)
        return gone

    @property
    def language(self) -> LanguageModel | None:
        """The model that answers, if one is attached."""
        return self.conversation.language

    def attach_language(self, model: LanguageModel) -> None:
        """Answer with `model`; the mind does not own it and never closes it."""
        self._attach(model)

    def detach_language(self) -> None:
        """Go on without a model: everything but answering works."""
        self._attach(None)

    def begin(self, text: str, surface: str, owner: str, level: int | None = None) -> Turn:
        """A turn for what was said on `surface` in the process `owner`, at a focus level or the surface's own."""
        return self.conversation.begin(text, surface, owner, level)

    def begin_aside(self, text: str, surface: str, owner: str, level: int | None = None) -> Turn:
        """A turn off the record: nothing is recalled for it, nothing of it is kept ([C] §4)."""
        if surface not in self._asides:
            self._asides[surface] = self.open_aside()
            self._asides[surface].attach(self.language)
        return self._asides[surface].begin(text, surface, owner, level)

    def end_aside(self, surface: str) -> None:
        """Forget what was said off the record on `surface`; the model's lanes are cleared like after a withdrawal."""
        aside = self._asides.pop(surface, None)
        if aside is not None:
            aside.vault.close()
            self.conversation.uncleaned = True

    @property
    def forgetting(self) -> Forgetting:
        """What can be forgotten, and its going."""
        return Forgetting(
            self.vault,
            self.trail,
            self.conversation,
            memory=self.memory,
            person=self.person,
            library=self.library,
            others=self.others,
            own=self.own,
            elsewhere=tuple(one.memory for one in self.absent.values()),
        )

    def private(self) -> Refs:
        """The refs of all that the person keeps to themselves, and of all that rests on it, however far."""
        return self.conversation.reached(kept_private(self.person, self.memory))

    def history(self, limit: int, before: str | None = None) -> list[Exchange]:
        """Past exchanges, oldest first."""
        return self.conversation.history(limit, before)

    def say_goodbye(self) -> str | None:
        """Close the open episode; returns its id."""
        return self.conversation.say_goodbye()

    def close(self) -> None:
        """Close the vault, the sentence model and the reading processes. Idempotent."""
        for surface in tuple(self._asides):
            self.end_aside(surface)
        self.library.close()
        self.feeds.close()
        if self.embedder is not None:
            self.embedder.close()
        self.vault.close()

    def _attach(self, model: LanguageModel | None) -> None:
        for room in (self.conversation, *self._asides.values()):
            room.attach(model)


def _unlisted(_companion: str) -> None:
    """Where nobody keeps a list of companions."""
