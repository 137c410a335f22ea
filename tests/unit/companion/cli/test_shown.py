"""What each command prints, of an answer made up from its type: no template asks for what is not there."""

import inspect
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from types import GenericAlias, NoneType, SimpleNamespace
from typing import Any, get_args, get_origin

import pytest
import typer
from pydantic import TypeAdapter

from companion.cli import verbs
from companion.cli.invocation import Invocation
from companion.cli.listed import LISTED
from companion.requests import DECLARED
from companion.service import Json

TIMES = {"date-time": "2026-05-01T09:00:00Z", "date": "2026-05-01", "time": "09:00:00"}
FULL = {**TIMES, "string": "words", "integer": 2, "number": 0.5, "boolean": True}
BARE = {**TIMES, "string": "", "integer": 0, "number": 0.0, "boolean": False}


def made_up(request: str, *, is_full: bool) -> Any:
    """An answer to the request: with one of everything, or with as little as its type lets it have."""
    schema = TypeAdapter(DECLARED[request].gives).json_schema(mode="serialization")
    return Maker(schema.get("$defs", {}))(schema, is_full=is_full)


class Maker:
    """Makes values of a schema up."""

    def __init__(self, known: Json) -> None:
        self._known = known

    def __call__(self, schema: Json, *, is_full: bool, within: tuple[str, ...] = ()) -> Any:
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            # What holds one of its own kind has none in there.
            return self(self._known[name], is_full=is_full and name not in within, within=(*within, name))
        if "anyOf" in schema:
            lacks = {"type": "null"} in schema["anyOf"] and not is_full
            return None if lacks else self(schema["anyOf"][0], is_full=is_full, within=within)
        if (choices := schema.get("enum", [schema.get("const")])) != [None]:
            return choices[0]
        if "items" in schema:
            return [self(schema["items"], is_full=is_full, within=within)] if is_full else []
        if schema.get("type") == "object":
            return self._object(schema, is_full=is_full, within=within)
        kind: str = schema.get("format", schema.get("type", ""))
        return FULL.get(kind) if is_full else BARE.get(kind)

    def _object(self, schema: Json, *, is_full: bool, within: tuple[str, ...]) -> Json:
        more = schema.get("additionalProperties")
        named = {"one": more} if isinstance(more, dict) and is_full else {}
        every = schema.get("properties", named)
        return {name: self(each, is_full=is_full, within=within) for name, each in every.items()}


def commands() -> Iterator[tuple[str, Any]]:
    """What runs each command of the rooms that is derived, by what is typed for it."""
    for listed in (each for each in LISTED if each.module.startswith("rooms.")):
        made = getattr(import_module(f"companion.cli.{listed.module}"), listed.attribute)
        if not listed.group:
            yield listed.name, made
            continue
        if made.registered_callback:
            yield listed.name, made.registered_callback.callback
        for one in made.registered_commands:
            yield f"{listed.name} {one.name}", one.callback


COMMANDS = {name: run for name, run in commands() if hasattr(run, "__signature__")}
CALLED = SimpleNamespace(
    invoked_subcommand=None, find_object=lambda _: Invocation(Path("nowhere"), as_json=False)
)


def _said(kind: Any) -> Any:
    """Something that typer could have read of that kind."""
    kind = next((each for each in get_args(kind) if each is not NoneType), kind)
    if get_origin(kind) is list or isinstance(kind, GenericAlias):
        return ["words"]
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return next(iter(kind))
    return {bool: True, int: 2, float: 0.5, datetime: datetime(2026, 5, 1, tzinfo=UTC)}.get(kind, "words")


def ways(run: Any) -> Iterator[dict[str, Any]]:
    """What has to be said, alone and with each that may be."""
    every = [each for each in inspect.signature(run).parameters.values() if each.name != "called"]
    kinds = {each.name: get_args(each.annotation)[0] for each in every}
    needed = {each.name: _said(kinds[each.name]) for each in every if each.default is each.empty}
    left = {each.name: each.default for each in every if each.default is not each.empty}
    yield needed | left
    for name in left:
        if name != "as_json":
            yield needed | left | {name: _said(kinds[name])}


@pytest.mark.parametrize("is_full", [True, False], ids=["full", "bare"])
@pytest.mark.parametrize("name", COMMANDS)
def test_it_prints_whatever_its_verb_may_answer(
    name: str, is_full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def answer(_: Invocation, request: str, __: Json, ___: str = "") -> Json:
        asked.append(request)
        return dict(made_up(request, is_full=is_full))

    monkeypatch.setattr(verbs, "asked", answer)
    for given in ways(COMMANDS[name]):
        with suppress(typer.BadParameter, typer.Exit):
            COMMANDS[name](CALLED, **given)
    assert asked
