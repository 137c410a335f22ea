"""`companion beliefs`: the models that the companion has of how things are ([E] §10.2)."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, marked, single
from companion.cli.verbs import Said, Verb, group


def _say(model: dict[str, Any]) -> None:
    line = f"{model['id']}  {model['confidence']:.2f}  {model['domain']:<13}  {model['statement']}"
    typer.echo(marked(line, "" if model["status"] == "active" else model["status"]))


EVERY = Said("--all", "What it no longer believes too.", flag=(False, True))
_all = every("models", _say, "It believes nothing yet.")
_one = single("model", _say)

app = group(
    Verb("list", "models.list", _all, said={"live": EVERY}),
    Verb("add", "models.create", _one),
    Verb("evidence", "models.evidence", _one, said={"text": Said(argument=True)}),
    Verb("wrong", "models.invalidate", _one),
    Verb("undo", "models.revive", _one),
    Verb("search", "models.search", _all, hidden=("limit",)),
    first=Verb(
        "",
        "models.list",
        _all,
        "what it believes, the surest first; all of it is inferred and may be wrong.",
        fixed={"live": True},
    ),
)
