"""`companion directives`: what you want it to keep to. Nobody but you writes one."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, shown_day
from companion.cli.verbs import Room, Said, Verb, group

ID = {"directive": Said("DIRECTIVE")}


def _say(one: dict[str, Any]) -> None:
    taken = "  (withdrawn)" if one["withdrawn_at"] else ""
    typer.echo(f"{one['place']}.  {one['id']}  {one['text']}{taken}")


def _say_version(one: dict[str, Any]) -> None:
    typer.echo(f"v{one['version']}  {shown_day(one['at'])}  {one['text']}")


NONE = "There are no directives: companion directives add TEXT."

app = group(
    *(Verb(name, f"directives.{name}", said=ID) for name in ("change", "move", "withdraw")),
    Verb("versions", "directives.versions", every("versions", _say_version), said=ID),
    first=Verb("", "directives.list"),
    room=Room("directives", {"directive": _say, "directives": _say}, NONE),
)
