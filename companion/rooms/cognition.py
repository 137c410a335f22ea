"""What the companion believes takes part: told as its own inference, and what a turn notices is kept."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.rooms.reflecting import HELPED
from engine.cognition import Cognition, Noticed, NoticedKind, Told, Turns, is_grounded
from engine.conversation import (
    ConversationRoom,
    CutOrder,
    PromptSection,
    ReflectField,
    Rendered,
    TurnFacts,
    own_words,
)
from engine.language import Place
from engine.memory import Memory, NewNode, NodeKind, Remembered
from engine.settings import CognitionSettings
from engine.vault import UnitOfWork

NOTICED = "noticed"
NOTICED_ORDER = 68
"""After promises and what they fulfil, before the questions and the note."""
DUE_ORDER, BELIEFS_ORDER, APPLYING_ORDER = 20, 80, 30
REMEMBERED = {
    NoticedKind.DECISION: NodeKind.DECISION,
    NoticedKind.MILESTONE: NodeKind.MILESTONE,
    NoticedKind.RELIEF: NodeKind.MOMENT,
}


def add_cognition(
    cognition: Cognition, memory: Memory, conversation: ConversationRoom, settings: CognitionSettings
) -> None:
    """Register what the room adds to a turn."""
    turns, registry, count = cognition.turns, conversation.registry, conversation.count

    def section(
        name: str, place: Place, order: int, budget: int, told: Callable[[TurnFacts | None], Told]
    ) -> PromptSection:
        return PromptSection(name, place, order, budget, lambda facts: Rendered(*told(facts)), CutOrder.OTHER)

    registry.add_section(
        section("foreseen", Place.OPENING, DUE_ORDER, settings.due_tokens, lambda _: turns.opening(count))
    )
    registry.add_section(
        section("beliefs", Place.STABLE, BELIEFS_ORDER, settings.told_tokens, lambda _: turns.standing(count))
    )
    registry.add_section(
        section(
            "applying",
            Place.BLOCK,
            APPLYING_ORDER,
            settings.applied_tokens,
            lambda facts: turns.applying(None if facts is None else facts.utterance, count),
        )
    )
    keeping = NoticedKeeping(turns, memory, settings)
    registry.add_field(ReflectField(NOTICED, NOTICED_ORDER, asked(conversation, settings), keeping.absorb))
    registry.telling.append(keeping.announce)


def asked(
    conversation: ConversationRoom, settings: CognitionSettings
) -> Callable[[TurnFacts], Mapping[str, Any]]:
    """The field `noticed`: at most one thing; a small model, which would make something up, is not asked."""
    thing = {
        "type": "object",
        "properties": {
            "kind": {"enum": [kind.value for kind in NoticedKind]},
            "text": {"type": "string", "maxLength": settings.noticed_letters},
            "due": {"type": "string", "maxLength": len("2026-02-08")},
        },
        "required": ["kind", "text"],
        "additionalProperties": False,
    }

    def schema(_: TurnFacts) -> Mapping[str, Any]:
        model = conversation.language
        if model is None or model.info.parameters < settings.noticed_parameters:
            return {}
        return {"type": "array", "items": thing, "maxItems": 1}

    return schema


class NoticedKeeping:
    """Keeps what a turn noticed: what is decided or reached as a memory of the time together, the rest as cognition."""

    def __init__(self, turns: Turns, memory: Memory, settings: CognitionSettings) -> None:
        self._turns, self._memory, self._settings = turns, memory, settings
        self._remembered: list[Remembered] = []

    def absorb(self, unit: UnitOfWork, facts: TurnFacts, value: Any) -> None:
        """Within the absorbing transaction."""
        self._remembered = []
        answer = "" if facts.answer is None else facts.answer.text
        said, sources = f"{own_words(facts.utterance.text)}\n{answer}", facts.sources
        left = self._turns.notice(value, said, cites=sources, episode=facts.loop.episode_id)
        if left is not None and self._is_theirs(left, facts):
            # By its Episode it is found among what that held.
            self._remember(unit, left, (*sources, f"episode:{facts.loop.episode_id}"))

    def announce(self) -> None:
        """Tell the house, once that is durable."""
        remembered, self._remembered = self._remembered, []
        for one in remembered:
            self._memory.announce(one)
        self._turns.announce()

    def _is_theirs(self, noticed: Noticed, facts: TurnFacts) -> bool:
        """What helped somebody is only what they said helped them, never what was advised."""
        said = own_words(facts.utterance.text)
        return noticed.kind is not NoticedKind.RELIEF or is_grounded(noticed.text, said, self._settings)

    def _remember(self, unit: UnitOfWork, noticed: Noticed, sources: tuple[str, ...]) -> None:
        tags = (HELPED,) if noticed.kind is NoticedKind.RELIEF else ()
        new = NewNode(REMEMBERED[noticed.kind], noticed.text, sources=sources, tags=tags)
        self._remembered.append(self._memory.remember(new, unit))
