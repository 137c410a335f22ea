"""`companion problem`: what it is to think about for you."""

from typing import Annotated

import typer

from companion.cli.rooms.asking import AsJson, answer
from companion.service import Json

app = typer.Typer(help="Problems to be thought about in the night: add.")


@app.command()
def add(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="The problem, in your words.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Hand a problem over."""
    answer(context, "night.problem", {"text": text}, as_json=as_json, show=_show)


def _show(found: Json) -> None:
    typer.echo(f"It will be thought about: run:{found['job']['id']}")
