"""`companion updates`: whether there is a newer version, once the person wants that asked."""

import threading
from typing import Annotated

import typer

from companion.cli.invocation import call_of, print_json, warn
from companion.cli.rooms.asking import AsJson
from companion.cli.rooms.lines import shown_time
from companion.preferences import PreferenceFile
from companion.program.requests import answer
from companion.service import Json


def updates(
    context: typer.Context,
    *,
    on: Annotated[
        bool | None, typer.Option("--on/--off", help="Whether the publisher may be asked, once a week.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Whether there is a newer version. Off until you switch it on; the answer is signed, and nothing is installed."""
    call = call_of(context, as_json=as_json)
    home = call.home()
    if on is not None:
        PreferenceFile(home.path).change(updates=on)
    found = answer(home.path, "updates", {}, _unheard, threading.Event())
    if found["on"] and found["named"]:
        found = answer(home.path, "updates.look", {}, _unheard, threading.Event())
    if call.as_json:
        print_json(found)
    else:
        _show(found)


def _show(found: Json) -> None:
    typer.echo(f"This is version {found['version']}.")
    newest = found["newest"]
    if newest is not None:
        typer.echo(f"Version {newest['version']} of {newest['day']} is there: {newest['address']}")
        if newest["words"]:
            typer.echo(newest["words"])
        for name, digest in newest["packages"].items():
            typer.echo(f"  {digest}  {name}")
    if not found["named"]:
        warn("This build names no publisher, so there is nobody to ask.")
    elif not found["on"]:
        warn("Nobody is asked for newer ones: companion updates --on.")
    elif newest is None:
        warn(f"It is the newest that is known ({shown_time(found['checked_at'])}).")


def _unheard(_: Json) -> None:
    """It takes a moment: there is no progress to show."""
