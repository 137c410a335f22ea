"""What is open takes part: due things in the opening, corrections at boot and in the turn, promises out of answers."""

from collections.abc import Callable, Mapping
from datetime import date, time
from functools import partial
from typing import Any

from companion.rooms.noting import ClockJudge
from companion.rooms.reminders import Reminders
from companion.rooms.settling import (
    DROPPED,
    FULFILLED,
    MOST_SETTLED,
    THEIRS,
    Postponements,
    Settlements,
    Settling,
    follow_correction,
    with_day,
)
from engine.conversation import (
    ConversationRoom,
    CutOrder,
    OpenItem,
    PromptSection,
    ReflectField,
    Rendered,
    TurnFacts,
)
from engine.intent import Intent, Said
from engine.language import LanguageModel, Place
from engine.mood import Mood
from engine.settings import IntentSettings
from engine.vault import UnitOfWork

FULFILLED_ORDER = 65
"""After the promises, before the questions and the note."""
LETTERS = 3
"""A token is taken for so many letters while no model is there to count; fewer than any language has on average."""


def add_intent(intent: Intent, conversation: ConversationRoom, settings: IntentSettings) -> None:
    """Register what the room adds to a turn."""

    def count(text: str) -> int:
        model = conversation.language
        return (len(text) + LETTERS - 1) // LETTERS if model is None else model.count(text)

    def section(
        name: str, place: Place, order: int, budget: int, said: Callable[[TurnFacts | None], Said]
    ) -> PromptSection:
        return PromptSection(name, place, order, budget, lambda facts: _rendered(said(facts)), CutOrder.OTHER)

    def absorb(unit: UnitOfWork, facts: TurnFacts, promises: object) -> None:
        intent.absorb_promises(unit, promises, facts.answer, facts.utterance.text)

    registry = conversation.registry
    registry.add_section(
        section("meeting", Place.OPENING, 10, settings.opening_tokens, lambda _: intent.opening(count))
    )
    registry.add_section(
        section("corrections", Place.STABLE, 70, settings.boot_tokens, lambda _: intent.standing(count))
    )
    registry.add_section(
        section(
            "minding",
            Place.BLOCK,
            20,
            settings.matched_tokens,
            lambda facts: intent.minding(None if facts is None else facts.utterance, count),
        )
    )
    settling = Settling(intent, conversation, settings)
    judge = partial(ClockJudge, conversation.decisions)
    # First: what is put right takes along what rests on it alone.
    registry.doers.insert(0, Postponements(intent, conversation, settling, settings, judge))
    registry.doers += [Settlements(intent, settling, settings, kind) for kind in (FULFILLED, DROPPED)]
    registry.doers.append(Reminders(intent, conversation, conversation.settings.recall.judge_parameters))
    registry.before_correction.append(lambda unit, change: intent.rest_on(unit, change.refs, change.said))
    registry.after_correction.append(partial(follow_correction, intent))
    registry.listen("promises", absorb)
    registry.add_field(_fulfilled(intent, settling.settled))


def open_items(intent: Intent) -> list[OpenItem]:
    """What the person has to do as a turn may recall it: what is due first, and then what was noted last.

    What the companion promised, and what it left unfinished, is not theirs to do.
    """
    theirs = [item for item in intent.items.open() if item.what in THEIRS]
    waiting = sorted(theirs, key=lambda item: item.created_at, reverse=True)
    waiting.sort(key=lambda item: (item.due or date.max, item.due_time or time.min))
    return [OpenItem(item.ref, with_day(item), item.created_at, item.cites) for item in waiting]


def _fulfilled(intent: Intent, decide: Callable[[LanguageModel, str], list[str] | None]) -> ReflectField:
    """Which open items this exchange fulfilled; nothing can be named that it is not about."""

    def schema(facts: TurnFacts) -> Mapping[str, Any]:
        labels = intent.fulfillable(facts.spoken)
        items = {"enum": list(labels or ("",))}
        return {"type": "array", "items": items, "maxItems": min(len(labels), MOST_SETTLED)}

    def absorb(unit: UnitOfWork, facts: TurnFacts, labels: object) -> None:
        intent.absorb_fulfilled(unit, labels, facts.spoken)

    return ReflectField("fulfilled", FULFILLED_ORDER, schema, absorb, decide)


def handoff_feeling(mood: Mood) -> Callable[[str], str]:
    """How an Episode felt, for the line that its handoff has for it ([E] §5.1)."""

    def told(episode_id: str) -> str:
        state = mood.state()
        words = [*(named.name for named in state.named[:1]), mood.arc(episode_id).pattern.value]
        return ", ".join(words)

    return told


def _rendered(said: Said) -> Rendered:
    return Rendered(said.text, said.cites)
