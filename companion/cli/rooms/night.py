"""What it does alone: `companion brain`, `sleep`, `undo`, `dream`, `problem`, `brief`, and `night`, which stays."""

import signal
import threading
from datetime import UTC, datetime
from typing import Annotated

import typer

from companion.cli.invocation import call_of, invocation, warn
from companion.cli.rooms.asking import AsJson, answer, asked
from companion.cli.rooms.lines import Line, shown, shown_time
from companion.cli.rooms.preferences import hours
from companion.cli.talk import reached
from companion.cli.verbs import Said, Verb, command, group
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
OUTCOMES = {
    "unparsed": "the model's answer could not be read",
    "failed": "the model failed, and it was done without one",
    "no_model": "left out, as there is no model",
    "too_small": "left out, as the model is too small for it",
}
SCALES = {
    "episodes": "talks",
    "days": "days with a talk",
    "utterances": "things told",
    "goals": "goals that moved on",
    "predictions": "foreseen and settled",
    "came_true": "came true",
    "mood": "mean mood (-1 to 1)",
}
COUNTS = {"kept": "found", "left_out": "left out without ground", "changes": "changed"}
LINE = Line("- {text}  (line:{id})", below=("{cites}",))
LEFT_OUT = Line("- {text} ({reason})", below=("{cites}",))
CHANGE = Line("  {what}  {ref}")


def show_lines(found: Json) -> None:
    """Lines, each with what it stands on."""
    shown("lines", LINE, "Nothing yet.")(found)


def _done_now(name: str, words: str, *kinds: str, offered: tuple[str, ...] = (), night: str = "") -> Verb:
    """A command that does these kinds of jobs now, told of by the request's words where it has none of its own.

    `night` is its option for all of a night instead.

    `offered` are those parameters of a run that it takes, besides whether to change anything.
    """
    all_of_it = {"whole": Said(night, flag=(True, False))} if night else {}
    left_out = {"span", "features", "whole", *SLEEPING} - {*offered, *all_of_it}
    fixed = {"kinds": list(kinds)}
    return Verb(
        name, "night.run", _show_done, words, SAID | all_of_it, fixed, tuple(left_out), bar="Thinking"
    )


def _show_done(found: Json) -> None:
    """What came of each job, or what would be changed."""
    if "changes" in found:
        _show_changes(found)
        return
    for job in found["jobs"]:
        _say_job(job)
    if found["waits"]:
        typer.echo(KEPT[found["waits"]])
    if not found["jobs"]:
        typer.echo("Nothing waits to be done.")


def _show_changes(found: Json) -> None:
    """What a run changed, or would."""
    shown("changes", CHANGE, "Nothing would be changed.")(found)


def _ended(job: Json) -> str:
    """How it stands, and how it failed the last time."""
    fault = "the program ended each time" if job["fault"] == "died" else job["fault"]
    return ENDS[job["state"]].format(fault=fault)


def _say_job(job: Json) -> None:
    """A run in a line, and the phases that came to something."""
    cost = sum(one["cost"]["seconds"] for one in job["rounds"])
    calls = sum(one["cost"]["calls"] for one in job["rounds"])
    with_model = f", {job['model']} asked {calls} times, {cost:.0f} s" if calls else ""
    typer.echo(f"{shown_time(job['created_at'])}  {job['kind']}  run:{job['id']}  {_ended(job)}{with_model}")
    for done in job["rounds"]:
        told = [f"{done[name]} {words}" for name, words in COUNTS.items() if done[name]]
        told += [OUTCOMES[done["outcome"]]] if done["outcome"] in OUTCOMES else []
        if told:
            typer.echo(f"    {done['phase']}: {', '.join(told)}")


def _show_run(found: Json) -> None:
    """With what the last week, four weeks and three months held, where the run counted it ([E] §9.3)."""
    _say_job(found["job"])
    for done in found["job"]["rounds"]:
        for days, counted in done["figures"].get("scales", {}).items():
            told = [f"{words}: {counted[name]}" for name, words in SCALES.items() if name in counted]
            typer.echo(f"  last {days} days  {', '.join(told)}")
    show_lines(found)
    if found["left_out"]:
        typer.echo("Left out:")
        shown("left_out", LEFT_OUT)(found)
    if found["changes"]:
        typer.echo("Changed:")
        shown("changes", CHANGE)(found)


def _show_status(found: Json) -> None:
    waits = found["waits"]
    if waits:
        typer.echo(KEPT[waits])
    if waits not in {Waits.PAUSED, Waits.PAUSE_FILE, Waits.BATTERY}:
        is_due = datetime.fromisoformat(found["next_run"]) <= datetime.now(UTC)
        typer.echo("Next: once it is quiet." if is_due else f"Next: {shown_time(found['next_run'])}.")
    for job in (*found["open"], *found["recent"]):
        _say_job(job)


