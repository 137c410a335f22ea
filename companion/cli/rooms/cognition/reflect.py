"""`companion reflect`: who it has been lately, and what it has not been seeing ([E] §6.1, §6.2)."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_day
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Days = Annotated[
    int | None, typer.Option(help="How many days to look back on; 30 unless given.", min=1, max=3650)
]
BAR = "▁▂▃▄▅▆▇█"
UNFELT = "·"


@app.callback()
def reflect(context: typer.Context, *, days: Days = None, as_json: AsJson = False) -> None:
    """Without a command: how it has been, what it carries and what has let go of it."""
    if context.invoked_subcommand is None:
        answer(context, "reflection.report", {"days": days}, as_json=as_json, show=_show_report)


@app.command("blind-spots")
def blind_spots(context: typer.Context, *, as_json: AsJson = False) -> None:
    """What has been out of sight: stale goals, mistakes that repeat, projects left behind, beliefs never tested."""
    answer(context, "noticing.blind_spots", {}, as_json=as_json, show=_show_blind_spots)


@app.command()
def paint(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Keep today's self-portrait."""
    answer(context, "reflection.paint", {}, as_json=as_json, show=_show_portrait)


@app.command()
def portrait(context: typer.Context, *, as_json: AsJson = False) -> None:
    """The last self-portrait that was kept."""
    answer(context, "reflection.portrait", {}, as_json=as_json, show=_show_portrait)


def _show_report(found: Json) -> None:
    report = found["report"]
    typer.echo(report["words"])
    if report["moments"]:
        typer.echo(f"  by hour   {_hours(report['by_hour'])}  (0 to 23 o'clock)")
    for title, name in (("carries", "carried"), ("let go", "lost")):
        for one in report[name]:
            typer.echo(f"  {title:<8}  {shown_day(one['since'])}  {one['text']}")


def _hours(rows: list[dict[str, Any]]) -> str:
    """A bar an hour: how lively it was."""
    last = len(BAR) - 1
    return "".join(UNFELT if one["energy"] is None else BAR[round(one["energy"] * last)] for one in rows)


def _show_blind_spots(found: Json) -> None:
    for one in found["blind_spots"]:
        typer.echo(f"- {one['words']}")
    if not found["blind_spots"]:
        warn("Nothing seems to be out of sight.")


def _show_portrait(found: Json) -> None:
    portrait = found["portrait"]
    if portrait is None:
        warn("There is no self-portrait yet: companion reflect paint.")
        return
    mood = f"{portrait['trend']['direction']}, {portrait['volatility']['level']} volatility"
    felt = mood if portrait["felt"] else "no mood is kept"
    typer.echo(f"{portrait['day']}  over {portrait['days']} days: {felt}")
    typer.echo(f"  carries {len(portrait['carried'])}, has let go of {len(portrait['lost'])}")
