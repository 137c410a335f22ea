"""`companion archive`: what was put away or taken in by another memory; nothing of it is lost."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, says
from companion.cli.verbs import Said, Verb, group


def _say(row: dict[str, Any]) -> None:
    typer.echo(f"{row['ref']}  {row['text']}")


app = group(
    Verb("restore", "memory.restore", says("It is back."), said={"node": Said("MEMORY")}),
    first=Verb(
        "",
        "memory.list",
        every("results", _say, "Nothing was put away."),
        "the latest of what was put away.",
        said={"limit": Said(default=50)},
        fixed={"archived": True},
        hidden=("kinds",),
    ),
)
