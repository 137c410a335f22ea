"""`companion intention`: the one thing that it tries to do differently."""

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import marked, shown_day
from companion.cli.verbs import Said, Verb, group
from companion.service import Json


def _show(found: Json) -> None:
    one = found["intention"]
    if one is None:
        warn("There is no intention: companion intention set WHAT.")
        return
    typer.echo(marked(one["what"] or one["reflection"], one["status"]))
    for each in one["checks"][-3:]:
        how = "followed" if each["followed"] else "not followed"
        note = f": {each['note']}" if each["note"] else ""
        typer.echo(f"    {shown_day(each['at'])}  {how}{note}")


app = group(
    Verb("set", "intention.set", _show, said={"reflection": Said("--because")}),
    Verb("check", "intention.check", _show, said={"followed": Said("--yes/--no")}),
    Verb("grow", "intention.grow", _show, said={"lesson": Said(argument=True)}),
    first=Verb("", "intention.read", _show),
)
