"""What may be remembered: checked where it comes in."""

import re
from collections.abc import Iterable
from dataclasses import replace

from engine.errors import InvalidInputError
from engine.memory.records import NewNode
from engine.written import storable

LONGEST_TEXT = 100_000
_REF = re.compile(r"(step|fact|node|document|episode):\S+")


def checked(new: NewNode) -> NewNode:
    """`new` as it can be stored. Raises InvalidInputError naming the first field that is wrong."""
    text = storable(new.text)
    if not text.strip():
        raise InvalidInputError("text", "is empty")
    if len(text) > LONGEST_TEXT:
        raise InvalidInputError("text", f"is longer than {LONGEST_TEXT:,} characters", "Give it in parts.")
    for name in ("importance", "confidence", "strength"):
        value = getattr(new, name)
        if value is not None and not 0.0 <= value <= 1.0:
            raise InvalidInputError(name, "is not within 0 and 1")
    if new.event_at is not None and new.event_at.tzinfo is None:
        raise InvalidInputError("event_at", "has no time zone")
    return replace(
        new,
        text=text,
        title=storable(new.title).strip(),
        category=storable(new.category),
        place=None if new.place is None else storable(new.place),
        tags=tuple(dict.fromkeys(tag for tag in map(storable, new.tags) if tag.strip())),
        sources=checked_refs(new.sources),
    )


def checked_refs(refs: Iterable[str]) -> tuple[str, ...]:
    """Refs without repetition. Raises InvalidInputError for what is none."""
    unique = tuple(dict.fromkeys(refs))
    if not all(_REF.fullmatch(ref) for ref in unique):
        raise InvalidInputError("sources", "holds something that cannot be cited")
    return unique
