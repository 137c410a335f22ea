"""How well and how fast recall finds what a question is about, on conversations in the LoCoMo format.

Every turn is a dated Step, recorded, embedded and searched through `Trail` in a throwaway vault. recall@k is the
share of a question's evidence turns among the first k hits (categories 1 to 4 with evidence). Category 5 asks for what
was never said: there, and wrongly in category 4, recall may say `no_match`. No answer is read.
"""

import json
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer

from companion.cli.bench.figures import percentile
from companion.service import Json
from engine.clock import ManualClock
from engine.embedding import Embedder
from engine.errors import InvalidInputError
from engine.events import EventBus
from engine.trail import SCHEMA, MatchStrength, StepKind, Trail
from engine.vault import Vault

DEPTHS = (5, 10)
ANSWERED = (1, 2, 3, 4)
SAID, NEVER_SAID = 4, 5


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question: recall by depth (empty without evidence), its match, the time of its search."""

    category: int
    recall: dict[int, float]
    match: MatchStrength
    confidence: float
    took_ms: float


@dataclass(slots=True)
class RecallFigures:
    """What was measured, one outcome a question."""

    outcomes: list[Outcome] = field(default_factory=list)
    load: tuple[float, float] = (0.0, 0.0)

    def document(self) -> Json:
        """What `--json` prints; times in milliseconds, everything else a share of one."""
        took = [each.took_ms for each in self.outcomes]
        answered = [each for each in self.outcomes if each.category in ANSWERED]
        return {
            **{f"recall@{depth}": _mean(answered, depth) for depth in DEPTHS},
            "by_category": self._by_category(answered),
            "p50_ms": round(statistics.median(took), 2),
            "p95_ms": round(percentile(took, 95), 2),
            "questions": len(answered),
            "no_match": self._no_match(),
            "load_average": list(self.load),
        }

    def _by_category(self, answered: list[Outcome]) -> Json:
        grouped = defaultdict(list)
        for each in answered:
            grouped[each.category].append(each)
        return {
            str(category): {"questions": len(found), **{f"recall@{d}": _mean(found, d) for d in DEPTHS}}
            for category, found in sorted(grouped.items())
        }

    def _no_match(self) -> Json:
        """How often nothing was said to be there: rightly in category 5, wrongly in category 4."""
        said = [each for each in self.outcomes if each.category == SAID]
        never = [each for each in self.outcomes if each.category == NEVER_SAID]
        return {
            "never_said": _share(never, MatchStrength.NONE),
            "said": _share(said, MatchStrength.NONE),
            "strong_never_said": _share(never, MatchStrength.STRONG),
            "strong_said": _share(said, MatchStrength.STRONG),
            "auc": round(auc([e.confidence for e in said], [e.confidence for e in never]), 4),
            "questions": [len(never), len(said)],
        }


def measure_recall(path: Path, embedder: Embedder) -> RecallFigures:
    """Every question of the conversations in the file. Raises InvalidInputError for another file."""
    figures = RecallFigures()
    before = os.getloadavg()[0]
    for conversation in locomo_conversations(path):
        figures.outcomes += _of_conversation(conversation, embedder)
    figures.load = (round(before, 2), round(os.getloadavg()[0], 2))
    return figures


def print_table(figures: RecallFigures) -> None:
    """The document in lines."""
    for name, value in figures.document().items():
        typer.echo(f"{name:12} {json.dumps(value)}")


def auc(higher: list[float], lower: list[float]) -> float:
    """The chance that one of `higher` is above one of `lower`; a tie counts half. 0.5 where one is empty."""
    if not higher or not lower:
        return 0.5
    wins = sum((a > b) + 0.5 * (a == b) for a in higher for b in lower)
    return wins / (len(higher) * len(lower))


def locomo_conversations(path: Path) -> list[dict[str, Any]]:
    """The conversations of a file. Raises InvalidInputError for another one."""
    try:
        found: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
        complete = isinstance(found, list) and all("qa" in each and "sessions" in each for each in found)
    except (OSError, ValueError, TypeError) as error:
        raise InvalidInputError(
            "locomo", "cannot be read", "Give the path to a file like dev.json."
        ) from error
    if not found or not complete:
        raise InvalidInputError("locomo", "holds no conversations", "Give the path to a file like dev.json.")
    return found


def _of_conversation(conversation: dict[str, Any], embedder: Embedder) -> list[Outcome]:
    vault = Vault.throwaway([SCHEMA])
    try:
        trail, turn_of = _ingested(vault, conversation, embedder)
        return asked(trail, turn_of, conversation)
    finally:
        vault.close()


def asked(trail: Trail, turn_of: Mapping[str, str], conversation: dict[str, Any]) -> list[Outcome]:
    """Every question of a conversation that has evidence, asked of a trail; `turn_of` names the turn of a Step."""
    return [_outcome(trail, turn_of, question) for question in conversation["qa"] if question["evidence"]]


def _ingested(vault: Vault, conversation: dict[str, Any], embedder: Embedder) -> tuple[Trail, dict[str, str]]:
    """The conversation as a trail, a session an Episode, and the turn that each Step was."""
    clock = ManualClock(datetime(1990, 1, 1, tzinfo=UTC))
    trail = Trail(vault, embedder, clock, EventBus(), companion="companion", person="person")
    turn_of: dict[str, str] = {}
    for session in conversation["sessions"]:
        # Closed at its own end, or the next one would reopen it.
        trail.close_episode("session")
        clock.advance(datetime.fromisoformat(session["iso"]).replace(tzinfo=UTC) - clock.now())
        loop = trail.open_loop("benchmark", "benchmark", "session")
        for turn in session["turns"]:
            step = trail.record(loop, StepKind.UTTERANCE, said(turn), turn["speaker"])
            turn_of[step.id] = turn["dia_id"]
    trail.catch_up()
    return trail, turn_of


def said(turn: dict[str, Any]) -> str:
    """A turn's words, and what its picture shows."""
    caption = turn.get("blip_caption")
    said = f"{turn['utterance']} [shares an image: {caption}]" if caption else str(turn["utterance"])
    return said.strip()


def _outcome(trail: Trail, turn_of: Mapping[str, str], question: dict[str, Any]) -> Outcome:
    started = time.perf_counter()
    hits = trail.search(question["question"], max(DEPTHS))
    took_ms = (time.perf_counter() - started) * 1000
    verdict = trail.verdict(hits)
    found = [turn_of.get(hit.step.id, "") for hit in hits]
    evidence = set(question["evidence"])
    recall = {depth: len(evidence & set(found[:depth])) / len(evidence) for depth in DEPTHS}
    return Outcome(question["category"], recall, verdict.strength, verdict.confidence, took_ms)


def _mean(outcomes: list[Outcome], depth: int) -> float:
    return round(statistics.fmean(each.recall[depth] for each in outcomes), 4) if outcomes else 0.0


def _share(outcomes: list[Outcome], match: MatchStrength) -> float:
    return round(sum(each.match is match for each in outcomes) / len(outcomes), 4) if outcomes else 0.0
