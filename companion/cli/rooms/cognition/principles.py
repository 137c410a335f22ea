"""`companion principles`: the rules that repeated insights became ([E] §10.4)."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, marked
from companion.cli.verbs import Room, Said, Verb, group


def _say_insight(insight: dict[str, Any]) -> None:
    line = f"{insight['id']}  {insight['day']}  {insight['text']}"
    typer.echo(marked(line, "part of a principle" if insight["principle"] else ""))


def _say(principle: dict[str, Any]) -> None:
    sure, domain = f"{principle['confidence']:.2f}", principle["domain"]
    line = f"{principle['id']}  {sure}  {domain:<13}  {principle['statement']}"
    typer.echo(marked(line, "" if principle["status"] == "active" else principle["status"]))


def _weighing(name: str, direction: str, words: str) -> Verb:
    said, fixed = {"text": Said(argument=True)}, {"direction": direction}
    return Verb(name, "principles.evidence", words=words, said=said, fixed=fixed, hidden=("sources",))


NONE = "There is none yet: three alike insights of different days make one."

app = group(
    Verb("add", "principles.create", said={"statement": Said(words="The rule.")}),
    _weighing("confirm", "confirms", "It held again."),
    _weighing("challenge", "challenges", "It did not hold."),
    Verb("undo", "principles.revive"),
    Verb("insights", "insights.list", every("insights", _say_insight, "Nothing was noticed yet.")),
    first=Verb("", "principles.list"),
    room=Room("principles", {"principle": _say, "principles": _say}, NONE),
)
