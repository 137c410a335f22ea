"""What is said to a moment of a kind: condolence, a welcome, good wishes.

What a model of 1.5e9 parameters says to a message that only tells something fits less than every third ("Good news!"
to somebody whose wife is in hospital; `docs/evenings.md`). Which kind of moment it is, it knows far better, by the
decision `reaction`; what a friend says then stands written (`prompts/reactions.toml`), and it speaks for itself
where a message is of no kind.
"""

import tomllib
from collections.abc import Collection
from functools import cache
from importlib import resources

from engine.conversation.answering.asked import REACTION
from engine.decisions import Decisions
from engine.language import LanguageModel
from engine.trail import Step, Trail

OTHER, GREETS, MEETS = "other", "greets", "meets"
OPENING = frozenset({MEETS, GREETS})
"""Kinds with which a time together begins."""
OPENING_STEPS = 4
"""Utterances and answers behind which nobody is greeted any more."""
EMPTY = frozenset({"sleeps", "leaves", "thanks", "agrees"})
"""Kinds that tell nothing of the person's life."""
SURELY = 0.3
"""Share from which a message is of a kind; chance is one of 28."""

Reactions = dict[str, dict[str, tuple[str, ...]]]


@cache
def load_reactions() -> Reactions:
    """By kind and language (ISO 639-1), as shipped; read once."""
    text = resources.files("resources").joinpath("prompts/reactions.toml").read_text(encoding="utf-8")
    return {
        kind: {code: tuple(lines) for code, lines in said.items()}
        for kind, said in tomllib.loads(text).items()
    }


def kind_of(decisions: Decisions, model: LanguageModel, text: str, *, hurried: bool = False) -> str:
    """The kind of moment that `text` is, `OTHER` where that is not sure. Raises LanguageError."""
    decided = decisions.decide(model, REACTION, " ".join(text.split()), hurried=hurried)
    return decided.option if decided.shares[decided.option] >= SURELY else OTHER


def timely(kind: str, trail: Trail, utterance: Step) -> str:
    """`kind`, where it can be: nobody is greeted in the middle of a talk, and met is who was not there before."""
    if kind not in OPENING:
        return kind
    spoken = len(trail.spoken_before(utterance, OPENING_STEPS))
    if spoken == OPENING_STEPS:
        return OTHER
    return GREETS if spoken or len(trail.episodes(2)) > 1 else MEETS


def reaction_to(kind: str, language: str, turn: int, before: Collection[str] = ()) -> str:
    """One of what is said to a moment of `kind`, chosen by `turn`, none of `before`; "" where nothing is written."""
    written = load_reactions().get(kind, {}).get(language, ())
    said = {" ".join(one.split()) for one in before}
    fresh = [one for one in written if not any(answer.startswith(one) for answer in said)] or list(written)
    return fresh[turn % len(fresh)] if fresh else ""
