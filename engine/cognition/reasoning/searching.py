"""Trails found again by meaning or by words, each of their parts by itself ([E] §8.2)."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cognition.keeping.likeness import Likeness
from engine.cognition.reasoning.records import DeadEnd, FoundEvidence, FoundTrail, ReasoningTrail, TrailPart
from engine.search import stems
from engine.settings import NoticingSettings

LETTERS = 24


class _Indexed(NamedTuple):
    """One text of a trail; `number` is its place among those of its part."""

    trail: ReasoningTrail
    part: TrailPart
    number: int
    text: str

    @property
    def name(self) -> str:
        # By its words: what is taken out of a trail shifts the places of the rest.
        return f"{self.trail.id}/{hashlib.sha256(self.text.encode()).hexdigest()[:LETTERS]}"


class TrailSearch:
    """Searches the trails it is given; their vectors are made once and kept."""

    def __init__(self, likeness: Likeness, settings: NoticingSettings) -> None:
        self._likeness, self._settings = likeness, settings

    def trails(self, query: str, trails: Sequence[ReasoningTrail], limit: int) -> list[FoundTrail]:
        """Each trail once, by the words that are nearest; the nearest trail first."""
        found: dict[str, FoundTrail] = {}
        for text, score in self._ranked(query, [one for trail in trails for one in _texts(trail)]):
            known = FoundTrail(trail=text.trail, part=text.part, text=text.text, score=score)
            found.setdefault(text.trail.id, known)
        return list(found.values())[:limit]

    def evidence(self, query: str, trails: Sequence[ReasoningTrail], limit: int) -> list[FoundEvidence]:
        """Evidence alone, the nearest first."""
        texts = [one for trail in trails for one in _texts(trail) if one.part is TrailPart.EVIDENCE]
        return [
            FoundEvidence(trail=one.trail, evidence=one.trail.evidence[one.number], score=score)
            for one, score in self._ranked(query, texts)[:limit]
        ]

    def dead_ends(self, approach: str, trails: Sequence[ReasoningTrail]) -> list[DeadEnd]:
        """Approaches like `approach` that were given up, the most alike first."""
        texts = [one for trail in trails for one in _texts(trail) if one.part is TrailPart.ABANDONED]
        near = self._likeness.near(approach, {one.name: one.text for one in texts})
        alike = [one for one in texts if near[one.name] >= self._settings.dead_end]
        return [_dead_end(one, near[one.name]) for one in sorted(alike, key=lambda one: -near[one.name])]

    def _ranked(self, query: str, texts: Sequence[_Indexed]) -> list[tuple[_Indexed, float]]:
        """What is near enough by meaning, or holds most of the query's words; the best first."""
        near = self._likeness.near(query, {one.name: one.text for one in texts})
        met = []
        for one in texts:
            shared = held(query, one.text)
            if near[one.name] >= self._settings.trail_floor or shared >= self._settings.trail_words:
                met.append((one, min(1.0, max(near[one.name], shared))))
        return sorted(met, key=lambda one: -one[1])


def held(query: str, text: str) -> float:
    """The share of the query's words that stand in `text`, 0–1."""
    asked = set(stems(query))
    return len(asked & set(stems(text))) / len(asked) if asked else 0.0


def _texts(trail: ReasoningTrail) -> Iterator[_Indexed]:
    yield _Indexed(trail, TrailPart.CONTEXT, 0, trail.context)
    listed = (
        (TrailPart.HYPOTHESIS, [one.statement for one in trail.hypotheses]),
        (TrailPart.EVIDENCE, [one.text for one in trail.evidence]),
        (TrailPart.ABANDONED, [_joined(one.approach, one.why) for one in trail.abandoned]),
    )
    for part, texts in listed:
        for number, text in enumerate(texts):
            yield _Indexed(trail, part, number, text)
    if trail.solution is not None:
        said = _joined(trail.solution.text, trail.solution.breakthrough)
        yield _Indexed(trail, TrailPart.SOLUTION, 0, said)


def _joined(said: str, more: str) -> str:
    return f"{said}. {more}" if more else said


def _dead_end(one: _Indexed, score: float) -> DeadEnd:
    given_up = one.trail.abandoned[one.number]
    return DeadEnd(
        trail=one.trail.id,
        context=one.trail.context,
        approach=given_up.approach,
        why=given_up.why,
        score=min(1.0, score),
    )
