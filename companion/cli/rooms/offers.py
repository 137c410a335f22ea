"""`companion offers`: what other programs, or what you brought in from one, would have done; you say whether."""

from typing import Any

import typer

from companion.cli.rooms.asking import every, shown_day
from companion.cli.verbs import Said, Verb, group
from companion.service import Json

NO_OFFER = "No program wants anything of you."
SETTLED = {"accepted": "done", "refused": "not wanted", "replaced": "offered anew"}


def _say(one: dict[str, Any]) -> None:
    settled = SETTLED.get(one["status"], "")
    typer.echo(
        f"  {one['id']}  {one['words']}  [{', '.join(filter(None, (shown_day(one['created_at']), settled)))}]"
    )


def _settled(word: str) -> Any:
    def show(found: Json) -> None:
        typer.echo(f"{word}: {len(found['offers'])}")

    return show


WHICH = {"offer": Said("OFFER", argument=True)}

app = group(
    Verb("list", "offers.list", every("offers", _say, NO_OFFER)),
    Verb("accept", "offers.accept", _settled("Done"), said=WHICH),
    Verb("refuse", "offers.refuse", _settled("Let be"), said=WHICH),
)
