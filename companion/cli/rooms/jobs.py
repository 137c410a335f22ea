"""`companion jobs`: what the companion still has to do by itself, and doing it now."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import every, shown_time
from companion.cli.verbs import Verb, group
from companion.service import Json


def _say(job: dict[str, Any]) -> None:
    tried = f", tried {job['tries']} times" if job["tries"] else ""
    what = "think back on what was said" if job["kind"] == "reflect" else f"{job['kind']}  {job['run']}"
    typer.echo(f"  {shown_time(job['since'])}  {what}{tried}")


def _say_waited(found: Json) -> None:
    """How much was done, or what would be."""
    if "done" in found:
        warn(f"Done: {found['done']}.")
        return
    every("jobs", _say, "Nothing would be done.")(found)
    if found["jobs"]:
        warn("It would be done now. Nothing was done.")


app = group(
    Verb("wait", "jobs.wait", _say_waited, bar="Thinking back"),
    first=Verb("", "jobs", every("jobs", _say, "Nothing is outstanding.")),
)
