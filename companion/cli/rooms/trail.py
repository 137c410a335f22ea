"""What was said, `companion trail search`, and times together by date, project and type, `companion episodes`."""

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.lines import Line, Show, shown
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json

STEP = Line("{mark} {at:time}  {speaker}: {text}[ ({withdrawn:?withdrawn})]")
RANGE = Line("{interval}  {hits} found  {best.speaker}: {best.text}")


def _show_found(found: Json) -> None:
    if found["window"]:
        typer.echo(f"In {found['window']}:")
    for each in found["ranges"]:
        RANGE(each)
    for each in found["evidence"]:
        for step in (*each["before"], each | {"mark": "›"}, *each["after"]):
            STEP({"mark": " "} | step)
        if each["before"] or each["after"]:
            typer.echo()
    if not (found["ranges"] or found["evidence"]):
        warn("Nothing was found.")


AROUND = {"before": Said(default=0), "after": Said(default=0)}

trail = group(Verb("search", "trail.search", _show_found, said=AROUND))

WHAT = "{note_type}: {event}[ — {why}]"
DECIDED = WHAT + "[  [[{confidence}]]]"
EPISODE = Line(
    "{id}  {started:time}–[{ended:hour}]{ended:?|now}  {type}[  {projects}][  {mood_arc.pattern}]",
    below=("{began}", ("milestones", Line(WHAT)), ("decisions", Line(DECIDED))),
)


def _say_episode(episode: Json) -> None:
    EPISODE({"began": ""} | episode)


def _noted(before: str) -> Show:
    """How sure one is, is said of decisions alone."""
    lines = {"milestone": Line(before + WHAT), "decision": Line(before + DECIDED)}
    return lambda note: lines[note["note_type"]](note)


PROJECT = Line("{at:time}  {project}  ({episodes:times})")

episodes = group(
    Verb("milestones", "episodes.milestones", shown("found", _noted("{timestamp:time}  "))),
    first=Verb("", "episodes.find"),
    room=Room(
        "episodes",
        {"episode": _say_episode, "project": PROJECT, "note": _noted("{ref}  ")},
        "There was no such time together.",
        said={"kind": Said("--decision", "It was decided.", flag=("decision", "milestone"))},
        without=("read", "of"),
    ),
)
