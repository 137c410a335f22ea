"""`companion trail search`: where and when something was said."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import shown_time
from companion.cli.verbs import Said, Verb, group
from companion.service import Json


def _show(found: Json) -> None:
    if found["window"]:
        typer.echo(f"In {found['window']}:")
    for each in found["ranges"]:
        best = each["best"]
        typer.echo(f"{each['interval']}  {each['hits']} found  {best['speaker']}: {best['text']}")
    for each in found["evidence"]:
        for step, mark in [
            *((s, " ") for s in each["before"]),
            (each, "›"),
            *((s, " ") for s in each["after"]),
        ]:
            typer.echo(_line(step, mark))
        if each["before"] or each["after"]:
            typer.echo()
    if not (found["ranges"] or found["evidence"]):
        warn("Nothing was found.")


def _line(step: dict[str, Any], mark: str) -> str:
    taken_back = " (withdrawn)" if step["withdrawn"] else ""
    return f"{mark} {shown_time(step['at'])}  {step['speaker']}: {step['text']}{taken_back}"


AROUND = {"before": Said(default=0), "after": Said(default=0)}

app = group(Verb("search", "trail.search", _show, said=AROUND))
