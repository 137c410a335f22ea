"""What it still has to do by itself, `companion jobs`, and what is searched, built anew: `companion indexes`."""

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.lines import Line, shown
from companion.cli.verbs import Verb, group
from companion.service import Json

JOB = Line("  {since:time}  {what}[, tried {tries} times]")


def _say_job(job: Json) -> None:
    reflects = job["kind"] == "reflect"
    JOB(job | {"what": "think back on what was said" if reflects else f"{job['kind']}  {job['run']}"})


def _say_waited(found: Json) -> None:
    """How much was done, or what would be."""
    if "done" in found:
        warn(f"Done: {found['done']}.")
        return
    shown("jobs", _say_job, "Nothing would be done.")(found)
    if found["jobs"]:
        warn("It would be done now. Nothing was done.")


def _say_indexed(done: Json) -> None:
    counts = ", ".join(f"{count} {name}" for name, count in done["indexed"].items() if count)
    typer.echo(f"Built anew. {f'Not found before: {counts}.' if counts else 'Nothing was missing.'}")


jobs = group(
    Verb("wait", "jobs.wait", _say_waited, bar="Thinking back"),
    first=Verb("", "jobs", shown("jobs", _say_job, "Nothing is outstanding.")),
)
indexes = group(Verb("rebuild", "indexes.rebuild", _say_indexed, bar="Indexing"))
