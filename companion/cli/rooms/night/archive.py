"""`companion archive`: what was put away or taken in by another memory; nothing of it is lost."""

from typing import Any

import typer

from companion.cli.rooms.asking import every
from companion.cli.verbs import Said, Verb, group


def _say(row: dict[str, Any]) -> None:
    typer.echo(f"{row['ref']}  {row['text']}")


def _say_restored(found: dict[str, Any]) -> None:
    typer.echo(f"It would be back: {found['row']['text']}" if found["dry_run"] else "It is back.")


app = group(
    Verb("restore", "memory.restore", _say_restored, said={"node": Said("MEMORY")}),
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
