"""`companion self`: who it is, what emerged, what may become part of it, and how it speaks with you."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import every, shown_day
from companion.cli.rooms.identity import growth, manner
from companion.cli.verbs import Instead, Said, Verb, group
from companion.service import Json


def _show_state(found: Json) -> None:
    one = found["state"]
    typer.echo(one["display_name"])
    typer.echo(one["identity_text"])
    if one["current_context_note"]:
        typer.echo(f"\nLast time:\n{one['current_context_note']}")


def _show_packet(found: Json) -> None:
    packet = found["packet"]
    who, left = packet["who"], packet["left_off"]
    typer.echo(f"Who: {who['state']['display_name']}, with {who['person'] or 'one person'}")
    typer.echo(who["state"]["identity_text"])
    for name in ("directives", "components", "extensions", "relationship"):
        _say_evidence(who[name], name)
    typer.echo(f"Left off: {left['episode'] or 'nowhere yet'}")
    if left["note"]:
        typer.echo(left["note"])
    _say_evidence(left["open_loops"], "open loops")
    typer.echo(f"Facts that matter now: {len(packet['facts'])}")
    _say_evidence(packet["facts"], "")
    if packet["query"]:
        typer.echo(f'Evidence for "{packet["query"]}": {len(packet["evidence"])}')
        _say_evidence(packet["evidence"], "")


def _say_evidence(rows: list[dict[str, Any]], heading: str) -> None:
    if rows and heading:
        typer.echo(f"{heading}:")
    for one in rows:
        typer.echo(f"  {one['text']}  [{one['ref']}]")


def _show_components(found: Json) -> None:
    for one in found["components"]:
        _say_component(one)
    if found["missing"]:
        warn(f"Not yet: {', '.join(found['missing'])}.")


def _show_extractions(found: Json) -> None:
    for one in found["extractions"]:
        typer.echo(f"{one['name']:<24}{one['outcome']:<10}{one['reason']}")
        if one["component"] is not None:
            _say_component(one["component"])


def _show_abilities(found: Json) -> None:
    for one in found["capabilities"]:
        detail = f"  ({one['detail']})" if one["detail"] else ""
        typer.echo(f"{'yes' if one['can'] else 'no':<4} {one['name']}{detail}")


def _say_component(one: dict[str, Any]) -> None:
    made = one["made"]
    typer.echo(
        f"{one['name']} v{one['version']}  {shown_day(made['at'])}  {made['mentions']} notes, "
        f"intensity {made['intensity']:.2f}, by {made['worded_by']}"
    )
    for line in one["text"].splitlines():
        typer.echo(f"    {line}")


def _say_value(one: dict[str, Any]) -> None:
    typer.echo(f"{one['importance']:.2f}  {one['text']}")


NOT_YET = "It has not emerged yet: companion self extract."
NO_VALUE = "No value has emerged yet: companion self extract values."

WAKE = Instead("--wake", "self.wake", _show_packet)

app = group(
    Verb("components", "self.components", _show_components),
    Verb("history", "self.history", every("versions", _say_component, NOT_YET)),
    Verb("extract", "self.extract", _show_extractions, said={"component": Said(argument=True)}),
    Verb("values", "self.values", every("values", _say_value, NO_VALUE)),
    Verb("capabilities", "self.capabilities", _show_abilities),
    *growth.VERBS,
    *manner.VERBS,
    first=Verb(
        "",
        "self.state",
        _show_state,
        "its name, who it is in a few words, and the note of the last time together.",
        instead=WAKE,
    ),
)
