"""`companion outcomes`: what was decided and expected, and how it turned out ([E] §8.3)."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import quoted, shown_day
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json

PITCH = {
    "channel": Said(words="Of a pitch: where."),
    "audience": Said(words="Of a pitch: to whom."),
    "framing": Said(words="Of a pitch: how."),
}


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


def _say(outcome: dict[str, Any]) -> None:
    result = outcome["result"]
    state = "open" if result is None else result["assessment"] or "seen"
    typer.echo(f"{outcome['id']}  {shown_day(outcome['created_at'])}  {state:<7}  {outcome['decision']}")
    if outcome["predicted"]:
        quoted([f"expected: {outcome['predicted']}"])
    if result is not None:
        lesson = f" ({result['lesson']})" if result["lesson"] else ""
        quoted([f"came out: {result['actual']}{lesson}"])


NONE = "There is none: companion outcomes record DECISION --predicted WHAT."

app = group(
    Verb("list", "outcomes.list"),
    Verb("record", "outcomes.record", said={"context": Said("--why"), **PITCH}),
    Verb("stats", "outcomes.stats", _show_stats),
    Verb("pitches", "outcomes.pitches", _show_pitches),
    first=Verb("", "outcomes.list", words="decisions, newest first.", hidden=("open", "pitches")),
    room=Room("outcomes", {"outcome": _say, "outcomes": _say}, NONE),
)
