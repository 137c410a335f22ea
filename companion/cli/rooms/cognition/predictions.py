"""`companion predictions`: what was foreseen, and what became of it ([E] §10.3)."""

from datetime import datetime
from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, day
from companion.cli.rooms.cognition.options import Confidence, Domain, Source, Tag
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Prediction = Annotated[str, typer.Argument(help="Its id.")]
OUTCOMES = "correct, wrong, partially_correct or expired."


@app.callback()
def predictions(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: what is not known yet, the earliest first."""
    if context.invoked_subcommand is None:
        answer(context, "predictions.list", {}, as_json=as_json, show=_show_all)


@app.command("list")
def listing(
    context: typer.Context,
    *,
    show: Annotated[str, typer.Option(help="pending, due, expired, settled or all.")] = "pending",
    days: Annotated[int | None, typer.Option(help="Only what is known within so many days.", min=0)] = None,
    as_json: AsJson = False,
) -> None:
    """Predictions, the earliest to be known first."""
    answer(context, "predictions.list", {"show": show, "days_ahead": days}, as_json=as_json, show=_show_all)


@app.command()
def add(
    context: typer.Context,
    statement: Annotated[str, typer.Argument(help="What will be so.")],
    *,
    by: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="The day on which it is known; in two weeks without."),
    ] = None,
    confidence: Confidence = None,
    domain: Domain = "general",
    model: Annotated[str | None, typer.Option(help="The belief that it follows from.")] = None,
    source: Source = None,
    tag: Tag = None,
    as_json: AsJson = False,
) -> None:
    """Foresee something, so that it can be checked."""
    asked = {
        "statement": statement,
        "deadline": day(by),
        "confidence": confidence,
        "domain": domain,
        "source_model": model,
        "sources": source or [],
        "tags": tag or [],
    }
    answer(context, "predictions.predict", asked, as_json=as_json, show=_show)


@app.command()
def resolve(
    context: typer.Context,
    prediction: Prediction,
    status: Annotated[str, typer.Argument(help=OUTCOMES)],
    *,
    actual: Annotated[str, typer.Option(help="What happened.")] = "",
    lesson: Annotated[str, typer.Option(help="What is learnt from it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say what became of it."""
    asked = {"prediction": prediction, "status": status, "actual": actual, "lesson": lesson}
    answer(context, "predictions.resolve", asked, as_json=as_json, show=_show)


@app.command()
def agree(context: typer.Context, prediction: Prediction, as_json: AsJson = False) -> None:
    """Agree with what the companion thinks became of it."""
    answer(context, "predictions.agree", {"prediction": prediction}, as_json=as_json, show=_show)


@app.command()
def undo(context: typer.Context, prediction: Prediction, as_json: AsJson = False) -> None:
    """It is open again."""
    answer(context, "predictions.undo", {"prediction": prediction}, as_json=as_json, show=_show)


@app.command()
def accuracy(
    context: typer.Context,
    domain: Annotated[str | None, typer.Option(help="Of one domain only.")] = None,
    as_json: AsJson = False,
) -> None:
    """How often it was right, and whether it was too sure."""
    answer(context, "predictions.accuracy", {"domain": domain}, as_json=as_json, show=_show_accuracy)


def _show_accuracy(found: Json) -> None:
    known = found["calibration"]
    if not known["checked"]:
        warn("Nothing was checked yet.")
        return
    error = known["calibration_error"]
    manner = "too sure" if error > 0 else "not sure enough" if error < 0 else "as sure as it should be"
    typer.echo(f"{known['checked']} checked, right {known['accuracy']:.0%}; it was {manner} ({error:+.2f}).")


def _show_all(found: Json) -> None:
    for prediction in found["predictions"]:
        _say(prediction)
    if not found["predictions"]:
        warn("There is none: companion predictions add STATEMENT --by YYYY-MM-DD.")


def _show(found: Json) -> None:
    _say(found["prediction"])


def _say(prediction: dict[str, Any]) -> None:
    known = prediction["resolution"]
    marks = [] if prediction["status"] == "pending" else [prediction["status"]]
    marks += ["it seems: agree or undo"] if known and known["proposed"] else []
    extra = f"  [{', '.join(marks)}]" if marks else ""
    sure, when = f"{prediction['confidence']:.2f}", prediction["deadline"]
    typer.echo(f"{prediction['id']}  {when}  {sure}  {prediction['statement']}{extra}")
    if known and known["lesson"]:
        typer.echo(f"       {known['lesson']}")
