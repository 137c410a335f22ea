"""`companion network`: what was connected to, and what is allowed."""

from dataclasses import asdict
from typing import Annotated

import typer

from companion.cli.invocation import call_of, print_json, warn
from companion.cli.rooms.asking import AsJson
from companion.cli.rooms.lines import shown_time
from engine.network import Allowed, Entry, standard_ledger

WORDS = {
    Allowed.ALL: "Connections are allowed, and only made for what you chose: models, feeds, updates, a model's server.",
    Allowed.LOCAL: "Connections to this machine and its own network alone are allowed.",
    Allowed.NONE: "No connection is allowed.",
}


def network(
    context: typer.Context,
    *,
    allow: Annotated[
        Allowed | None, typer.Option("--allow", help="Anywhere, to your own network alone, or nowhere.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="How many at most.")] = 20,
    as_json: AsJson = False,
) -> None:
    """Every connection that was opened: when, to whom, why, how much; and whether any is allowed."""
    ledger = standard_ledger()
    if allow is not None:
        ledger.allow(allow)
    entries = ledger.entries(limit)
    if call_of(context, as_json=as_json).as_json:
        print_json({"allowed": ledger.allowed, "entries": [asdict(one) for one in entries]})
        return
    if allow is None:
        _show(entries)
    warn(WORDS[ledger.allowed])


def _show(entries: list[Entry]) -> None:
    for one in entries:
        typer.echo(_line(one))
    if not entries:
        warn("No connection was ever opened.")


def _line(one: Entry) -> str:
    outcome = "" if one.outcome == "done" else f"  [{one.outcome}]"
    return f"{shown_time(one.at)}  {one.to}  {one.why}  ↑ {one.sent:,}  ↓ {one.received:,} bytes{outcome}"
