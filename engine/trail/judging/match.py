"""How sure it is that what was found was said about what is asked: a measure that compares across searches.

A logistic over four things. Its coefficients were fitted, and rounded, on conversations where a question asks for what
was said or for what never was (decision 9): most of those ask of one speaker what the other told.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from engine.search import Scores, z_scores
from engine.trail.records import StepHit

COSINE, COVERAGE, GAP, SHARE, BIAS = 6.5, 1.0, 0.7, 4.5, -4.4
UNNAMED = 1.0  # what gap and share give on average; taken where the query names nobody
NEAREST = 5  # Steps among which the named speaker's share is counted
WEAK_FROM, STRONG_FROM = 0.4, 0.7


class MatchStrength(StrEnum):
    """[P] §6.2."""

    STRONG = "strong_match"
    WEAK = "weak_match"
    NONE = "no_match"


@dataclass(frozen=True, slots=True)
class Match:
    """A judgement on hits: `confidence` in 0–1 that they answer what is asked, and the reason in words."""

    strength: MatchStrength
    confidence: float
    reason: str


def match_of(hits: Sequence[StepHit]) -> Match:
    """The judgement on what one search found."""
    if not hits:
        return Match(MatchStrength.NONE, 0.0, "nothing was found")
    best = max(hit.confidence for hit in hits)
    if best < WEAK_FROM:
        return Match(MatchStrength.NONE, best, "what was found is about something or somebody else")
    if best < STRONG_FROM:
        return Match(MatchStrength.WEAK, best, "what was found may be about something else")
    return Match(MatchStrength.STRONG, best, "what was found is near in meaning and words")


def confidence(similarity: float | None, coverage: float, evidence: float) -> float:
    """In 0–1: how sure one Step is to be about the query.

    `similarity` is its cosine (None: as far as its words go), `coverage` the share of the query that it covers, and
    `evidence` what `speaker_evidence` says of the whole search.
    """
    near = similarity if similarity is not None else coverage / 2
    return float(1.0 / (1.0 + np.exp(-(COSINE * near + COVERAGE * coverage + evidence + BIAS))))


def speaker_evidence(words: Scores, telling: Scores, is_named: Scores | None) -> float:
    """Whether the words of a query are more at home with the speaker whom it names than with the others.

    The arrays are aligned over the candidates of a search; `is_named` is 1 for the Steps of that speaker, None where
    the query names nobody.
    """
    if is_named is None:
        return UNNAMED
    theirs = is_named > 0.0
    if not len(theirs):
        return UNNAMED
    if theirs.all() or not theirs.any():
        # Only one side has said anything near it at all.
        return (GAP + SHARE / 2) * (1.0 if theirs.all() else -1.0)
    said = z_scores(words) + 0.75 * z_scores(telling)
    gap = float(said[theirs].max() - said[~theirs].max())
    nearest = np.argsort(-said, kind="stable")[:NEAREST]
    return GAP * gap + SHARE * (float(theirs[nearest].mean()) - 0.5)
