"""`companion contradictions`: memories that cannot both be so; only you say which is."""

from typing import Annotated, Any

import typer

from companion.cli.rooms.asking import AsJson, answer, every
from companion.cli.verbs import Verb, group

CHOICES = {"a": "keep_a", "b": "keep_b", "both": "both", "": "merged"}


def _say(one: dict[str, Any]) -> None:
    typer.echo(f"{one['id']}\n  a: {one['a']['text']}\n  b: {one['b']['text']}")


def _say_reopened(found: dict[str, Any]) -> None:
    if found["dry_run"]:
        typer.echo("It would wait for you again. Nothing was changed.")
        return
    typer.echo("It waits for you again.")


app = group(
    Verb("reopen", "memory.reopen", _say_reopened),
    first=Verb("", "memory.contradictions", every("contradictions", _say, "Nothing contradicts anything.")),
)


@app.command()
def settle(
    context: typer.Context,
    contradiction: Annotated[str, typer.Argument(help="Its id.")],
    *,
    keep: Annotated[str, typer.Option(help="a, b, or both (true at different times).")] = "",
    text: Annotated[str, typer.Option(help="What is so instead of both.")] = "",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Change nothing, and say what would be.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Say which is so; what is given up is kept in the archive."""
    if bool(text) == bool(keep) or keep not in CHOICES:
        raise typer.BadParameter("Give either --keep a, b or both, or --text.")
    given = {
        "contradiction": contradiction,
        "choice": CHOICES[keep],
        "text": text or None,
        "dry_run": dry_run,
    }
    answer(context, "memory.resolve", given, as_json=as_json, show=_show_settled)


def _show_settled(found: dict[str, Any]) -> None:
    if found["dry_run"]:
        typer.echo(f"It would be settled: {found['state'].replace('_', ' ')}. Nothing was changed.")
        return
    typer.echo(f"Settled. Undo it: companion contradictions reopen {found['id']}")
