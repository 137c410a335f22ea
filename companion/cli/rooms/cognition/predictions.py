"""`companion predictions`: what was foreseen, and what became of it ([E] §10.3)."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import marked, quoted
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json


def _show_accuracy(found: Json) -> None:
    known = found["calibration"]
    if not known["checked"]:
        warn("Nothing was checked yet.")
        return
    error = known["calibration_error"]
    manner = "too sure" if error > 0 else "not sure enough" if error < 0 else "as sure as it should be"
    typer.echo(f"{known['checked']} checked, right {known['accuracy']:.0%}; it was {manner} ({error:+.2f}).")


def _say(prediction: dict[str, Any]) -> None:
    known, status = prediction["resolution"], prediction["status"]
    marks = (
        "" if status == "pending" else status,
        "it seems: agree or undo" if known and known["proposed"] else "",
    )
    sure, when = f"{prediction['confidence']:.2f}", prediction["deadline"]
    typer.echo(marked(f"{prediction['id']}  {when}  {sure}  {prediction['statement']}", *marks))
    if known and known["lesson"]:
        quoted([known["lesson"]])


ADD = {
    "statement": Said(words="What will be so."),
    "deadline": Said("--by"),
    "source_model": Said("--model"),
}
NONE = "There is none: companion predictions add STATEMENT --by YYYY-MM-DD."
OPEN = "what is not known yet, the earliest first."

app = group(
    Verb("list", "predictions.list", said={"days_ahead": Said("--days")}),
    Verb("add", "predictions.predict", said=ADD),
    Verb("accuracy", "predictions.accuracy", _show_accuracy),
    first=Verb("", "predictions.list", words=OPEN, hidden=("show", "days_ahead")),
    room=Room("predictions", {"prediction": _say, "predictions": _say}, NONE),
)
