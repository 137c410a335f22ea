"""Which clauses of an utterance tell something lasting of the person, and where that belongs.

Runs on the thinking thread after the answer, with the background's patience. Whether a clause is kept is decided by
logits; only its lens and topic are written, under a grammar, and where the topic tables know them not even those.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.conversation.governing import Task
from engine.conversation.utterance import clauses, marked, own_words
from engine.decisions import Decider
from engine.language import (
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
    parse_structured,
)
from engine.person import Lens, known_topic, topic_of_statement
from engine.settings import ReflectSettings
from engine.stopping import Stop

GREEDY = Sampling(temperature=0, repeat_penalty=1.0)
_PLACE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "lens": {"enum": [lens.value for lens in Lens]},
        "topic": {"type": "string", "maxLength": 24},
    },
    "required": ["lens", "topic"],
    "additionalProperties": False,
}
_ASKING = ("?", "？")
MOST_TOPIC_WORDS = 3


@dataclass(frozen=True, slots=True)
class Weighed:
    """A clause worth keeping, as it stands in the utterance: its share of being so, and where it belongs.

    `judges_other` says that it passes judgement on somebody else, `changes_identity` that it condemns the person
    themselves or turns from what they were: both are asked about before they are kept. `unsure` says that they only
    guessed or had not decided: that is kept as something that passes. `asks_manner` says that it tells how they want to
    be talked with, which they are asked about too.
    """

    clause: str
    share: float
    lens: Lens | None = None
    topic: str = ""
    judges_other: bool = False
    changes_identity: bool = False
    unsure: bool = False
    asks_manner: bool = False


@dataclass(frozen=True, slots=True)
class Thought:
    """What was decided of an utterance before it is thought back on: clauses worth keeping, and values of fields."""

    weighed: tuple[Weighed, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


NO_THOUGHT = Thought()


@dataclass(frozen=True)
class Weighing:
    """Weighs with one loaded model."""

    model: LanguageModel
    keep: Decider
    judges: Decider
    told: Decider
    manner: Decider
    place: Task
    settings: ReflectSettings

    def of(self, utterance: str, should_stop: Stop) -> tuple[Weighed, ...]:
        """The clauses worth keeping, in order; as far as it got where it was to stop. Raises LanguageError."""
        found = []
        for clause in claims_of(utterance):
            if should_stop():
                break
            share = self.keep.decide(clause).shares["yes"]
            if share >= self.settings.kept_from:
                found.append(self._judged(self._placed(clause, share)))
            elif self._asks_manner(clause):
                found.append(Weighed(clause, share, asks_manner=True))
        return tuple(found)

    def _asks_manner(self, clause: str) -> bool:
        """Whether it says how they want to be talked with; a small model cannot tell."""
        settings = self.settings
        is_small = self.model.info.parameters < settings.manner_parameters
        if is_small or len(clause.split()) > settings.manner_words:
            return False
        return self.manner.decide(clause).shares["yes"] >= self.settings.manner_from

    def _judged(self, claim: Weighed) -> Weighed:
        """With what policy looks at; what the topic tables know (a name, a home, a diet) is plain."""
        if topic_of_statement(claim.clause) is not None:
            return claim
        settings, told = self.settings, self.told.decide(claim.clause).shares
        return replace(
            claim,
            judges_other=self.judges.decide(claim.clause).shares["yes"] >= settings.judged_from,
            changes_identity=told["changes"] >= settings.changed_from,
            unsure=told["unsure"] >= settings.unsure_from,
        )

    def _placed(self, clause: str, share: float) -> Weighed:
        if topic_of_statement(clause) is not None:
            return Weighed(clause, share)
        request = GenerationRequest(
            self._prompt(clause),
            self.settings.place_tokens,
            lane=Lane.BACKGROUND,
            sampling=GREEDY,
            schema=_PLACE,
        )
        parsed = parse_structured(self.model.generate(request).text)
        body = parsed.value if isinstance(parsed.value, dict) else {}
        lens = body.get("lens")
        return Weighed(
            clause, share, Lens(lens) if lens in set(Lens) else None, usable_topic(str(body.get("topic", "")))
        )

    def _prompt(self, clause: str) -> tuple[Segment, ...]:
        segments = [Segment(Role.SYSTEM, self.place.instruction, Place.STABLE)]
        for asked, answered in self.place.example:
            segments.append(Segment(Role.USER, asked, Place.STABLE))
            segments.append(Segment(Role.ASSISTANT, answered, Place.STABLE))
        segments.append(Segment(Role.USER, self.place.ask.format(text=clause), Place.UTTERANCE))
        return tuple(map(self.model.encode, segments))


def claims_of(utterance: str) -> list[str]:
    """The clauses of the person's own words that may tell something: no questions."""
    return [clause for clause in clauses(own_words(utterance)) if not marked(clause).endswith(_ASKING)]


def usable_topic(topic: str) -> str:
    """A topic of a word or two, never one that would take the place of another fact: those the tables alone give."""
    words = topic.strip().casefold().split()
    plain = " ".join(words)
    known = known_topic(plain)
    if not 0 < len(words) <= MOST_TOPIC_WORDS or not all(word.replace("'", "").isalpha() for word in words):
        return ""
    return "" if known is not None and (known.single or known.safety) else plain
