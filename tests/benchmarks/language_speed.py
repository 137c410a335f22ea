"""How fast the installed language models read, write, stop and come back.

`python -m tests.benchmarks.language_speed qwen2.5-coder-0.5b [more names]` prints a row a figure. Take it on an
idle machine: one other busy thread halves it.
"""

import os
import sys
import threading
import time
from pathlib import Path

import psutil
from platformdirs import user_data_path

from engine.language import (
    Cancellation,
    GenerationRequest,
    Lane,
    LlamaModel,
    LlamaOptions,
    Place,
    Role,
    Sampling,
    Segment,
)

OPTIONS = LlamaOptions(context_tokens=4096, background_tokens=2048)
GREEDY = Sampling(temperature=0, repeat_penalty=1.0)
SCHEMA = {
    "type": "object",
    "properties": {"note": {"type": "string", "maxLength": 300}, "importance": {"enum": list(range(1, 11))}},
    "required": ["note", "importance"],
}


def main() -> None:
    """Measure every model named on the command line."""
    folder = Path(os.environ.get("COMPANION_MODELS") or user_data_path("companion") / "models")
    for name in sys.argv[1:] or ["qwen2.5-coder-0.5b"]:
        print(name)
        measure(
            LlamaModel(next((folder / name).glob("*.gguf")), name, "0" * 64, OPTIONS, state_key=b"k" * 32)
        )


def measure(model: LlamaModel) -> None:
    """All figures of one model, which is closed at the end."""
    try:
        started = time.monotonic()
        info = model.load()
        show("start and load", time.monotonic() - started, "s")
        show("of it in llama.cpp", info.load_s, "s")
        stable = model.encode(Segment(Role.SYSTEM, long_text(model, 1500), Place.STABLE))
        reading_and_writing(model, stable)
        grammar(model, stable)
        stopping(model, stable)
        giving_way(model)
        saving(model, stable)
        process = psutil.Process(model.process_id)
        show("memory of the child", process.memory_info().rss / 1e6, "MB")
    finally:
        model.close()


def reading_and_writing(model: LlamaModel, stable: Segment) -> None:
    """Tokens a second, and the first token after a short turn on a deep prefix."""
    read = model.generate(GenerationRequest((stable,), 0))
    show("read", read.prompt_tokens / read.total_s, "tokens/s")
    story = said(model, "Tell a long story about a lighthouse.")
    wrote = model.generate(GenerationRequest((stable, story), 100, sampling=GREEDY))
    show("first token of a short turn 1,500 deep", wrote.first_token_s or 0, "s")
    show(
        "write 1,500 deep", (len(wrote.tokens) - 1) / (wrote.total_s - (wrote.first_token_s or 0)), "tokens/s"
    )
    again = model.generate(GenerationRequest((stable, story), 1, sampling=GREEDY))
    show("first token when all is read", again.first_token_s or 0, "s")
    plain = model.generate(GenerationRequest((story,), 100, sampling=Sampling(seed=1), lane=Lane.BACKGROUND))
    show("write shallow", (len(plain.tokens) - 1) / (plain.total_s - (plain.first_token_s or 0)), "tokens/s")


def grammar(model: LlamaModel, stable: Segment) -> None:
    """What a grammar costs a token."""
    asked = GenerationRequest(
        (stable, said(model, "Write a note of this.")), 80, Lane.REFLECT, GREEDY, SCHEMA
    )
    result = model.generate(asked)
    span = result.total_s - (result.first_token_s or 0)
    show("write under a grammar 1,500 deep", (len(result.tokens) - 1) / span, "tokens/s")


def stopping(model: LlamaModel, stable: Segment) -> None:
    """From the call of `cancel` to the result, worst of five."""
    show("stop while reading", max(stop_reading(model) for _ in range(5)) * 1000, "ms")
    show("stop while writing", max(stop_writing(model, stable) for _ in range(5)) * 1000, "ms")


def stop_reading(model: LlamaModel) -> float:
    cancellation, at = Cancellation(), []

    def cancel() -> None:
        at.append(time.monotonic())
        cancellation.cancel()

    other = model.encode(Segment(Role.SYSTEM, f"{time.time()} {long_text(model, 1200)}", Place.STABLE))
    timer = threading.Timer(0.3, cancel)
    timer.start()
    model.generate(GenerationRequest((other,), 1), cancellation=cancellation)
    return time.monotonic() - at[0]


def stop_writing(model: LlamaModel, stable: Segment) -> float:
    cancellation, at = Cancellation(), []

    def on_text(_: str) -> None:
        if not at and len(cancelled_after) == 5:
            at.append(time.monotonic())
            cancellation.cancel()
        cancelled_after.append(1)

    cancelled_after: list[int] = []
    asked = GenerationRequest((stable, said(model, "Tell a long story.")), 60)
    model.generate(asked, on_text, cancellation)
    return time.monotonic() - at[0]


def giving_way(model: LlamaModel) -> None:
    """How much later a conversation's first token comes while the background is reading or writing."""
    hello = GenerationRequest((said(model, "Hello."),), 1, sampling=GREEDY)
    model.generate(hello)
    idle = min(model.generate(hello).total_s for _ in range(3))
    busy = []
    for words, wait in ((1200, 0.4), (5, 1.0)):
        text = f"{time.time()} Tell a long story about {long_text(model, words)}"
        asked = GenerationRequest((said(model, text),), 80, Lane.BACKGROUND)
        thread = threading.Thread(target=model.generate, args=(asked,))
        thread.start()
        time.sleep(wait)
        busy.append(model.generate(hello).total_s)
        thread.join()
    show("first token idle", idle * 1000, "ms")
    show("first token beside background reading", busy[0] * 1000, "ms")
    show("first token beside background writing", busy[1] * 1000, "ms")


def saving(model: LlamaModel, stable: Segment) -> None:
    """A saved prefix, out and in."""
    deep = (stable, said(model, long_text(model, 480)))
    model.generate(GenerationRequest(deep, 0))
    started = time.monotonic()
    state = model.save_prefix()
    show("save", (time.monotonic() - started) * 1000, "ms")
    show("size", len(state) / 1e6, "MB")
    model.generate(GenerationRequest((said(model, "Hello."),), 1))
    started = time.monotonic()
    count = model.restore_prefix(state)
    show("restore", (time.monotonic() - started) * 1000, "ms")
    show("restored", count, "tokens")
    result = model.generate(GenerationRequest(deep, 1))
    show("first token after it", (result.first_token_s or 0) * 1000, "ms")


def said(model: LlamaModel, text: str) -> Segment:
    return model.encode(Segment(Role.USER, text, Place.UTTERANCE))


def long_text(model: LlamaModel, tokens: int) -> str:
    """A text of about `tokens` tokens."""
    line = " On shelf {} lies item {}."
    each = model.count(line.format(111, 11))
    return "".join(line.format(number, number * 7 % 31) for number in range(max(1, tokens // each)))


def show(what: str, number: float, unit: str) -> None:
    print(f"  {what:<44}{number:>10.2f} {unit}", flush=True)


if __name__ == "__main__":
    main()
