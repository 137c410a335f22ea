"""`companion corrections`: mistakes that it is not to make again."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, marked, says
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json


def _say(each: dict[str, Any]) -> None:
    marks = (
        f"used {each['activations']}×" if each["activations"] else "",
        f"corrected {each['times']}×" if each["times"] > 1 else "",
        "dormant" if each.get("dormant") else "",
    )
    typer.echo(marked(f"{each['id']}  {each['correction']}", *marks))
    typer.echo(f"    not: {each['mistake']}")
    for name, words in (("fails_when", "when"), ("fine_when", "fine when")):
        if each[name]:
            typer.echo(f"    {words}: {each[name]}")


def _say_match(each: dict[str, Any]) -> None:
    typer.echo(f"{each['relevance']:.2f}  {each['correction']['correction']}")


def _show_route(found: Json) -> None:
    if found["wrong"] == "person":
        typer.echo("About you: companion facts correct FACT TEXT")
    else:
        typer.echo("About what it did: companion corrections add MISTAKE CORRECTION")


TECHNICAL = Said("--technical", "About a task, not about manner.", flag=("technical", "tendency"))
NONE = "There is no correction: companion corrections add MISTAKE CORRECTION."

app = group(
    Verb("list", "corrections.list"),
    Verb("add", "corrections.add", said={"type": TECHNICAL}),
    Verb(
        "check",
        "corrections.match",
        every("matches", _say_match, "No correction speaks up for that."),
        hidden=("limit",),
    ),
    Verb("remove", "corrections.remove", says("Forgotten: {removed[correction]}")),
    Verb("route", "corrections.route", _show_route),
    first=Verb("", "corrections.list"),
    room=Room("corrections", {"correction": _say, "corrections": _say}, NONE),
)
