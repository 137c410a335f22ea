"""What a message asks for, decided before anything is looked up: the first of the three stops of an answer.

1. What is asked (here): of the person's own life, of the companion itself, of the world, or nothing.
2. Whether what was told holds the answer (`support.py`): only of what may be about the person's life.
3. The answer, told the verdict of both (`prompting/layout.py`); where it is of what was told, as the model was taught
   to write it from the notes, else held against them once more before it is shown, unless they surely hold it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine.conversation.grounding import content_words
from engine.conversation.utterance import has_mark, parts_that_do_not_ask
from engine.decisions import GROUNDED, SUPERSEDES, TENSE, TODO_STATUS, Decisions
from engine.language import LanguageModel, Place, Role, Scoring, Segment
from engine.search import sentences

ASKS, ASKED_OF, SELF_TOPIC, KEEP = "asks", "asked_of", "self_topic", "keep_about_person"
REACTION, TOPIC, RECOUNT = "reaction", "topic", "recount"
ALL = "all"
"""The option of `recount` that asks for all that is known of the person's life, or of somebody in it."""
ERRAND, REMINDER_LEAD, DAY_HALF = "errand", "reminder_lead", "day_half"
"""Whether something to do or to come is named, and is to be noted (the options of `Errand`); whether what is noted is
told at the hour that it names, or ahead of it; and which half of the day an hour is in that names none."""
ANAPHORA, ALONE = "anaphora", "Alone"
"""Whether a message is about what only was named before it, and the option that it is not."""
UPDATE_WANTED, FORGETS = "update_wanted", "forget"
"""What a message wants done with what is known, and the option that it is to go."""
OF_REQUESTS = (UPDATE_WANTED, KEEP)
"""The decisions about what is asked to be changed, which a small model takes too."""
BEFORE_ANSWER = (
    ASKS,
    ASKED_OF,
    SELF_TOPIC,
    SUPERSEDES,
    "answer_in_notes",
    GROUNDED,
    ERRAND,
    REMINDER_LEAD,
    DAY_HALF,
    ANAPHORA,
    TENSE,
    TODO_STATUS,
    REACTION,
    TOPIC,
    RECOUNT,
    *OF_REQUESTS,
)
"""The decisions that an answer waits for."""
ABOUT = "about"
"""In the details of an answer: what was asked for, where anything was."""


class Errand(StrEnum):
    """What a message wants with something that is to do or to come."""

    ASKS = "Asks"
    TELLS = "Tells"
    NONE = "None"


class About(StrEnum):
    """What an answer is to be about."""

    NOTHING = "nothing"
    ME = "me"
    YOU = "you"
    WORLD = "world"
    UNKNOWN = "unknown"
    """It may ask: no model could be asked what."""


ASKS_FROM = 0.5
"""Share of asking from which a message does that has no question mark."""
RHETORICAL = 0.3
"""Share of asking below which one is only said though it has a mark, where it tells something beside it or seems to be
asked of the companion.
"""
TOLD_BESIDE = 2
"""Content words from which a part of a message tells something beside its question."""

LIKELIER = 0.5
"""By so many nats a token a question is likelier after what was told that it is about: 0.85 to 3.0 of eight that were
tried, and at most 0.2 of 48 others."""

SURELY_OF_IT, MAYBE_OF_WORLD, CLEAR_TOPIC, OTHER_TOPIC = 0.75, 0.05, 0.5, "other"
"""Share from which a question is of the companion whatever of it is asked; else a topic has to be clear where the world
has this share. Of 278 held questions two of the companion have no clear topic, and 0.02 and 0.03 of the world.
"""
SURELY_OF_THEM = 0.5
"""Share from which an answer that is not known is said to be unknown."""
SURELY_OF_WORLD = 0.95
"""Share of the world from which what was told only helps: "a dinner, you know what I like" asks for help."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a message asks for; `me` and `world` are the shares, 0–1, that it is something of the person's own life, or
    something else that the companion is no part of.

    `is_untold` says that it is, and that what they told does not hold the answer; `is_of_all` that all they told is
    asked for. `topics` are the shares of what it asks of the companion itself, by the names of its facts
    (`resources/prompts/self.toml`).
    """

    about: About = About.NOTHING
    me: float = 0.0
    world: float = 0.0
    is_untold: bool = False
    is_of_all: bool = False
    topics: Mapping[str, float] = field(default_factory=dict)

    @property
    def asks(self) -> bool:
        """Whether an answer is wanted at all."""
        return self.about is not About.NOTHING

    def answered(self, *, by_what_was_told: bool) -> "Asked":
        """Once what they told was held against it: what it answers is about them, whatever it seemed; what it does not
        is about the world again, where it seemed so.
        """
        if by_what_was_told:
            return replace(self, about=About.ME, is_untold=False)
        if self.about is About.ME and self.me < SURELY_OF_THEM:
            return replace(self, about=About.WORLD, is_untold=False)
        return replace(self, is_untold=self.of_person)

    @property
    def is_surely_of_itself(self) -> bool:
        """Whether it is of the companion, and of something that it can tell of itself."""
        return self.about is About.YOU and clearest(self.topics) >= CLEAR_TOPIC

    @property
    def is_surely_of_world(self) -> bool:
        """Whether it wants knowledge or help, whatever of it stands in what was told."""
        return self.about is About.WORLD and self.world >= SURELY_OF_WORLD

    @property
    def of_person(self) -> bool:
        """Whether who has no answer to it has to say so."""
        return self.about is About.ME


