"""`companion recall`: what was said and what it came to mean, each with where it comes from."""

from datetime import datetime
from typing import Annotated, Any

import typer

from companion.cli.invocation import Invocation, invocation, print_json
from companion.cli.talk import reached


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
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")] = False,
) -> None:
    """Find what was said and what it came to mean, each with where it comes from."""
    given = invocation(context)
    call = Invocation(given.home_path, given.as_json or as_json)
    with reached(call) as service:
        asked = {"query": query, "kinds": kind or [], "since": since or None, "limit": limit}
        found = service.submit("recall", asked).result()
        service.retire()
    if call.as_json:
        print_json(found)
        return
    for one in found["results"]:
        typer.echo(_line(one))
    if not found["results"]:
        typer.echo("Nothing was found.")


def _line(one: dict[str, Any]) -> str:
    at = datetime.fromisoformat(one["at"]).astimezone()
    said = f"{one['who']}: {one['text']}" if one["from"] == "trail" else one["text"]
    title = f"{one['title']}: " if one["title"] else ""
    marks = "".join(f" ({mark})" for mark in ("private", "withdrawn") if one[mark])
    cited = f"  ← {', '.join(one['sources'])}" if one["sources"] else ""
    return f"{at:%Y-%m-%d %H:%M}  [{one['kind']}] {title}{said}{marks}\n    {one['ref']}{cited}"
