"""Remembering and recalling what is no claim about the person, in one list with what was said and what is known.

What is found are facts that answer first, then Steps and nodes; `match` is strong_match, weak_match or no_match
([P] §6.2). Valence, importance, tags and category are told of memories alone, so nothing else is found with one of them
([A] §10).
"""

from datetime import datetime

import numpy as np
from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from companion.requests.memory.nodes import ROW_FIELDS, node_row, source_row
from companion.requests.room import Request, Requests, Setting, record, several
from companion.service import Json
from engine.conversation import above_floor
from engine.errors import InvalidInputError
from engine.memory import KINDS, TELLABLE, Filters, NewNode, NodeKind, Outcome, Recalled, Tier, Valence
from engine.mind import Mind
from engine.person import ClaimMatch, MatchStatus
from engine.search import TimeWindow, fuse, relevance
from engine.trail import RECALLED_KINDS, StepHit

LONGEST_QUERY = 2000
SIGNALS = ("vector", "words")
FACT = "fact"
EVER = TimeWindow(None, None)
KNOWN = "a fact that is known answers this"
MEANT = "what is known or remembered may bear on this"
MEMORIES = frozenset(kind for kind in NodeKind if KINDS[kind].tier is not Tier.WORKING)
"""What is recalled where no kind is named."""


class Recall(Request):
    """`kinds` are those of Steps (utterance, answer) and of nodes, none for all; of `tags` any will do.

    `since` and `until` are times such as `last:3d` or `May`, both included; `who` is whoever said it, in any case.
    """

    query: str = Field(
        min_length=1, max_length=LONGEST_QUERY, description="What it was about; a time in it counts."
    )
    kinds: tuple[str, ...] = Field(
        default=(),
        description="Only this kind, such as utterance, answer, moment, insight, note; repeatable.",
    )
    since: str | None = Field(
        default=None, max_length=200, description='A time: "last week", last:3d, 2026-05-01.'
    )
    until: str | None = Field(
        default=None, max_length=200, description="A time; what is of it is found still."
    )
    who: str | None = Field(
        default=None,
        min_length=1,
        max_length=100,
        description="Only what this one said, and what came of it.",
    )
    valence: Valence | None = Field(default=None, description="Only memories that felt so.")
    min_importance: float = Field(
        default=0.0, ge=0, le=1, description="Only memories that matter at least so much, 0 to 1."
    )
    tags: tuple[str, ...] = Field(
        default=(), max_length=20, description="Only memories with this tag; repeatable."
    )
    category: str | None = Field(
        default=None, min_length=1, max_length=100, description="Only memories of this category."
    )
    limit: int = Field(default=10, ge=1, le=500, description="How many at most.")

    @property
    def of_memories(self) -> bool:
        """Whether it asks for what memories alone have."""
        return bool(self.valence or self.min_importance or self.tags or self.category)

    @field_validator("kinds")
    @classmethod
    def _are_known(cls, kinds: tuple[str, ...]) -> tuple[str, ...]:
        known = {FACT, *RECALLED_KINDS, *NodeKind}
        if not set(kinds) <= known:
            raise PydanticCustomError("kind", f"must each be one of {', '.join(sorted(known))}")
        return kinds


class RememberNode(Request):
    """Something to be remembered as `kind`; importance 0–1, `sources` refs (step:, fact:, node:) it is made from."""

    kind: NodeKind = Field(description="Of what kind it is.")
    text: str = Field(min_length=1, max_length=8000, description="What is to be remembered.")
    title: str = Field(default="", max_length=200, description="What it is called.")
    tags: tuple[str, ...] = Field(
        default=(), max_length=20, description="A word to find it by; may be repeated."
    )
    importance: float = Field(default=0.5, ge=0, le=1, description="0 to 1.")
    private: bool = Field(default=False, description="Never bring it up unasked, nor tell another program.")
    sources: tuple[str, ...] = Field(
        default=(),
        max_length=20,
        description="What it is made from, such as step:… or fact:…; may be repeated.",
    )

    @field_validator("kind")
    @classmethod
    def _is_tellable(cls, kind: NodeKind) -> NodeKind:
        if kind not in TELLABLE:
            raise PydanticCustomError("kind", f"must be one of {', '.join(TELLABLE)}")
        return kind


