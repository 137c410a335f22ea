"""How often a model makes one memory of two that tell of the same, and of two that only look alike.

The pairs are those of `uniting.toml`, over a real vault with the real sentence model: what is no pair to the memory
(too far apart, or of other numbers or polarity) is counted as left alone.

    python -m tests.benchmarks.uniting [--model qwen2.5-coder-1.5b]
"""

import argparse
import tomllib
from pathlib import Path

from companion.bootstrap import build_mind, open_vault
from engine.clock import SystemClock
from engine.conversation import unite_memories
from engine.language import LanguageModel, LlamaOptions
from engine.memory import NewNode, NodeKind
from engine.settings import MemorySettings
from tests.benchmarks.starter import starter

PAIRS = Path(__file__).with_suffix(".toml")


def united(pair: tuple[str, str], model: LanguageModel) -> str:
    """The one text that was made of both; "" where they stay two."""
    mind = build_mind(open_vault(None, None, SystemClock()))
    try:
        for text in pair:
            mind.memory.remember(NewNode(NodeKind.MOMENT, text))
        unite_memories(mind.memory, model, MemorySettings(unites_parameters=0))
        nodes = mind.memory.nodes()
        return nodes[0].text if len(nodes) == 1 else ""
    finally:
        mind.close()


def main() -> None:
    """Load the model, try every pair, close it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    given = parser.parse_args()
    model = starter(given.model, LlamaOptions(context_tokens=1024, background_tokens=1024))
    model.load()
    try:
        for kind, pairs in tomllib.loads(PAIRS.read_text("utf-8")).items():
            made = [united(pair, model) for pair in pairs]
            print(f"{kind}: {sum(map(bool, made))} of {len(made)} became one")
            for pair, text in zip(pairs, made, strict=True):
                print(f"  {' | '.join(pair)}\n    {text or '-'}")
    finally:
        model.close()


if __name__ == "__main__":
    main()
