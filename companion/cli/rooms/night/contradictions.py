"""`companion contradictions`: memories and facts that cannot both be so; only you say which is."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer
from companion.cli.verbs import Verb, group

CHOICES = {"a": "keep_a", "b": "keep_b", "both": "both", "": "merged"}


def _say(one: dict[str, Any]) -> None:
    typer.echo(f"{one['id']}\n  a: {one['a']['text']}\n  b: {one['b']['text']}")


def _say_reopened(found: dict[str, Any]) -> None:
    if found["dry_run"]:
        typer.echo("It would wait for you again. Nothing was changed.")
        return
    typer.echo("It waits for you again.")


def _say_all(found: dict[str, Any]) -> None:
    """Memories, then facts, which are settled by an answer."""
    if not found["contradictions"] and not found["of_facts"]:
        warn("Nothing contradicts anything.")
    for one in found["contradictions"]:
        _say(one)
    for one in found["of_facts"]:
        typer.echo(f"{one['question']}  {one['text']}")
    if found["of_facts"]:
        warn("Facts are settled by an answer: companion facts questions.")


app = group(
    Verb("reopen", "memory.reopen", _say_reopened),
    first=Verb("", "memory.contradictions", _say_all),
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
