"""`companion compass`: what you two have been doing, as it keeps it."""

from typing import Annotated

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_day
from companion.service import Json


def compass(
    context: typer.Context,
    *,
    make: Annotated[bool, typer.Option("--make", help="Make it anew first, where it is due.")] = False,
    as_json: AsJson = False,
) -> None:
    """Its tone, the story, what is open, its own note, and recent topics."""
    answer(context, "compass.make" if make else "compass.read", {}, as_json=as_json, show=_show)


def _show(found: Json) -> None:
    known = found["compass"]
    if known is None:
        warn("There is no compass yet: it is made after two turns.")
        return
    body = known["body"]
    typer.echo(f"{shown_day(known['at'])}  {known['episode']}  ({body['worded_by']})")
    parts = {
        "vibe": body["vibe"],
        "recent story": body["story"],
        "open loops": "; ".join(one["text"] for one in found["loops"]),
        "my note": body["note"],
        "recent topics": ", ".join(body["topics"]),
    }
    for name, text in parts.items():
        if text:
            typer.echo(f"  {name:<14}{text}")
