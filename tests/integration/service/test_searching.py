"""What a model of some size looks for of itself, through the process that owns the home."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.reach import ReachedService
from companion.service import Json
from engine.clock import ManualClock
from engine.conversation import Context, TurnResult, Verdict
from engine.language import GenerationRequest, ModelInfo
from tests.integration.service.scripted import NOTE, PASSPHRASE, SlowModel

TOLD = "Every Friday Marek teaches me the Sicilian Defence in the park."
QUESTION = "Which board game do I practise, and with whom?"
WISH = json.dumps({"tool": "conversation.search", "query": "Sicilian Defence Marek"})
ENOUGH = json.dumps({"tool": "answer", "query": ""})


class LargeModel(SlowModel):
    """Searches once for each answer, and answers with what it read."""

    def __init__(self) -> None:
        super().__init__(self._reply)

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=4_000_000_000)

    @staticmethod
    def _reply(request: GenerationRequest) -> str:
        if request.schema is None:
            return "Marek." if any("Sicilian" in one.text for one in request.prompt) else "I see."
        if "tool" not in request.schema["properties"]:
            return NOTE
        return ENOUGH if "Searched already" in request.prompt[-1].text else WISH


def test_a_search_is_heard_of_shown_and_explained(
    home: Path,
    reaching: Callable[..., ReachedService],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    clock = ManualClock(datetime(2026, 11, 21, 10, 0, tzinfo=UTC))
    service = reaching(LargeModel(), clock=clock)
    for text in (TOLD, "The bread is good here."):
        service.submit("say", {"text": text, "surface": "test"}).result()
        service.submit("goodbye", {}).result()
    clock.advance(timedelta(days=1))
    stages: list[Json] = []
    said = service.submit("say", {"text": QUESTION, "surface": "test"}, stages.append).result()
    result = TurnResult.model_validate(said)
    found = service.submit("context", {"loop_id": result.loop_id}).result()["context"]
    context = Context.model_validate(found)
    assert [one.query for one in context.searches] == ["Sicilian Defence Marek"]
    assert [(one["tool"], one["query"]) for one in stages if one["stage"] == "searching"] == [
        ("conversation.search", "Sicilian Defence Marek")
    ]
    assert context.verdict is Verdict.WEAK
    assert TOLD in context.block
    assert result.answer == "Marek."
    history = service.submit("history", {"limit": 1, "before": None}).result()["exchanges"]
    assert history[0]["searches"] == [{"tool": "conversation.search", "query": "Sicilian Defence Marek"}]
    assert main(["--home", str(home), "ask", QUESTION, "--explain"]) == ExitCode.DONE
    printed = capsys.readouterr()
    assert "looked for “Sicilian Defence Marek”" in printed.err
    assert "What the model looked for" in printed.out
