"""Asking the trail: where and when something was said, and what times together were for.

A `surprise` is the share (0–1) of all that was said and was less unexpected, null where that was not measured; while
too little was measured nothing is surprising.
"""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from companion.requests.room import Nothing, Request, Requests, Setting, Spoken, record, several
from companion.service import Json
from engine.errors import NotFoundError
from engine.memory import EpisodeNote, EpisodeNotes, NodeKind, Sureness
from engine.mind import Mind
from engine.trail import (
    Episode,
    EpisodeType,
    Evidence,
    FindMode,
    MoodPoint,
    Step,
    StepHit,
    StepKind,
    TimeRange,
)

LONGEST_QUERY, LONGEST_BEGINNING = 2000, 300
StepId = Annotated[
    str, Field(min_length=1, max_length=64), AfterValidator(lambda given: given.removeprefix("step:"))
]
"""The id of a Step; its ref is taken too, as lines cite it."""


class TrailSearch(Request):
    """`when` is a time such as `last:3d` or `上周`; `before` and `after` count exchanges around a Step."""

    query: str = Field(
        min_length=1,
        max_length=LONGEST_QUERY,
        description="What it was about; a time in it counts as --when.",
    )
    mode: FindMode = Field(
        default=FindMode.RECALL, description="Steps as evidence, or ranges of time to choose from."
    )
    when: str | None = Field(
        default=None, max_length=200, description='A time: "last week", last:3d, 上周, 2026-05-01/2026-05-31.'
    )
    before: int = Field(default=1, ge=0, le=20, description="Exchanges shown before each Step.")
    after: int = Field(default=1, ge=0, le=20, description="Exchanges shown after each Step.")
    limit: int = Field(default=10, ge=1, le=100, description="How many at most.")


class FindEpisodes(Request):
    """`on` is a time such as `2026-02-08`, `last week` or `last:3d`. Of `only` those that fit are told."""

    on: str | None = Field(
        default=None, min_length=1, max_length=200, description='A time: 2026-05-01, "last week", last:3d.'
    )
    project: str | None = Field(
        default=None, min_length=1, max_length=100, description="The project that it belonged to."
    )
    type: EpisodeType | None = Field(default=None, description="What it was for.")
    begun: bool = Field(default=False, description="With what you began each with.")
    only: tuple[str, ...] = Field(
        default=(), max_length=200, description="Just these, by their ids; may be repeated."
    )
    skip: int = Field(default=0, ge=0, le=1_000_000, description="How many of the newest are passed over.")
    limit: int = Field(default=20, ge=1, le=1000, description="How many at most.")


class DescribeEpisode(Request):
    """What an Episode is for; None is the open one."""

    episode: str | None = Field(
        default=None, min_length=1, max_length=64, description="Its id; the open one unless given."
    )
    type: EpisodeType | None = Field(default=None, description="What it was for.")
    projects: tuple[str, ...] = Field(
        default=(), max_length=20, description="A project it belonged to; may be repeated."
    )


class ReadEpisode(Request):
    """Which Episode."""

    episode: str = Field(min_length=1, max_length=64, description="Its id.")
    limit: int = Field(default=500, ge=1, le=2000, description="How much at most.")


class Surprising(Request):
    """How many at most."""

    limit: int = Field(default=50, ge=1, le=500, description="How many at most.")


class EpisodeOf(Request):
    """Which Step."""

    step: StepId = Field(description="The id of what was said, or its ref.")


class NoteEvent(Request):
    """What was reached or decided, in the Episode of now or another."""

    event: Spoken = Field(min_length=1, max_length=500, description="What was reached or decided.")
    kind: Literal["milestone", "decision"] = Field(default="milestone", description="milestone, or decision.")
    why: str = Field(default="", max_length=500, description="Why.")
    confidence: Sureness = Field(default=Sureness.MEDIUM, description="How sure the decision is.")
    importance: float = Field(default=0.5, ge=0, le=1, allow_inf_nan=False, description="0 to 1.")
    project: Spoken | None = Field(
        default=None, min_length=1, max_length=100, description="The project that it belonged to."
    )
    episode: str | None = Field(
        default=None, min_length=1, max_length=64, description="Its id; the open one unless given."
    )


