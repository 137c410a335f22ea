"""`companion indexes`: what is searched, built anew from what is kept."""

import typer

from companion.cli.verbs import Verb, group
from companion.service import Json


def _say(done: Json) -> None:
    counts = ", ".join(f"{count} {name}" for name, count in done["indexed"].items() if count)
    typer.echo(f"Built anew. {f'Not found before: {counts}.' if counts else 'Nothing was missing.'}")


app = group(Verb("rebuild", "indexes.rebuild", _say, bar="Indexing"))
