"""`companion compass`: what you two have been doing, as it keeps it."""

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import shown_day
from companion.cli.verbs import Instead, Verb, command
from companion.service import Json


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


compass = command(Verb("compass", "compass.read", _show, instead=Instead("--make", "compass.make")))
