"""`companion business`: ideas for a business, scored and held against others ([E] §2.2)."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer
from companion.cli.rooms.cognition.options import Tag
from companion.service import Json

app = typer.Typer(invoke_without_command=True)
Idea = Annotated[str, typer.Argument(help="Its id.")]
Status = Annotated[str | None, typer.Option(help="exploring, validated, building, launched or abandoned.")]


@app.callback()
def business(context: typer.Context, as_json: AsJson = False) -> None:
    """Without a command: all of them, the best scored first."""
    if context.invoked_subcommand is None:
        answer(context, "business.list", {}, as_json=as_json, show=_show_all)


@app.command("list")
def listing(
    context: typer.Context,
    *,
    status: Status = None,
    least: Annotated[int, typer.Option(help="From this score on, of 25.", min=0, max=25)] = 0,
    as_json: AsJson = False,
) -> None:
    """Business ideas, the best scored first."""
    answer(context, "business.list", {"status": status, "least": least}, as_json=as_json, show=_show_all)


@app.command()
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What it is called.")],
    *,
    description: Annotated[str, typer.Option(help="What it is.")] = "",
    audience: Annotated[str, typer.Option(help="For whom.")] = "",
    angle: Annotated[str, typer.Option(help="What sets it apart.")] = "",
    tag: Tag = None,
    as_json: AsJson = False,
) -> None:
    """Take up an idea."""
    asked = {
        "name": name,
        "description": description,
        "audience": audience,
        "angle": angle,
        "tags": tag or [],
    }
    answer(context, "business.add", asked, as_json=as_json, show=_show)


@app.command()
def score(
    context: typer.Context,
    idea: Idea,
    *,
    problem: Annotated[int, typer.Option(help="How much it is needed, 1 to 5.", min=1, max=5)],
    market: Annotated[int, typer.Option(help="How many need it.", min=1, max=5)],
    effort: Annotated[int, typer.Option(help="How easy it is to make.", min=1, max=5)],
    monetization: Annotated[int, typer.Option(help="How well it pays.", min=1, max=5)],
    fit: Annotated[int, typer.Option(help="How well it suits you.", min=1, max=5)],
    as_json: AsJson = False,
) -> None:
    """Say what speaks for it: five numbers from 1 to 5, more is better."""
    asked = {
        "idea": idea,
        "problem": problem,
        "market": market,
        "effort": effort,
        "monetization": monetization,
        "fit": fit,
    }
    answer(context, "business.score", asked, as_json=as_json, show=_show)


@app.command()
def compete(
    context: typer.Context,
    idea: Idea,
    name: Annotated[str, typer.Argument(help="Who offers something like it.")],
    *,
    strengths: Annotated[str, typer.Option(help="What they do well.")] = "",
    weaknesses: Annotated[str, typer.Option(help="What they do badly.")] = "",
    url: Annotated[str, typer.Option(help="Where they are.")] = "",
    as_json: AsJson = False,
) -> None:
    """Note a competitor."""
    asked = {"idea": idea, "name": name, "strengths": strengths, "weaknesses": weaknesses, "url": url}
    answer(context, "business.compete", asked, as_json=as_json, show=_show)


@app.command()
def update(
    context: typer.Context,
    idea: Idea,
    *,
    name: Annotated[str | None, typer.Option(help="Another name.")] = None,
    status: Status = None,
    note: Annotated[str | None, typer.Option(help="What happened; is added to what stands.")] = None,
    as_json: AsJson = False,
) -> None:
    """Change it, or note how it goes on."""
    asked = {"idea": idea, "name": name, "status": status, "note": note}
    answer(context, "business.update", asked, as_json=as_json, show=_show)


@app.command()
def review(context: typer.Context, idea: Idea, as_json: AsJson = False) -> None:
    """All that is known of one, and what is missing to judge it."""
    answer(context, "business.review", {"idea": idea}, as_json=as_json, show=_show_review)


def _show_review(found: Json) -> None:
    idea = found["idea"]
    _say(idea)
    for rival in idea["competitors"]:
        typer.echo(f"       against {rival['name']}: + {rival['strengths']}  - {rival['weaknesses']}")
    for outcome in found["outcomes"]:
        typer.echo(f"       tried: {outcome['decision']}")
    if found["missing"]:
        typer.echo(f"       missing: {', '.join(found['missing'])}")


def _show_all(found: Json) -> None:
    for idea in found["ideas"]:
        _say(idea)
    if not found["ideas"]:
        warn("There is none: companion business add NAME.")


def _show(found: Json) -> None:
    _say(found["idea"])


def _say(idea: dict[str, Any]) -> None:
    points = idea["score"]
    total = "  –" if points is None else f"{sum(points.values()):>3}"
    typer.echo(f"{idea['id']}  {total}  {idea['status']:<10}  {idea['name']}")
    for note in idea["notes"][-1:]:
        typer.echo(f"       {note}")
