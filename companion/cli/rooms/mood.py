"""`companion mood` and `companion mode`: how it feels, what moved it, what lasts, and which manner holds."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import call_of, warn
from companion.cli.rooms.asking import AsJson, answer, asked, every, marked, says, shown_time, single, tell
from companion.cli.verbs import Said, Verb, group
from companion.service import Json
from engine.mood import Mode

AXES = ("valence", "energy", "openness")
OFF = "off"


def mode(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A mode, or off; without one they are listed.")] = "",
    *,
    as_json: AsJson = False,
) -> None:
    """Switch its manner until this time together ends: dev, soft, playful, therapist, drift, cold, girlfriend."""
    if name:
        chosen = None if name.casefold() == OFF else name.casefold()
        answer(context, "mood.mode", {"mode": chosen}, as_json=as_json, show=_show)
        return
    call = call_of(context, as_json=as_json)
    found = asked(call, "mood", {})
    modes = {"mode": found["mode"], "modes": list(Mode), "suggestion": found["suggestion"]}
    tell(call, modes, _show_modes)


def _show_modes(found: Json) -> None:
    for one in Mode:
        typer.echo(f"{'*' if one == found['mode'] else ' '} {one}")
    if found["suggestion"]:
        typer.echo(f"It would suggest {found['suggestion']['mode']}: {found['suggestion']['reason']}")


def _show(found: Json) -> None:
    names = ", ".join(f"{one['name']} {one['intensity']:.0%}" for one in found["emotions"])
    typer.echo(names)
    typer.echo(f"  now       {_point(found['point'])}")
    typer.echo(f"  at rest   {_point(found['temperament'])}")
    if found["mode"]:
        typer.echo(f"  mode      {found['mode']}")


def _show_arcs(found: Json) -> None:
    running, ended = found["arc"], found["arcs"]
    if running is not None and running["episode"] not in {one["episode"] for one in ended}:
        ended = [running, *ended]
    for one in ended:
        went = "" if one["start"] is None else f"  {_point(one['start'])} → {_point(one['end'])}"
        typer.echo(f"{one['episode']}  {one['pattern']:<13}{went}")
    if not ended:
        warn("There was no time together yet.")


def _say_imprint(one: dict[str, Any]) -> None:
    line = f"{one['id']}  {one['strength']:.2f}  {shown_time(one['created_at'])}  {one['feeling']}"
    typer.echo(marked(line, "over" if one["faded"] else ""))


def _show_seen(found: Json) -> None:
    for one in found["seen"]:
        typer.echo(f"{shown_time(one['at'])}  {one['seeming']:<9} {one['source']}")
    if found["declining"]:
        typer.echo("It seems to have got harder over these weeks.")
    if not found["seen"]:
        warn("Nothing was noticed yet.")


def _point(point: dict[str, Any]) -> str:
    return "  ".join(f"{axis} {point[axis]:+.2f}" for axis in AXES)


def _say_entry(one: dict[str, Any]) -> None:
    why = f"  {one['reason']}" if one["reason"] else ""
    typer.echo(f"{shown_time(one['at'])}  {one['cause']:<7} {one['label']:<12} {_point(one['point'])}{why}")


IMPRINT = {"imprint": Said("IMPRINT")}
EVERY = Said("--all", flag=(True, False))

app = group(
    Verb("journal", "mood.journal", every("entries", _say_entry, "Nothing has moved it yet.")),
    Verb(
        "imprints",
        "mood.imprints",
        every("imprints", _say_imprint, "Nothing has left a mark yet."),
        said={"over": EVERY},
    ),
    Verb("seen", "mood.seen", _show_seen, said={"limit": Said(default=20)}),
    Verb("imprint", "mood.imprint", single("imprint", _say_imprint)),
    Verb("let-go", "mood.let_go", says("It is let go: it moves nothing any more."), said=IMPRINT),
    Verb("carry", "mood.carry_again", says("It is carried again."), said=IMPRINT),
    Verb("nudge", "mood.nudge", _show),
    Verb("reset", "mood.reset_temperament", _show),
    first=Verb("", "mood", _show),
)


@app.command()
def arcs(
    context: typer.Context,
    *,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)] = 10,
    as_json: AsJson = False,
) -> None:
    """How the time together that runs went so far, and how the last ones went."""
    call = call_of(context, as_json=as_json)
    found = asked(call, "mood.arcs", {"limit": limit}) | asked(call, "mood.arc", {})
    tell(call, found, _show_arcs)
