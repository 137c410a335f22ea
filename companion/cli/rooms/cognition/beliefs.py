"""`companion beliefs`: the models that the companion has of how things are ([E] §10.2)."""

from typing import Any

import typer

from companion.cli.rooms.asking import marked
from companion.cli.verbs import Room, Said, Verb, group


def _say(model: dict[str, Any]) -> None:
    line = f"{model['id']}  {model['confidence']:.2f}  {model['domain']:<13}  {model['statement']}"
    typer.echo(marked(line, "" if model["status"] == "active" else model["status"]))


EVERY = Said("--all", "What it no longer believes too.", flag=(False, True))
ALL = "what it believes, the surest first; all of it is inferred and may be wrong."

app = group(
    Verb("list", "models.list", said={"live": EVERY}),
    Verb("add", "models.create"),
    Verb("evidence", "models.evidence", said={"text": Said(argument=True)}),
    Verb("wrong", "models.invalidate"),
    Verb("undo", "models.revive"),
    Verb("search", "models.search", hidden=("limit",)),
    first=Verb("", "models.list", words=ALL, fixed={"live": True}),
    room=Room("models", {"model": _say, "models": _say}, "It believes nothing yet."),
)