REQUESTS = Requests()
FOUND = record(**ROW_FIELDS, score=float, similarity=float | None)


@REQUESTS.verb(
    "memory.remember",
    "Keep what happened, was felt, decided or understood.",
    gives=record(ref=str, kind=str, text=str, outcome=Outcome, other=str | None),
    changes="memories",
    outside="direct",
)
def remember(setting: Setting, asked: RememberNode) -> Json:
    """Keep it once: what is known already is confirmed, merged or linked, and the outcome says which.

    Raises InvalidInputError where a source is not there.
    """
    for ref in asked.sources:
        if not source_row(setting.mind, ref)["at"]:
            raise InvalidInputError("sources", f"there is no {ref}")
    felt = setting.mind.conversation.registry.feeling()
    kept = setting.mind.memory.remember(NewNode(**asked.model_dump(), feeling=felt))
    return {
        "ref": kept.node.ref,
        "kind": kept.node.kind.value,
        "text": kept.node.text,
        "outcome": kept.outcome.value,
        "other": None if kept.other is None else kept.other.ref,
    }


@REQUESTS.verb(
    "recall",
    "Find what was said and what it came to mean, each with where it comes from.",
    gives=record(
        query=str, since=datetime | None, until=datetime | None, match=str, reason=str, results=several(FOUND)
    ),
    outside="read",
)
def recall(setting: Setting, asked: Recall) -> Json:
    """Facts that bear on it, then Steps and nodes together, best first; what was withdrawn comes last.

    What is not near enough to be brought up in a conversation is none here. Nodes weigh more that feel as now
    ([E] §4.2); only what is returned counts as recalled.
    """
    mind = setting.mind
    window = _window(mind, asked)
    steps = _steps(mind, asked, window)
    nodes = _nodes(mind, asked, window)
    scores = _scores([*steps, *nodes])
    rows = [*map(_step_row, steps), *map(_node_row, nodes)]
    ranked = sorted(zip(rows, scores, strict=True), key=lambda each: (each[0]["withdrawn"], -each[1]))
    facts = _facts(mind, asked, window)
    known = [_fact_row(match) for match in facts]
    results = [*known, *({**row, "score": round(score, 4)} for row, score in ranked)][: asked.limit]
    shown = {row["ref"] for row in results}
    mind.memory.note_recalled([one for one in nodes if one.node.ref in shown], asked.query)
    mind.trail.note_recalls(asked.query, [hit for hit in steps if f"step:{hit.step.id}" in shown], "search")
    match, reason = _verdict(mind, facts, steps, nodes)
    return {
        "query": asked.query,
        "since": _shown(window.start),
        "until": _shown(window.end),
        "match": match,
        "reason": reason,
        "results": results,
    }


def _window(mind: Mind, asked: Recall) -> TimeWindow:
    """The time asked for, open where it is not. Raises InvalidInputError where a text names none, or both no time."""
    since = None if asked.since is None else mind.trail.plan(asked.since).named_start("since")
    until = None if asked.until is None else mind.trail.plan(asked.until).named_window("until").end
    if since is not None and until is not None and until <= since:
        raise InvalidInputError("until", "is not after since")
    return TimeWindow(since, until)


