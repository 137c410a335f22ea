"""`companion episodes`: times together by date, project and type, with what was reached and decided ([E] §4.3)."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_time
from companion.service import Json
from engine.memory import Sureness
from engine.trail import EpisodeType

app = typer.Typer(invoke_without_command=True)
On = Annotated[str | None, typer.Option(help='A time: 2026-05-01, "last week", last:3d.')]
Project = Annotated[str | None, typer.Option(help="The project that it belonged to.")]
Type = Annotated[EpisodeType | None, typer.Option("--type", help="What it was for.")]
Limit = Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)]
Episode = Annotated[str | None, typer.Option(help="Its id; the open one unless given.")]


@app.callback()
def episodes(
    context: typer.Context,
    *,
    on: On = None,
    project: Project = None,
    kind: Type = None,
    limit: Limit = 20,
    as_json: AsJson = False,
) -> None:
    """Without a command: times together, newest first."""
    if context.invoked_subcommand is None:
        asked = {"on": on, "project": project, "type": kind, "limit": limit}
        answer(context, "episodes.find", asked, as_json=as_json, show=_show_all)


@app.command()
def milestones(
    context: typer.Context,
    words: Annotated[str, typer.Argument(help="What it was about.")],
    *,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=100)] = 10,
    as_json: AsJson = False,
) -> None:
    """Search what was reached and decided, over all times together."""
    asked = {"query": words, "limit": limit}
    answer(context, "episodes.milestones", asked, as_json=as_json, show=_show_found)


@app.command()
def projects(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Projects, with when each was last worked on."""
    answer(context, "episodes.projects", {}, as_json=as_json, show=_show_projects)


@app.command()
def note(
    context: typer.Context,
    event: Annotated[str, typer.Argument(help="What was reached or decided.")],
    *,
    decision: Annotated[bool, typer.Option("--decision", help="It was decided.")] = False,
    why: Annotated[str, typer.Option(help="Why.")] = "",
    confidence: Annotated[Sureness, typer.Option(help="How sure the decision is.")] = Sureness.MEDIUM,
    importance: Annotated[float, typer.Option(help="0 to 1.", min=0, max=1)] = 0.5,
    project: Project = None,
    episode: Episode = None,
    as_json: AsJson = False,
) -> None:
    """Note a milestone or a decision of a time together."""
    asked = {
        "event": event,
        "kind": "decision" if decision else "milestone",
        "why": why,
        "confidence": confidence,
        "importance": importance,
        "project": project,
        "episode": episode,
    }
    answer(context, "episodes.note", asked, as_json=as_json, show=lambda found: _say_note(found["note"]))


@app.command()
def describe(
    context: typer.Context,
    *,
    episode: Episode = None,
    kind: Type = None,
    project: Annotated[
        list[str] | None, typer.Option(help="A project it belonged to; may be repeated.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say what a time together was for."""
    asked = {"episode": episode, "type": kind, "projects": project or []}
    answer(context, "episodes.describe", asked, as_json=as_json, show=lambda found: _say(found["episode"]))


def _show_all(found: Json) -> None:
    for episode in found["episodes"]:
        _say(episode)
    if not found["episodes"]:
        warn("There was no such time together.")


def _say(episode: dict[str, Any]) -> None:
    until = shown_time(episode["ended"])[-5:] if episode["ended"] else "now"
    felt = f"  {episode['mood_arc']['pattern']}" if episode["mood_arc"] else ""
    projects = f"  {', '.join(episode['projects'])}" if episode["projects"] else ""
    started = shown_time(episode["started"])
    typer.echo(f"{episode['id']}  {started}–{until}  {episode['type']}{projects}{felt}")
    for one in (*episode["milestones"], *episode["decisions"]):
        typer.echo(f"    {_line(one)}")


def _line(one: dict[str, Any]) -> str:
    why = f" — {one['why']}" if one["why"] else ""
    sure = f"  [{one['confidence']}]" if one["note_type"] == "decision" else ""
    return f"{one['note_type']}: {one['event']}{why}{sure}"


def _say_note(one: dict[str, Any]) -> None:
    typer.echo(f"{one['ref']}  {_line(one)}")


def _show_found(found: Json) -> None:
    for one in found["found"]:
        typer.echo(f"{shown_time(one['timestamp'])}  {_line(one)}")
    if not found["found"]:
        warn("Nothing was found.")


def _show_projects(found: Json) -> None:
    for one in found["projects"]:
        often = "once" if one["episodes"] == 1 else f"{one['episodes']} times"
        typer.echo(f"{shown_time(one['at'])}  {one['project']}  ({often})")
    if not found["projects"]:
        warn("No time together belonged to a project yet.")
