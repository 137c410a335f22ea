"""What each room found, as items of one context whose weights can be compared.

The common scale is likeness: a cosine, or what stands for one. Steps keep the order that search gave them, which
weighs words too: each is worth at least as much as what search ranked below it.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from engine.conversation.reconstruction.records import ContextItem, Speaker, StepName, Verdict
from engine.conversation.utterance import is_bare_question
from engine.library import Excerpt
from engine.memory import Node, NodeKind, Tier
from engine.person import ClaimMatch, MatchStatus
from engine.settings import RecallSettings
from engine.trail import MatchStrength, StepHit, StepKind, match_of

_TOLD_APART = 0.75
"""What a weak claim counts: its support says that it bears on the words, not that it answers them."""


def likeness(hit: StepHit) -> float:
    """How near a Step is, 0–1: the cosine, or its rank where only words can be compared."""
    return min(1.0, max(0.0, hit.score if hit.similarity is None else hit.similarity))


def trust(hit: StepHit, settings: RecallSettings) -> float:
    """What a Step counts: less for what the companion said itself, and for questions that tell nothing."""
    if hit.step.kind is StepKind.ANSWER:
        return settings.answer_weight
    return settings.question_weight if is_bare_question(hit.step.text) else 1.0


def above_floor(hit: StepHit, settings: RecallSettings, *, by_meaning: bool) -> bool:
    """Whether a Step is near enough, by meaning or by words, to be brought up at all.

    One without a cosine among others that were searched `by_meaning` was said just now: its rank alone, by a word that
    they lack, tells nothing.
    """
    if hit.similarity is not None:
        return hit.similarity >= settings.floor
    surely = not by_meaning or match_of([hit]).strength is not MatchStrength.NONE
    return surely and hit.score >= settings.lexical_floor


def step_items(
    hits: Iterable[StepHit], settings: RecallSettings, found_by: StepName = StepName.SEMANTIC
) -> list[ContextItem]:
    """Steps above the floor, best first."""
    hits = list(hits)
    by_meaning = any(hit.similarity is not None for hit in hits)
    kept = [hit for hit in hits if above_floor(hit, settings, by_meaning=by_meaning)]
    kept.sort(key=lambda hit: -hit.score * trust(hit, settings))
    items: list[ContextItem] = []
    least = 0.0
    for hit in reversed(kept):
        least = max(least, likeness(hit) * trust(hit, settings))
        items.append(_step_item(hit, least, settings, found_by))
    return items[::-1]


def _step_item(hit: StepHit, score: float, settings: RecallSettings, found_by: StepName) -> ContextItem:
    step = hit.step
    told = step.kind is StepKind.UTTERANCE and not is_bare_question(step.text)
    return ContextItem(
        ref=f"step:{step.id}",
        kind="step",
        text=step.text,
        speaker=Speaker.PERSON if step.kind is StepKind.UTTERANCE else Speaker.COMPANION,
        when=step.at,
        score=score,
        similarity=hit.similarity,
        # What the companion said itself never makes support strong: it may have been a guess.
        strength=Verdict.STRONG if told and likeness(hit) >= settings.strong else Verdict.WEAK,
        found_by=(found_by,),
    )


def fact_item(match: ClaimMatch) -> ContextItem:
    """A fact that bears on the words; it rests on the Steps it was made from."""
    fact = match.fact
    strong = match.status is MatchStatus.STRONG
    return ContextItem(
        ref=fact.ref,
        kind="fact",
        text=fact.text,
        title=fact.topic,
        speaker=Speaker.PERSON,
        when=fact.valid_from,
        score=min(1.0, match.rank * (1.0 if strong else _TOLD_APART)),
        similarity=match.similarity,
        strength=Verdict[match.status.name],
        found_by=(StepName.PERSON,),
        rests_on=(*(f"step:{step_id}" for step_id in fact.source_step_ids), *fact.cites),
    )


def may_be_recalled(node: Node) -> bool:
    """Whether a node may come up in a turn.

    Core and working kinds stand in the stable part; notes feed identity alone (`one-mind.md`, "The night").
    """
    standing = node.kind.row.tier in (Tier.CORE, Tier.WORKING)
    return not (node.private or standing or node.kind is NodeKind.NOTE)


def node_item(
    node: Node,
    similarity: float,
    settings: RecallSettings,
    found_by: StepName = StepName.SEMANTIC,
    path: Sequence[str] = (),
) -> ContextItem:
    """What something came to mean; it is the companion's word, so it never makes support strong."""
    return ContextItem(
        ref=node.ref,
        kind="node",
        text=node.text,
        title=node.title,
        speaker=Speaker.COMPANION,
        when=node.event_at,
        score=min(1.0, max(0.0, similarity) * settings.node_weight),
        similarity=similarity,
        strength=Verdict.WEAK,
        intensity=node.intensity,
        found_by=(found_by,),
        path=tuple(path),
        rests_on=node.sources,
    )


def excerpt_item(found: Excerpt, read_at: datetime, settings: RecallSettings) -> ContextItem:
    """A passage of a document: data, quoted where it is shown."""
    near = found.score if found.similarity is None else found.similarity
    likely = near >= settings.strong
    return ContextItem(
        ref=found.ref,
        kind="document",
        text=found.text,
        title=found.name,
        speaker=Speaker.OUTSIDE,
        when=read_at,
        score=min(1.0, max(0.0, near) * settings.document_weight),
        similarity=found.similarity,
        strength=Verdict.STRONG if likely else Verdict.WEAK,
        found_by=(StepName.LIBRARY,),
        span=(found.start, found.end),
    )
