"""What the mood adds to a turn: how it feels, a line of tone where that changed, care, and what a reflection felt.

Care has a memory: what helped the person when they had it hard, by their own words, is told when it is hard again.
"""

from collections.abc import Callable, Mapping
from typing import Any

from companion.rooms.reflecting import HELPED, Felt, on_resonance
from engine.conversation import (
    ConversationRoom,
    PromptSection,
    ReflectField,
    Rendered,
    TurnFacts,
    own_words,
    without_questions,
)
from engine.decisions import Decision, Decisions
from engine.embedding import Embedder
from engine.language import LanguageModel, Place, Scoring
from engine.memory import Memory, Node, NodeKind, Resonance
from engine.mood import (
    LABELS,
    Mood,
    Seeming,
    Sentiment,
    SentimentClassifier,
    helped_line,
    open_classifier,
    seen_ref,
)
from engine.settings import MoodSettings
from engine.tongues import language_of
from engine.vault import UnitOfWork

RELIEF_ORDER, RELIEF_TOKENS = 61, 48
MOST_RELIEFS, MOMENTS_LOOKED_AT = 2, 200
Absorb = Callable[[UnitOfWork, TurnFacts, Any], None]
TONE_ORDER = 60
TONE_TOKENS = 28
CARE_ORDER = 30
CARE_TOKENS = 32
SEEMS, HEARD, QUESTION = "they_seem", "they_feel", "sentiment"
MODEL_WEIGHT = 0.6
"""How much the model weighs beside the classifier, in English, 0–1."""

HEARD_AS = {
    "fine": "neutral",
    "glad": "joy",
    "sad": "sadness",
    "worried": "nervousness",
    "angry": "anger",
    "tired": "annoyance",
    "ill": "disappointment",
}
"""What is felt along by what was decided: of who is ill as much, of who is tired as little as of that emotion."""
NAMED = frozenset({"tired", "ill"})
"""What no emotion names: the journal says it by its own word."""

SEEMING = {
    "fine": Seeming.USUAL,
    "glad": Seeming.GLAD,
    "tired": Seeming.TIRED,
    "worried": Seeming.TENSE,
    "ill": Seeming.UNWELL,
    "sad": Seeming.LOW,
    "angry": Seeming.TENSE,
}
# After what the companion felt itself, before what takes many tokens.
SEEMS_ORDER = 35


def add_mood(
    conversation: ConversationRoom,
    mood: Mood,
    memory: Memory,
    settings: MoodSettings,
    embedder: Embedder | None = None,
) -> None:
    """Let `mood` take part in every turn; the conversation has registered its own fields before."""
    registry = conversation.registry
    registry.feeling = mood.feeling
    registry.add_section(
        PromptSection("tone", Place.BLOCK, TONE_ORDER, TONE_TOKENS, lambda facts: tone(mood, facts))
    )
    registry.add_section(
        PromptSection("care", Place.OPENING, CARE_ORDER, CARE_TOKENS, lambda _: check_in(mood))
    )
    relief = PromptSection("relief", Place.BLOCK, RELIEF_ORDER, RELIEF_TOKENS, Relief(mood, memory).told)
    registry.add_section(relief)
    seems = Seems(settings, conversation.decisions)
    asked = seeming(conversation, settings)
    registry.add_field(ReflectField(SEEMS, SEEMS_ORDER, asked, notice(mood), seems.of))
    hearing = Hearing(seems, open_classifier(embedder))
    registry.add_field(ReflectField(HEARD, SEEMS_ORDER, {}, feel_along(mood), hearing.of))
    on_resonance(registry, absorb_shift(mood, conversation, settings))
    registry.telling.append(mood.announce)


def seeming(
    conversation: ConversationRoom, settings: MoodSettings
) -> Callable[[TurnFacts], Mapping[str, Any]]:
    """How the person seems, in a word; a small model, which would guess, is not asked to write it."""

    def schema(_: TurnFacts) -> Mapping[str, Any]:
        model = conversation.language
        if model is None or model.info.parameters < settings.seems_parameters:
            return {}
        return {"enum": list(Seeming)}

    return schema


class Seems:
    """How the person seems by what they said, decided by a model too small to write it.

    `of` is for the thinking thread.
    """

    def __init__(self, settings: MoodSettings, decisions: Decisions) -> None:
        self._settings, self._decisions = settings, decisions

    def of(self, model: LanguageModel, said: str) -> str | None:
        """One of `Seeming`; None for a model that writes it, one that cannot tell, and for what only asks. Raises
        LanguageError.
        """
        heard = self.heard(model, said)
        if heard is None:
            return None
        found = heard[1]
        sure = found.shares[found.option] >= self._settings.seems_from
        return (SEEMING[found.option] if sure else Seeming.USUAL).value

    def heard(self, model: LanguageModel, said: str) -> tuple[str, Decision] | None:
        """What `said` tells beside its questions ("who bit me?" hurts no more) and what the model finds in that, read
        once; None as in `of`. Raises LanguageError.
        """
        settings, size = self._settings, model.info.parameters
        if not isinstance(model, Scoring) or not settings.seems_decided <= size < settings.seems_parameters:
            return None
        told = without_questions(self._decisions, model, said)
        return (told, self._decisions.decide(model, QUESTION, told)) if told else None


