"""`companion goals`: what is wanted over more than one time together."""

from datetime import datetime
from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, day, shown_day
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Goal = Annotated[str, typer.Argument(help="Its number.")]
Priority = Annotated[str | None, typer.Option(help="high, medium or low.")]
Project = Annotated[str | None, typer.Option(help="The project that it belongs to.")]
Deadline = Annotated[
    datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The day by which, YYYY-MM-DD.")
]


@app.callback()
def goals(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: the goals that are still wanted."""
    if context.invoked_subcommand is None:
        answer(context, "goals.list", {"open": True}, as_json=as_json, show=_show_all)


@app.command("list")
def listing(
    context: typer.Context,
    *,
    every: Annotated[bool, typer.Option("--all", help="Those that are done or dropped too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Goals, the most important first."""
    answer(context, "goals.list", {"open": not every}, as_json=as_json, show=_show_all)


@app.command()
def add(
    context: typer.Context,
    title: Annotated[str, typer.Argument(help="What is wanted.")],
    *,
    priority: Priority = None,
    project: Project = None,
    deadline: Deadline = None,
    note: Annotated[str, typer.Option(help="How it stands.")] = "",
    as_json: AsJson = False,
) -> None:
    """Take up a goal."""
    asked = {
        "title": title,
        "priority": priority or "medium",
        "project": project,
        "deadline": day(deadline),
        "notes": note,
    }
    answer(context, "goals.add", asked, as_json=as_json, show=_show)


@app.command()
def update(
    context: typer.Context,
    goal: Goal,
    *,
    title: Annotated[str | None, typer.Option(help="Another name for it.")] = None,
    status: Annotated[str | None, typer.Option(help="active, stalled, done or dropped.")] = None,
    priority: Priority = None,
    project: Project = None,
    deadline: Deadline = None,
    note: Annotated[str | None, typer.Option(help="What happened; is added to what stands.")] = None,
    as_json: AsJson = False,
) -> None:
    """Change a goal, or note how it goes on."""
    asked = {
        "goal": goal,
        "title": title,
        "status": status,
        "priority": priority,
        "project": project,
        "deadline": day(deadline),
        "note": note,
    }
    answer(context, "goals.update", asked, as_json=as_json, show=_show)


@app.command()
def done(context: typer.Context, goal: Goal, as_json: AsJson = False) -> None:
    """It is reached."""
    answer(context, "goals.update", {"goal": goal, "status": "done"}, as_json=as_json, show=_show)


def _show_all(found: Json) -> None:
    for goal in found["goals"]:
        _say(goal)
    if not found["goals"]:
        warn("There is no goal: companion goals add TITLE.")


def _show(found: Json) -> None:
    _say(found["goal"])


def _say(goal: dict[str, Any]) -> None:
    marks = [goal["status"]] if goal["status"] != "active" else []
    marks += ["stale"] if goal["stale"] else []
    marks += [f"by {goal['deadline']}"] if goal["deadline"] else []
    marks += [goal["project"]] if goal["project"] else []
    extra = f"  [{', '.join(marks)}]" if marks else ""
    typer.echo(f"{goal['number']:>3}  {goal['priority']:<6}  {goal['title']}{extra}")
    for note in goal["notes"][-1:]:
        typer.echo(f"       {shown_day(note['at'])}  {note['text']}")
