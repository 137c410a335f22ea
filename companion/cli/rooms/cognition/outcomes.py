"""`companion outcomes`: what was decided and expected, and how it turned out ([E] §8.3)."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_day
from companion.cli.rooms.cognition.options import Confidence, Source, Tag
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Outcome = Annotated[str, typer.Argument(help="Its id.")]
ASPECTS = ("channel", "audience", "framing")


@app.callback()
def outcomes(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: decisions, newest first."""
    if context.invoked_subcommand is None:
        answer(context, "outcomes.list", {}, as_json=as_json, show=_show_all)


@app.command("list")
def listing(
    context: typer.Context,
    *,
    open_only: Annotated[bool, typer.Option("--open", help="Only what was not checked yet.")] = False,
    pitches: Annotated[bool, typer.Option("--pitches", help="Only pitches.")] = False,
    as_json: AsJson = False,
) -> None:
    """Decisions, newest first."""
    asked = {"open": open_only, "pitches": pitches}
    answer(context, "outcomes.list", asked, as_json=as_json, show=_show_all)


@app.command()
def record(
    context: typer.Context,
    decision: Annotated[str, typer.Argument(help="What was decided.")],
    *,
    predicted: Annotated[str, typer.Option(help="What is expected of it.")] = "",
    why: Annotated[str, typer.Option(help="What it was decided for.")] = "",
    confidence: Confidence = None,
    idea: Annotated[str | None, typer.Option(help="The business idea that it serves.")] = None,
    channel: Annotated[str, typer.Option(help="Of a pitch: where.")] = "",
    audience: Annotated[str, typer.Option(help="Of a pitch: to whom.")] = "",
    framing: Annotated[str, typer.Option(help="Of a pitch: how.")] = "",
    source: Source = None,
    tag: Tag = None,
    as_json: AsJson = False,
) -> None:
    """Note a decision, to see later how it turned out."""
    pitch = dict(zip(ASPECTS, (channel, audience, framing), strict=True))
    asked = {
        "decision": decision,
        "predicted": predicted,
        "context": why,
        "confidence": confidence,
        "idea": idea,
        "pitch": pitch if any(pitch.values()) else None,
        "sources": source or [],
        "tags": tag or [],
    }
    answer(context, "outcomes.record", asked, as_json=as_json, show=_show)


@app.command()
def check(
    context: typer.Context,
    outcome: Outcome,
    assessment: Annotated[str, typer.Argument(help="win, partial or loss.")],
    *,
    actual: Annotated[str, typer.Option(help="What happened.")] = "",
    lesson: Annotated[str, typer.Option(help="What is learnt from it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say how it turned out."""
    asked = {"outcome": outcome, "assessment": assessment, "actual": actual, "lesson": lesson}
    answer(context, "outcomes.check", asked, as_json=as_json, show=_show)


@app.command()
def undo(context: typer.Context, outcome: Outcome, as_json: AsJson = False) -> None:
    """It is open again."""
    answer(context, "outcomes.undo", {"outcome": outcome}, as_json=as_json, show=_show)


@app.command()
def stats(
    context: typer.Context,
    tag: Annotated[str | None, typer.Option(help="Of one tag only.")] = None,
    as_json: AsJson = False,
) -> None:
    """How often it turned out as expected."""
    answer(context, "outcomes.stats", {"tag": tag}, as_json=as_json, show=_show_stats)


@app.command()
def pitches(context: typer.Context, as_json: AsJson = False) -> None:
    """What worked where, with whom and how, and what was learnt."""
    answer(context, "outcomes.pitches", {}, as_json=as_json, show=_show_pitches)


def _show_stats(found: Json) -> None:
    known = found["stats"]
    typer.echo(f"{_tally(known)}; {known['open']} open")
    error = found["calibration"]["calibration_error"]
    if error is not None:
        typer.echo(f"Confidence less success: {error:+.2f}")


def _show_pitches(found: Json) -> None:
    for aspect, names in found["stats"].items():
        for name, known in names.items():
            typer.echo(f"{aspect:<9}  {name:<20}  {_tally(known)}")
    for lesson in found["lessons"]:
        typer.echo(f"{shown_day(lesson['created_at'])}  {lesson['result']['lesson']}")
    if not any(found["stats"].values()):
        warn("There was no pitch yet: companion outcomes record DECISION --channel CHANNEL.")


def _tally(known: dict[str, Any]) -> str:
    rate = "" if known["rate"] is None else f" ({known['rate']:.0%})"
    return f"{known['win']} won, {known['partial']} partly, {known['loss']} lost{rate}"


def _show_all(found: Json) -> None:
    for outcome in found["outcomes"]:
        _say(outcome)
    if not found["outcomes"]:
        warn("There is none: companion outcomes record DECISION --predicted WHAT.")


def _show(found: Json) -> None:
    _say(found["outcome"])


def _say(outcome: dict[str, Any]) -> None:
    result = outcome["result"]
    state = "open" if result is None else result["assessment"] or "seen"
    typer.echo(f"{outcome['id']}  {shown_day(outcome['created_at'])}  {state:<7}  {outcome['decision']}")
    if outcome["predicted"]:
        typer.echo(f"       expected: {outcome['predicted']}")
    if result is not None:
        lesson = f" ({result['lesson']})" if result["lesson"] else ""
        typer.echo(f"       came out: {result['actual']}{lesson}")
