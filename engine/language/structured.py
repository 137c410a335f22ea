"""Replies in a given form: a schema the grammar can hold to, and a parser for when it could not.

The grammar makes a complete reply valid by itself; the three strategies ([E] §10.5) are the net for replies
that were cut short, came from a model without grammars, or stand between other words.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.language.port import LanguageModel, OnText, ignore_text
from engine.language.records import Cancellation, GenerationRequest, GenerationResult

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_CHOICES = 100
"""Integers within bounds become an enumeration up to this many; grammars know no bounds."""

MOST_BRACKETS = 200
"""Places where a value is looked for: a reply of nothing but brackets must not take quadratic time."""

_FENCE = re.compile(r"```[ \t]*(?:json|JSON)?[ \t]*\r?\n?(.*?)```", re.DOTALL)
_ANCHORED = re.compile(r"\^.*\$\Z", re.DOTALL)
_OPENING = re.compile(r"[{\[]")
_WORDS_ONLY = frozenset({"title", "description", "default", "examples"})
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


def generate_structured(
    model: LanguageModel,
    request: GenerationRequest,
    shape: "type[BaseModel]",
    on_text: OnText = ignore_text,
    cancellation: Cancellation | None = None,
) -> tuple[Structured, GenerationResult]:
    """Run `request` held to the form of `shape` and parse the reply. Raises as `generate` does."""
    result = model.generate(replace(request, schema=schema_of(shape)), on_text, cancellation)
    return parse_structured(result.text, shape), result


def schema_of(shape: "type[BaseModel]") -> dict[str, Any]:
    """The JSON schema of a pydantic model as a grammar can hold to it.

    Every field is asked for, in the order it is declared; bounded integers are spelt out; words for people
    are left out, and so are patterns that are not anchored at both ends.
    """
    simplified: dict[str, Any] = _simplified(shape.model_json_schema())
    return simplified


def _simplified(node: Any) -> Any:
    if isinstance(node, list):
        return [_simplified(item) for item in node]
    if not isinstance(node, dict):
        return node
    if _is_bounded_integer(node):
        return {"enum": list(_choices(node))}
    kept: dict[str, Any] = {
        key: _named(value) if key in {"properties", "$defs"} else _simplified(value)
        for key, value in node.items()
        if key not in _WORDS_ONLY
    }
    if "properties" in kept:
        kept["required"] = list(kept["properties"])
    if "pattern" in kept and not _ANCHORED.match(kept["pattern"]):
        del kept["pattern"]
    return kept


def _named(members: dict[str, Any]) -> dict[str, Any]:
    """Members keyed by names of the model's own, which may be `title` or `default` too."""
    return {name: _simplified(member) for name, member in members.items()}


def _is_bounded_integer(node: dict[str, Any]) -> bool:
    if node.get("type") != "integer" or not {"minimum", "exclusiveMinimum"} & node.keys():
        return False
    return bool({"maximum", "exclusiveMaximum"} & node.keys()) and 0 < len(_choices(node)) <= MOST_CHOICES


def _choices(node: dict[str, Any]) -> range:
    first = max(node.get("minimum", -(2**63)), node.get("exclusiveMinimum", -(2**63) - 1) + 1)
    last = min(node.get("maximum", 2**63), node.get("exclusiveMaximum", 2**63 + 1) - 1)
    return range(first, last + 1)


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
