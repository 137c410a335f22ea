"""`companion jobs`: what the companion still has to do by itself, and doing it now."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, says, shown_time
from companion.cli.verbs import Verb, group


def _say(job: dict[str, Any]) -> None:
    tried = f", tried {job['tries']} times" if job["tries"] else ""
    what = "think back on what was said" if job["kind"] == "reflect" else f"{job['kind']}  {job['run']}"
    typer.echo(f"  {shown_time(job['since'])}  {what}{tried}")


app = group(
    Verb("wait", "jobs.wait", says("Done: {done}."), bar="Thinking back"),
    first=Verb("", "jobs", every("jobs", _say, "Nothing is outstanding.")),
)
