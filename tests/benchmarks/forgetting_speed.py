"""Forgetting with the real small model: how soon the next answer comes, which knows nothing of it.

    python tasks.py bench forgetting_speed

Five exchanges, then `forget` by a word and a question at once. That nothing of it stays in a prompt, a lane or a saved
state is shown by `tests/integration/conversation/test_prefix_states.py` and `test_forgetting.py`.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from companion.service import Json
from engine.conversation import Registry, TurnResult, drive, keep, maintain
from engine.conversation.prompting.saved import PREFIXES
from engine.language import LlamaModel, LlamaOptions
from engine.mind import Mind
from engine.models import standard_store
from engine.settings import PromptSettings, Settings
from engine.vault import DataKey

NAME = "qwen2.5-coder-0.5b"
WORD = "heliotrope"
SECRET = f"The code of my locker is {WORD} seventeen."
TALK = ("Good morning.", SECRET, "It rains again.", "The tram was late.", "I had soup for lunch.")


@contextmanager
def opened(folder: Path) -> Iterator[Mind]:
    """A mind in a vault of its own, with the small model."""
    path = next(standard_store().path(NAME).glob("*.gguf"))
    model = LlamaModel(path, NAME, "0" * 64, LlamaOptions(), state_key=b"s" * 32)
    model.load()
    vault = open_vault(folder / "vault.db", DataKey.generate())
    made = build_mind(vault, settings=Settings(prompt=PromptSettings(answer_tokens=24)), registry=Registry())
    made.attach_language(model)
    try:
        yield made
    finally:
        made.close()
        model.close()


def request(mind: Mind, name: str, **parameters: object) -> Json:
    known = ROOM_REQUESTS[name]
    return known.answer(Setting(mind, lambda: False), read(known.parameters, dict(parameters)))


def say(mind: Mind, text: str) -> tuple[TurnResult, float]:
    """The answer, and the seconds until its first word."""
    began, first = monotonic(), []

    def notice(report: Json) -> None:
        if report["stage"] == "text" and not first:
            first.append(monotonic() - began)

    result = drive(mind.begin(text, "test", "1@0"), lambda: mind.language, progress=notice)
    mind.trail.catch_up()
    return result, first[0] if first else monotonic() - began


def measure(mind: Mind) -> list[str]:
    """Print the figures; returns what is not as it should be."""
    for text in TALK:
        say(mind, text)
    keep(mind.conversation, mind.language)()
    _, before_s = say(mind, "I will take a walk.")
    began = monotonic()
    found = request(mind, "forget.find", words=WORD)["found"]
    request(mind, "forget.withdraw", refs=[one["ref"] for one in found])
    forgotten_s = monotonic() - began
    result, first_s = say(mind, "What is the code of my locker?")
    # Whether what was found answers is looked at for any question; it is no part of forgetting.
    pause_s = forgotten_s + first_s - result.timings.stages.get("check", 0.0)
    again = result.timings.prompt_tokens - result.timings.reused_tokens
    print(
        f"first word before {before_s:.2f} s; forgetting {forgotten_s:.2f} s, with the first word after it "
        f"{pause_s:.2f} s ({again} tokens read); load {os.getloadavg()[0]:.1f}"
    )
    maintain(mind.conversation, mind.language)
    keep(mind.conversation, mind.language)()
    stream = mind.conversation.stream
    held = " ".join(segment.text for segment in (*stream.ledger.segments, *stream.wanted))
    kept = mind.vault.cache.get(f"{PREFIXES}{'0' * 16}/running/ledger") or b""
    return [
        *(["more was read anew than had to be"] if again >= 200 else []),
        *(["the answer knows it"] if WORD in result.answer.casefold() else []),
        *(["the prompt holds it"] if WORD in held else []),
        *(["what is saved holds it"] if WORD.encode() in kept else []),
    ]


def main() -> int:
    """Measure once."""
    with tempfile.TemporaryDirectory() as folder, opened(Path(folder)) as mind:
        faults = measure(mind)
    print("\n".join(faults), end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
