"""`companion self expression|words|share|unshare`: how it speaks with you, and the words that you share."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, every, single
from companion.cli.verbs import Said, Verb
from companion.service import Json


def expression(
    context: typer.Context,
    *,
    base: Annotated[str | None, typer.Option(help="How it is to speak at all; empty takes it back.")] = None,
    adjust: Annotated[str | None, typer.Option(help="What to do differently with you.")] = None,
    reset: Annotated[bool, typer.Option("--reset", help="Let go of every adjustment.")] = False,
    as_json: AsJson = False,
) -> None:
    """How it speaks with you now; with an option it changes."""
    if base is None and adjust is None and not reset:
        answer(context, "self.expression", {}, as_json=as_json, show=_show_expression)
        return
    asked = {"base": base, "adjustment": adjust, "reset": reset}
    answer(context, "self.express", asked, as_json=as_json, show=_show_expression)


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

VERBS = (
    Verb("words", "self.shorthands", every("shorthands", _say_word, NONE)),
    Verb(
        "share",
        "self.share",
        single("shorthand", _say_word),
        said={"context": Said("--where"), "macros": Said("--brings")},
    ),
    Verb("unshare", "self.unshare", lambda _: typer.echo("It is let go.")),
)