def _shown(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _by_the_person(mind: Mind, asked: Recall) -> bool:
    """Whether what the person told is asked for."""
    names = {mind.trail.person.casefold(), mind.conversation.person_speaker.casefold()}
    return asked.who is None or asked.who.casefold() in names


def _verdict(
    mind: Mind, facts: list[ClaimMatch], steps: list[StepHit], nodes: list[Recalled]
) -> tuple[str, str]:
    """Whether what was found bears on it, with the reason; what it came to mean never does so surely."""
    if any(match.status is MatchStatus.STRONG for match in facts):
        return MatchStatus.STRONG.value, KNOWN
    said = mind.trail.verdict([hit for hit in steps if hit.step.withdrawn_at is None])
    if not steps and (facts or nodes):
        return MatchStatus.WEAK.value, MEANT
    return said.strength.value, said.reason


def _facts(mind: Mind, asked: Recall, window: TimeWindow) -> list[ClaimMatch]:
    others = bool(asked.kinds) and FACT not in asked.kinds
    if others or asked.of_memories or not _by_the_person(mind, asked):
        return []
    core = mind.trail.plan(asked.query).core or asked.query
    found = mind.person.search(core, limit=asked.limit).matches
    return [
        match for match in found if match.status is not MatchStatus.NONE and match.fact.valid_from in window
    ]


def _steps(mind: Mind, asked: Recall, window: TimeWindow) -> list[StepHit]:
    wanted = {kind for kind in RECALLED_KINDS if not asked.kinds or kind in asked.kinds}
    if not wanted or asked.of_memories:
        return []
    # A filter by kind or speaker comes after the search, so more is looked at.
    most = asked.limit if wanted == RECALLED_KINDS and asked.who is None else asked.limit * 4
    narrowed = None if window == EVER else window
    found = mind.trail.find(asked.query, window=narrowed, around=(0, 0), limit=most, logged=False)
    hits = [
        each.hit
        for each in found.evidence
        if each.hit.step.kind in wanted and _said_by(each.hit.step.speaker, asked.who)
    ]
    if found.scanned or not found.plan.core:
        # A time alone was asked for, or nothing is indexed: there is no nearness to go by.
        return hits
    by_meaning = any(hit.similarity is not None for hit in hits)
    settings = mind.conversation.settings.recall
    return [hit for hit in hits if above_floor(hit, settings, by_meaning=by_meaning)]


def _said_by(speaker: str, who: str | None) -> bool:
    return who is None or speaker.casefold() == who.casefold()


def _nodes(mind: Mind, asked: Recall, window: TimeWindow) -> list[Recalled]:
    kinds = frozenset(NodeKind(kind) for kind in asked.kinds if kind in set(NodeKind))
    if (asked.kinds and not kinds) or not _by_the_person(mind, asked):
        return []
    plan = mind.trail.plan(asked.query)
    named = window if window != EVER else plan.window or EVER
    filters = Filters(
        since=named.start,
        until=named.end,
        person=None if asked.who is None else mind.trail.person,
        valence=asked.valence,
        min_importance=asked.min_importance,
        # What is kept at hand (the compass, the manner) is no memory of something: it is found where it is asked for.
        kinds=kinds or MEMORIES,
        tags=frozenset(asked.tags),
        category=asked.category,
    )
    felt = mind.conversation.registry.feeling()
    floor = mind.conversation.settings.recall.floor
    found = mind.memory.recall(
        plan.core or asked.query, asked.limit, mood=felt, filters=filters, logged=False
    )
    return [one for one in found if one.similarity >= floor]


def _scores(found: list[StepHit | Recalled]) -> list[float]:
    """One order for both: their signals, before fusion, are those of the same model and the same formula.

    Among themselves nodes stand by their own score, which holds how they feel against how it is felt now.
    """
    signals = {
        name: np.array([one.signals.get(name, np.nan) for one in found], np.float32) for name in SIGNALS
    }
    near = [float(score) for score in relevance(fuse(signals, {}))]
    nodes = [at for at, one in enumerate(found) if isinstance(one, Recalled)]
    # They come in the order of their scores.
    for at, score in zip(nodes, sorted((near[at] for at in nodes), reverse=True), strict=True):
        near[at] = score
    return near


def _fact_row(match: ClaimMatch) -> Json:
    fact = match.fact
    return {
        "ref": fact.ref,
        "from": "person",
        "kind": FACT,
        "at": fact.valid_from.isoformat(),
        "who": fact.source.value,
        "title": "",
        "text": fact.text,
        "score": round(match.rank, 4),
        "similarity": match.signals.get("meaning"),
        "sources": [f"step:{each}" for each in fact.source_step_ids],
        "private": fact.private,
        "withdrawn": False,
    }


def _step_row(hit: StepHit) -> Json:
    step = hit.step
    return {
        "ref": f"step:{step.id}",
        "from": "trail",
        "kind": step.kind.value,
        "at": step.at.isoformat(),
        "who": step.speaker,
        "title": "",
        "text": step.text,
        "similarity": hit.similarity,
        "sources": [f"episode:{step.episode_id}"],
        "private": False,
        "withdrawn": step.withdrawn_at is not None,
    }


def _node_row(found: Recalled) -> Json:
    return {**node_row(found.node), "similarity": found.similarity}
