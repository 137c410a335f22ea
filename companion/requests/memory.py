"""Recalling: what was said and what it came to mean, in one list, each with where it comes from.

* `recall` (query, kinds, since, limit) → {"query", "since", "results": [{"ref", "from", "kind", "at", "who", "title",
  "text", "score", "similarity", "sources", "private", "withdrawn"}]}
"""

from datetime import datetime

import numpy as np
from pydantic import Field, field_validator
from pydantic_core import PydanticCustomError

from companion.requests.room import Request, RoomRequest, Setting
from companion.service import Json
from engine.errors import InvalidInputError
from engine.memory import Filters, NodeKind, Recalled
from engine.mind import Mind
from engine.search import TimeWindow, fuse, relevance
from engine.trail import RECALLED_KINDS, StepHit

LONGEST_QUERY = 2000
SIGNALS = ("vector", "words")


class Recall(Request):
    """`kinds` are those of Steps (utterance, answer) and of nodes, none for all; `since` a time such as `last:3d`."""

    query: str = Field(min_length=1, max_length=LONGEST_QUERY)
    kinds: tuple[str, ...] = ()
    since: str | None = Field(default=None, max_length=200)
    limit: int = Field(default=10, ge=1, le=100)

    @field_validator("kinds")
    @classmethod
    def _are_known(cls, kinds: tuple[str, ...]) -> tuple[str, ...]:
        known = {*RECALLED_KINDS, *NodeKind}
        if not set(kinds) <= known:
            raise PydanticCustomError("kind", f"must each be one of {', '.join(sorted(known))}")
        return kinds


def recall(setting: Setting, asked: Recall) -> Json:
    """Steps and nodes together, best first; what was withdrawn comes last and is marked."""
    mind = setting.mind
    since = None if asked.since is None else _begin(mind, asked.since)
    steps = _steps(mind, asked, since)
    nodes = _nodes(mind, asked, since)
    scores = _scores([*steps, *nodes])
    rows = [*map(_step_row, steps), *map(_node_row, nodes)]
    ranked = sorted(zip(rows, scores, strict=True), key=lambda each: (each[0]["withdrawn"], -each[1]))
    return {
        "query": asked.query,
        "since": None if since is None else since.isoformat(),
        "results": [{**row, "score": round(score, 4)} for row, score in ranked[: asked.limit]],
    }


def _begin(mind: Mind, since: str) -> datetime:
    window = mind.trail.plan(since).window
    if window is None or window.start is None:
        raise InvalidInputError("since", "names no time", 'Say it as "last week", last:3d or 2026-05-01.')
    return window.start


def _steps(mind: Mind, asked: Recall, since: datetime | None) -> list[StepHit]:
    wanted = {kind for kind in RECALLED_KINDS if not asked.kinds or kind in asked.kinds}
    if not wanted:
        return []
    window = None if since is None else TimeWindow(since, None)
    # A filter by kind comes after the search, so more is looked at.
    most = asked.limit if wanted == RECALLED_KINDS else asked.limit * 4
    found = mind.trail.find(asked.query, window=window, around=(0, 0), limit=most)
    return [each.hit for each in found.evidence if each.hit.step.kind in wanted]


def _nodes(mind: Mind, asked: Recall, since: datetime | None) -> list[Recalled]:
    kinds = frozenset(NodeKind(kind) for kind in asked.kinds if kind in set(NodeKind))
    if asked.kinds and not kinds:
        return []
    plan = mind.trail.plan(asked.query)
    named = plan.window or TimeWindow(None, None)
    begin = named.start if since is None else since
    filters = Filters(since=begin, until=named.end if since is None else None, kinds=kinds)
    return mind.memory.recall(plan.core or asked.query, asked.limit, filters=filters, explicit=True)


def _scores(found: list[StepHit | Recalled]) -> list[float]:
    """One order for both: their signals, before fusion, are those of the same model and the same formula."""
    signals = {
        name: np.array([one.signals.get(name, np.nan) for one in found], np.float32) for name in SIGNALS
    }
    return [float(score) for score in relevance(fuse(signals, {}))]


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
    node = found.node
    return {
        "ref": node.ref,
        "from": "memory",
        "kind": node.kind.value,
        "at": node.event_at.isoformat(),
        "who": node.companion,
        "title": node.title,
        "text": node.text,
        "similarity": found.similarity,
        "sources": list(node.sources),
        "private": node.private,
        "withdrawn": False,
    }


REQUESTS = {"recall": RoomRequest(Recall, recall)}
