"""`companion place`: what memories call where you are."""

from typing import Annotated

import typer

from companion.cli.rooms.asking import AsJson, answer
from companion.service import Json


def place(
    context: typer.Context,
    label: Annotated[
        str | None, typer.Argument(help="A name of yours, such as “Home”; without one, the one that holds.")
    ] = None,
    *,
    machine: Annotated[bool, typer.Option("--machine", help="The machine's name again.")] = False,
    as_json: AsJson = False,
) -> None:
    """What memories call where you are: a name that you set, or the machine's. It is never looked up."""
    if machine and label:
        raise typer.BadParameter("Say either a name or --machine.")
    if machine or label is not None:
        answer(context, "place.set", {"label": label or ""}, as_json=as_json, show=_show)
    else:
        answer(context, "place", {}, as_json=as_json, show=_show)


def _show(found: Json) -> None:
    typer.echo(found["place"] if found["label"] else f"{found['place']}  [the machine's name]")
