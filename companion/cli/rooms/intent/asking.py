"""What these commands share: asking the mind, and showing the answer as lines or as JSON."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated

import typer

from companion.cli.invocation import Invocation, invocation, print_json
from companion.cli.talk import reached
from companion.service import Json

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]


def answer(
    context: typer.Context, request: str, parameters: Json, *, as_json: bool, show: Callable[[Json], None]
) -> None:
    """Ask, then print the whole answer where JSON is wanted, else what `show` says of it."""
    given = invocation(context)
    call = Invocation(given.home_path, given.as_json or as_json)
    with reached(call) as service:
        found = service.submit(request, parameters).result()
        service.retire()
    if call.as_json:
        print_json(found)
    else:
        show(found)


def day(given: datetime | None) -> str | None:
    """A day as requests take it."""
    return None if given is None else given.date().isoformat()


def shown_day(stored: str) -> str:
    """The person's own day of a stored time."""
    if len(stored) == len("2026-02-08"):
        return date.fromisoformat(stored).isoformat()
    return datetime.fromisoformat(stored).astimezone().date().isoformat()
