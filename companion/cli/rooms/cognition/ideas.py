"""`companion ideas`: half-formed ideas that come up again and again ([E] §8.4)."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer
from companion.cli.rooms.cognition.options import Source
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Idea = Annotated[str, typer.Argument(help="Its id.")]


@app.callback()
def ideas(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: all of them, last touched first."""
    if context.invoked_subcommand is None:
        answer(context, "ideas.list", {}, as_json=as_json, show=_show_all)


@app.command()
def ready(context: typer.Context, as_json: AsJson = False) -> None:
    """Those that came up often enough to be looked at."""
    answer(context, "ideas.list", {"ready": True}, as_json=as_json, show=_show_all)


@app.command()
def add(
    context: typer.Context,
    concept: Annotated[str, typer.Argument(help="What it is about.")],
    as_json: AsJson = False,
) -> None:
    """Name one yourself."""
    answer(context, "ideas.create", {"concept": concept}, as_json=as_json, show=_show)


@app.command()
def seed(
    context: typer.Context,
    idea: Idea,
    quote: Annotated[str, typer.Argument(help="The words in which it came up again.")],
    *,
    where: Annotated[str, typer.Option(help="Where that was.")] = "",
    source: Source = None,
    as_json: AsJson = False,
) -> None:
    """Add another time that it came up."""
    asked = {"idea": idea, "quote": quote, "source": where, "sources": source or []}
    answer(context, "ideas.add_seed", asked, as_json=as_json, show=_show)


@app.command()
def activate(context: typer.Context, idea: Idea, as_json: AsJson = False) -> None:
    """It is being worked on."""
    answer(context, "ideas.activate", {"idea": idea}, as_json=as_json, show=_show)


@app.command()
def abandon(context: typer.Context, idea: Idea, as_json: AsJson = False) -> None:
    """Let it go."""
    answer(context, "ideas.abandon", {"idea": idea}, as_json=as_json, show=_show)


@app.command()
def undo(context: typer.Context, idea: Idea, as_json: AsJson = False) -> None:
    """As if nothing had been chosen for it."""
    answer(context, "ideas.reopen", {"idea": idea}, as_json=as_json, show=_show)


def _show_all(found: Json) -> None:
    for idea in found["ideas"]:
        _say(idea)
    if not found["ideas"]:
        warn("No idea came up again and again yet.")


def _show(found: Json) -> None:
    _say(found["idea"])


def _say(idea: dict[str, Any]) -> None:
    typer.echo(f"{idea['id']}  {idea['status']:<9}  {len(idea['seeds'])}×  {idea['concept']}")
    for one in idea["seeds"][1:]:
        typer.echo(f"       “{one['quote']}”")
