"""Refs: how anything that can be cited is named, as `step:<id>`, `fact:<id>`, `node:<id>`, `document:<id>`."""

from collections.abc import Iterable

Refs = frozenset[str]
NOTHING: Refs = frozenset()
PROGRAMS = ("mcp:", "import:")
"""What begins the name of another program that noted something, or that it was brought in from."""


def is_open(hidden: Refs, ref: str, cites: Iterable[str] = ()) -> bool:
    """Whether a thing may be told where `hidden` may not: neither named among those, nor resting on one."""
    return ref not in hidden and hidden.isdisjoint(cites)
