"""`companion self candidates|nominate|months|review|veto|unveto`: what it became, and what may become part of it.

The rules decide; you refuse.
"""

from typing import Any

import typer

from companion.cli.rooms.asking import every, shown_day
from companion.cli.rooms.night.running import show_lines
from companion.cli.verbs import Said, Verb
from companion.service import Json


def _show_all(found: Json) -> None:
    for one in found["extensions"]:
        typer.echo(f"part of it  {one['node']}  {one['text']}")
    _show(found)


def _say(one: dict[str, Any]) -> None:
    verdict = one["verdict"]
    stands = "not looked at" if verdict is None else f"{verdict['outcome']}: {verdict['reason']}"
    typer.echo(f"{one['node']}  {one['text']}")
    typer.echo(f"    {len(one['votes'])} votes since {shown_day(one['votes'][0]['at'])}; {stands}")


def _show_nomination(found: Json) -> None:
    one = found["nomination"]
    typer.echo(f"{one['node']}  {'counted' if one['counted'] else 'not counted: ' + one['reason']}")


def _show_veto(found: Json) -> None:
    typer.echo(f"Refused for ever: {', '.join(found['vetoed'])}")


def _show_restored(found: Json) -> None:
    typer.echo(f"Refused no longer: {', '.join(found['restored'])}")


_show = every("candidates", _say, "There are no candidates.")

VERBS = (
    Verb("candidates", "self.candidates", _show_all),
    Verb(
        "nominate",
        "self.nominate",
        _show_nomination,
        said={"sources": Said("--source", argument=False)},
        hidden=("run",),
    ),
    Verb("months", "night.history", show_lines),
    Verb("review", "self.review", _show),
    Verb("veto", "self.veto", _show_veto),
    Verb("unveto", "self.unveto", _show_restored),
)
