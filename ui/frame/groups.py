"""Quoted lines in groups, as they are told. No widgets."""

from collections.abc import Sequence
from dataclasses import dataclass

STEP = "step:"
"""How the ref of something that was said begins."""


@dataclass(frozen=True, slots=True)
class Line:
    """A text with where it is from; with a `key` the line about it can be pressed."""

    text: str
    about: str = ""
    key: str = ""


def source_of(cites: Sequence[str]) -> str:
    """The ref to which what was made from `cites` leads: what was said first of it, else the first; empty for none."""
    said = (ref for ref in cites if ref.startswith(STEP))
    return next(said, next(iter(cites), ""))


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under a title; `empty` stands where there are none. `plain` ones are told, and not quoted.

    Of many lines those around `at` are shown first.
    """

    title: str
    lines: Sequence[Line]
    empty: str = ""
    plain: bool = False
    at: int = 0
