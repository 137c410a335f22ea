"""`companion self candidates|nominate|review|veto`: what may become part of it. The rules decide; you can refuse."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_day
from companion.service import Json

app = typer.Typer()


@app.command()
def candidates(context: typer.Context, as_json: AsJson = False) -> None:
    """What was nominated, with its votes, and what became part of it."""
    answer(context, "self.candidates", {}, as_json=as_json, show=_show_all)


@app.command()
def nominate(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="What it may be, in its own words.")],
    source: Annotated[list[str], typer.Option(help="A ref that shows it, such as step:ID; may be repeated.")],
    as_json: AsJson = False,
) -> None:
    """Vote for something; it takes three votes from different runs, and a day."""
    asked = {"text": text, "sources": source}
    answer(context, "self.nominate", asked, as_json=as_json, show=_show_nomination)


@app.command()
def review(context: typer.Context, as_json: AsJson = False) -> None:
    """Let the rules decide on every candidate."""
    answer(context, "self.review", {}, as_json=as_json, show=_show)


@app.command()
def veto(
    context: typer.Context,
    node: Annotated[str, typer.Argument(help="The id of the candidate, or of what it became.")],
    as_json: AsJson = False,
) -> None:
    """Refuse it for ever, with all that means the same."""
    answer(context, "self.veto", {"node": node}, as_json=as_json, show=_show_veto)


def _show_all(found: Json) -> None:
    for one in found["extensions"]:
        typer.echo(f"part of it  {one['node']}  {one['text']}")
    _show(found)


def _show(found: Json) -> None:
    for one in found["candidates"]:
        _say(one)
    if not found["candidates"]:
        warn("There are no candidates.")


def _say(one: dict[str, Any]) -> None:
    verdict = one["verdict"]
    stands = "not looked at" if verdict is None else f"{verdict['outcome']}: {verdict['reason']}"
    typer.echo(f"{one['node']}  {one['text']}")
    typer.echo(f"    {len(one['votes'])} votes since {shown_day(one['votes'][0]['at'])}; {stands}")


def _show_nomination(found: Json) -> None:
    one = found["nomination"]
    typer.echo(f"{one['node']}  {'counted' if one['counted'] else 'not counted: ' + one['reason']}")


def _show_veto(found: Json) -> None:
    typer.echo(f"Refused for ever: {', '.join(found['vetoed'])}")
