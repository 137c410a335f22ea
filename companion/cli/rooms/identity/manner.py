"""`companion self expression|words|share|unshare`: how it speaks with you, and the words that you share."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer
from companion.service import Json

app = typer.Typer()


@app.command()
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


@app.command()
def words(context: typer.Context, as_json: AsJson = False) -> None:
    """The words that you share."""
    answer(context, "self.shorthands", {}, as_json=as_json, show=_show_words)


@app.command()
def share(
    context: typer.Context,
    term: Annotated[str, typer.Argument(help="The word.")],
    meaning: Annotated[str, typer.Argument(help="What it means between you.")],
    *,
    where: Annotated[str, typer.Option(help="Where it comes from.")] = "",
    brings: Annotated[
        list[str] | None, typer.Option(help="A feeling that it brings; may be repeated.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Share a word; it takes the place of what it meant before."""
    asked = {"term": term, "meaning": meaning, "context": where, "macros": brings or []}
    answer(context, "self.share", asked, as_json=as_json, show=lambda found: _say_word(found["shorthand"]))


@app.command()
def unshare(
    context: typer.Context,
    term: Annotated[str, typer.Argument(help="The word.")],
    as_json: AsJson = False,
) -> None:
    """Share a word no longer."""
    answer(
        context, "self.unshare", {"term": term}, as_json=as_json, show=lambda _: typer.echo("It is let go.")
    )


def _show_expression(found: Json) -> None:
    one = found["expression"]
    said = [one["base"], *one["adjustments"]]
    for text in said:
        if text:
            typer.echo(text)
    if not any(said):
        warn("It speaks as always.")


def _show_words(found: Json) -> None:
    for one in found["shorthands"]:
        _say_word(one)
    if not found["shorthands"]:
        warn("You share no words yet: companion self share TERM MEANING.")


def _say_word(one: dict[str, Any]) -> None:
    brings = f"  (brings {', '.join(one['macros'])})" if one["macros"] else ""
    typer.echo(f"{one['term']}: {one['meaning']}{brings}")
