"""What is said to a moment of a kind: condolence, a welcome, good wishes, and something that takes up what it is about.

What a model of 1.5e9 parameters says to a message that only tells something fits less than every third ("Good news!"
to somebody whose wife is in hospital; `docs/evenings.md`). Which kind of moment it is, and what about, it knows far
better, by the decisions `reaction` and `topic`; what a friend says then stands written (`prompts/reactions.toml`,
`prompts/continuations.toml`), and it speaks for itself where a message is of no kind.
"""

import tomllib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from importlib import resources
from typing import Any

from engine.conversation.answering.asked import REACTION, TOPIC
from engine.conversation.utterance import between_commas, has_mark
from engine.decisions import Decisions, load_question
from engine.language import LanguageModel
from engine.search import sentences
from engine.tongues import FEW_WORDS, first_word, language_of
from engine.trail import Step, Trail

OTHER, UNSURE, GREETS, MEETS = "other", "unsure", "greets", "meets"
OPENING = frozenset({MEETS, GREETS})
"""Kinds with which a time together begins."""
OPENING_STEPS = 4
"""Utterances and answers behind which a talk is in its middle."""
SHORT_OPENING = 3
"""Words up to which the first message of a talk that is of no sure kind is a greeting ("evening")."""
SURELY_GREETS, GONE = 0.7, timedelta(minutes=10)
"""Share from which somebody greets in the middle of a talk, and how long they had gone before they are back, where the
program was not started anew meanwhile."""
LEAVES, MAY_LEAVE = "leaves", 0.03
"""Share from which a word that greets and parts ("ciao") parts who was there a moment ago."""
PARTING = frozenset({"sleeps", LEAVES})
EMPTY = PARTING | {"thanks", "agrees", "apologises", "scolds", "praises", "withdraws"}
"""Kinds that tell nothing of the person's life."""
GLAD = "glad"
FEELINGS = {
    "hard": frozenset({"grieves", "ill", "sad", "wronged", "mishap", "tired", "nervous", "ashamed"}),
    GLAD: frozenset({"success", "anticipates", "enjoys", "praises"}),
}
"""Kinds that feel alike: what is surely one of them, though not which, is answered as what they have in common."""
UNMOVED = frozenset({"tells", "plans"})
"""Kinds to which what takes them up is said at once, without a word of feeling before it."""
GREETING_WORDS, PARTING_WORDS = 5, 4
"""Words that a message may greet with before a comma, and part with behind one ("off to bed, night")."""
LEFT_ALONE = ("withdraws", "scolds")
"""Kinds after which nothing is asked."""
LIKELY, SURELY, SURELY_FELT, SURELY_TAKEN_UP = 0.3, 0.4, 0.6, 0.55
"""Shares from which a message is thought to be of a kind (chance is one of 28), is answered as one, as one of those
that feel alike, and is one of those that a line takes up."""
MAY_FEEL_OTHERWISE, MAY_ONLY_TELL = 0.25, 0.2
"""Shares of feeling the other way, and of only telling, from which no feeling is answered: congratulations to who was
shouted at are worse than none. Of 355 texts that no probe was fitted to, 13 were answered so with these, 26 without."""
SAID_LAST = 6
"""Answers that a new one is not to repeat."""
AMONG, MOST_ASKED = 4, 1
"""Of so many answers before, at most so many may have asked something, and not the last, where another is to."""

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """What kind of moment a message is, where that is not sure one of `FEELINGS` or `UNSURE`; the shares of all kinds,
    and of the topics.

    `begins` is the kind of its first words where they open a talk and the whole only tells something.
    """

    kind: str = OTHER
    kinds: Mapping[str, float] = field(default_factory=dict)
    about: Mapping[str, float] = field(default_factory=dict)
    begins: str = ""


@dataclass(frozen=True, slots=True)
class Continuation:
    """What takes up moments of the kinds `to` that are `about` one of these topics, by language (ISO 639-1)."""

    to: frozenset[str]
    about: frozenset[str]
    said: dict[str, Lines]

    def fits(self, moment: Moment) -> bool:
        """Whether `moment` is surely one of them; which of the kinds and topics it is need not be sure."""
        to = sum(moment.kinds.get(kind, 0.0) for kind in self.to)
        about = sum(moment.about.get(topic, 0.0) for topic in self.about)
        return (moment.kind in self.to or moment.kind in FEELINGS) and to * about >= SURELY_TAKEN_UP


ANY = Moment()


