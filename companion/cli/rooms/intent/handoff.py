"""`companion handoff`: what is carried from one time together to the next."""

from datetime import datetime
from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, day, shown_day
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Item = Annotated[str, typer.Argument(help="Its id.")]


@app.callback()
def handoff(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: what is open, and what the last time together left."""
    if context.invoked_subcommand is None:
        answer(context, "handoff.read", {}, as_json=as_json, show=_show_all)


@app.command()
def read(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=0, max=100, help="Handoffs, newest first.")] = 1,
    as_json: AsJson = False,
) -> None:
    """What is open, and what the last times together left."""
    answer(context, "handoff.read", {"limit": limit}, as_json=as_json, show=_show_all)


@app.command()
def add(
    context: typer.Context,
    what: Annotated[str, typer.Argument(help="plan, reminder, promise or unfinished.")],
    text: Annotated[str, typer.Argument(help="What it is about.")],
    due: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%d"], help="Not before this day, YYYY-MM-DD.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Have something brought up the next time, or on a day."""
    asked = {"what": what, "text": text, "due": day(due)}
    answer(context, "handoff.add", asked, as_json=as_json, show=_show)


@app.command()
def done(context: typer.Context, item: Item, as_json: AsJson = False) -> None:
    """It is done, also where the companion only thinks so."""
    answer(context, "handoff.fulfil", {"item": item}, as_json=as_json, show=_show)


@app.command()
def drop(context: typer.Context, item: Item, as_json: AsJson = False) -> None:
    """Let it be."""
    answer(context, "handoff.drop", {"item": item}, as_json=as_json, show=_show)


@app.command()
def undo(context: typer.Context, item: Item, as_json: AsJson = False) -> None:
    """It is open again."""
    answer(context, "handoff.undo", {"item": item}, as_json=as_json, show=_show)


@app.command()
def now(
    context: typer.Context,
    *,
    topic: Annotated[str | None, typer.Option(help="What is going on.")] = None,
    note: Annotated[str | None, typer.Option(help="How it stands.")] = None,
    enabled: Annotated[
        bool | None, typer.Option("--on/--off", help="Whether it is read when you meet.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """What is going on just now: shown, set, or switched off and on."""
    given = {"topic": topic, "note": note, "enabled": enabled}
    asked = {name: value for name, value in given.items() if value is not None}
    answer(context, "intent.context", asked, as_json=as_json, show=_show_context)


def _show_context(found: Json) -> None:
    kept = found["context"]
    if kept is None:
        warn("Nothing is noted: companion handoff now --topic TOPIC.")
        return
    words = ": ".join(part for part in (kept["topic"], kept["note"]) if part)
    typer.echo(words if kept["enabled"] else f"{words}  [off]")


def _show_all(found: Json) -> None:
    for item in (*found["open"], *found["proposed"]):
        _say(item)
    if not found["open"] and not found["proposed"]:
        warn("Nothing is open.")
    for each in found["handoffs"]:
        felt = f", {each['mood_and_mode']}" if each["mood_and_mode"] else ""
        typer.echo(
            f"\nHandoff {each['number']} of {shown_day(each['at'])}{felt}: {len(each['items'])} carried"
        )


def _show(found: Json) -> None:
    _say(found["item"])


def _say(item: dict[str, Any]) -> None:
    marks = ["overdue"] if item["overdue"] else []
    marks += [f"carried {item['carried']}×"] if item["carried"] else []
    marks += [f"for {item['due']}"] if item["due"] else []
    marks += ["done, it seems: undo or done"] if item["status"] == "proposed" else []
    marks += [item["status"]] if item["status"] in {"fulfilled", "dropped"} else []
    extra = f"  [{', '.join(marks)}]" if marks else ""
    typer.echo(f"{item['id']}  {item['what']:<10}  {shown_day(item['first_seen'])}  {item['text']}{extra}")