class FindMilestones(Request):
    """What it was about."""

    query: str = Field(min_length=1, max_length=LONGEST_QUERY, description="What it was about.")
    limit: int = Field(default=10, ge=1, le=100, description="How many at most.")


REQUESTS = Requests()
STEP_FIELDS = {"ref": str, "episode": str, "at": datetime, "speaker": str, "text": str, "withdrawn": bool}
STEP = record(**STEP_FIELDS)
HIT_FIELDS = {**STEP_FIELDS, "score": float, "similarity": float | None, "signals": dict[str, float]}
RANGE = record(interval=str, ref=str, type=str, origin=str, hits=int, best=record(**HIT_FIELDS))
SURPRISES = record(steps=several(record(**STEP_FIELDS, surprise=float | None)))
NOTE_FIELDS = {
    "ref": str,
    "note_type": Literal["milestone", "decision"],
    "event": str,
    "why": str,
    "confidence": str,
    "importance": float,
    "project": str | None,
    "timestamp": datetime,
    "episode": str | None,
    "sources": list[str],
}
NOTE = record(**NOTE_FIELDS)
EPISODE_FIELDS = {
    "ref": str,
    "id": str,
    "type": str,
    "started": datetime,
    "ended": datetime | None,
    "origin": str,
    "projects": list[str],
    "milestones": several(NOTE),
    "decisions": several(NOTE),
    "mood_arc": record(start=MoodPoint, end=MoodPoint, pattern=str) | None,
}
EPISODE = record(**EPISODE_FIELDS)
PROJECT = record(project=str, episode=str, at=datetime, episodes=int)
FOUND = record(
    mode=str,
    topic=str,
    intents=list[str],
    window=str | None,
    scanned=bool,
    evidence=several(record(**HIT_FIELDS, before=several(STEP), after=several(STEP))),
    ranges=several(RANGE),
)


