"""`companion archive`: what was put away or taken in by another memory; nothing of it is lost."""

from typing import Annotated

import typer

from companion.cli.rooms.asking import AsJson, answer
from companion.cli.rooms.night.nightly import Limit
from companion.service import Json

app = typer.Typer(help="What was put away: list, restore.", invoke_without_command=True)


@app.callback()
def archive(context: typer.Context, *, limit: Limit = 50, as_json: AsJson = False) -> None:
    """Without a command: the latest of what was put away."""
    if context.invoked_subcommand is None:
        asked = {"archived": True, "limit": limit}
        answer(context, "memory.list", asked, as_json=as_json, show=_show)


@app.command()
def restore(
    context: typer.Context,
    memory: Annotated[str, typer.Argument(help="The memory's id.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Bring one back."""
    asked = {"node": memory.removeprefix("node:")}
    answer(context, "memory.restore", asked, as_json=as_json, show=_show_restored)


def _show(found: Json) -> None:
    if not found["results"]:
        typer.echo("Nothing was put away.")
    for row in found["results"]:
        typer.echo(f"{row['id']}  {row['text']}")


def _show_restored(_: Json) -> None:
    typer.echo("It is back.")
