"""`companion trail search`: where and when something was said."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_time
from companion.service import Json
from engine.trail import FindMode

app = typer.Typer(help="What was said: search it.", no_args_is_help=True)


@app.callback()
def trail() -> None:
    """What was said, as it was said."""


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What it was about; a time in it counts as --when.")],
    *,
    mode: Annotated[
        FindMode, typer.Option(help="Steps as evidence, or ranges of time to choose from.")
    ] = FindMode.RECALL,
    when: Annotated[
        str, typer.Option(help='A time: "last week", last:3d, 上周, 2026-05-01/2026-05-31.')
    ] = "",
    before: Annotated[int, typer.Option(help="Exchanges shown before each Step.", min=0, max=20)] = 0,
    after: Annotated[int, typer.Option(help="Exchanges shown after each Step.", min=0, max=20)] = 0,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=100)] = 10,
    as_json: AsJson = False,
) -> None:
    """Find where and when something was said."""
    wanted: Json = {
        "query": query, "mode": mode.value, "before": before, "after": after, "limit": limit,
        "when": when or None,
    }  # fmt: skip
    answer(context, "trail.search", wanted, as_json=as_json, show=_show)


def _show(found: Json) -> None:
    if found["window"]:
        typer.echo(f"In {found['window']}:")
    for each in found["ranges"]:
        best = each["best"]
        typer.echo(f"{each['interval']}  {each['hits']} found  {best['speaker']}: {best['text']}")
    for each in found["evidence"]:
        for step, mark in [
            *((s, " ") for s in each["before"]),
            (each, "›"),
            *((s, " ") for s in each["after"]),
        ]:
            typer.echo(_line(step, mark))
        if each["before"] or each["after"]:
            typer.echo()
    if not (found["ranges"] or found["evidence"]):
        warn("Nothing was found.")


def _line(step: dict[str, Any], mark: str) -> str:
    taken_back = " (withdrawn)" if step["withdrawn"] else ""
    return f"{mark} {shown_time(step['at'])}  {step['speaker']}: {step['text']}{taken_back}"
