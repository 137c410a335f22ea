"""`companion companions`: who lives in this vault, and who of them is spoken with."""

import threading
from typing import Annotated, Any

import typer

from companion.cli.exit_codes import ExitCode
from companion.cli.invocation import Invocation, call_of, print_json
from companion.cli.rooms.asking import AsJson
from companion.cli.rooms.preferences import tell_of_owner
from companion.companions import find, without
from companion.preferences import PreferenceFile
from companion.program.requests import answer
from companion.service import Json

app = typer.Typer(
    help="The companions of this vault: list, add, use, rename, leave-out, erase.",
    invoke_without_command=True,
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
    tell_of_owner(call.home())


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
    tell_of_owner(call.home())


@app.command("leave-out")
def leave_out(context: typer.Context, companion: One, as_json: AsJson = False) -> None:
    """List it no more. It keeps all that it has; `companion companions erase` erases it."""
    _ask(call_of(context, as_json=as_json), "companions.leave_out", companion=companion)


@app.command()
def erase(
    context: typer.Context,
    companion: One,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
    as_json: AsJson = False,
) -> None:
    """Erase one that you do not speak with, once you type its name: its mood, memories, notes, beliefs and nights.

    What was said to it stays, and so does what is known of you.
    """
    from companion.cli.rooms.forget import forget_companion  # noqa: PLC0415 - brings the mind
    from companion.cli.talk import reached  # noqa: PLC0415 - brings the mind

    call = call_of(context, as_json=as_json)
    chosen = PreferenceFile(call.home().path).load().preferences
    one = find(chosen.companions, companion)
    without(chosen.companions, one.id, chosen=chosen.companion)
    with reached(call) as service:
        dry = dry_run or (call.as_json and not yes)
        done = forget_companion(call, service, one.id, one.called, yes=yes, dry=dry)
        service.retire()
    raise typer.Exit(ExitCode.DONE if done else ExitCode.STOPPED)


def _ask(call: Invocation, request: str, **parameters: Any) -> None:
    found = answer(call.home().path, request, parameters, _unheard, threading.Event())
    if call.as_json:
        print_json(found)
        return
    for one in found["companions"]:
        left_out = "" if one["listed"] else "  left out"
        typer.echo(f"{'*' if one['chosen'] else ' '} {one['called']:<20} {one['id']}{left_out}")


def _unheard(_: Json) -> None:
    """It takes a moment: there is no progress to show."""