NOTHING_ASKED = Asked()
MAY_ASK = Asked(About.UNKNOWN, 0.5)


def can_decide(model: LanguageModel, least_parameters: int) -> bool:
    """Whether decisions of `model` about what is asked count: a smaller one is no better than chance."""
    return isinstance(model, Scoring) and model.info.parameters >= least_parameters


def asks(decisions: Decisions, model: LanguageModel, text: str) -> bool:
    """Whether anything is asked: by a mark where nothing is told beside it, else as the model decides it ("he drums at
    midnight, can you believe it?"). Raises LanguageError.
    """
    if has_mark(text) and not told_beside(text):
        return True
    return _share_of_asking(decisions, model, text) >= (RHETORICAL if has_mark(text) else ASKS_FROM)


def told_beside(text: str) -> list[str]:
    """What a text with a question tells besides ("Luc's a joiner, did I say?"); a word by itself ("well, …") tells
    nothing.
    """
    parts = (part for sentence in sentences(text) for part in parts_that_do_not_ask(sentence))
    return [part for part in parts if len(content_words(part)) >= TOLD_BESIDE]


def without_questions(decisions: Decisions, model: LanguageModel, text: str) -> str:
    """What of `text` tells something beside what it asks; "" where it only asks. For the thinking thread. Raises
    LanguageError.
    """
    if has_mark(text):
        return " ".join(told_beside(text))
    return "" if decisions.decide(model, ASKS, text).shares["Yes"] >= ASKS_FROM else text


def what_is_asked(decisions: Decisions, model: LanguageModel, text: str, *, decides: bool = True) -> Asked:
    """Decide it by `model`. On the language thread. Raises LanguageError.

    Whether something is asked at all is only decided where no mark says it. One that is not trusted to decide tells
    only whether all that is known is asked for.
    """
    words = " ".join(text.split())
    if not decides:
        of_all = has_mark(text) and _is_of_all(decisions, model, words)
        return Asked(About.ME, 1.0, is_of_all=True) if of_all else may_ask(text)
    if not asks(decisions, model, words):
        return NOTHING_ASKED
    found = decisions.decide(model, ASKED_OF, words, hurried=True)
    me, world = found.shares[About.ME], found.shares[About.WORLD]
    if me >= SURELY_OF_THEM:
        return Asked(About.ME, me, is_of_all=_is_of_all(decisions, model, words))
    if found.shares[About.YOU] < world:
        return Asked(About.WORLD, me, world)
    topics = decisions.decide(model, SELF_TOPIC, words, hurried=True).shares
    may_be_of_world = world >= MAYBE_OF_WORLD and found.shares[About.YOU] < SURELY_OF_IT
    if may_be_of_world and clearest(topics) < CLEAR_TOPIC:
        # "Do caves have wifi": it may be of the companion, and is of nothing that it could tell of itself.
        return Asked(About.WORLD, me, world)
    # "Tu te rends compte ?" has a mark, and wants no answer.
    is_said = bool(content_words(words)) and _share_of_asking(decisions, model, words) < RHETORICAL
    return NOTHING_ASKED if is_said else Asked(About.YOU, me, topics=topics)


def _share_of_asking(decisions: Decisions, model: LanguageModel, text: str) -> float:
    return decisions.decide(model, ASKS, text, hurried=True).shares["Yes"]


def _is_of_all(decisions: Decisions, model: LanguageModel, question: str) -> bool:
    """Whether all that is known is asked for: read off the state that told what it is about, where a probe can."""
    if not isinstance(model, Scoring) or decisions.decider(model, RECOUNT).probe is None:
        return False
    return decisions.decide(model, RECOUNT, question, hurried=True).option == ALL


def clearest(topics: Mapping[str, float]) -> float:
    """The share of the likeliest fact about the companion that a question is after."""
    return max((share for topic, share in topics.items() if topic != OTHER_TOPIC), default=0.0)


def leans_on(model: LanguageModel, told: Sequence[str], question: str) -> list[str]:
    """What of `told` the `question` is about ("what can I make with it?"): all of it where the model cannot say.

    One reading each, and one of the question by itself. Raises LanguageError.
    """
    if not told or not isinstance(model, Scoring):
        return [*told]
    asked = model.encode(Segment(Role.USER, question, Place.UTTERANCE, opens=False))
    closing = len(model.encode(Segment(Role.USER, "", Place.UTTERANCE, opens=False)).tokens)
    count = max(1, len(asked.tokens) - closing)

    def surprise(before: str) -> float:
        prompt = (model.encode(Segment(Role.USER, before, Place.BLOCK, closes=False)), asked)
        return sum(model.surprise(prompt, len(asked.tokens))[:count]) / count

    alone = surprise("")
    return [one for one in told if alone - surprise(f"{one}\n") >= LIKELIER]


def may_ask(text: str) -> Asked:
    """What is taken for asked where no model can be asked."""
    return MAY_ASK if has_mark(text) else NOTHING_ASKED
