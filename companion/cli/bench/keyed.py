"""Recall where memories are further keys to what was said: what a memory was made of is found by its words too.

What `Trail.search` finds and the sources of what `Memory.recall` finds are fused by their ranks (reciprocal rank
fusion, Cormack and others 2009, with its constant of 60). Only measured: the program asks both, and shows both.
"""

from collections import defaultdict
from collections.abc import Mapping
from statistics import fmean
from typing import Any

from companion.cli.bench.recall import ANSWERED
from engine.mind import Mind

DEPTH, WIDE, MEMORIES, SMOOTH = 10, 40, 5, 60
OF_A_SOURCE = 0.5
"""What a step counts for as one of several that a memory was made of."""


def keyed(mind: Mind, turn_of: Mapping[str, str], conversation: Mapping[str, Any]) -> float:
    """recall@10 over the questions of a conversation that have an answer; `turn_of` names the turn of a Step."""
    asked = [one for one in conversation["qa"] if one["evidence"] and one["category"] in ANSWERED]
    return round(fmean(_share(mind, turn_of, one) for one in asked), 4)


def _share(mind: Mind, turn_of: Mapping[str, str], question: Mapping[str, Any]) -> float:
    evidence = set(question["evidence"])
    found = {turn_of.get(step, "") for step in _found(mind, question["question"])}
    return len(evidence & found) / len(evidence)


def _found(mind: Mind, question: str) -> list[str]:
    scores: dict[str, float] = defaultdict(float)
    for rank, hit in enumerate(mind.trail.search(question, WIDE)):
        scores[hit.step.id] += 1 / (SMOOTH + rank)
    for rank, recalled in enumerate(mind.memory.recall(question, MEMORIES, logged=False)):
        for ref in recalled.node.sources:
            scores[ref.removeprefix("step:")] += OF_A_SOURCE / (SMOOTH + rank)
    return sorted(scores, key=lambda step: -scores[step])[:DEPTH]
