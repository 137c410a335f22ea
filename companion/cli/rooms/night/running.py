"""Having something done now, with a bar on standard error, and how runs are shown."""

import typer

from companion.cli.rooms.asking import shown_time
from companion.cli.verbs import Said, Verb
from companion.service import Json
from engine.night.records import Waits

ENDS = {
    "done": "Done",
    "waiting": "Waits",
    "dead": "Failed too often ({fault}); `companion brain retry` tries again",
    "cancelled": "Cancelled",
    "running": "Still running",
}
KEPT = {
    Waits.PAUSED: "Paused. `companion brain resume` lets it think again.",
    Waits.PAUSE_FILE: "Paused by the file brain-pause in its home: take it away, and it thinks again.",
    Waits.TALKING: "Somebody talks with it: it thinks when it is quiet.",
    Waits.QUIET: "These are hours in which it thinks of nothing alone (`companion brain hours`).",
    Waits.BATTERY: "The computer runs on its battery, and it thinks of nothing alone.",
    Waits.SPENT: "The hours of this night are used up (`companion brain hours`).",
}
"""Why nothing is thought of alone now, or was not to its end."""
SLEEPING = ("sleep", "memories", "most", "days", "everything", "phase1_only", "phase2_only")
"""What is asked of sleep alone."""
SAID = {"memories": Said("--memory"), "most": Said("--max"), "everything": Said("--all")}
_OUTCOMES = {
    "unparsed": "the model's answer could not be read",
    "failed": "the model failed, and it was done without one",
    "no_model": "left out, as there is no model",
    "too_small": "left out, as the model is too small for it",
}
_SCALES = {
    "episodes": "talks",
    "days": "days with a talk",
    "utterances": "things told",
    "goals": "goals that moved on",
    "predictions": "foreseen and settled",
    "came_true": "came true",
    "mood": "mean mood (-1 to 1)",
}
_COUNTS = (("kept", "found"), ("left_out", "left out without ground"), ("changes", "changed"))


def done_now(
    name: str,
    words: str,
    *kinds: str,
    whole: str = "",
    hidden: tuple[str, ...] = SLEEPING,
    features: bool = False,
) -> Verb:
    """A command that does these kinds of jobs now; `whole` is its option for all of a night instead."""
    others = (*(() if whole else ("whole",)), *(() if features else ("features",)))
    left_out = {"kinds", "span", *hidden, *others}
    return Verb(
        name,
        "night.run",
        show_done,
        words,
        said=SAID | ({"whole": Said(whole, flag=(True, False))} if whole else {}),
        fixed={"kinds": list(kinds)},
        hidden=tuple(left_out),
        bar="Thinking",
    )


def show_done(found: Json) -> None:
    """What came of each job, or what would be changed."""
    if "changes" in found:
        show_changes(found)
        return
    for job in found["jobs"]:
        show_job(job)
    if found["waits"]:
        typer.echo(KEPT[found["waits"]])
    if not found["jobs"]:
        typer.echo("Nothing waits to be done.")


def show_job(job: Json) -> None:
    """A run in a line, and the phases that came to something."""
    ended = ENDS[job["state"]].format(fault=fault_words(job["fault"]))
    cost = sum(one["cost"]["seconds"] for one in job["rounds"])
    calls = sum(one["cost"]["calls"] for one in job["rounds"])
    with_model = f", {job['model']} asked {calls} times, {cost:.0f} s" if calls else ""
    typer.echo(f"{shown_time(job['created_at'])}  {job['kind']}  run:{job['id']}  {ended}{with_model}")
    for done in job["rounds"]:
        told = [f"{done[name]} {words}" for name, words in _COUNTS if done[name]]
        told += [_OUTCOMES[done["outcome"]]] if done["outcome"] in _OUTCOMES else []
        if told:
            typer.echo(f"    {done['phase']}: {', '.join(told)}")


def show_scales(job: Json) -> None:
    """What the last week, four weeks and three months held, where the run counted it ([E] §9.3)."""
    for done in job["rounds"]:
        for days, counted in done["figures"].get("scales", {}).items():
            told = [f"{words}: {counted[name]}" for name, words in _SCALES.items() if name in counted]
            typer.echo(f"  last {days} days  {', '.join(told)}")


def fault_words(fault: str) -> str:
    """How it failed the last time."""
    return "the program ended each time" if fault == "died" else fault


def show_left_out(found: Json) -> None:
    """What was written and is told nowhere, and why."""
    if found["left_out"]:
        typer.echo("Left out:")
    for line in found["left_out"]:
        typer.echo(f"- {line['text']} ({line['reason']})")
        typer.echo(f"    {' '.join(line['cites'])}")


def show_changes(found: Json) -> None:
    """What a run changed, or would."""
    if not found["changes"]:
        typer.echo("Nothing would be changed.")
    for change in found["changes"]:
        typer.echo(f"  {change['what']}  {change['ref']}")


def show_lines(found: Json) -> None:
    """Lines, each with what it stands on."""
    if not found["lines"]:
        typer.echo("Nothing yet.")
    for line in found["lines"]:
        typer.echo(f"- {line['text']}  (line:{line['id']})")
        typer.echo(f"    {' '.join(line['cites'])}")
