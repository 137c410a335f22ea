"""`companion intention`: the one thing that it tries to do differently."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_day
from companion.service import Json

app = typer.Typer(invoke_without_command=True)


@app.callback()
def intention(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: the current intention."""
    if context.invoked_subcommand is None:
        answer(context, "intention.read", {}, as_json=as_json, show=_show)


@app.command("set")
def intend(
    context: typer.Context,
    what: Annotated[str, typer.Argument(help="The one thing to do differently.")],
    because: Annotated[str, typer.Option(help="What it comes of.")] = "",
    as_json: AsJson = False,
) -> None:
    """Set it; it takes the place of the one before."""
    asked = {"what": what, "reflection": because}
    answer(context, "intention.set", asked, as_json=as_json, show=_show)


@app.command()
def check(
    context: typer.Context,
    *,
    followed: Annotated[bool, typer.Option("--yes/--no", help="Whether it was followed.")],
    note: Annotated[str, typer.Option(help="How it went.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say whether it was followed since."""
    answer(context, "intention.check", {"followed": followed, "note": note}, as_json=as_json, show=_show)


@app.command()
def grow(
    context: typer.Context,
    lesson: Annotated[str, typer.Argument(help="What was learnt.")] = "",
    as_json: AsJson = False,
) -> None:
    """It is achieved; only after a check that it was followed."""
    answer(context, "intention.grow", {"lesson": lesson}, as_json=as_json, show=_show)


def _show(found: Json) -> None:
    if found["intention"] is None:
        warn("There is no intention: companion intention set WHAT.")
    else:
        _say(found["intention"])


def _say(one: dict[str, Any]) -> None:
    typer.echo(f"{one['what'] or one['reflection']}  [{one['status']}]")
    for each in one["checks"][-3:]:
        how = "followed" if each["followed"] else "not followed"
        note = f": {each['note']}" if each["note"] else ""
        typer.echo(f"    {shown_day(each['at'])}  {how}{note}")
