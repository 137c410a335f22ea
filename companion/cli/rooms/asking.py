"""What commands share: asking the mind, and showing the answer as lines or as JSON."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Annotated

import typer

from companion.cli.invocation import Invocation, call_of, print_json
from companion.cli.talk import reached
from companion.service import Json

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")]
Show = Callable[[Json], None]


def asked(call: Invocation, request: str, parameters: Json) -> Json:
    """What the mind answers to one request."""
    with reached(call) as service:
        found = service.submit(request, parameters).result()
        service.retire()
    return found


def tell(call: Invocation, found: Json, show: Show) -> None:
    """Print the whole answer where JSON is wanted, else what `show` says of it."""
    if call.as_json:
        print_json(found)
    else:
        show(found)


def answer(context: typer.Context, request: str, parameters: Json, *, as_json: bool, show: Show) -> None:
    """Ask, and tell the answer."""
    call = call_of(context, as_json=as_json)
    tell(call, asked(call, request, parameters), show)


def day(given: datetime | None) -> str | None:
    """A day as requests take it."""
    return None if given is None else given.date().isoformat()


def shown_day(stored: str) -> str:
    """The person's own day of a stored time."""
    if len(stored) == len("2026-02-08"):
        return date.fromisoformat(stored).isoformat()
    return datetime.fromisoformat(stored).astimezone().date().isoformat()


def shown_time(stored: str) -> str:
    """The person's own day and time of a stored one."""
    return f"{datetime.fromisoformat(stored).astimezone():%Y-%m-%d %H:%M}"
