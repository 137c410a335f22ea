"""`companion recall`: what was said and what it came to mean, each with where it comes from."""

from typing import Annotated, Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import AsJson, answer, shown_time
from companion.service import Json
from engine.memory import Valence


def recall(
    context: typer.Context,
    query: Annotated[str, typer.Argument(help="What it was about; a time in it counts.")],
    *,
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Only this kind, such as utterance, answer, moment, insight, note; repeatable."),
    ] = None,
    since: Annotated[str, typer.Option(help='A time: "last week", last:3d, 2026-05-01.')] = "",
    until: Annotated[str, typer.Option(help="A time; what is of it is found still.")] = "",
    who: Annotated[str, typer.Option(help="Only what this one said, and what came of it.")] = "",
    felt: Annotated[Valence | None, typer.Option(help="Only memories that felt so.")] = None,
    importance: Annotated[
        float, typer.Option(help="Only memories that matter at least so much, 0 to 1.", min=0, max=1)
    ] = 0.0,
    tag: Annotated[list[str] | None, typer.Option(help="Only memories with this tag; repeatable.")] = None,
    category: Annotated[str, typer.Option(help="Only memories of this category.")] = "",
    limit: Annotated[int, typer.Option(help="How many at most.", min=1, max=100)] = 10,
    as_json: AsJson = False,
) -> None:
    """Find what was said and what it came to mean, each with where it comes from."""
    wanted = {
        "query": query, "kinds": kind or [], "since": since or None, "until": until or None, "who": who or None,
        "valence": felt and felt.value, "min_importance": importance, "tags": tag or [],
        "category": category or None, "limit": limit,
    }  # fmt: skip
    answer(context, "recall", wanted, as_json=as_json, show=_show)


def _show(found: Json) -> None:
    for one in found["results"]:
        typer.echo(_line(one))
    if not found["results"]:
        warn("Nothing was found.")
    elif found["match"] == "no_match":
        warn(f"Nothing that was told surely bears on this: {found['reason']}.")


def _line(one: dict[str, Any]) -> str:
    said = f"{one['who']}: {one['text']}" if one["from"] == "trail" else one["text"]
    title = f"{one['title']}: " if one["title"] else ""
    marks = "".join(f" ({mark})" for mark in ("private", "withdrawn") if one[mark])
    cited = f"  ← {', '.join(one['sources'])}" if one["sources"] else ""
    return f"{shown_time(one['at'])}  [{one['kind']}] {title}{said}{marks}\n    {one['ref']}{cited}"
