"""`companion self expression|words|share|unshare`: how it speaks with you, and the words that you share."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import every, single
from companion.cli.verbs import Said, Verb
from companion.service import Json


def _show_expression(found: Json) -> None:
    one = found["expression"]
    said = [one["base"], *one["adjustments"]]
    for text in said:
        if text:
            typer.echo(text)
    if not any(said):
        warn("It speaks as always.")


def _say_word(one: dict[str, Any]) -> None:
    brings = f"  (brings {', '.join(one['macros'])})" if one["macros"] else ""
    typer.echo(f"{one['term']}: {one['meaning']}{brings}")


NONE = "You share no words yet: companion self share TERM MEANING."

CHANGES = "How it speaks with you now; with an option it changes."

VERBS = (
    Verb(
        "expression",
        "self.express",
        _show_expression,
        CHANGES,
        said={"adjustment": Said("--adjust")},
    ),
    Verb("words", "self.shorthands", every("shorthands", _say_word, NONE)),
    Verb(
        "share",
        "self.share",
        single("shorthand", _say_word),
        said={"context": Said("--where"), "macros": Said("--brings")},
    ),
    Verb("unshare", "self.unshare", lambda _: typer.echo("It is let go.")),
)
