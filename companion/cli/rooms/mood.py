"""`companion mood` and `companion mode`: how it feels, what moved it, what lasts, and which manner holds."""

from datetime import datetime
from typing import Annotated, Any

import typer

from companion.cli.invocation import Invocation, invocation, print_json, warn
from companion.cli.talk import reached
from companion.service import Json
from engine.mood import Mode

app = typer.Typer(help="How it feels.", invoke_without_command=True)
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]
AXES = ("valence", "energy", "openness")
OFF = "off"


@app.callback()
def state(context: typer.Context, *, as_json: AsJson = False) -> None:
    """How it feels now: the point, its names, and where it rests."""
    if context.invoked_subcommand is not None:
        return
    found = _asked(context, "mood", {})
    if _wants_json(context, as_json):
        print_json(found)
        return
    _show(found)


@app.command()
def journal(
    context: typer.Context,
    *,
    since: Annotated[str, typer.Option(help='A time: "last week", last:3d, 2026-05-01.')] = "",
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)] = 20,
    as_json: AsJson = False,
) -> None:
    """What moved it, newest first."""
    found = _asked(context, "mood.journal", {"since": since or None, "limit": limit})
    if _wants_json(context, as_json):
        print_json(found)
        return
    for one in found["entries"]:
        why = f"  {one['reason']}" if one["reason"] else ""
        typer.echo(f"{_time(one['at'])}  {one['cause']:<7} {one['label']:<12} {_point(one['point'])}{why}")
    if not found["entries"]:
        warn("Nothing has moved it yet.")


@app.command()
def arcs(
    context: typer.Context,
    *,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)] = 10,
    as_json: AsJson = False,
) -> None:
    """How the time together that runs went so far, and how the last ones went."""
    now = _asked(context, "mood.arc", {})
    found = _asked(context, "mood.arcs", {"limit": limit}) | now
    if _wants_json(context, as_json):
        print_json(found)
        return
    ended = found["arcs"]
    running = (
        []
        if now["arc"] is None or now["arc"]["episode"] in {one["episode"] for one in ended}
        else [now["arc"]]
    )
    for one in [*running, *ended]:
        went = "" if one["start"] is None else f"  {_point(one['start'])} → {_point(one['end'])}"
        typer.echo(f"{one['episode']}  {one['pattern']:<13}{went}")
    if not running and not ended:
        warn("There was no time together yet.")


@app.command()
def imprints(
    context: typer.Context,
    *,
    every: Annotated[bool, typer.Option("--all", help="Also what faded or was let go.")] = False,
    as_json: AsJson = False,
) -> None:
    """Feelings that outlast their details, and slowly move where it rests."""
    found = _asked(context, "mood.imprints", {"over": every})
    if _wants_json(context, as_json):
        print_json(found)
        return
    for one in found["imprints"]:
        over = "  (over)" if one["faded"] else ""
        typer.echo(f"{one['id']}  {one['strength']:.2f}  {_time(one['created_at'])}  {one['feeling']}{over}")
    if not found["imprints"]:
        warn("Nothing has left a mark yet.")


@app.command()
def seen(
    context: typer.Context,
    *,
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=1000)] = 20,
    as_json: AsJson = False,
) -> None:
    """How you seemed to it over the last weeks, newest first: guesses, which it takes for nothing more."""
    found = _asked(context, "mood.seen", {"limit": limit})
    if _wants_json(context, as_json):
        print_json(found)
        return
    for one in found["seen"]:
        typer.echo(f"{_time(one['at'])}  {one['seeming']:<9} {one['source']}")
    if found["declining"]:
        typer.echo("It seems to have got harder over these weeks.")
    if not found["seen"]:
        warn("Nothing was noticed yet.")


@app.command()
def imprint(
    context: typer.Context,
    feeling: Annotated[str, typer.Argument(help="What it is, in a few words.")],
    *,
    strength: Annotated[float | None, typer.Option(help="How strong, 0.1 to 1.", min=0.1, max=1)] = None,
    as_json: AsJson = False,
) -> None:
    """Let how it feels now last."""
    made = _asked(context, "mood.imprint", {"feeling": feeling, "strength": strength})
    if _wants_json(context, as_json):
        print_json(made)
        return
    typer.echo(f"{made['imprint']['id']}  {made['imprint']['strength']:.2f}  {made['imprint']['feeling']}")


@app.command("let-go")
def let_go(
    context: typer.Context,
    imprint_id: Annotated[str, typer.Argument(metavar="IMPRINT", help="The id of the imprint.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Let an imprint go: it moves nothing any more."""
    done = _asked(context, "mood.let_go", {"imprint": imprint_id})
    if _wants_json(context, as_json):
        print_json(done)
    else:
        typer.echo("It is let go.")


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
    asked = {"valence": valence, "energy": energy, "openness": openness, "reason": reason}
    _change(context, "mood.nudge", asked, as_json=as_json)


@app.command()
def reset(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Let it rest where it did at first; what left a mark remains and moves nothing any more."""
    _change(context, "mood.reset_temperament", {}, as_json=as_json)


def mode(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A mode, or off; without one they are listed.")] = "",
    *,
    as_json: AsJson = False,
) -> None:
    """Switch its manner until this time together ends: dev, soft, playful, therapist, drift, cold, girlfriend."""
    if name:
        chosen = None if name.casefold() == OFF else name.casefold()
        _change(context, "mood.mode", {"mode": chosen}, as_json=as_json)
        return
    found = _asked(context, "mood", {})
    if _wants_json(context, as_json):
        print_json({"mode": found["mode"], "modes": list(Mode), "suggestion": found["suggestion"]})
        return
    for one in Mode:
        typer.echo(f"{'*' if one == found['mode'] else ' '} {one}")
    if found["suggestion"]:
        typer.echo(f"It would suggest {found['suggestion']['mode']}: {found['suggestion']['reason']}")


def _change(context: typer.Context, request: str, asked: Json, *, as_json: bool) -> None:
    found = _asked(context, request, asked)
    if _wants_json(context, as_json):
        print_json(found)
    else:
        _show(found)


def _show(found: Json) -> None:
    names = ", ".join(f"{one['name']} {one['intensity']:.0%}" for one in found["emotions"])
    typer.echo(names)
    typer.echo(f"  now       {_point(found['point'])}")
    typer.echo(f"  at rest   {_point(found['temperament'])}")
    if found["mode"]:
        typer.echo(f"  mode      {found['mode']}")


def _point(point: dict[str, Any]) -> str:
    return "  ".join(f"{axis} {point[axis]:+.2f}" for axis in AXES)


def _time(stored: str) -> str:
    return f"{datetime.fromisoformat(stored).astimezone():%Y-%m-%d %H:%M}"


def _asked(context: typer.Context, request: str, parameters: Json) -> Json:
    with reached(invocation(context)) as service:
        found = service.submit(request, parameters).result()
        service.retire()
    return found


def _wants_json(context: typer.Context, as_json: bool) -> bool:
    call: Invocation = invocation(context)
    return as_json or call.as_json
