"""`companion contradictions`: memories that cannot both be so; only you say which is."""

from typing import Annotated

import typer

from companion.cli.rooms.asking import AsJson, answer
from companion.service import Json

app = typer.Typer(help="What does not agree: list, settle, reopen.", invoke_without_command=True)
CHOICES = {"a": "keep_a", "b": "keep_b", "both": "both", "text": "merged"}


@app.callback()
def contradictions(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Without a command: those that wait for your word."""
    if context.invoked_subcommand is None:
        answer(context, "memory.contradictions", {}, as_json=as_json, show=_show)


@app.command()
def settle(
    context: typer.Context,
    contradiction: Annotated[str, typer.Argument(help="Its id.")],
    *,
    keep: Annotated[str, typer.Option(help="a, b, or both (true at different times).")] = "",
    text: Annotated[str, typer.Option(help="What is so instead of both.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say which is so; what is given up is kept in the archive."""
    if bool(text) == bool(keep) or (keep and keep not in {"a", "b", "both"}):
        raise typer.BadParameter("Give either --keep a, b or both, or --text.")
    asked = {
        "contradiction": contradiction,
        "choice": CHOICES["text" if text else keep],
        "text": text or None,
    }
    answer(context, "memory.resolve", asked, as_json=as_json, show=_show_settled)


@app.command()
def reopen(
    context: typer.Context,
    contradiction: Annotated[str, typer.Argument(help="Its id.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Take back what you said of one: both stand again, and it waits for you."""
    answer(context, "memory.reopen", {"contradiction": contradiction}, as_json=as_json, show=_show_reopened)


def _show(found: Json) -> None:
    if not found["contradictions"]:
        typer.echo("Nothing contradicts anything.")
    for one in found["contradictions"]:
        typer.echo(f"{one['id']}\n  a: {one['a']['text']}\n  b: {one['b']['text']}")


def _show_settled(found: Json) -> None:
    typer.echo(f"Settled. Undo it: companion contradictions reopen {found['id']}")


def _show_reopened(_: Json) -> None:
    typer.echo("It waits for you again.")
