"""What a tool gives back, as a client is told of it: the declared types of the verbs that it asks, and no other.

A tool names the verbs whose answers it hands on; where it makes one out of several, or of parts of one, it says so by
the same types.
"""

from functools import cache
from typing import Any, Final, Union, get_args, get_type_hints

from pydantic import TypeAdapter

from companion.requests import DECLARED
from companion.requests.border.offering import NOTES, WAITING, WRITTEN
from companion.requests.room import record
from companion.service import Json

DROPPED: Final = ("title", "description", "default", "required")
"""What no schema has: words for who reads the code, and that a field must be there, as what is private is not."""


def told_by(verb: str) -> Any:
    """The type of what a verb answers."""
    return DECLARED[verb].gives


def field_of(verb: str, name: str) -> Any:
    """The type of one field of it."""
    return get_type_hints(told_by(verb))[name]


def row_of(verb: str, name: str) -> Any:
    """The type of a row of one field of it."""
    return get_args(field_of(verb, name))[0]


def asked_of(verb: str) -> Any:
    """The type of what a client hears that asks for a verb: what is the person's to say waits for them."""
    return WAITING if verb in WRITTEN and not verb.startswith(NOTES) else told_by(verb)


def with_proposed(verb: str, **more: Any) -> Any:
    """What a verb answers, beside what this client offered there."""
    return record(told_by(verb), proposed=field_of("offers.list", "offers"), **more)


STATE: Final = record(state=str, room=str, message=str)
"""Why there is no answer, where that is no fault."""


@cache
def schema_of(given: tuple[Any, ...]) -> Json:
    """The JSON schema of an answer of one of these types; a text is the name of a verb."""
    kind: Any = Union[tuple(asked_of(each) if isinstance(each, str) else each for each in given)]  # noqa: UP007 - made at run time
    return {"type": "object", **_crossing(TypeAdapter(kind).json_schema())}


def _crossing(schema: Any) -> Any:
    """The schema of what is left at the border (`companion/tools/border.py`)."""
    if isinstance(schema, list):
        return [_crossing(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: each for name, each in schema.items() if name not in DROPPED}
    named = {
        name: {called: _crossing(each) for called, each in kept.pop(name).items()}
        for name in ("properties", "$defs")
        if name in kept
    }
    return {name: _crossing(each) for name, each in kept.items()} | named
