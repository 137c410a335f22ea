"""`companion mood` and `companion mode`: how it feels, what moved it, what lasts, and which manner holds."""

import typer

from companion.cli.rooms.lines import Line, shown
from companion.cli.verbs import Instead, Room, Said, Verb, command, group
from companion.service import Json
from engine.mood import Mode


def _point(path: str) -> str:
    """A template of a point that lies there."""
    axes = ("valence", "energy", "openness")
    return "  ".join(f"{axis} {{{path}.{axis}:+.2f}}" for axis in axes)


STATE = Line(
    "{names}",
    below=(f"now       {_point('point')}", f"at rest   {_point('temperament')}", "mode      {mode}"),
)
ENTRY = Line(
    f"{{at:time}}  {{cause:<7}} {{label:<12}} {_point('point')}[  {{reason}}]",
    none="Nothing has moved it yet.",
)
ARC = Line(f"{{episode}}  {{pattern:<13}}[  {_point('start')} → {_point('end')}]")
IMPRINT = Line(
    "{id}  {strength:.2f}  {created_at:time}  {feeling}",
    ("{faded:?over}",),
    none="Nothing has left a mark yet.",
)
SEEN = Line("{at:time}  {seeming:<9} {source}", none="Nothing was noticed yet.")


def _show(found: Json) -> None:
    names = [f"{one['name']} {one['intensity']:.0%}" for one in found["emotions"]]
    STATE(found | {"names": names})


def _show_modes(found: Json) -> None:
    for one in found["modes"]:
        typer.echo(f"{'*' if one == found['mode'] else ' '} {one}")
    if found["suggestion"]:
        typer.echo(f"It would suggest {found['suggestion']['mode']}: {found['suggestion']['reason']}")


def _show_arcs(found: Json) -> None:
    """The one that runs first, which is among the others where it was long enough."""
    running = [found["arc"]] if found["arc"] is not None else []
    ended = [one for one in found["arcs"] if one["episode"] not in {each["episode"] for each in running}]
    shown("arcs", ARC, "There was no time together yet.")({"arcs": [*running, *ended]})


def _show_seen(found: Json) -> None:
    shown("seen", SEEN)(found)
    if found["declining"]:
        typer.echo("It seems to have got harder over these weeks.")


MODES = {mode.value: mode.value for mode in Mode} | {"off": None}

mode = command(
    Verb(
        "mode",
        "mood",
        _show_modes,
        f"Switch its manner until this time together ends: {', '.join(Mode)}.",
        said={
            "mode": Said(words="A mode, or off; without one they are listed.", argument=True, choices=MODES)
        },
        instead=(Instead("mode", "mood.mode", _show),),
    )
)

mood = group(
    Verb("imprints", "mood.imprints", said={"over": Said("--all", flag=(True, False))}),
    Verb("seen", "mood.seen", _show_seen, said={"limit": Said(default=20)}),
    Verb("let-go", "mood.let_go", "It is let go: it moves nothing any more."),
    Verb("carry", "mood.carry_again", "It is carried again."),
    Verb("nudge", "mood.nudge", _show),
    Verb("reset", "mood.reset_temperament", _show),
    Verb("arcs", "mood.arcs", _show_arcs),
    first=Verb("", "mood", _show),
    room=Room(
        "mood",
        {"entries": ENTRY, "imprint": IMPRINT},
        said={"imprint": Said("IMPRINT")},
        without=("mode", "rest_again", "arc"),
    ),
)