@cache
def load_reactions() -> dict[str, dict[str, Lines]]:
    """By kind and language (ISO 639-1), as shipped; read once."""
    return {
        kind: {code: tuple(lines) for code, lines in said.items()}
        for kind, said in _read("reactions").items()
    }


@cache
def load_continuations() -> tuple[Continuation, ...]:
    """As shipped, read once; those first that are about the fewest topics."""
    found = (
        Continuation(
            to=frozenset(one.pop("to")),
            about=frozenset(one.pop("about")),
            said={code: tuple(lines) for code, lines in one.items()},
        )
        for one in _read("continuations")["said"]
    )
    return tuple(sorted(found, key=lambda one: len(one.about)))


@cache
def first_words() -> dict[str, str]:
    """The language (ISO 639-1) that a first word tells, by the examples of greetings: "salut" alone tells none."""
    said = [text for text, kind in load_question(REACTION).fitted_to if kind in OPENING]
    found: dict[str, set[str]] = defaultdict(set)
    for text in said:
        if len(text.split()) > FEW_WORDS and (code := language_of(text)):
            found[first_word(text)].add(code)
    return {word: code for word, (code, *others) in found.items() if not others}


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files("resources") / "prompts" / f"{name}.toml").read_text("utf-8"))


def kind_of(decisions: Decisions, model: LanguageModel, text: str) -> str:
    """The kind of moment that `text` is, `OTHER` where that is not sure. Raises LanguageError."""
    decided = decisions.decide(model, REACTION, " ".join(text.split()))
    return decided.option if decided.shares[decided.option] >= LIKELY else OTHER


def moment_of(decisions: Decisions, model: LanguageModel, text: str) -> Moment:
    """The kind of moment that `text` is and, where that matters, what it is about; an answer waits for it.

    Who says goodbye at the end is answered that; where the whole is of no sure kind, its last sentence may be. Raises
    LanguageError.
    """

    def shares_of(words: str) -> Mapping[str, float]:
        return decisions.decide(model, REACTION, words, hurried=True).shares

    words = " ".join(text.split())
    shares = shares_of(words)
    kind = _surely(shares)
    if len(parts := sentences(words)) > 1:
        last = shares_of(parts[-1])
        if _surely(last) in PARTING or (kind == UNSURE != _surely(last)):
            words, shares, kind = parts[-1], last, _surely(last)
    if kind not in PARTING and (parting := _parting(words, shares_of)):
        return parting
    begins = _opening(words, shares_of) if kind in {*UNMOVED, UNSURE, OTHER} else ""
    taken_up = kind in FEELINGS or any(kind in one.to for one in load_continuations())
    # Without a probe it would be decided under all its examples, and what is said then is still fitting.
    if not taken_up or decisions.decider(model, TOPIC).probe is None:
        return Moment(kind, shares, begins=begins)
    return Moment(kind, shares, decisions.decide(model, TOPIC, words, hurried=True).shares, begins)


def _parting(words: str, shares_of: Callable[[str], Mapping[str, float]]) -> Moment | None:
    """The goodbye that stands behind the last comma ("off to the oven, see you"); None where there is none."""
    *before, last = between_commas(words)
    if not before or len(last.split()) > PARTING_WORDS:
        return None
    shares = shares_of(last)
    return Moment(_surely(shares), shares) if _surely(shares) in PARTING else None


def _opening(words: str, shares_of: Callable[[str], Mapping[str, float]]) -> str:
    """The kind of what stands before the first comma ("hi, bea here, I nurse"), where that greets or meets; else ""."""
    first, *behind = between_commas(words)
    if not behind or len(first.split()) > GREETING_WORDS:
        return ""
    kind = _surely(shares_of(first))
    return kind if kind in OPENING else ""


def if_glad(moment: Moment) -> Moment:
    """`moment` where it surely is a glad one, else one of no kind."""
    return moment if moment.kind in {GLAD, *FEELINGS[GLAD]} else ANY


def _surely(shares: Mapping[str, float]) -> str:
    """The likeliest kind where that is sure, else what it surely feels like, else `UNSURE`."""
    kind = max(shares, key=lambda one: shares[one])
    found = kind if kind == OTHER or shares[kind] >= SURELY else felt(shares)
    feels = next((name for name, kinds in FEELINGS.items() if found == name or found in kinds), "")
    return UNSURE if feels and _may_be_otherwise(shares, feels) else found