class Hearing:
    """What the person feels in what they say, for the companion's own mood: by the model, in English by words besides.

    `of` is for the thinking thread. The model knows what is news; the classifier knows how something is put.
    """

    def __init__(self, seems: Seems, classifier: SentimentClassifier | None) -> None:
        self._seems, self._classifier = seems, classifier

    def of(self, model: LanguageModel, said: str) -> Sentiment | None:
        """None for a model that writes its own shift, one that cannot tell, and for what only asks. Raises
        LanguageError.
        """
        heard = self._seems.heard(model, said)
        if heard is None:
            return None
        told, found = heard
        shares = dict.fromkeys(LABELS, 0.0)
        for option, share in found.shares.items():
            shares[HEARD_AS[option]] += share
        word = found.option if found.option in NAMED else ""
        if self._classifier is None or language_of(told) != "en":
            return Sentiment(shares, word)
        worded = self._classifier.classify([told])[0].shares
        joined = {name: MODEL_WEIGHT * shares[name] + (1 - MODEL_WEIGHT) * worded[name] for name in LABELS}
        return Sentiment(joined, word)


def tone(mood: Mood, facts: TurnFacts | None) -> str:
    """The line of tone for a turn, or for a draft of one."""
    if facts is None:
        return mood.tone()
    return mood.tone(episode=facts.loop.episode_id, turn=facts.loop.id)


def check_in(mood: Mood) -> Rendered:
    """The line of an opening that asks someone who had it hard how they are."""
    asked = mood.check_in()
    if asked is None:
        return Rendered("")
    line, source = asked
    return Rendered(line, (source, seen_ref(source)))


def notice(mood: Mood) -> Absorb:
    """What keeps how the person seemed."""

    def absorb(_: UnitOfWork, facts: TurnFacts, value: Any) -> None:
        mood.notice(value, episode_id=facts.loop.episode_id, source=f"step:{facts.utterance.id}")

    return absorb


def feel_along(mood: Mood) -> Absorb:
    """What lets the person's feeling move the mood, with their words as the reason."""

    def absorb(unit: UnitOfWork, facts: TurnFacts, value: Any) -> None:
        if isinstance(value, Sentiment):
            quote, episode = own_words(facts.utterance.text), facts.loop.episode_id
            mood.feel_along(value, quote, episode_id=episode, sources=facts.sources, unit=unit)

    return absorb


def absorb_shift(mood: Mood, conversation: ConversationRoom, settings: MoodSettings) -> Felt:
    """What lets the felt shift that a large model writes move the mood; of a small one it is noise."""

    def absorb(unit: UnitOfWork, facts: TurnFacts, felt: Resonance, shift: Any) -> None:
        model = conversation.language
        size = None if model is None else model.info.parameters
        if size is not None and settings.seems_decided <= size < settings.seems_parameters:
            return
        episode = facts.loop.episode_id
        mood.absorb_shift(shift, episode_id=episode, felt=felt, sources=facts.sources, unit=unit)

    return absorb


class Relief:
    """Says what helped before; of one turn the same however often it is laid out."""

    def __init__(self, mood: Mood, memory: Memory) -> None:
        self._mood, self._memory = mood, memory
        self._told: tuple[str, str] | None = None

    def told(self, facts: TurnFacts | None) -> Rendered:
        """The line for a turn; nothing for a draft, for who fares well, and where it was said already."""
        if facts is None or not self._cares():
            return Rendered("")
        turn = (facts.loop.episode_id, facts.loop.id)
        if self._told is not None and self._told != turn and self._told[0] == turn[0]:
            return Rendered("")
        helped = self.helped()
        if not helped:
            return Rendered("")
        self._told = turn
        return Rendered(helped_line([node.text for node in helped]), tuple(node.ref for node in helped))

    def helped(self) -> list[Node]:
        """The latest of what helped, newest first; nothing that is private."""
        moments = self._memory.nodes({NodeKind.MOMENT}, limit=MOMENTS_LOOKED_AT)
        return [node for node in reversed(moments) if HELPED in node.tags and not node.private][:MOST_RELIEFS]

    def _cares(self) -> bool:
        """Whether the person had it hard of late, as far as can be told."""
        return self._mood.care.is_due(self._mood.state().at)
