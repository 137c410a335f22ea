"""Forgetting with the real small model: the next answer knows nothing of it, and comes without a pause."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from platformdirs import user_data_path

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from companion.service import Json
from engine.conversation import Registry, TurnResult, drive, keep, maintain
from engine.conversation.prompting.saved import PREFIXES
from engine.language import LlamaModel, LlamaOptions
from engine.mind import Mind
from engine.settings import PromptSettings, Settings
from engine.vault import DataKey

pytestmark = pytest.mark.model
NAME = "qwen2.5-coder-0.5b"
SECRET = "The code of my locker is heliotrope seventeen."
TALK = ("Good morning.", SECRET, "It rains again.", "The tram was late.", "I had soup for lunch.")
BOUND_S = 20.0
"""Of a machine that others use too; what was measured stands in `docs/benchmarks.md`."""


@pytest.fixture
def mind(tmp_path: Path) -> Iterator[Mind]:
    folder = Path(os.environ.get("COMPANION_MODELS") or user_data_path("companion") / "models") / NAME
    model = LlamaModel(next(folder.glob("*.gguf")), NAME, "0" * 64, LlamaOptions(), state_key=b"s" * 32)
    model.load()
    settings = Settings(prompt=PromptSettings(answer_tokens=24))
    vault = open_vault(tmp_path / "vault.db", DataKey.generate())
    made = build_mind(vault, settings=settings, registry=Registry())
    made.attach_language(model)
    yield made
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


def test_the_next_answer_knows_nothing_of_it_and_comes_without_a_pause(mind: Mind) -> None:
    for text in TALK:
        say(mind, text)
    assert keep(mind.conversation, mind.language)()
    _, before_s = say(mind, "I will take a walk.")
    began = monotonic()
    found = request(mind, "forget.find", words="heliotrope")["found"]
    request(mind, "forget.withdraw", refs=[one["ref"] for one in found])
    forgotten_s = monotonic() - began
    result, first_s = say(mind, "What is the code of my locker?")
    # Whether what was found answers is looked at for any question; it is no part of forgetting.
    pause_s = forgotten_s + first_s - result.timings.stages.get("check", 0.0)
    again = result.timings.prompt_tokens - result.timings.reused_tokens
    sys.stdout.write(
        f"first word before {before_s:.2f} s; forgetting {forgotten_s:.2f} s, with the first word after it "
        f"{pause_s:.2f} s ({again} tokens read); load {os.getloadavg()[0]:.1f}\n"
    )
    assert again < 200
    assert "heliotrope" not in result.answer.casefold()
    assert "seventeen" not in result.answer.casefold()
    assert pause_s < BOUND_S
    maintain(mind.conversation, mind.language)
    stream = mind.conversation.stream
    assert "heliotrope" not in " ".join(segment.text for segment in (*stream.ledger.segments, *stream.wanted))
    assert keep(mind.conversation, mind.language)()
    kept = mind.vault.cache.get(f"{PREFIXES}{'0' * 16}/running/ledger")
    assert kept is not None
    assert b"heliotrope" not in kept
