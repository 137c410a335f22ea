"""What tools read out of their parameters: words in a row, lists as JSON text, and what must be there."""

import json
from typing import Any

from companion.service import Json
from companion.tools.border import Border
from engine.errors import InvalidInputError

MOST_LISTED = 50
LONGEST_JSON = 100_000
TEN = 10


def needed(name: str, value: Any) -> Any:
    """The value. Raises InvalidInputError where an action was called without it, or with a blank in its place."""
    if value is None or (isinstance(value, str) and not value.strip()):
        raise InvalidInputError(name, "is needed for this action", "Give it with the call.")
    return value


def waiting(at: Border, *rooms: str) -> Json:
    """What this client offered there and the person has not answered, under `proposed`."""
    found = at.ask("offers.list", by=f"mcp:{at.client}")["offers"]
    return {"proposed": [one for one in found if one["verb"].startswith(rooms)]}


def words(row: str | None) -> list[str] | None:
    """`a, b` as a list; None where nothing was said."""
    return None if row is None else [each.strip() for each in row.split(",") if each.strip()]


def weight(given: float) -> float:
    """Importance as the mind has it; a judgement from 1 to 10 is divided at the border (`one-mind.md`)."""
    return given / TEN if 1 < given <= TEN else given


def parsed(name: str, given: str) -> Any:
    """JSON text. Raises InvalidInputError."""
    if len(given) > LONGEST_JSON:
        raise InvalidInputError(name, "is too long", "Send less at once.")
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        raise InvalidInputError(name, "is not JSON", "Send JSON text.") from None


def texts(name: str, given: str) -> list[str]:
    """A JSON list of texts, or of records with a `text`. Raises InvalidInputError."""
    rows = parsed(name, given or "[]")
    if not isinstance(rows, list) or len(rows) > MOST_LISTED:
        raise InvalidInputError(name, f"must be a list of at most {MOST_LISTED}", "Send a JSON list.")
    found = [row.get("text") if isinstance(row, dict) else row for row in rows]
    if not all(isinstance(each, str) and each.strip() for each in found):
        raise InvalidInputError(name, "must hold texts, or records with a text", "Send a JSON list.")
    return [str(each) for each in found]


def absent(room: str, words_: str) -> Json:
    """The answer of a tool whose room this companion does not have: a state, no fault."""
    return {"state": "not_available", "room": room, "message": words_}
