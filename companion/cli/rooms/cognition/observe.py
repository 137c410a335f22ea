"""`companion observe`: what is worth a word now, and how often it may be said ([E] §6.3)."""

from typing import Annotated

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_time
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Which = Annotated[str, typer.Argument(metavar="OBSERVATION", help="Its id.")]


@app.callback()
def observe(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Without a command: all that is worth a word now."""
    if context.invoked_subcommand is None:
        answer(context, "noticing.observations", {}, as_json=as_json, show=_show_all)


@app.command("next")
def offer(context: typer.Context, *, as_json: AsJson = False) -> None:
    """One thing to be told now, three a time together and five minutes apart at most; it counts as told."""
    answer(context, "noticing.offer", {}, as_json=as_json, show=_show_offer)


@app.command("answer")
def answer_one(context: typer.Context, observation: Which, *, as_json: AsJson = False) -> None:
    """You took it up: it is not told again for a week."""
    answer(context, "noticing.answer", {"observation": observation}, as_json=as_json, show=_show_told)


@app.command()
def dismiss(context: typer.Context, observation: Which, *, as_json: AsJson = False) -> None:
    """You do not want to hear of it: it is not told again for a month."""
    answer(context, "noticing.dismiss", {"observation": observation}, as_json=as_json, show=_show_told)


@app.command()
def told(
    context: typer.Context,
    *,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)] = 20,
    as_json: AsJson = False,
) -> None:
    """What was told last, newest first; the words themselves are not kept."""
    answer(context, "noticing.told", {"limit": limit}, as_json=as_json, show=_show_list)


def _show_all(found: Json) -> None:
    for one in found["observations"]:
        typer.echo(f"- {one['words']}")
    if not found["observations"]:
        warn("Nothing is worth a word now.")


def _show_offer(found: Json) -> None:
    if found["offer"] is None:
        warn("There is nothing to tell now.")
        return
    typer.echo(f"{found['offer']['id']}  {found['offer']['observation']['words']}")


def _show_told(found: Json) -> None:
    _show_list({"told": [found["told"]]})


def _show_list(found: Json) -> None:
    for one in found["told"]:
        kind = one["kind"].replace("_", " ")
        typer.echo(f"{one['id']}  {shown_time(one['at'])}  {kind}  [{one['fate']}]")
    if not found["told"]:
        warn("Nothing was told yet.")
