"""`companion reflect`: who it has been lately, and what it has not been seeing ([E] §6.1, §6.2)."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import every, shown_day
from companion.cli.verbs import Verb, group
from companion.service import Json

BAR = "▁▂▃▄▅▆▇█"
UNFELT = "·"


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


def _say_blind_spot(one: dict[str, Any]) -> None:
    typer.echo(f"- {one['words']}")


def _show_portrait(found: Json) -> None:
    portrait = found["portrait"]
    if portrait is None:
        warn("There is no self-portrait yet: companion reflect paint.")
        return
    mood = f"{portrait['trend']['direction']}, {portrait['volatility']['level']} volatility"
    felt = mood if portrait["felt"] else "no mood is kept"
    typer.echo(f"{portrait['day']}  over {portrait['days']} days: {felt}")
    typer.echo(f"  carries {len(portrait['carried'])}, has let go of {len(portrait['lost'])}")


_blind_spots = every("blind_spots", _say_blind_spot, "Nothing seems to be out of sight.")

app = group(
    Verb("blind-spots", "noticing.blind_spots", _blind_spots),
    Verb("paint", "reflection.paint", _show_portrait),
    Verb("portrait", "reflection.portrait", _show_portrait),
    first=Verb("", "reflection.report", _show_report),
)