def _may_be_otherwise(shares: Mapping[str, float], feels: str) -> bool:
    """Whether what is taken to feel "hard" or "glad" may feel the other way, or only tell."""
    other = sum(shares.get(kind, 0.0) for name, kinds in FEELINGS.items() if name != feels for kind in kinds)
    return other >= MAY_FEEL_OTHERWISE or sum(shares.get(kind, 0.0) for kind in UNMOVED) >= MAY_ONLY_TELL


def felt(shares: Mapping[str, float]) -> str:
    """The name of the kinds that feel alike of which it surely is one, else `UNSURE`."""
    together = {name: sum(shares.get(kind, 0.0) for kind in kinds) for name, kinds in FEELINGS.items()}
    name = max(together, key=lambda one: together[one])
    return name if together[name] >= SURELY_FELT else UNSURE


def timely(moment: Moment, trail: Trail, utterance: Step) -> Moment:
    """`moment`, where it can be: in the middle of a talk only who surely greets and had gone is greeted, and met is who
    was not there before. Who says "hello" and then who they are is met twice.
    """
    before = trail.spoken_before(utterance, OPENING_STEPS)
    spoken = len(before)
    if not spoken and moment.begins:
        moment = Moment(moment.begins)
    opens = not spoken and moment.kind == UNSURE and len(utterance.text.split()) <= SHORT_OPENING
    if moment.kind not in OPENING and not opens:
        return moment
    is_new = len(trail.episodes(2)) <= 1
    if spoken < OPENING_STEPS:
        is_met = is_new and (not spoken or moment.kind == MEETS)
        return Moment(MEETS if is_met else GREETS)
    meets, greets, leaves = (moment.kinds.get(kind, 0.0) for kind in (MEETS, GREETS, LEAVES))
    was_there = utterance.at - before[-1].at < GONE and _of_one_run(trail, before[-1], utterance)
    if was_there and meets < SURELY_GREETS and leaves >= MAY_LEAVE:
        return Moment(LEAVES)
    if meets + greets < SURELY_GREETS:
        return ANY
    return Moment(MEETS if is_new and meets >= SURELY_GREETS else GREETS)


def _of_one_run(trail: Trail, earlier: Step, later: Step) -> bool:
    """Whether the program was not started anew between them."""
    return trail.loop(earlier.loop_id).owner == trail.loop(later.loop_id).owner


def reaction_to(
    moment: Moment, language: str, turn: int, before: Sequence[str] = (), *, is_whole: bool = True
) -> str:
    """What is said to `moment`, chosen by `turn`, after the answers `before`; "" where nothing is written.

    Nothing that was said of late, and no question so soon after another, ever twice, or where it is not the whole of
    the answer.
    """
    written = load_reactions().get(moment.kind, {}).get(language, ())
    answers = [" ".join(one.split()) for one in before]
    may = is_whole and may_ask(answers, language)
    more = _continuation(moment, language, turn, answers, asks=may)
    if more and moment.kind in UNMOVED:
        return more
    asks = is_whole and (moment.kind in OPENING or (not more and may))
    fitting = [one for one in written if asks or not has_mark(one)]
    fresh = [one for one in fitting if not any(said.startswith(one) for said in answers[-SAID_LAST:])]
    said = fresh or fitting
    return f"{said[turn % len(said)]} {more}".strip() if said else more


def _continuation(moment: Moment, language: str, turn: int, answers: Sequence[str], *, asks: bool) -> str:
    """What takes `moment` up most closely and was not yet said in `answers`; "" where there is nothing."""
    for one in load_continuations():
        if one.fits(moment):
            lines = [line for line in one.said.get(language, ()) if asks or not has_mark(line)]
            fresh = [line for line in lines if not any(line in said for said in answers)]
            if fresh:
                return fresh[turn % len(fresh)]
    return ""


def may_ask(answers: Sequence[str], language: str) -> bool:
    """Whether a friend would ask something after these answers, oldest first: not each time, nor who wants quiet."""
    last = answers[-1] if answers else ""
    quiet = (one for kind in LEFT_ALONE for one in load_reactions()[kind].get(language, ()))
    asked = [has_mark(one) for one in answers[-AMONG:]]
    return not has_mark(last) and sum(asked) <= MOST_ASKED and not any(last.startswith(one) for one in quiet)


def takes_leave(decisions: Decisions, model: LanguageModel, text: str) -> bool:
    """Whether somebody takes leave with `text`, for the night or for now. Raises LanguageError."""
    return kind_of(decisions, model, text) in PARTING
