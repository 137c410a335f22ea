"""`companion doctor`: the examination, printed."""

from collections.abc import Iterable

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation, print_json
from companion.doctor import Check, CheckState, examine

SIGNS = {CheckState.OK: ("✓", "green"), CheckState.ABSENT: ("–", "yellow"), CheckState.FAULT: ("✗", "red")}


def doctor(call: Invocation) -> ExitCode:
    """Print what was found; looking always succeeds, whatever is found."""
    checks = examine(call.home(), call.passphrase)
    if call.as_json:
        print_json({"checks": [check.model_dump(mode="json") for check in checks]})
    else:
        print_report(checks)
    return ExitCode.DONE


def print_report(checks: Iterable[Check]) -> None:
    """A line for each part, and beneath it what to do."""
    for check in checks:
        sign, colour = SIGNS[check.state]
        typer.echo(f"{typer.style(sign, fg=colour)} {check.name:<26} {check.detail}")
        if check.remedy:
            typer.secho(f"  {'':<26} {check.remedy}", dim=True)
