"""`companion ideas`: half-formed ideas that come up again and again ([E] §8.4)."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, quoted, single
from companion.cli.verbs import Said, Verb, group


def _say(idea: dict[str, Any]) -> None:
    typer.echo(f"{idea['id']}  {idea['status']:<9}  {len(idea['seeds'])}×  {idea['concept']}")
    quoted(f"“{one['quote']}”" for one in idea["seeds"][1:])


_all = every("ideas", _say, "No idea came up again and again yet.")
_one = single("idea", _say)

app = group(
    Verb(
        "ready", "ideas.list", _all, "Those that came up often enough to be looked at.", fixed={"ready": True}
    ),
    Verb("add", "ideas.create", _one),
    Verb("seed", "ideas.add_seed", _one, said={"source": Said("--where"), "sources": Said("--source")}),
    Verb("activate", "ideas.activate", _one),
    Verb("abandon", "ideas.abandon", _one),
    Verb("undo", "ideas.reopen", _one),
    first=Verb("", "ideas.list", _all, "all of them, last touched first.", hidden=("ready",)),
)
