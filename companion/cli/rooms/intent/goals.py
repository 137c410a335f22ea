"""`companion goals`: what is wanted over more than one time together."""

from typing import Any

import typer

from companion.cli.rooms.asking import marked, quoted, shown_day
from companion.cli.verbs import Room, Said, Verb, group


def _say(goal: dict[str, Any]) -> None:
    line = f"{goal['number']:>3}  {goal['priority']:<6}  {goal['title']}"
    status = "" if goal["status"] == "active" else goal["status"]
    by = goal["deadline"] and f"by {goal['deadline']}"
    typer.echo(marked(line, status, "stale" if goal["stale"] else "", by, goal["project"]))
    quoted(f"{shown_day(note['at'])}  {note['text']}" for note in goal["notes"][-1:])


CHANGES = ("title", "priority", "project", "deadline", "no_deadline", "note")
EVERY = Said("--all", "Those that are done or dropped too.", flag=(False, True))

app = group(
    Verb("list", "goals.list", said={"open": EVERY}),
    Verb("add", "goals.add", said={"notes": Said("--note")}),
    Verb("update", "goals.update"),
    Verb("done", "goals.update", words="It is reached.", fixed={"status": "done"}, hidden=CHANGES),
    first=Verb("", "goals.list", words="the goals that are still wanted.", fixed={"open": True}),
    room=Room("goals", {"goal": _say, "goals": _say}, "There is no goal: companion goals add TITLE."),
)
