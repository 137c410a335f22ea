"""Reads replies in a given form.

A grammar makes a complete reply valid by itself; the three strategies ([E] §10.5) are the net for replies that
were cut short, came from a model without grammars, or stand between other words.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_BRACKETS = 200
"""Places where a value is looked for: a reply of nothing but brackets must not take quadratic time."""

_FENCE = re.compile(r"```[ \t]*(?:json|JSON)?[ \t]*\r?\n?(.*?)```", re.DOTALL)
_OPENING = re.compile(r"[{\[]")
_DECODER = json.JSONDecoder()


class Strategy(StrEnum):
    """How a reply was understood."""

    DIRECT = "direct"
    FENCED = "fenced"
    BOUNDED = "bounded"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Structured:
    """A parsed reply: its value (None where parsing failed), how it was found, and the reply as it came."""

    value: Any
    strategy: Strategy
    raw: str


def parse_structured(text: str, shape: "type[BaseModel] | None" = None) -> Structured:
    """The first object or array that `text` holds, by three strategies in turn.

    (1) the text itself is JSON; (2) a fenced block is; (3) something from an opening bracket to where its
    value ends is. With a `shape` only what validates against it counts, and `value` is an instance of it.
    """
    for strategy, candidate in _candidates(text):
        try:
            value = candidate if shape is None else shape.model_validate(candidate)
        except ValueError:
            continue
        return Structured(value, strategy, text)
    return Structured(None, Strategy.FAILED, text)


def _candidates(text: str) -> Iterator[tuple[Strategy, Any]]:
    yield from ((Strategy.DIRECT, value) for value in _whole(text))
    for fenced in _FENCE.finditer(text):
        yield from ((Strategy.FENCED, value) for value in _whole(fenced[1]))
    yield from ((Strategy.BOUNDED, value) for value in _bounded(text))


def _whole(text: str) -> Iterator[Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    if isinstance(value, dict | list):
        yield value


def _bounded(text: str) -> Iterator[Any]:
    """Values that begin at a bracket, outermost first; what stands inside a found value is not looked at."""
    position = 0
    for _ in range(MOST_BRACKETS):
        if (bracket := _OPENING.search(text, position)) is None:
            return
        try:
            value, position = _DECODER.raw_decode(text, bracket.start())
        except (ValueError, RecursionError):
            position = bracket.end()
        else:
            yield value
