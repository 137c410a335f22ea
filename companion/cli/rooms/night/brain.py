"""`companion brain`: thinking alone, and what came of it."""

from datetime import UTC, datetime

import typer

from companion.cli.rooms.asking import says, shown_time, single
from companion.cli.rooms.night.hours import hours
from companion.cli.rooms.night.running import KEPT, done_now, show_job, show_left_out, show_lines, show_scales
from companion.cli.verbs import Verb, group
from companion.service import Json
from engine.night.records import Waits


def _show_status(found: Json) -> None:
    waits = found["waits"]
    if waits:
        typer.echo(KEPT[waits])
    if waits not in {Waits.PAUSED, Waits.PAUSE_FILE, Waits.BATTERY}:
        is_due = datetime.fromisoformat(found["next_run"]) <= datetime.now(UTC)
        typer.echo("Next: once it is quiet." if is_due else f"Next: {shown_time(found['next_run'])}.")
    for job in (*found["open"], *found["recent"]):
        show_job(job)


def _show_pause(found: Json) -> None:
    typer.echo(KEPT[found["waits"]] if found["paused"] else "It thinks again when it is quiet.")


def _show_run(found: Json) -> None:
    show_job(found["job"])
    show_scales(found["job"])
    show_lines(found)
    show_left_out(found)
    for change in found["changes"]:
        typer.echo(f"  changed: {change['what']}  {change['ref']}")


def _show_consolidations(found: Json) -> None:
    for run in found["runs"]:
        told = [f"{phase} {count}" for phase, count in run["changes"].items() if count]
        standing = "".join(f", {count} memories stand" for count in run["standing"])
        typer.echo(f"{shown_time(run['at'])}  {run['run']}  {', '.join(told) or 'nothing changed'}{standing}")
    if not found["runs"]:
        typer.echo("Memories were not put in order yet.")


_one = single("job", show_job)
REFLECT = "Think back now on what was told: facts, questions, what supports them, and how its searches went."
THINK = "Think now, over what was said in the last while."

app = group(
    done_now("run", THINK, "brain.run", whole="--night"),
    Verb("status", "night.status", _show_status),
    Verb("pause", "night.pause", _show_pause),
    Verb("resume", "night.resume", _show_pause),
    Verb("findings", "night.findings", show_lines),
    Verb("consolidations", "night.consolidations", _show_consolidations),
    Verb("show", "night.run_of", _show_run),
    done_now("reflect", REFLECT, "learn.reflect", features=True),
    Verb("dismiss", "night.dismiss", says("Seen no more. Undo it: companion brain show-again {ref}")),
    Verb("show-again", "night.show_again", says("It is there again.")),
    Verb("cancel", "night.cancel", _one),
    Verb("retry", "night.retry", _one),
)
app.command("hours")(hours)
