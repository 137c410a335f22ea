"""A thousand times: take the model's state, put it into the encrypted cache, read it and put it back.

Neither the process of the model nor ours nor the cache's file may grow.

    python -m tests.benchmarks.state_round_trips [--rounds 1000]
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from engine.language import GenerationRequest, LlamaModel, LlamaOptions, Place, Role, Segment
from engine.models import standard_folder
from engine.vault import Cache

NAME = "qwen2.5-coder-0.5b"
MEGABYTE = 1024 * 1024


def round_trips(model: LlamaModel, cache: Cache, prompt: Sequence[Segment], rounds: int) -> int:
    """Save and restore `rounds` times; returns the bytes of one state."""
    model.generate(GenerationRequest(tuple(prompt), 0))
    state = b""
    for _ in range(rounds):
        cache.put("prefix/benchmark/state", model.save_prefix())
        model.forget_beyond(())
        state = cache.get("prefix/benchmark/state") or b""
        if not model.restore_prefix(state):
            raise SystemExit("a state was refused that had just been saved")
    return len(state)


def main() -> None:
    """Print sizes in megabytes before and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    rounds = parser.parse_args().rounds
    path = next((standard_folder() / NAME).glob("*.gguf"))
    model = LlamaModel(path, NAME, "0" * 64, LlamaOptions(context_tokens=1024), state_key=b"s" * 32)
    text = " ".join(f"Shelf {number} holds {number * 7} jars." for number in range(24))
    with tempfile.TemporaryDirectory() as folder:
        cache = Cache.at(Path(folder) / "cache.db", b"c" * 32)
        model.load()
        prompt = (model.encode(Segment(Role.SYSTEM, text, Place.STABLE)),)
        round_trips(model, cache, prompt, 20)
        child, own = psutil.Process(model.process_id), psutil.Process()
        started, before = time.monotonic(), (child.memory_info().rss, own.memory_info().rss)
        size = round_trips(model, cache, prompt, rounds)
        spent, after = time.monotonic() - started, (child.memory_info().rss, own.memory_info().rss)
        disk = sum(file.stat().st_size for file in Path(folder).iterdir())
        cache.close()
    model.close()
    print(f"{rounds} round trips of {size / MEGABYTE:.1f} MB in {spent:.0f} s")
    for name, then, now in zip(("model's process", "this process"), before, after, strict=True):
        print(f"{name}: {then / MEGABYTE:.0f} MB before, {now / MEGABYTE:.0f} MB after")
    print(f"cache on disk: {disk / MEGABYTE:.1f} MB")


if __name__ == "__main__":
    main()
