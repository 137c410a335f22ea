"""`companion ask`: one utterance, its answer, its reflection."""

from typing import Any

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation, print_json
from companion.cli.talk import Printer, reached, say
from companion.service import ignore_progress
from engine.conversation import TurnResult, TurnStatus

SURFACE = "command"
SHOWN_TIMINGS = {"recall_ms", "first_token_s", "total_s", "prompt_tokens", "reused_tokens"}


def ask(call: Invocation, text: str, *, end: bool) -> ExitCode:
    """Print the answer, as it comes or as one JSON document; with `end`, say goodbye after it."""
    on_report = ignore_progress if call.as_json else Printer()
    with reached(call) as service:
        result = say(service, text, SURFACE, on_report=on_report, wait=True)
        if isinstance(on_report, Printer):
            on_report.end()
        else:
            print_json(as_document(result))
        if end:
            service.submit("goodbye", {}).result()
        service.retire()
    return ExitCode.STOPPED if result.status is TurnStatus.STOPPED else ExitCode.DONE


def as_document(result: TurnResult) -> dict[str, Any]:
    """What `ask --json` promises: no field more, no field less."""
    return result.model_dump(
        mode="json",
        include={
            "answer": True,
            "episode_id": True,
            "loop_id": True,
            "recalled": True,
            "timings": SHOWN_TIMINGS,
        },
    )
