"""What each room found, as items of one context whose weights can be compared.

The common scale is likeness: a cosine, or what stands for one. Steps keep the order that search gave them, which
weighs words too: each is worth at least as much as what search ranked below it.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from engine.conversation.answering.asked import ABOUT, About
from engine.conversation.grounding import content_words
from engine.conversation.reconstruction.records import ContextItem, Speaker, StepName, Verdict
from engine.conversation.reconstruction.sources import OpenItem
from engine.conversation.utterance import clauses, is_bare_question
from engine.library import Excerpt
from engine.memory import Node, NodeKind, Tier
from engine.person import ClaimMatch, MatchStatus
from engine.settings import RecallSettings
from engine.trail import IMPORTED, MatchStrength, Step, StepHit, StepKind, Trail, match_of

_TOLD_APART = 0.75
"""What a weak claim counts: its support says that it bears on the words, not that it answers them."""


def likeness(hit: StepHit) -> float:
    """How near a Step is, 0–1: the cosine, or its rank where only words can be compared."""
    return min(1.0, max(0.0, hit.score if hit.similarity is None else hit.similarity))


def only_asks(trail: Trail, step: Step) -> bool:
    """Whether an utterance tells nothing: also one that asks without a mark, as was decided when it was answered."""
    if asks_by_its_words(step):
        return True
    if step.kind is not StepKind.UTTERANCE or len(clauses(step.text)) > 1:
        return False
    answers = (one for one in trail.steps_of(step.loop_id) if one.kind is StepKind.ANSWER)
    return any(one.details.get(ABOUT) == About.ME for one in answers)


def trust(step: Step, settings: RecallSettings, *, asks: bool) -> float:
    """What a Step counts: less for what the companion said itself, and for what only asks."""
    if step.kind is StepKind.ANSWER:
        return settings.answer_weight
    return settings.question_weight if asks else 1.0


def above_floor(hit: StepHit, settings: RecallSettings, *, by_meaning: bool) -> bool:
    """Whether a Step is near enough, by meaning or by words, to be brought up at all.

    One without a cosine among others that were searched `by_meaning` was said just now: its rank alone, by a word that
    they lack, tells nothing.
    """
    if hit.similarity is not None:
        return hit.similarity >= settings.floor
    surely = not by_meaning or match_of([hit]).strength is not MatchStrength.NONE
    return surely and hit.score >= settings.lexical_floor


def asks_by_its_words(step: Step) -> bool:
    """Whether all of an utterance is questions with their marks."""
    return step.kind is StepKind.UTTERANCE and is_bare_question(step.text)


def step_items(
    hits: Iterable[StepHit],
    settings: RecallSettings,
    asks: Callable[[Step], bool] = asks_by_its_words,
    found_by: StepName = StepName.SEMANTIC,
    *,
    ours: str | None = None,
) -> list[ContextItem]:
    """Steps above the floor, best first; `asks` says which of them tell nothing.

    `ours` is the companion whose answers these are; what another one of the vault said is told as that one's.
    """
    hits = list(hits)
    by_meaning = any(hit.similarity is not None for hit in hits)
    near = [hit for hit in hits if above_floor(hit, settings, by_meaning=by_meaning)]
    asking = {hit.step.id for hit in near if asks(hit.step)}
    weights = {hit.step.id: trust(hit.step, settings, asks=hit.step.id in asking) for hit in near}
    near.sort(key=lambda hit: -hit.score * weights[hit.step.id])
    items: list[ContextItem] = []
    least = 0.0
    for hit in reversed(near):
        least = max(least, likeness(hit) * weights[hit.step.id])
        speaker = _said_by(hit.step, ours)
        item = _step_item(hit, speaker, least, settings, found_by, asks=hit.step.id in asking)
        items.append(item)
    return items[::-1]


def _step_item(
    hit: StepHit, speaker: Speaker, score: float, settings: RecallSettings, found_by: StepName, *, asks: bool
) -> ContextItem:
    step = hit.step
    told = speaker is Speaker.PERSON and not asks
    return ContextItem(
        ref=f"step:{step.id}",
        kind="step",
        text=step.text,
        title=step.speaker if speaker is Speaker.OUTSIDE else "",
        speaker=speaker,
        when=step.at,
        score=score,
        similarity=hit.similarity,
        # What the companion said itself never makes support strong: it may have been a guess.
        strength=Verdict.STRONG if told and likeness(hit) >= settings.strong else Verdict.WEAK,
        found_by=(found_by,),
        asks=asks,
    )


def _said_by(step: Step, ours: str | None) -> Speaker:
    """Whose words a Step holds: an answer that was brought in is another program's, or its character's."""
    if step.kind is StepKind.UTTERANCE:
        return Speaker.PERSON
    theirs = IMPORTED in step.details or ours not in {None, step.companion}
    return Speaker.OUTSIDE if theirs else Speaker.COMPANION


def fact_item(match: ClaimMatch) -> ContextItem:
    """A fact that bears on the words, or is only nearest to them; it rests on the Steps it was made from."""
    fact = match.fact
    weight = match.rank * (1.0 if match.status is MatchStatus.STRONG else _TOLD_APART)
    if match.status is MatchStatus.NONE:
        weight = max(0.0, match.similarity or 0.0)
    return ContextItem(
        ref=fact.ref,
        kind="fact",
        text=fact.text,
        title=fact.topic,
        speaker=Speaker.PERSON,
        when=fact.valid_from,
        score=min(1.0, weight),
        similarity=match.similarity,
        strength=Verdict[match.status.name],
        found_by=(StepName.PERSON,),
        rests_on=(*(f"step:{step_id}" for step_id in fact.source_step_ids), *fact.cites),
    )


def open_items(found: Iterable[OpenItem], query: str, settings: RecallSettings) -> list[ContextItem]:
    """What there is to do, for a question: strong where it shares a word with that, weak at the floor where it may.

    "What did I want to do today?" shares none with any, so all of them may answer it; the model judges.
    """
    asked = content_words(query)
    items = []
    for one in found:
        shared = len(asked & content_words(one.text))
        items.append(
            ContextItem(
                ref=one.ref,
                kind="handoff",
                text=one.text,
                speaker=Speaker.PERSON,
                when=one.noted_at,
                score=max(settings.floor, shared / len(asked)) if asked else settings.floor,
                strength=Verdict.STRONG if shared else Verdict.WEAK,
                found_by=(StepName.TEMPORAL,),
                rests_on=one.cites,
            )
        )
    return items


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
    """What something came to mean; it is the companion's word, so it never makes support strong.

    What another program noted, or kept before it was brought in, is its word: data, quoted where it is shown.
    """
    return ContextItem(
        ref=node.ref,
        kind="node",
        text=node.text,
        title=node.program or node.title,
        speaker=Speaker.OUTSIDE if node.program else Speaker.COMPANION,
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