@REQUESTS.verb("trail.search", "Find where and when something was said.", gives=FOUND, outside="read")
def search(setting: Setting, asked: TrailSearch) -> Json:
    """Time ranges in discover mode, else Steps with what was said around them; every one says where it is from."""
    found = setting.mind.trail.find(
        asked.query, mode=asked.mode, window=asked.when, around=(asked.before, asked.after), limit=asked.limit
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


@REQUESTS.verb(
    "episodes.find",
    "Times together, newest first.",
    gives=record(episodes=several(record(**EPISODE_FIELDS, began=str)) | several(EPISODE)),
    outside="read",
)
def find_episodes(setting: Setting, asked: FindEpisodes) -> Json:
    """Newest first."""
    mind = setting.mind
    rows = [episode_row(mind, one) for one in _fitting(mind, asked)]
    if asked.begun:
        rows = [{**row, "began": _began(mind, row["id"])} for row in rows]
    return {"episodes": rows}


def _fitting(mind: Mind, asked: FindEpisodes) -> list[Episode]:
    window = None if asked.on is None else mind.trail.plan(asked.on).named_window("on")
    return mind.trail.book.find(
        window=window,
        project=asked.project,
        kind=asked.type,
        only=asked.only,
        skip=asked.skip,
        limit=max(asked.limit, len(asked.only)),
    )


@REQUESTS.verb(
    "episodes.read", "What was said in a time together, oldest first.", gives=SURPRISES, outside="read"
)
def read_episode(setting: Setting, asked: ReadEpisode) -> Json:
    """What was said and answered, without what was withdrawn."""
    said = setting.mind.trail.recent_steps(asked.limit, asked.episode, (StepKind.UTTERANCE, StepKind.ANSWER))
    surprises = setting.mind.trail.surprises()
    return {"steps": [{**_step(one), "surprise": surprises.share(one.id)} for one in said]}


@REQUESTS.verb("trail.surprising", "What you said that was least expected, that first.", gives=SURPRISES)
def surprising(setting: Setting, asked: Surprising) -> Json:
    """What was said most unexpectedly, that first."""
    trail = setting.mind.trail
    surprises = trail.surprises()
    steps = [trail.step(one) for one in surprises.most(asked.limit)]
    return {"steps": [{**_step(one), "surprise": surprises.share(one.id)} for one in steps]}


@REQUESTS.verb("episodes.of", "The time together in which something was said.", gives=record(episode=EPISODE))
def episode_of(setting: Setting, asked: EpisodeOf) -> Json:
    """Raises NotFoundError."""
    mind = setting.mind
    step = mind.trail.step(asked.step)
    return {"episode": episode_row(mind, mind.trail.book.episode(step.episode_id))}


@REQUESTS.verb(
    "episodes.describe",
    "Say what a time together was for.",
    gives=record(episode=EPISODE),
    changes="episodes",
)
def describe_episode(setting: Setting, asked: DescribeEpisode) -> Json:
    """The type stays as it was said."""
    mind = setting.mind
    wanted = asked.episode or _open(mind).id
    described = mind.trail.book.describe(wanted, kind=asked.type, projects=asked.projects)
    return {"episode": episode_row(mind, described)}


@REQUESTS.verb(
    "episodes.note",
    "Note a milestone or a decision of a time together.",
    gives=record(note=NOTE),
    changes="episodes",
)
def note_event(setting: Setting, asked: NoteEvent) -> Json:
    """It carries how it felt, where the companion feels."""
    mind = setting.mind
    note = EpisodeNotes(mind.memory, mind.trail).note(
        asked.event,
        kind=NodeKind(asked.kind),
        why=asked.why,
        sureness=asked.confidence,
        importance=asked.importance,
        project=asked.project,
        feeling=None if mind.mood is None else mind.mood.feeling(),
        episode_id=asked.episode,
    )
    return {"note": _note(note)}


@REQUESTS.verb(
    "episodes.milestones",
    "Search what was reached and decided, over all times together.",
    gives=record(found=several(record(**NOTE_FIELDS, similarity=float))),
    outside="read",
)
def find_milestones(setting: Setting, asked: FindMilestones) -> Json:
    """Over all Episodes."""
    found = EpisodeNotes(setting.mind.memory, setting.mind.trail).search(asked.query, asked.limit)
    return {"found": [{**_note(one.note), "similarity": round(one.similarity, 4)} for one in found]}


@REQUESTS.verb(
    "episodes.projects",
    "Projects, with when each was last worked on.",
    gives=record(projects=several(PROJECT)),
    outside="read",
)
def list_projects(setting: Setting, _asked: Nothing) -> Json:
    """With the last Episode of each."""
    rows = [
        {
            "project": use.project,
            "episode": use.episode_id,
            "at": use.at.isoformat(),
            "episodes": use.episodes,
        }
        for use in setting.mind.trail.book.projects()
    ]
    return {"projects": rows}


def _open(mind: Mind) -> Episode:
    current = mind.trail.current()
    if current is None:
        raise NotFoundError("No time together is open.", "Name one: companion episodes.")
    return current


def episode_row(mind: Mind, episode: Episode) -> Json:
    """An Episode as surfaces get it."""
    notes = EpisodeNotes(mind.memory, mind.trail).of(episode.id)
    return {
        "ref": f"episode:{episode.id}",
        "id": episode.id,
        "type": episode.type.value,
        "started": episode.opened_at.isoformat(),
        "ended": None if episode.closed_at is None else episode.closed_at.isoformat(),
        "origin": episode.origin,
        "projects": list(episode.projects),
        "milestones": [_note(one) for one in notes if one.kind is NodeKind.MILESTONE],
        "decisions": [_note(one) for one in notes if one.kind is NodeKind.DECISION],
        "mood_arc": _arc(mind, episode.id),
    }


def _began(mind: Mind, episode_id: str) -> str:
    """What a person knows it by. Asked for by name, as other programs are told of times together too."""
    return mind.trail.book.first_said(episode_id)[:LONGEST_BEGINNING]


def _arc(mind: Mind, episode_id: str) -> Json | None:
    """How it felt; None where nothing was felt."""
    arc = None if mind.mood is None else mind.mood.arc(episode_id)
    if arc is None or arc.start is None or arc.end is None:
        return None
    return {"start": asdict(arc.start), "end": asdict(arc.end), "pattern": arc.pattern.value}


def _note(note: EpisodeNote) -> Json:
    return {
        "ref": note.ref,
        "note_type": note.kind.value,
        "event": note.event,
        "why": note.why,
        "confidence": note.sureness.value,
        "importance": note.importance,
        "project": note.project,
        "timestamp": note.at.isoformat(),
        "episode": note.episode_id,
        "sources": list(note.sources),
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
