"""What is open takes part: due things in the opening, corrections at boot and in the turn, promises out of answers."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, time
from functools import partial
from typing import Any

from companion.rooms.reminders import Reminders
from engine.conversation import (
    ConversationRoom,
    CutOrder,
    OpenItem,
    PromptSection,
    ReflectField,
    Rendered,
    TurnFacts,
    clauses,
    content_words,
    has_mark,
    own_words,
)
from engine.dates import find_hours
from engine.decisions import REPLACES, SUPERSEDES, with_earlier
from engine.errors import NotFoundError
from engine.intent import HandoffItem, Intent, ItemKind, Said
from engine.language import LanguageModel, Place
from engine.mood import Mood
from engine.settings import IntentSettings
from engine.telling_time import day_of_week
from engine.tongues import ENGLISH, language_of
from engine.trail import Step
from engine.vault import UnitOfWork

STEP = "step:"
MOST_FULFILLED, MOST_SPOKEN_OF = 2, 3
FULFILLED_ORDER = 65
"""After the promises, before the questions and the note."""
_THEIRS = frozenset({ItemKind.PLAN, ItemKind.REMINDER})
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
    registry.doers.append(Reminders(intent, conversation, conversation.settings.recall.judge_parameters))
    registry.listen("promises", absorb)
    registry.add_field(_fulfilled(intent, partial(_settled, intent, conversation, settings)))


def open_items(intent: Intent) -> list[OpenItem]:
    """What the person has to do as a turn may recall it: what is due first, and then what was noted last.

    What the companion promised, and what it left unfinished, is not theirs to do.
    """
    theirs = [item for item in intent.items.open() if item.what in _THEIRS]
    waiting = sorted(theirs, key=lambda item: item.created_at, reverse=True)
    waiting.sort(key=lambda item: (item.due or date.max, item.due_time or time.min))
    return [OpenItem(item.ref, _with_day(item), item.created_at, item.cites) for item in waiting]


def _with_day(item: HandoffItem) -> str:
    if item.due is None:
        return item.text
    # An appointment says its hour itself.
    is_told = item.due_time is None or bool(item.lead_minutes and find_hours(item.text))
    at = "" if is_told else f", {item.due_time:%H:%M}"
    return f"{item.text.rstrip('.')} ({day_of_week(item.due, language_of(item.text) or ENGLISH)}{at})"


def _settled(
    intent: Intent, conversation: ConversationRoom, settings: IntentSettings, model: LanguageModel, words: str
) -> list[str] | None:
    """What of it is over by what the person says: done, called off or put off. They are asked before it counts.

    It is decided as whether a note puts an older one out of date, which is what was learned.
    """
    if model.info.parameters < conversation.settings.recall.judge_parameters:
        return None
    told, over = [one for one in clauses(words) if not has_mark(one)], []
    spoken = [one for one in intent.spoken_of(" ".join(told)).items() if one[1].what in _THEIRS]
    for label, item in spoken[:MOST_SPOKEN_OF]:
        texts = [
            with_earlier(old, one)
            for one in told
            if label in intent.spoken_of(one)
            for old in (_with_day(item), *_as_told(item, conversation))
        ]
        shares = (conversation.decisions.decide(model, SUPERSEDES, text).shares[REPLACES] for text in texts)
        if any(share >= settings.settled_from for share in shares):
            over.append(label)
    return over[:MOST_FULFILLED] or None


def _as_told(item: HandoffItem, conversation: ConversationRoom) -> list[str]:
    """The sentence that it was made of: what is noted of it leaves out the verb."""
    cited = [ref.removeprefix(STEP) for ref in item.cites if ref.startswith(STEP)][:1]
    noted = content_words(item.text)
    said: list[str] = []
    for step_id in cited:
        with suppress(NotFoundError):
            step = conversation.trail.step(step_id)
            said += clauses(own_words(step.text)) if step.withdrawn_at is None else ()
    return sorted(said, key=lambda one: -len(noted & content_words(one)))[:1]


def _fulfilled(intent: Intent, decide: Callable[[LanguageModel, str], list[str] | None]) -> ReflectField:
    """Which open items this exchange fulfilled; nothing can be named that it is not about."""

    def schema(facts: TurnFacts) -> Mapping[str, Any]:
        labels = intent.fulfillable(_exchange(facts))
        items = {"enum": list(labels or ("",))}
        return {"type": "array", "items": items, "maxItems": min(len(labels), MOST_FULFILLED)}

    def absorb(unit: UnitOfWork, facts: TurnFacts, labels: object) -> None:
        intent.absorb_fulfilled(unit, labels, _exchange(facts))

    return ReflectField("fulfilled", FULFILLED_ORDER, schema, absorb, decide)


def _exchange(facts: TurnFacts) -> list[Step]:
    return [facts.utterance] if facts.answer is None else [facts.utterance, facts.answer]


def handoff_feeling(mood: Mood) -> Callable[[str], str]:
    """How an Episode felt, for the line that its handoff has for it ([E] §5.1)."""

    def told(episode_id: str) -> str:
        state = mood.state()
        words = [*(named.name for named in state.named[:1]), mood.arc(episode_id).pattern.value]
        return ", ".join(words)

    return told


def _rendered(said: Said) -> Rendered:
    return Rendered(said.text, said.cites)
