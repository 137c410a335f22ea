"""`companion directives`: what you want it to keep to. Nobody but you writes one."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_day
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Id = Annotated[str, typer.Argument(metavar="DIRECTIVE", help="The id of the directive.")]


@app.callback()
def directives(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: those that hold, in their order."""
    if context.invoked_subcommand is None:
        answer(context, "directives.list", {}, as_json=as_json, show=_show)


@app.command()
def add(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What it is to keep to.")],
    place: Annotated[int | None, typer.Option(help="Where it stands, from 1; else last.", min=1)] = None,
    as_json: AsJson = False,
) -> None:
    """Write one."""
    answer(context, "directives.add", {"text": text, "place": place}, as_json=as_json, show=_show_one)


@app.command()
def change(
    context: typer.Context,
    directive: Id,
    text: Annotated[str, typer.Argument(help="How it is to read.")],
    as_json: AsJson = False,
) -> None:
    """Word one anew; the earlier wording is kept."""
    asked = {"directive": directive, "text": text}
    answer(context, "directives.change", asked, as_json=as_json, show=_show_one)


@app.command()
def move(
    context: typer.Context,
    directive: Id,
    place: Annotated[int, typer.Argument(help="Where it is to stand, from 1.", min=1)],
    as_json: AsJson = False,
) -> None:
    """Sort one."""
    asked = {"directive": directive, "place": place}
    answer(context, "directives.move", asked, as_json=as_json, show=_show_one)


@app.command()
def withdraw(context: typer.Context, directive: Id, as_json: AsJson = False) -> None:
    """Take one back: it holds no longer, from the next answer on."""
    answer(context, "directives.withdraw", {"directive": directive}, as_json=as_json, show=_show_one)


@app.command()
def versions(context: typer.Context, directive: Id, as_json: AsJson = False) -> None:
    """Every wording of one, oldest first."""
    answer(context, "directives.versions", {"directive": directive}, as_json=as_json, show=_show_versions)


def _show(found: Json) -> None:
    for one in found["directives"]:
        _say(one)
    if not found["directives"]:
        warn("There are no directives: companion directives add TEXT.")


def _show_one(found: Json) -> None:
    _say(found["directive"])


def _show_versions(found: Json) -> None:
    for one in found["versions"]:
        typer.echo(f"v{one['version']}  {shown_day(one['at'])}  {one['text']}")


def _say(one: dict[str, Any]) -> None:
    taken = "  (withdrawn)" if one["withdrawn_at"] else ""
    typer.echo(f"{one['place']}.  {one['id']}  {one['text']}{taken}")
