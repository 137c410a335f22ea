"""`companion reasoning`: how problems were thought through, and what not to try again ([E] §8.2)."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_day
from companion.cli.rooms.cognition.options import Confidence, Source, Tag
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Trail = Annotated[str, typer.Argument(help="Its id.")]
Number = Annotated[
    int | None, typer.Option("--hypothesis", help="The hypothesis that it is about, by number.", min=1)
]
Limit = Annotated[int, typer.Option(help="How many at most.", min=1, max=100)]


@app.callback()
def reasoning(context: typer.Context, *, as_json: AsJson = False) -> None:
    """Without a command: problems that have no solution yet."""
    if context.invoked_subcommand is None:
        answer(context, "reasoning.list", {"open": True}, as_json=as_json, show=_show_all)


@app.command("list")
def listing(
    context: typer.Context,
    *,
    every: Annotated[bool, typer.Option("--all", help="What is solved too.")] = False,
    as_json: AsJson = False,
) -> None:
    """Problems, what was thought about last first."""
    answer(context, "reasoning.list", {"open": not every}, as_json=as_json, show=_show_all)


@app.command()
def show(context: typer.Context, trail: Trail, *, as_json: AsJson = False) -> None:
    """One problem with all that was thought, found, given up and solved."""
    answer(context, "reasoning.show", {"trail": trail}, as_json=as_json, show=_show)


@app.command()
def start(
    context: typer.Context,
    problem: Annotated[str, typer.Argument(help="What is the matter.")],
    *,
    source: Source = None,
    tag: Tag = None,
    as_json: AsJson = False,
) -> None:
    """Begin to think about a problem."""
    asked = {"context": problem, "sources": source or [], "tags": tag or []}
    answer(context, "reasoning.start", asked, as_json=as_json, show=_show)


@app.command()
def hypothesis(
    context: typer.Context,
    trail: Trail,
    statement: Annotated[str, typer.Argument(help="What may be so.")],
    *,
    confidence: Confidence = None,
    source: Source = None,
    as_json: AsJson = False,
) -> None:
    """Say what may be the cause or the way; it tells you where that was given up before."""
    asked = {"trail": trail, "statement": statement, "confidence": confidence, "sources": source or []}
    answer(context, "reasoning.hypothesis", asked, as_json=as_json, show=_show_with_dead_ends)


@app.command()
def evidence(
    context: typer.Context,
    trail: Trail,
    text: Annotated[str, typer.Argument(help="What was found.")],
    *,
    against: Annotated[bool, typer.Option("--against", help="It speaks against the hypothesis.")] = False,
    number: Number = None,
    confidence: Confidence = None,
    source: Source = None,
    as_json: AsJson = False,
) -> None:
    """Say what was found, for or against."""
    asked = {
        "trail": trail,
        "text": text,
        "supports": not against,
        "hypothesis": number,
        "confidence": confidence,
        "sources": source or [],
    }
    answer(context, "reasoning.evidence", asked, as_json=as_json, show=_show)


@app.command()
def abandon(
    context: typer.Context,
    trail: Trail,
    approach: Annotated[str, typer.Argument(help="What is given up.")],
    *,
    why: Annotated[str, typer.Option(help="Why it does not work.")] = "",
    number: Number = None,
    as_json: AsJson = False,
) -> None:
    """Give an approach up, so that it is not tried again."""
    asked = {"trail": trail, "approach": approach, "why": why, "hypothesis": number}
    answer(context, "reasoning.abandon", asked, as_json=as_json, show=_show)


@app.command()
def solve(
    context: typer.Context,
    trail: Trail,
    solution: Annotated[str, typer.Argument(help="What solved it.")],
    *,
    breakthrough: Annotated[str, typer.Option(help="The step that opened it.")] = "",
    as_json: AsJson = False,
) -> None:
    """Say what solved it."""
    asked = {"trail": trail, "solution": solution, "breakthrough": breakthrough}
    answer(context, "reasoning.solve", asked, as_json=as_json, show=_show)


@app.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What it was about.")],
    *,
    only_evidence: Annotated[bool, typer.Option("--evidence", help="Search what was found alone.")] = False,
    limit: Limit = 10,
    as_json: AsJson = False,
) -> None:
    """How something was solved before, with what did not work."""
    request = "reasoning.search_evidence" if only_evidence else "reasoning.search"
    shown = _show_evidence if only_evidence else _show_found
    answer(context, request, {"query": query, "limit": limit}, as_json=as_json, show=shown)


def _show_all(found: Json) -> None:
    for trail in found["trails"]:
        _say(trail)
    if not found["trails"]:
        warn("No problem is being thought about: companion reasoning start PROBLEM.")


def _say(trail: dict[str, Any]) -> None:
    typer.echo(f"{trail['id']}  {shown_day(trail['updated_at'])}  [{trail['status']}]  {trail['context']}")


def _show(found: Json) -> None:
    trail = found["trail"]
    _say(trail)
    for one in trail["hypotheses"]:
        typer.echo(f"  {one['number']:>2}. {one['statement']}  ({one['confidence']:.0%})")
        for shown in trail["evidence"]:
            if shown["hypothesis"] == one["number"]:
                typer.echo(f"      {_sign(shown)} {shown['text']}")
    for shown in trail["evidence"]:
        if shown["hypothesis"] is None:
            typer.echo(f"  {_sign(shown)} {shown['text']}")
    for one in trail["abandoned"]:
        why = f": {one['why']}" if one["why"] else ""
        typer.echo(f"  ✗ {one['approach']}{why}")
    if trail["solution"]:
        opened = trail["solution"]["breakthrough"]
        typer.echo(f"  ✓ {trail['solution']['text']}{f' ({opened})' if opened else ''}")


def _sign(evidence: dict[str, Any]) -> str:
    return "+" if evidence["supports"] else "−"


def _show_with_dead_ends(found: Json) -> None:
    _show(found)
    for one in found["dead_ends"]:
        why = f": {one['why']}" if one["why"] else ""
        warn(f"Given up before ({one['context']}): {one['approach']}{why}")


def _show_found(found: Json) -> None:
    for one in found["found"]:
        _say(one["trail"])
        if one["part"] != "context":
            typer.echo(f"    {one['part']}: {one['text']}")
    _warn_if_none(found)


def _show_evidence(found: Json) -> None:
    for one in found["found"]:
        typer.echo(f"{_sign(one['evidence'])} {one['evidence']['text']}  ({one['trail']['context']})")
    _warn_if_none(found)


def _warn_if_none(found: Json) -> None:
    if not found["found"]:
        warn("Nothing was found.")
