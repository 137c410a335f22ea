"""`companion ask`: one utterance and its answer; it is reflected on when there is time."""

from typing import Any

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation, print_json, warn
from companion.cli.talk import OFF_RECORD, Printer, aside_of, reached, say
from companion.service import COMMAND, Service, ignore_progress
from engine.conversation import Context, TurnResult, TurnStatus

SHOWN_TIMINGS = {"recall_ms", "first_token_s", "total_s", "prompt_tokens", "reused_tokens"}


def ask(
    call: Invocation,
    text: str,
    *,
    end: bool,
    off_record: bool = False,
    explain: bool = False,
    focus: int | None = None,
) -> ExitCode:
    """Print the answer, as it comes or as one JSON document; with `end`, say goodbye after it.

    With `explain` what stood before the model is told too; `focus` is how hard to think about it.
    """
    surface = aside_of(COMMAND) if off_record else COMMAND
    if off_record:
        warn(OFF_RECORD)
    on_report = ignore_progress if call.as_json else Printer()
    with reached(call, talks=True) as service:
        result = say(service, text, surface, on_report=on_report, off_record=off_record, focus=focus)
        context = _context(service, result) if explain else None
        if isinstance(on_report, Printer):
            on_report.end()
            _explain(context)
        else:
            shown = None if context is None else context.model_dump(mode="json")
            print_json({**as_document(result), **({"context": shown} if explain else {})})
        if off_record:
            service.submit("goodbye", {"off_record": True, "surface": surface}).result()
        if end:
            service.submit("goodbye", {}).result()
        service.retire()
    return ExitCode.STOPPED if result.status is TurnStatus.STOPPED else ExitCode.DONE


def _context(service: Service, result: TurnResult) -> Context | None:
    found = service.submit("context", {"loop_id": result.loop_id}).result()["context"]
    return None if found is None else Context.model_validate(found)


def _explain(context: Context | None) -> None:
    if context is not None:
        from companion.cli.context import explain  # noqa: PLC0415 - drawing is slow to load

        explain(context)


def as_document(result: TurnResult) -> dict[str, Any]:
    """What `ask --json` promises: no field more, no field less; `off_record` only where it is so."""
    return result.model_dump(
        mode="json",
        include={
            "answer": True,
            "episode_id": True,
            "loop_id": True,
            "recalled": True,
            "timings": SHOWN_TIMINGS,
            **({"off_record": True} if result.off_record else {}),
        },
    )
