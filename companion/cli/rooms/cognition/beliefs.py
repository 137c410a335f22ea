"""`companion beliefs`: the models that the companion has of how things are ([E] §10.2)."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer
from companion.cli.rooms.cognition.options import Confidence, Domain, Source, Tag
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Model = Annotated[str, typer.Argument(help="Its id.")]


@app.callback()
def beliefs(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: what it believes, the surest first; all of it is inferred and may be wrong."""
    if context.invoked_subcommand is None:
        answer(context, "models.list", {"live": True}, as_json=as_json, show=_show_all)


@app.command("list")
def listing(
    context: typer.Context,
    *,
    every: Annotated[bool, typer.Option("--all", help="What it no longer believes too.")] = False,
    as_json: AsJson = False,
) -> None:
    """What it believes, the surest first."""
    answer(context, "models.list", {"live": not every}, as_json=as_json, show=_show_all)


@app.command()
def add(
    context: typer.Context,
    statement: Annotated[str, typer.Argument(help="What is so.")],
    *,
    domain: Domain = "general",
    confidence: Confidence = None,
    source: Source = None,
    tag: Tag = None,
    as_json: AsJson = False,
) -> None:
    """Let it believe something; what it believes already is supported."""
    asked = {
        "statement": statement,
        "domain": domain,
        "confidence": confidence,
        "sources": source or [],
        "tags": tag or [],
    }
    answer(context, "models.create", asked, as_json=as_json, show=_show)


@app.command()
def evidence(
    context: typer.Context,
    model: Model,
    text: Annotated[str, typer.Argument(help="What was seen.")] = "",
    *,
    direction: Annotated[str, typer.Option(help="supports, weakens or invalidates.")] = "supports",
    source: Source = None,
    as_json: AsJson = False,
) -> None:
    """Say what speaks for it or against it."""
    asked = {"model": model, "direction": direction, "text": text, "sources": source or []}
    answer(context, "models.evidence", asked, as_json=as_json, show=_show)


@app.command()
def wrong(context: typer.Context, model: Model, as_json: AsJson = False) -> None:
    """It is not so: it leaves every prompt at once and does not come back by itself."""
    answer(context, "models.invalidate", {"model": model}, as_json=as_json, show=_show)


@app.command()
def undo(context: typer.Context, model: Model, as_json: AsJson = False) -> None:
    """Believe it again."""
    answer(context, "models.revive", {"model": model}, as_json=as_json, show=_show)


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What it is about.")],
    as_json: AsJson = False,
) -> None:
    """What it believes about something."""
    answer(context, "models.search", {"query": query}, as_json=as_json, show=_show_all)


def _show_all(found: Json) -> None:
    for model in found["models"]:
        _say(model)
    if not found["models"]:
        warn("It believes nothing yet.")


def _show(found: Json) -> None:
    _say(found["model"])


def _say(model: dict[str, Any]) -> None:
    status = "" if model["status"] == "active" else f"  [{model['status']}]"
    typer.echo(
        f"{model['id']}  {model['confidence']:.2f}  {model['domain']:<13}  {model['statement']}{status}"
    )
