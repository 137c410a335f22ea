"""`companion dream`: loose thoughts, and the journal that they are kept in."""

import typer

from companion.cli.rooms.asking import AsJson, answer
from companion.cli.rooms.night.nightly import Limit
from companion.cli.rooms.night.running import run as run_now
from companion.cli.rooms.night.running import show_lines

app = typer.Typer(help="Loose thoughts: run, journal.")


@app.command()
def run(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Let it drift, and dream of the last week, now."""
    run_now(context, ("dream.drift", "dream.look_back"), as_json=as_json)


@app.command()
def journal(context: typer.Context, *, limit: Limit = 20, as_json: AsJson = False) -> None:
    """What drifted by, the newest first."""
    answer(context, "night.journal", {"limit": limit}, as_json=as_json, show=show_lines)
