"""`companion principles`: the rules that repeated insights became ([E] §10.4)."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer
from companion.cli.rooms.cognition.options import Confidence, Domain, Source, Tag
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Principle = Annotated[str, typer.Argument(help="Its id.")]
Why = Annotated[str, typer.Argument(help="What was seen.")]


@app.callback()
def principles(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: all of them, the surest first."""
    if context.invoked_subcommand is None:
        answer(context, "principles.list", {}, as_json=as_json, show=_show_all)


@app.command()
def add(
    context: typer.Context,
    statement: Annotated[str, typer.Argument(help="The rule.")],
    *,
    domain: Domain = "general",
    confidence: Confidence = None,
    source: Source = None,
    tag: Tag = None,
    as_json: AsJson = False,
) -> None:
    """Set one yourself."""
    asked = {
        "statement": statement,
        "domain": domain,
        "confidence": confidence,
        "sources": source or [],
        "tags": tag or [],
    }
    answer(context, "principles.create", asked, as_json=as_json, show=_show)


@app.command()
def confirm(context: typer.Context, principle: Principle, text: Why = "", as_json: AsJson = False) -> None:
    """It held again."""
    _weigh(context, principle, "confirms", text, as_json=as_json)


@app.command()
def challenge(context: typer.Context, principle: Principle, text: Why = "", as_json: AsJson = False) -> None:
    """It did not hold."""
    _weigh(context, principle, "challenges", text, as_json=as_json)


@app.command()
def reject(context: typer.Context, principle: Principle, as_json: AsJson = False) -> None:
    """You do not want it: it leaves every prompt at once and does not come back by itself."""
    answer(context, "principles.reject", {"principle": principle}, as_json=as_json, show=_show)


@app.command()
def undo(context: typer.Context, principle: Principle, as_json: AsJson = False) -> None:
    """Take it up again."""
    answer(context, "principles.revive", {"principle": principle}, as_json=as_json, show=_show)


@app.command()
def insights(context: typer.Context, as_json: AsJson = False) -> None:
    """What was noticed once and may become one."""
    answer(context, "insights.list", {}, as_json=as_json, show=_show_insights)


def _weigh(context: typer.Context, principle: str, direction: str, text: str, *, as_json: bool) -> None:
    asked = {"principle": principle, "direction": direction, "text": text}
    answer(context, "principles.evidence", asked, as_json=as_json, show=_show)


def _show_insights(found: Json) -> None:
    for insight in found["insights"]:
        used = "  [part of a principle]" if insight["principle"] else ""
        typer.echo(f"{insight['id']}  {insight['day']}  {insight['text']}{used}")
    if not found["insights"]:
        warn("Nothing was noticed yet.")


def _show_all(found: Json) -> None:
    for principle in found["principles"]:
        _say(principle)
    if not found["principles"]:
        warn("There is none yet: three alike insights of different days make one.")


def _show(found: Json) -> None:
    _say(found["principle"])


def _say(principle: dict[str, Any]) -> None:
    status = "" if principle["status"] == "active" else f"  [{principle['status']}]"
    sure, domain = f"{principle['confidence']:.2f}", principle["domain"]
    typer.echo(f"{principle['id']}  {sure}  {domain:<13}  {principle['statement']}{status}")
