"""How well the trail finds what a question is about, on LoCoMo conversations.

Every turn is a dated Step, recorded, embedded and searched through `Trail` in a throwaway vault. recall@k is
the share of a question's evidence turns among the first k hits; questions of categories 1-4 with evidence.
The data is licensed for evaluation only and is not part of this project: give the path to a `dev.json`.

    python -m tests.benchmarks.recall_locomo PATH/TO/dev.json
"""

import argparse
import json
import statistics
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.clock import ManualClock
from engine.embedding import OnnxEmbedder
from engine.events import EventBus
from engine.models import standard_folder
from engine.trail import SCHEMA, StepKind, Trail
from engine.vault import Vault

DEPTHS = (5, 10)


def said(turn: dict[str, Any]) -> str:
    """A turn's words, and what its picture shows."""
    caption = turn.get("blip_caption")
    return (turn["utterance"] + (f" [shares an image: {caption}]" if caption else "")).strip()


def ingest(conversation: dict[str, Any], embedder: OnnxEmbedder) -> tuple[Trail, dict[str, str]]:
    """The conversation as a trail, and the turn that each Step was."""
    clock = ManualClock(datetime(2000, 1, 1, tzinfo=UTC))
    trail = Trail(Vault.throwaway([SCHEMA]), embedder, clock, EventBus(), companion="c", person="p")
    turn_of: dict[str, str] = {}
    for session in conversation["sessions"]:
        opened = datetime.fromisoformat(session["iso"]).replace(tzinfo=UTC)
        clock.advance(opened - clock.now())
        trail.close_episode("session")
        loop = trail.open_loop("benchmark", "benchmark", "session")
        for turn in session["turns"]:
            turn_of[trail.record(loop, StepKind.UTTERANCE, said(turn), turn["speaker"]).id] = turn["dia_id"]
    trail.catch_up()
    return trail, turn_of


def measure(
    conversation: dict[str, Any], embedder: OnnxEmbedder
) -> tuple[list[dict[int, float]], list[float]]:
    """Recall by depth of every question, and the milliseconds that each search took."""
    trail, turn_of = ingest(conversation, embedder)
    recalls, spans = [], []
    for question in conversation["qa"]:
        evidence = set(question["evidence"])
        if question["category"] not in {1, 2, 3, 4} or not evidence:
            continue
        started = time.perf_counter()
        found = [turn_of[hit.step.id] for hit in trail.search(question["question"], max(DEPTHS))]
        spans.append((time.perf_counter() - started) * 1000)
        recalls.append({depth: len(evidence & set(found[:depth])) / len(evidence) for depth in DEPTHS})
    return recalls, spans


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    embedder = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    recalls: list[dict[int, float]] = []
    spans: list[float] = []
    for conversation in json.loads(parser.parse_args().data.read_text("utf-8")):
        found, took = measure(conversation, embedder)
        recalls += found
        spans += took
        print(f"{len(found)} questions, " + ", ".join(line(found)), flush=True)
    print(f"all {len(recalls)} questions, " + ", ".join(line(recalls)))
    print(f"search {statistics.median(spans):.1f} ms at the median")


def line(recalls: list[dict[int, float]]) -> list[str]:
    return [f"recall@{depth} {statistics.fmean(each[depth] for each in recalls):.3f}" for depth in DEPTHS]


if __name__ == "__main__":
    main()
