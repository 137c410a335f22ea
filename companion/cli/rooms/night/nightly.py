"""`companion brief`, `companion sleep`, `companion undo`, and `companion night`, which stays."""

import signal
import threading
from typing import Annotated

import typer

from companion.cli.invocation import call_of, invocation, warn
from companion.cli.rooms.asking import AsJson, answer, asked
from companion.cli.rooms.night.running import done_now, show_changes
from companion.cli.talk import reached
from companion.cli.verbs import Verb, command
from companion.service import Json

ORDER = "Put memories in order: merge what is the same, age, strengthen, put the weak away, link, find contradictions."

SLEEP = ("sleep.integration", "sleep.consolidation", "sleep.discovery")
sleep = command(done_now("sleep", ORDER, *SLEEP, hidden=()))
undo = command(Verb("undo", "night.undo", show_changes))


def brief(
    context: typer.Context,
    *,
    new: Annotated[bool, typer.Option("--new", help="Write it anew first.")] = False,
    as_json: AsJson = False,
) -> None:
    """The morning brief: what the day holds, in under a minute."""
    if new:
        asked(call_of(context, as_json=as_json), "night.run", {"kinds": ["brief"]}, "Thinking")
    answer(context, "night.brief", {}, as_json=as_json, show=_show_brief)


def night(context: typer.Context) -> None:
    """Stay, and do what is to be done alone whenever it is quiet; ends with Ctrl+C or a termination signal.

    As a user service it outlives a logout ([E] §9.9).
    """
    over = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda _number, _frame: over.set())
    with reached(invocation(context)) as service:
        # Opens the vault, or says why it cannot be.
        service.submit("night.status", {}).result()
        warn("It thinks when it is quiet. `companion brain pause` stops that.")
        over.wait()
        service.retire()


def _show_brief(found: Json) -> None:
    if found["brief"] is None:
        typer.echo("No brief was written yet. `companion brief --new` writes one.")
        return
    old = " (an older one: of this day none was written yet)" if found["is_old"] else ""
    typer.echo(f"{found['heading']}{old}\n\n{found['summary']}")
    for section, heading in found["sections"].items():
        lines = [line for line in found["brief"]["lines"] if line["section"] == section]
        more = found["more"].get(section, "")
        if lines or more:
            typer.echo(f"\n{heading}")
        for line in lines:
            typer.echo(f"- {line['text']}")
            typer.echo(f"    {' '.join(line['cites'])}")
        if more:
            typer.echo(f"- {more}")
