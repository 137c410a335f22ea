"""`companion observe`: what is worth a word now, and how often it may be said ([E] §6.3)."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import every, marked, shown_time, single
from companion.cli.verbs import Said, Verb, group
from companion.service import Json

WHICH = {"observation": Said("OBSERVATION")}


def _show_offer(found: Json) -> None:
    if found["offer"] is None:
        warn("There is nothing to tell now.")
        return
    typer.echo(f"{found['offer']['id']}  {found['offer']['observation']['words']}")


def _say(one: dict[str, Any]) -> None:
    typer.echo(marked(f"{one['id']}  {shown_time(one['at'])}  {one['kind'].replace('_', ' ')}", one["fate"]))


def _say_words(one: dict[str, Any]) -> None:
    typer.echo(f"- {one['words']}")


app = group(
    Verb("next", "noticing.offer", _show_offer),
    Verb("answer", "noticing.answer", single("told", _say), said=WHICH),
    Verb("dismiss", "noticing.dismiss", single("told", _say), said=WHICH),
    Verb("reopen", "noticing.reopen", single("told", _say), said=WHICH),
    Verb("told", "noticing.told", every("told", _say, "Nothing was told yet.")),
    first=Verb(
        "", "noticing.observations", every("observations", _say_words, "Nothing is worth a word now.")
    ),
)
