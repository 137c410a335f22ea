"""`companion companions`: who lives in this vault, and who of them is spoken with."""

import threading
from typing import Annotated, Any

import typer

from companion.cli.invocation import Invocation, call_of, print_json, warn
from companion.cli.rooms.asking import AsJson
from companion.host import is_alive, read
from companion.program.requests import answer
from companion.service import Json

app = typer.Typer(
    help="The companions of this vault: list, add, use, rename, leave-out.", invoke_without_command=True
)
One = Annotated[str, typer.Argument(help="Its name, or its id.")]


@app.callback()
def who(context: typer.Context, as_json: AsJson = False) -> None:
    """Who there is, and whom you speak with.

    Each has a mood, memories, notes and goals of its own; what you told one of them of yourself is known to all.
    """
    if context.invoked_subcommand is None:
        _ask(call_of(context, as_json=as_json), "companions")


@app.command("list")
def list_companions(context: typer.Context, as_json: AsJson = False) -> None:
    """Who there is, and whom you speak with."""
    _ask(call_of(context, as_json=as_json), "companions")


@app.command()
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What you will call it.")],
    as_json: AsJson = False,
) -> None:
    """Have one more; one that you left out is back under its name, with all that it has."""
    _ask(call_of(context, as_json=as_json), "companions.add", name=name)


@app.command()
def use(context: typer.Context, companion: One, as_json: AsJson = False) -> None:
    """Speak with this one from now on."""
    call = call_of(context, as_json=as_json)
    _ask(call, "companions.use", companion=companion)
    _tell_of_owner(call)


@app.command()
def rename(
    context: typer.Context,
    companion: One,
    name: Annotated[str, typer.Argument(help="Its new name; an empty one for the plain word.")],
    as_json: AsJson = False,
) -> None:
    """Call it otherwise; it stays the same."""
    call = call_of(context, as_json=as_json)
    _ask(call, "companions.rename", companion=companion, name=name)
    _tell_of_owner(call)


@app.command("leave-out")
def leave_out(context: typer.Context, companion: One, as_json: AsJson = False) -> None:
    """List it no more. It keeps all that it has; `companion forget` erases."""
    _ask(call_of(context, as_json=as_json), "companions.leave_out", companion=companion)


def _ask(call: Invocation, request: str, **parameters: Any) -> None:
    found = answer(call.home().path, request, parameters, _unheard, threading.Event())
    if call.as_json:
        print_json(found)
        return
    for one in found["companions"]:
        left_out = "" if one["listed"] else "  left out"
        typer.echo(f"{'*' if one['chosen'] else ' '} {one['called']:<20} {one['id']}{left_out}")


def _tell_of_owner(call: Invocation) -> None:
    """Who runs already was built before the choice."""
    owner = read(call.home().lease_path)
    if owner is not None and is_alive(owner.owner):
        warn(f"It holds once process {owner.pid}, which runs the companion now, has ended.")


def _unheard(_: Json) -> None:
    """It takes a moment: there is no progress to show."""
