"""`companion problem`: what it is to think about for you, and what came of it."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, says
from companion.cli.rooms.night.running import ENDS, fault_words
from companion.cli.verbs import Verb, group


def _say(one: dict[str, Any]) -> None:
    job = one["job"]
    typer.echo(
        f"run:{job['id']}  {ENDS[job['state']].format(fault=fault_words(job['fault']))}  {job['given']}"
    )
    if job["state"] == "done" and not one["lines"]:
        typer.echo("    Nothing that you told it bears on it.")
    for line in one["lines"]:
        typer.echo(f"    - {line['text']}")
        typer.echo(f"        {' '.join(line['cites'])}")


app = group(
    Verb("add", "night.problem", says("It will be thought about: run:{job[id]}")),
    first=Verb("", "night.problems", every("problems", _say, "Nothing was handed over yet.")),
)
