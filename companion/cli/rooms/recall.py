"""`companion recall`: what was said and what it came to mean, each with where it comes from."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.asking import shown_time
from companion.cli.verbs import Said, Verb, command
from companion.service import Json


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


NAMES = {"valence": Said("--felt"), "min_importance": Said("--importance"), "category": Said("--category")}
recall = command(Verb("recall", "recall", _show, said=NAMES))
