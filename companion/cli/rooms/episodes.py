"""`companion episodes`: times together by date, project and type, with what was reached and decided ([E] §4.3)."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, shown_time, single
from companion.cli.verbs import Said, Verb, group


def _say(episode: dict[str, Any]) -> None:
    until = shown_time(episode["ended"])[-5:] if episode["ended"] else "now"
    felt = f"  {episode['mood_arc']['pattern']}" if episode["mood_arc"] else ""
    projects = f"  {', '.join(episode['projects'])}" if episode["projects"] else ""
    started = shown_time(episode["started"])
    typer.echo(f"{episode['id']}  {started}–{until}  {episode['type']}{projects}{felt}")
    if episode.get("began"):
        typer.echo(f"    {episode['began']}")
    for one in (*episode["milestones"], *episode["decisions"]):
        typer.echo(f"    {_line(one)}")


def _line(one: dict[str, Any]) -> str:
    why = f" — {one['why']}" if one["why"] else ""
    sure = f"  [{one['confidence']}]" if one["note_type"] == "decision" else ""
    return f"{one['note_type']}: {one['event']}{why}{sure}"


def _say_note(one: dict[str, Any]) -> None:
    typer.echo(f"{one['ref']}  {_line(one)}")


def _say_found(one: dict[str, Any]) -> None:
    typer.echo(f"{shown_time(one['timestamp'])}  {_line(one)}")


def _say_project(one: dict[str, Any]) -> None:
    often = "once" if one["episodes"] == 1 else f"{one['episodes']} times"
    typer.echo(f"{shown_time(one['at'])}  {one['project']}  ({often})")


NO_PROJECT = "No time together belonged to a project yet."
DECISION = Said("--decision", "It was decided.", flag=("decision", "milestone"))

app = group(
    Verb("milestones", "episodes.milestones", every("found", _say_found)),
    Verb("projects", "episodes.projects", every("projects", _say_project, NO_PROJECT)),
    Verb("note", "episodes.note", single("note", _say_note), said={"kind": DECISION}),
    Verb("describe", "episodes.describe", single("episode", _say)),
    first=Verb("", "episodes.find", every("episodes", _say, "There was no such time together.")),
)
