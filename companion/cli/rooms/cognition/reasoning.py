"""`companion reasoning`: how problems were thought through, and what not to try again ([E] §8.2)."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import every, shown_day
from companion.cli.verbs import Instead, Said, Verb, group
from companion.service import Json

EVERY = Said("--all", "What is solved too.", flag=(False, True))
AGAINST = Said("--against", "It speaks against the hypothesis.", flag=(False, True))


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


def _say_found(one: dict[str, Any]) -> None:
    _say(one["trail"])
    if one["part"] != "context":
        typer.echo(f"    {one['part']}: {one['text']}")


def _say_evidence(one: dict[str, Any]) -> None:
    typer.echo(f"{_sign(one['evidence'])} {one['evidence']['text']}  ({one['trail']['context']})")


_all = every("trails", _say, "No problem is being thought about: companion reasoning start PROBLEM.")
SOURCE = ("sources",)
EVIDENCE = Instead("--evidence", "reasoning.search_evidence", every("found", _say_evidence))

app = group(
    Verb("list", "reasoning.list", _all, said={"open": EVERY}),
    Verb("show", "reasoning.show", _show),
    Verb("start", "reasoning.start", _show),
    Verb("hypothesis", "reasoning.hypothesis", _show_with_dead_ends),
    Verb("evidence", "reasoning.evidence", _show, said={"supports": AGAINST}),
    Verb("abandon", "reasoning.abandon", _show, hidden=SOURCE),
    Verb("solve", "reasoning.solve", _show, hidden=SOURCE),
    Verb("search", "reasoning.search", every("found", _say_found), instead=EVIDENCE),
    first=Verb("", "reasoning.list", _all, "problems that have no solution yet.", fixed={"open": True}),
)