def _show_pause(found: Json) -> None:
    typer.echo(KEPT[found["waits"]] if found["paused"] else "It thinks again when it is quiet.")


def _say_consolidation(run: Json) -> None:
    changed = [f"{phase} {count}" for phase, count in run["changes"].items() if count] or ["nothing changed"]
    Line("{at:time}  {run}  {changed}[, {standing.0} memories stand]")(run | {"changed": changed})


REFLECT = "Think back now on what was told: facts, questions, what supports them, and how its searches went."
NO_RUN = "Memories were not put in order yet."
_one = shown("job", _say_job)

brain = group(
    _done_now("run", "", "brain.run", night="--night"),
    Verb("status", "night.status", _show_status),
    Verb("pause", "night.pause", _show_pause),
    Verb("resume", "night.resume", _show_pause),
    Verb("findings", "night.findings", show_lines),
    Verb("consolidations", "night.consolidations", shown("runs", _say_consolidation, NO_RUN)),
    Verb("show", "night.run_of", _show_run),
    _done_now("reflect", REFLECT, "learn.reflect", offered=("features",)),
    Verb("dismiss", "night.dismiss", "Seen no more. Undo it: companion brain show-again {ref}"),
    Verb("show-again", "night.show_again", "It is there again."),
    Verb("cancel", "night.cancel", _one),
    Verb("retry", "night.retry", _one),
)
brain.command("hours")(hours)

ORDER = "Put memories in order: merge what is the same, age, strengthen, put the weak away, link, find contradictions."
SLEEP = ("sleep.integration", "sleep.consolidation", "sleep.discovery")
sleep = command(_done_now("sleep", ORDER, *SLEEP, offered=SLEEPING))
undo = command(Verb("undo", "night.undo", _show_changes))

DRIFT = "Let it drift, and dream of the last week or month, or of what was felt, now."
dream = group(
    Verb(
        "run",
        "night.run",
        _show_done,
        DRIFT,
        said={"span": Said("WEEKLY|MONTHLY|EMOTIONAL", argument=True)},
        fixed={"kinds": ["dream.drift", "dream.look_back"]},
        hidden=("whole", "features", *SLEEPING),
        bar="Thinking",
    ),
    Verb("journal", "night.journal", show_lines),
)

PROBLEM = Line(
    "run:{job.id}  {ended}  {job.given}",
    below=(
        ("lines", Line("- {text}", below=("{cites}",))),
        "{nothing:?Nothing that you told it bears on it.}",
    ),
)


def _say_problem(one: Json) -> None:
    job = one["job"]
    PROBLEM(one | {"ended": _ended(job), "nothing": job["state"] == "done" and not one["lines"]})


problem = group(
    Verb("add", "night.problem", "It will be thought about: run:{job.id}"),
    first=Verb("", "night.problems", shown("problems", _say_problem, "Nothing was handed over yet.")),
)


def brief(
    context: typer.Context,
    *,
    new: Annotated[bool, typer.Option("--new", help="Write it anew first.")] = False,
    as_json: AsJson = False,
) -> None:
    """The morning brief: what the day holds, in under a minute."""
    if new:
        asked(call_of(context, as_json=as_json), "night.run", {"kinds": ["brief"]}, "Thinking")
    answer(context, "night.brief", {}, as_json=as_json, show=_show_brief)


def _show_brief(found: Json) -> None:
    if found["brief"] is None:
        typer.echo("No brief was written yet. `companion brief --new` writes one.")
        return
    old = " (an older one: of this day none was written yet)" if found["is_old"] else ""
    typer.echo(f"{found['heading']}{old}\n\n{found['summary']}")
    for section, heading in found["sections"].items():
        lines = [line for line in found["brief"]["lines"] if line["section"] == section]
        more = found["more"].get(section, "")
        if lines or more:
            typer.echo(f"\n{heading}")
        for line in lines:
            Line("- {text}", below=("{cites}",))(line)
        if more:
            typer.echo(f"- {more}")


def night(context: typer.Context) -> None:
    """Stay, and do what is to be done alone whenever it is quiet; ends with Ctrl+C or a termination signal.

    As a user service it outlives a logout ([E] §9.9).
    """
    over = threading.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda _number, _frame: over.set())
    with reached(invocation(context)) as service:
        # Opens the vault, or says why it cannot be.
        service.submit("night.status", {}).result()
        warn("It thinks when it is quiet. `companion brain pause` stops that.")
        over.wait()
        service.retire()
