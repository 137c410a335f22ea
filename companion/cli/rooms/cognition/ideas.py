"""`companion ideas`: half-formed ideas that come up again and again ([E] §8.4)."""

from typing import Any

import typer

from companion.cli.rooms.asking import quoted
from companion.cli.verbs import Room, Said, Verb, group


def _say(idea: dict[str, Any]) -> None:
    typer.echo(f"{idea['id']}  {idea['status']:<9}  {len(idea['seeds'])}×  {idea['concept']}")
    quoted(f"“{one['quote']}”" for one in idea["seeds"][1:])


READY = "Those that came up often enough to be looked at."

app = group(
    Verb("ready", "ideas.list", words=READY, fixed={"ready": True}),
    Verb("add", "ideas.create"),
    Verb("seed", "ideas.add_seed", said={"source": Said("--where"), "sources": Said("--source")}),
    Verb("undo", "ideas.reopen"),
    first=Verb("", "ideas.list", words="all of them, last touched first.", hidden=("ready",)),
    room=Room("ideas", {"idea": _say, "ideas": _say}, "No idea came up again and again yet."),
)
