"""`companion recall`: what was said and what it came to mean, each with where it comes from."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_time
from companion.service import Json


def recall(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What it was about; a time in it counts.")],
    *,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Only this kind, such as utterance, answer, moment, insight, note; repeatable."),
    ] = None,
    since: Annotated[str, typer.Option(help='A time: "last week", last:3d, 2026-05-01.')] = "",
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=100)] = 10,
    as_json: AsJson = False,
) -> None:
    """Find what was said and what it came to mean, each with where it comes from."""
    wanted = {"query": query, "kinds": kind or [], "since": since or None, "limit": limit}
    answer(context, "recall", wanted, as_json=as_json, show=_show)


def _show(found: Json) -> None:
    for one in found["results"]:
        typer.echo(_line(one))
    if not found["results"]:
        warn("Nothing was found.")
    elif found["match"] == "no_match":
        warn("Nothing that was told surely bears on this.")


def _line(one: dict[str, Any]) -> str:
    said = f"{one['who']}: {one['text']}" if one["from"] == "trail" else one["text"]
    title = f"{one['title']}: " if one["title"] else ""
    marks = "".join(f" ({mark})" for mark in ("private", "withdrawn") if one[mark])
    cited = f"  ← {', '.join(one['sources'])}" if one["sources"] else ""
    return f"{shown_time(one['at'])}  [{one['kind']}] {title}{said}{marks}\n    {one['ref']}{cited}"
