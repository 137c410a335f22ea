"""`companion mood` and `companion mode`: how it feels, what moved it, what lasts, and which manner holds."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import call_of, warn
from companion.cli.rooms.asking import AsJson, answer, asked, shown_time, tell
from companion.service import Json
from engine.mood import Mode

app = typer.Typer(help="How it feels.", invoke_without_command=True)
AXES = ("valence", "energy", "openness")
OFF = "off"


@app.callback()
def state(context: typer.Context, *, as_json: AsJson = False) -> None:
    """How it feels now: the point, its names, and where it rests."""
    if context.invoked_subcommand is None:
        answer(context, "mood", {}, as_json=as_json, show=_show)


@app.command()
def journal(
    context: typer.Context,
    *,
    since: Annotated[str, typer.Option(help='A time: "last week", last:3d, 2026-05-01.')] = "",
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)] = 20,
    as_json: AsJson = False,
) -> None:
    """What moved it, newest first."""
    wanted = {"since": since or None, "limit": limit}
    answer(context, "mood.journal", wanted, as_json=as_json, show=_show_journal)


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


@app.command()
def imprints(
    context: typer.Context,
    *,
    every: Annotated[bool, typer.Option("--all", help="Also what faded or was let go.")] = False,
    as_json: AsJson = False,
) -> None:
    """Feelings that outlast their details, and slowly move where it rests."""
    answer(context, "mood.imprints", {"over": every}, as_json=as_json, show=_show_imprints)


@app.command()
def seen(
    context: typer.Context,
    *,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)] = 20,
    as_json: AsJson = False,
) -> None:
    """How you seemed to it over the last weeks, newest first: guesses, which it takes for nothing more."""
    answer(context, "mood.seen", {"limit": limit}, as_json=as_json, show=_show_seen)


@app.command()
def imprint(
    context: typer.Context,
    feeling: Annotated[str, typer.Argument(help="What it is, in a few words.")],
    *,
    strength: Annotated[float | None, typer.Option(help="How strong, 0.1 to 1.", min=0.1, max=1)] = None,
    as_json: AsJson = False,
) -> None:
    """Let how it feels now last."""
    wanted = {"feeling": feeling, "strength": strength}
    answer(context, "mood.imprint", wanted, as_json=as_json, show=_show_imprint)


@app.command("let-go")
def let_go(
    context: typer.Context,
    imprint_id: Annotated[str, typer.Argument(metavar="IMPRINT", help="The id of the imprint.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Let an imprint go: it moves nothing any more."""
    answer(context, "mood.let_go", {"imprint": imprint_id}, as_json=as_json, show=_show_gone)


@app.command()
def nudge(
    context: typer.Context,
    *,
    valence: Annotated[float, typer.Option(help="Brighter or darker, −2 to 2.", min=-2, max=2)] = 0.0,
    energy: Annotated[float, typer.Option(help="Livelier or quieter, −1 to 1.", min=-1, max=1)] = 0.0,
    openness: Annotated[float, typer.Option(help="More open or more guarded, −1 to 1.", min=-1, max=1)] = 0.0,
    reason: Annotated[str, typer.Option(help="Why, for its journal.")] = "",
    as_json: AsJson = False,
) -> None:
    """Move it by hand."""
    by = {"valence": valence, "energy": energy, "openness": openness, "reason": reason}
    answer(context, "mood.nudge", by, as_json=as_json, show=_show)


@app.command()
def reset(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Let it rest where it did at first; what left a mark remains and moves nothing any more."""
    answer(context, "mood.reset_temperament", {}, as_json=as_json, show=_show)


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


def _show_journal(found: Json) -> None:
    for one in found["entries"]:
        why = f"  {one['reason']}" if one["reason"] else ""
        typer.echo(
            f"{shown_time(one['at'])}  {one['cause']:<7} {one['label']:<12} {_point(one['point'])}{why}"
        )
    if not found["entries"]:
        warn("Nothing has moved it yet.")


def _show_arcs(found: Json) -> None:
    running, ended = found["arc"], found["arcs"]
    if running is not None and running["episode"] not in {one["episode"] for one in ended}:
        ended = [running, *ended]
    for one in ended:
        went = "" if one["start"] is None else f"  {_point(one['start'])} → {_point(one['end'])}"
        typer.echo(f"{one['episode']}  {one['pattern']:<13}{went}")
    if not ended:
        warn("There was no time together yet.")


def _show_imprints(found: Json) -> None:
    for one in found["imprints"]:
        _say_imprint(one)
    if not found["imprints"]:
        warn("Nothing has left a mark yet.")


def _show_imprint(found: Json) -> None:
    _say_imprint(found["imprint"])


def _say_imprint(one: dict[str, Any]) -> None:
    over = "  [over]" if one["faded"] else ""
    typer.echo(f"{one['id']}  {one['strength']:.2f}  {shown_time(one['created_at'])}  {one['feeling']}{over}")


def _show_gone(_: Json) -> None:
    warn("It is let go: it moves nothing any more.")


def _show_seen(found: Json) -> None:
    for one in found["seen"]:
        typer.echo(f"{shown_time(one['at'])}  {one['seeming']:<9} {one['source']}")
    if found["declining"]:
        typer.echo("It seems to have got harder over these weeks.")
    if not found["seen"]:
        warn("Nothing was noticed yet.")


def _point(point: dict[str, Any]) -> str:
    return "  ".join(f"{axis} {point[axis]:+.2f}" for axis in AXES)
