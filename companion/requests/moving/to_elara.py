"""What is remembered as the folder that Elara Core keeps ([E] §11.2), for who moves on.

`left_out` counts the memories that lie in `memories.jsonl` and in no Chroma.

Its memories stand in a real Chroma with the vectors of this program's sentence model; facts about the person are
memories of the type "fact" there. Where Chroma is not installed they lie in lines of JSON, which Elara Core does not
read. What was said word for word is no part of that folder: `export.markdown` has it. It
is read back by `import.talks`, and adds nothing to the home that it is from.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Final

import numpy as np
from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from companion.requests.room import OfOne, Place, Requests, Setting, record
from companion.service import Json
from engine.cognition import (
    BusinessIdea,
    Decided,
    Idea,
    Kept,
    Model,
    Prediction,
    Principle,
    ReasoningTrail,
    without_hidden,
)
from engine.embedding import Embedder
from engine.errors import InvalidInputError
from engine.export import drafted, snake_case
from engine.ids import NOTHING, Refs, is_open
from engine.imports.elara import (
    ARCHIVED,
    CHROMA,
    CONSOLIDATION,
    CORRECTIONS,
    EPISODES,
    GOALS,
    HANDOFF,
    KINDS,
    STATE,
    UNINDEXED,
)
from engine.intent import Goal
from engine.memory import TELLABLE, Node, NodeKind, elara_of
from engine.mind import Mind
from engine.mood import Arc, Mood
from engine.search import Collection, has_chroma, write_chroma
from engine.trail import MoodPoint

JOURNAL: Final = "mood-journal.json"
MOST: Final = 1_000_000
"""Of episodes and moods."""
KEPT: Final = {NodeKind.MILESTONE: Collection.MILESTONES, NodeKind.CONVERSATION: Collection.CONVERSATIONS}
"""Where memories lie that do not lie among all others."""
INDEXED: Final = (Collection.CORRECTIONS, Collection.MODELS, Collection.PRINCIPLES)
"""Collections that only find what lies in files."""
Row = tuple[str, str, dict[str, Any]]
"""A row of a collection: its id, its text, and what else is kept of it."""


class ExportElara(OfOne):
    """Where the folder is to stand; with `dry_run` it is only counted. What is private is in it by choice alone."""

    folder: str = Field(
        min_length=1, max_length=4096, description="The folder to make, which is not there yet."
    )
    private: bool = Field(default=False, description="With what is private, which is else left out.")
    dry_run: bool = Field(default=False, description="Write nothing, and say what would be written.")
    everyone: bool = Field(
        default=False, description="Of every companion of the vault, each in a folder of its own."
    )

    @model_validator(mode="after")
    def _names_one_or_all(self) -> "ExportElara":
        if self.everyone and self.companion is not None:
            raise PydanticCustomError("whose", "must be of one or of all")
        return self


REQUESTS = Requests()


@REQUESTS.verb(
    "export.elara",
    "Write what is remembered as Elara Core's folder.",
    place=Place.BESIDE,
    gives=record(folder=str, files=int, by_part=dict[str, int], memories=int, left_out=int, written=bool),
    changes="files",
)
def export_elara(setting: Setting, asked: ExportElara) -> Json:
    """Write it, in the clear, or say what it would hold.

    Where Chroma is not installed, as in the packaged program, the memories that would lie in it are written as lines.
    Raises InvalidInputError, StorageFaultError, GivenUpError.
    """
    folder, mind = Path(asked.folder), asked.kept_in(setting.mind)
    if not folder.is_absolute() or folder.exists():
        raise InvalidInputError(
            "folder", "must be the whole path of a folder that is not there", "Name another one."
        )
    embedder, chroma = mind.embedder, has_chroma()
    if embedder is None and chroma:
        raise InvalidInputError(
            "folder", "cannot hold memories while there is no sentence model", "Run: companion doctor"
        )
    hidden = NOTHING if asked.private else mind.private()
    below = {snake_case(one.trail.companion): one for one in mind.everyone} if asked.everyone else {"": mind}
    rows = {part: _rows(one, hidden) for part, one in below.items()}
    remembered = {part: [*_remembered(each)] for part, each in rows.items()}
    files = {
        str(PurePosixPath(part, name)): body
        for part, one in below.items()
        for name, body in _files(one, hidden)
    }
    if not chroma:
        files |= {
            str(PurePosixPath(part, UNINDEXED)): _lines(map(_line, each)) for part, each in remembered.items()
        }
    if not asked.dry_run:
        with drafted(folder) as draft:
            _write(draft, files)
            if chroma and embedder is not None:
                for part, each in rows.items():
                    _write_chroma(setting, draft / part, each, embedder)
    memories = sum(map(len, remembered.values()))
    return {
        "folder": str(folder),
        "files": len(files),
        "by_part": dict(Counter(name.partition("/")[0] for name in files)),
        "memories": memories,
        "left_out": 0 if chroma else memories,
        "written": not asked.dry_run,
    }


def _remembered(rows: Mapping[Collection, Sequence[Row]]) -> Iterator[Row]:
    """What is no index of what lies in files."""
    return (row for name, found in rows.items() if name not in INDEXED for row in found)


def _line(row: Row) -> dict[str, Any]:
    _, text, about = row
    return {"content": text, **about}


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, body in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body.encode("utf-8", "replace"))


def _write_chroma(
    setting: Setting, folder: Path, rows: Mapping[Collection, Sequence[Row]], embedder: Embedder
) -> None:
    for done, (name, found) in enumerate(rows.items()):
        setting.advance("writing", done, len(rows))
        vectors = embedder.embed([text for _, text, _ in found]) if found else np.empty((0, 1), np.float32)
        write_chroma(folder / CHROMA.parent, name, found, vectors)


def _rows(mind: Mind, hidden: Refs) -> dict[Collection, list[Row]]:
    rows: dict[Collection, list[Row]] = {one: [] for one in Collection}
    for node in _told(mind.memory.nodes(TELLABLE), hidden):
        rows[KEPT.get(node.kind, Collection.MEMORIES)].append((node.id, node.text, _metadata(node)))
    for fact in mind.person.facts():
        if is_open(hidden, fact.ref):
            told = {"type": "fact", "importance": fact.confidence, "timestamp": fact.created_at.isoformat()}
            rows[Collection.MEMORIES].append((fact.id, fact.text, told))
    rows[Collection.CORRECTIONS] = [
        (one.id, f"{one.mistake}: {one.correction}", {"correction_type": one.type.value})
        for one in mind.intent.corrections.all()
        if one.may_be_told(hidden)
    ]
    for name, beliefs in (
        (Collection.MODELS, mind.cognition.models.all()),
        (Collection.PRINCIPLES, mind.cognition.principles.all()),
    ):
        shown = without_hidden(beliefs, hidden)
        rows[name] = [(one.id, one.statement, {"domain": one.domain.value}) for one in shown]
    return rows


def _told(nodes: Iterable[Node], hidden: Refs) -> list[Node]:
    return [node for node in nodes if is_open(hidden, node.ref, node.sources)]


def _metadata(node: Node) -> dict[str, Any]:
    felt = {} if node.feeling is None else _point(node.feeling.point)
    return {
        "type": elara_of(node.kind),
        "importance": node.importance,
        "timestamp": node.event_at.isoformat(),
        "tags": ",".join(node.tags),
        **felt,
    }


def _files(mind: Mind, hidden: Refs) -> Iterator[tuple[str, str]]:
    """All but the Chroma, as (path, text)."""
    intent, cognition = mind.intent, mind.cognition
    if mind.mood is not None:
        yield from _feelings(mind.mood, hidden)
    yield (
        CORRECTIONS,
        _json(
            [
                {
                    **one.model_dump(
                        mode="json", include={"mistake", "correction", "context", "fails_when", "fine_when"}
                    ),
                    "correction_type": one.type.value,
                    "times_activated": one.activations,
                    "timestamp": one.created_at.isoformat(),
                }
                for one in intent.corrections.all()
                if one.may_be_told(hidden)
            ]
        ),
    )
    yield GOALS, _json([_goal(one) for one in intent.goals.all() if one.may_be_told(hidden)])
    items = [one for one in intent.items.open() if one.may_be_told(hidden)]
    yield (
        HANDOFF,
        _json(
            {
                name: [
                    {"text": one.text, "carried": one.carried, "first_seen": one.first_seen.isoformat()}
                    for one in items
                    if one.what.value == what
                ]
                for name, what in KINDS.items()
            }
        ),
    )
    yield from _episodes(mind, hidden)
    put_away = _told(mind.memory.nodes(TELLABLE, archived=True), hidden)
    yield f"{CONSOLIDATION}/{ARCHIVED}", _lines({"content": one.text, **_metadata(one)} for one in put_away)
    for what, records, row in (
        ("models", cognition.models.all(), _belief),
        ("predictions", cognition.predictions.all(), _prediction),
        ("principles", cognition.principles.all(), _belief),
        ("reasoning", cognition.reasoning.all(), _reasoning),
        ("outcomes", cognition.outcomes.all(), _outcome),
        ("synthesis", cognition.ideas.all(), _idea),
        ("business", cognition.business.all(), _business),
    ):
        yield from _records(what, without_hidden(records, hidden), row)
    yield from mind.night.results.export_markdown(hidden)


def _goal(one: Goal) -> dict[str, Any]:
    """By [E] §8.1; notes are one text there."""
    return {
        "id": one.number,
        "title": one.title,
        "status": one.status.value,
        "project": one.project,
        "notes": "\n".join(each.text for each in one.notes),
        "priority": one.priority.value,
        "deadline": None if one.deadline is None else one.deadline.isoformat(),
        "created": one.created_at.isoformat(),
        "last_touched": one.updated_at.isoformat(),
    }


def _feelings(mood: Mood, hidden: Refs) -> Iterator[tuple[str, str]]:
    state = mood.state()
    yield STATE, _json({"mood": _point(state.point), "temperament": _point(state.temperament)})
    felt = [
        {
            "timestamp": one.at.isoformat(),
            **_point(one.point),
            "reason": one.reason,
            "trigger": one.cause.value,
        }
        for one in mood.journal(limit=MOST)
        if hidden.isdisjoint(one.sources)
    ]
    yield JOURNAL, _json(felt)


def _episodes(mind: Mind, hidden: Refs) -> Iterator[tuple[str, str]]:
    """A file each time together, with the milestones and decisions of it."""
    told = _told(mind.memory.nodes((NodeKind.MILESTONE, NodeKind.DECISION)), hidden)
    for episode in mind.trail.episodes(MOST):
        until = episode.closed_at or episode.last_step_at
        within = [node for node in told if episode.opened_at <= node.event_at <= until]
        row = {
            "id": episode.id,
            "type": episode.type.value,
            "started": episode.opened_at.isoformat(),
            "ended": None if episode.closed_at is None else episode.closed_at.isoformat(),
            "projects": list(episode.projects),
            **({} if mind.mood is None else {"mood_arc": _arc(mind.mood.arc(episode.id))}),
            "milestones": [_noted(node) for node in within if node.kind is NodeKind.MILESTONE],
            "decisions": [_noted(node) for node in within if node.kind is NodeKind.DECISION],
        }
        yield f"{EPISODES}/{episode.opened_at:%Y-%m}/{episode.id}.json", _json(row)


def _arc(arc: Arc) -> dict[str, Any]:
    """How the mood went, by [E] §4.3."""
    ends = {"start": arc.start, "end": arc.end}
    return {"pattern": arc.pattern.value} | {
        name: _point(point) for name, point in ends.items() if point is not None
    }


def _noted(node: Node) -> dict[str, Any]:
    return {"event": node.text, "importance": node.importance, "timestamp": node.event_at.isoformat()}


def _records(
    what: str, records: Iterable[Kept], row: Callable[[Any], dict[str, Any]]
) -> Iterator[tuple[str, str]]:
    for each in records:
        whole = {"created": each.created_at.isoformat(), "tags": list(each.tags), **row(each)}
        yield f"{what}/{each.id}.json", _json(whole)


def _belief(one: Model | Principle) -> dict[str, Any]:
    kind = "model_id" if one.kind == "model" else "principle_id"
    return {
        kind: one.id,
        "statement": one.statement,
        "domain": one.domain.value,
        "confidence": one.confidence,
        "status": one.status.value,
        "evidence": [
            {"text": each.text, "direction": each.direction.value, "timestamp": each.at.isoformat()}
            for each in one.standing
        ],
    }


def _prediction(one: Prediction) -> dict[str, Any]:
    ended = one.outcome
    return {
        "prediction_id": one.id,
        "statement": one.statement,
        "confidence": one.confidence,
        "deadline": one.deadline.isoformat(),
        "status": one.status.value,
        "source_model": one.source_model,
        "actual_outcome": None if ended is None else ended.actual,
        "lesson": None if ended is None else ended.lesson,
        "checked_at": None if ended is None else ended.at.isoformat(),
    }


def _reasoning(one: ReasoningTrail) -> dict[str, Any]:
    now = one.standing
    return {
        "trail_id": one.id,
        "context": one.context,
        "started": one.created_at.isoformat(),
        "hypotheses": [
            {
                "statement": each.statement,
                "confidence": each.confidence,
                "evidence": [found.text for found in now.evidence if found.hypothesis == each.number],
            }
            for each in now.hypotheses
        ],
        "abandoned_approaches": [{"approach": each.approach, "why": each.why} for each in now.abandoned],
        "final_solution": None if now.solution is None else now.solution.text,
        "breakthrough_trigger": None if now.solution is None else now.solution.breakthrough,
    }


def _outcome(one: Decided) -> dict[str, Any]:
    seen = one.turned_out
    return {
        "outcome_id": one.id,
        "decision": one.decision,
        "context": one.context,
        "predicted": one.predicted,
        "actual": None if seen is None else seen.actual,
        "assessment": None if seen is None or seen.assessment is None else seen.assessment.value,
        "lesson": None if seen is None else seen.lesson,
    }


def _idea(one: Idea) -> dict[str, Any]:
    seeds = [
        {"quote": each.quote, "source": each.source, "timestamp": each.at.isoformat()}
        for each in one.standing
    ]
    return {"synthesis_id": one.id, "concept": one.concept, "seeds": seeds, "status": one.status.value}


def _business(one: BusinessIdea) -> dict[str, Any]:
    return {
        "idea_id": one.id,
        "name": one.name,
        "description": one.description,
        "target_audience": one.audience,
        "your_angle": one.angle,
        "competitors": [each.model_dump() for each in one.competitors],
        "score": None if one.score is None else one.score.model_dump(),
        "status": one.status.value,
        "notes": list(one.notes),
    }


def _point(point: MoodPoint) -> dict[str, float]:
    return {"valence": point.valence, "energy": point.energy, "openness": point.openness}


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    """A row a line."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def _json(value: dict[str, Any] | Sequence[Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
