"""`companion directives`: what you want it to keep to. Nobody but you writes one."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, shown_day, single
from companion.cli.verbs import Said, Verb, group

ID = {"directive": Said("DIRECTIVE")}


def _say(one: dict[str, Any]) -> None:
    taken = "  (withdrawn)" if one["withdrawn_at"] else ""
    typer.echo(f"{one['place']}.  {one['id']}  {one['text']}{taken}")


def _say_version(one: dict[str, Any]) -> None:
    typer.echo(f"v{one['version']}  {shown_day(one['at'])}  {one['text']}")


_one = single("directive", _say)
NONE = "There are no directives: companion directives add TEXT."

app = group(
    Verb("add", "directives.add", _one),
    Verb("change", "directives.change", _one, said=ID),
    Verb("move", "directives.move", _one, said=ID),
    Verb("withdraw", "directives.withdraw", _one, said=ID),
    Verb("versions", "directives.versions", every("versions", _say_version), said=ID),
    first=Verb("", "directives.list", every("directives", _say, NONE)),
)
