"""Quoted lines in groups, as they are told. No widgets."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A text with where it is from; with a `key` the line about it can be pressed."""

    text: str
    about: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Lines under a title; `empty` stands where there are none. `plain` ones are told, and not quoted."""

    title: str
    lines: Sequence[Line]
    empty: str = ""
    plain: bool = False
