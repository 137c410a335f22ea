"""How far one fact carries one query: fielded words, spelling, meaning and stance, put together ([P] §6.2)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from engine.embedding import Vectors
from engine.person.claims.polarity import agreement
from engine.person.claims.reading import Reading, overlap
from engine.person.records import Fact
from engine.person.topics import known_topic
from engine.search import stems
from engine.settings import ClaimSettings

LEAST_PHRASE_STEMS = 2
_DENSITY_SHARE = 0.25
_LEAST_LATIN = 0.8


class SearchMode(StrEnum):
    """How strictly is searched ([P] §3.5)."""

    AUTO = "auto"
    EXACT = "exact"
    SEMANTIC = "semantic"
    VERIFY = "verify"


@dataclass(frozen=True)
class Query:
    """One wording of what is asked, with the weight of each of its stems: what many facts hold tells less."""

    reading: Reading
    vector: Vectors | None
    weights: Mapping[str, float]


@dataclass(frozen=True)
class Candidate:
    """A fact as it is scored."""

    fact: Fact
    text: Reading
    quote: Reading
    vector: Vectors | None
    topic_stems: frozenset[str]
    topic_names: frozenset[frozenset[str]]


def candidate(
    fact: Fact, text: Reading, quote: Reading, vector: Vectors | None, *, generic: bool = False
) -> Candidate:
    """With the topic's names in every language; a `generic` topic says nothing."""
    names = frozenset() if generic else _topic_stems(fact.topic)
    return Candidate(fact, text, quote, vector, frozenset().union(*names), names)


@lru_cache(maxsize=4096)
def _topic_stems(topic: str) -> frozenset[frozenset[str]]:
    """The stems of each of a topic's names."""
    known = known_topic(topic)
    return frozenset(frozenset(stems(name)) for name in (topic, *(known.names if known is not None else ())))


def stem_weights(readings: Iterable[Reading], asked: Reading) -> dict[str, float]:
    """The weight of each stem of a query, 0–1: one that few facts hold tells more."""
    among = Counter(stem for reading in readings for stem in reading.stem_set & asked.stem_set)
    return {stem: 1 / (1 + 0.5 * among[stem]) ** 0.5 for stem in asked.stem_set}


def signals(query: Query, one: Candidate, settings: ClaimSettings) -> dict[str, float]:
    """Every signal by name, each 0–1; `polarity` is -1, 0 or 1."""
    asked = query.reading
    found = {
        "topic": float(bool(asked.stem_set) and asked.stem_set in one.topic_names),
        "phrase": _phrase(asked, one),
        "coverage": _coverage(query, one, settings),
        "overlap": overlap(asked.stem_set, one.text.stem_set),
        "fuzzy": overlap(asked.grams, one.text.grams),
        "meaning": _meaning(query, one, settings),
    }
    found["polarity"] = polarity(asked, one.text)
    return found


def cosine(query: Query, one: Candidate, settings: ClaimSettings) -> float | None:
    """How near the two are in meaning, -1 to 1; None where the encoder cannot tell."""
    if query.vector is None or one.vector is None:
        return None
    if settings.latin_only and min(query.reading.latin_share, one.text.latin_share) < _LEAST_LATIN:
        return None
    return float(query.vector @ one.vector)


def support(found: Mapping[str, float], mode: SearchMode, settings: ClaimSettings) -> float:
    """How far the fact carries the query, 0–1; never less when a signal of the mode is more."""
    words = settings.word_weight * (
        (1 - _DENSITY_SHARE) * found["coverage"] + _DENSITY_SHARE * found["overlap"]
    )
    whole = max(found["topic"], found["phrase"])
    if mode is SearchMode.EXACT:
        return max(whole, found["overlap"], found["coverage"])
    meaning = found["meaning"] * (1.0 if mode is SearchMode.SEMANTIC else settings.meaning_weight)
    # Similar spelling alone is chance up to a half.
    fuzzy = settings.fuzzy_weight * max(0.0, 2 * found["fuzzy"] - 1)
    left = 1 - max(words, settings.word_weight * whole)
    return 1 - left * (1 - meaning) * (1 - fuzzy)


def polarity(asked: Reading, known: Reading) -> float:
    """1 where both clearly stand on one side of one object, -1 where they oppose each other, else 0."""
    if not asked.stem_set & known.stem_set:
        return 0.0
    first, second = asked.stance, known.stance
    clear = (first.preference and second.preference) or (
        first.clear != second.clear and first.sign != second.sign
    )
    if not clear or agreement(first, second) < 0.5:
        return 0.0
    return 1.0 if first.sign == second.sign else -1.0


def _phrase(asked: Reading, one: Candidate) -> float:
    inside = f" {asked.folded} " in f" {one.text.folded} " or f" {asked.folded} " in f" {one.quote.folded} "
    if asked.latin_share < 1:
        inside = bool(asked.folded) and asked.folded in one.text.folded
    around = bool(one.text.folded) and one.text.folded in asked.folded
    long_enough = len((asked if inside else one.text).stem_set) >= LEAST_PHRASE_STEMS
    same = bool(asked.folded) and asked.folded == one.text.folded
    return float(same or ((inside or around) and long_enough))


def _coverage(query: Query, one: Candidate, settings: ClaimSettings) -> float:
    total = sum(query.weights.values())
    if not total:
        return 0.0
    return sum(weight * _field_weight(stem, one, settings) for stem, weight in query.weights.items()) / total


def _field_weight(stem: str, one: Candidate, settings: ClaimSettings) -> float:
    if stem in one.text.stem_set:
        return 1.0
    if stem in one.quote.stem_set:
        return settings.quote_weight
    return settings.topic_weight if stem in one.topic_stems else 0.0


def _meaning(query: Query, one: Candidate, settings: ClaimSettings) -> float:
    near = cosine(query, one, settings)
    if near is None:
        return 0.0
    span = max(1e-6, settings.cosine_full - settings.cosine_floor)
    return min(1.0, max(0.0, (near - settings.cosine_floor) / span))
