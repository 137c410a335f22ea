"""`companion autostart`: whether the companion starts with the desktop's session. Off until somebody switches it on."""

from enum import StrEnum
from typing import Annotated

import typer

from companion.cli.invocation import call_of, print_json, warn
from companion.program.autostart import Autostart


class Wish(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


def autostart(
    context: typer.Context,
    wish: Annotated[Wish | None, typer.Argument(help="Without it, says how it stands.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")] = False,
) -> None:
    """Start in the tray with the desktop's session, or no longer. Thinking at night alone is `companion night`."""
    call = call_of(context, as_json=as_json)
    starting = Autostart(call.home().path)
    if wish is not None:
        starting.choose(on=wish is Wish.ON)
    if call.as_json:
        print_json({"autostart": starting.chosen, "entry": str(starting.file)})
    else:
        warn("It starts with your session." if starting.chosen else "It does not start with your session.")
