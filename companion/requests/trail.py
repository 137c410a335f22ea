"""Asking the trail: where and when something was said."""

from typing import Any

from pydantic import Field

from companion.requests.room import Request, RoomRequest, Setting
from companion.service import Json
from engine.trail import Evidence, FindMode, Step, StepHit, TimeRange

LONGEST_QUERY = 2000


class TrailSearch(Request):
    """`when` is a time such as `last:3d` or `上周`; `before` and `after` count exchanges around a Step."""

    query: str = Field(min_length=1, max_length=LONGEST_QUERY)
    mode: FindMode = FindMode.RECALL
    when: str | None = Field(default=None, max_length=200)
    before: int = Field(default=1, ge=0, le=20)
    after: int = Field(default=1, ge=0, le=20)
    limit: int = Field(default=10, ge=1, le=100)


def search(setting: Setting, asked: TrailSearch) -> Json:
    """Time ranges in discover mode, else Steps with what was said around them; every one says where it is from."""
    found = setting.mind.trail.find(
        asked.query,
        mode=asked.mode,
        window=asked.when,
        around=(asked.before, asked.after),
        limit=asked.limit,
    )
    zone = setting.mind.clock.local().tzinfo
    window = None if found.window is None or zone is None else found.window.interval(zone)
    return {
        "mode": found.mode.value,
        "topic": found.plan.core,
        "intents": sorted(found.plan.intents),
        "window": window,
        "scanned": found.scanned,
        "evidence": [_evidence(each) for each in found.evidence],
        "ranges": [_range(each) for each in found.ranges],
    }


def _evidence(found: Evidence) -> Json:
    return {
        **_hit(found.hit),
        "before": [_step(step) for step in found.before],
        "after": [_step(step) for step in found.after],
    }


def _range(found: TimeRange) -> Json:
    episode = found.episode
    return {
        "interval": found.interval,
        "ref": f"episode:{episode.id}",
        "type": episode.type.value,
        "origin": episode.origin,
        "hits": len(found.hits),
        "best": _hit(found.hits[0]),
    }


def _hit(hit: StepHit) -> Json:
    signals = {name: round(value, 4) for name, value in hit.signals.items()}
    return {**_step(hit.step), "score": round(hit.score, 4), "similarity": hit.similarity, "signals": signals}


def _step(step: Step) -> dict[str, Any]:
    return {
        "ref": f"step:{step.id}",
        "episode": f"episode:{step.episode_id}",
        "at": step.at.isoformat(),
        "speaker": step.speaker,
        "text": step.text,
        "withdrawn": step.withdrawn_at is not None,
    }


REQUESTS = {"trail.search": RoomRequest(TrailSearch, search)}
