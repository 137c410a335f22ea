"""How often sleep asks a model, memory by memory and by neighbourhoods, over the same memories ([C] §12).

Memories are sentences of conversations in the LoCoMo format, with the real sentence model. The language model is not
run: it is a script that repeats a note or says that two differ, and its calls are counted, as thousands of them would
take hours. What each way decides, links and looks for is the program's own.

    python tasks.py bench sleeping --locomo dev.json [--memories 5000]
"""

import argparse
import json
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from companion.bootstrap import build_mind, open_vault
from companion.cli.bench.recall import locomo_conversations, said
from engine.clock import ManualClock
from engine.language import Cancellation, GenerationRequest, ModelInfo
from engine.language.scripted import ScriptedModel
from engine.memory import NewNode, NodeKind
from engine.mind import Mind
from engine.night import JobKind
from engine.night.phases import discovering, integrating
from engine.search import sentences
from engine.settings import NightSettings
from engine.trail import LoopStatus, StepKind

LEAST_WORDS = 5
NO_LIMIT = 1_000_000


class Counted(ScriptedModel):
    """As large as the model of the documents; says of two memories that they differ, and repeats the first note."""

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=1_500_000_000)


def reply(request: GenerationRequest) -> str:
    """Each note has ground in itself, so that it is judged too."""
    if request.schema is not None:
        return "Yes"
    notes = [line for line in request.prompt[-1].text.splitlines() if line.startswith("- ")]
    return notes[0][2:] if notes else "different"


def texts(path: Path) -> Iterator[tuple[datetime, str]]:
    """The sentences that tell anything, with the day on which they were said; each once."""
    known = set()
    for conversation in locomo_conversations(path):
        for session in conversation["sessions"]:
            at = datetime.fromisoformat(session["iso"]).replace(tzinfo=UTC)
            for one in (each for turn in session["turns"] for each in sentences(said(turn))):
                if len(one.split()) >= LEAST_WORDS and one not in known:
                    known.add(one)
                    yield at, one


def fill(mind: Mind, path: Path, count: int) -> int:
    """Remember `count` sentences; returns how many memories they became."""
    loop = mind.trail.open_loop("benchmark", "benchmark", "utterance")
    step = mind.trail.record(loop, StepKind.UTTERANCE, "All that we talked of", "person")
    mind.trail.close_loop(loop.id, LoopStatus.DONE)
    for at, text in islice(texts(path), count):
        mind.memory.remember(NewNode(NodeKind.MOMENT, text, sources=(f"step:{step.id}",), event_at=at))
    mind.memory.catch_up()
    return len(mind.memory.nodes([NodeKind.MOMENT]))


def calls(mind: Mind, settings: NightSettings) -> dict[str, Any]:
    """What both phases of sleep ask of a model, and what they decide; nothing is written."""
    found: dict[str, Any] = {}
    job = mind.night.queue.add(JobKind.DISCOVERY, "benchmark")
    for name, phase in (("decisions", integrating.integrate), ("patterns", discovering.find_patterns)):
        work = mind.night.work(job, Counted(reply), lambda each: each(), Cancellation(), lambda _: None)
        work.settings = settings
        began = time.perf_counter()
        drafted = phase(work)
        found[name] = {"calls": work.cost.calls, **drafted.figures}
        found[name]["seconds"] = round(time.perf_counter() - began, 1)
    found["calls"] = sum(found[name]["calls"] for name in ("decisions", "patterns"))
    return found


def main() -> None:
    """Print both ways and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--locomo", type=Path, required=True)
    parser.add_argument("--memories", type=int, default=5000)
    given = parser.parse_args()
    clock = ManualClock(datetime(2026, 5, 20, 3, 0, tzinfo=UTC))
    mind = build_mind(open_vault(None, None, clock), clock=clock)
    standing = fill(mind, given.locomo, given.memories)
    whole = {"slept_at_once": NO_LIMIT, "deep_memories": NO_LIMIT, "deep_days": 36_500}
    flat = calls(mind, NightSettings(layered_from=NO_LIMIT, **whole))
    layered = calls(mind, NightSettings(layered_from=1, **whole))
    ratio = round(layered["calls"] / max(1, flat["calls"]), 3)
    print(json.dumps({"memories": standing, "flat": flat, "layered": layered, "ratio": ratio}, indent=1))
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")
    mind.close()


if __name__ == "__main__":
    main()
