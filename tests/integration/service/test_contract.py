"""Every tool keeps what other programs rely on: parameters, defaults, actions, and what an answer holds."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

import companion.tools.mind  # noqa: F401 - declares the tools
from companion.service import Service
from companion.tools.declared import CORE, TOOLS
from companion.tools.server import DO, Listing
from tests.contract import Promise, promises
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import PASSPHRASE

KINDS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
NAMED = ("action", "detail", "mode", "insight_type", "when", "dream_type", "memory_type")
"""Parameters of which each allowed value is called once, where it is the only one of them that a tool has."""


def shape(schema: dict[str, Any]) -> tuple[str, Any]:
    """A parameter's kind, with `?` where null will do, and its default."""
    options = schema.get("anyOf", [schema])
    kind = next(KINDS[one["type"]] for one in options if one["type"] != "null")
    null = any(one["type"] == "null" for one in options)
    return f"{kind}{'?' if null else ''}", schema.get("default", ...)


def test_there_are_those_tools_and_no_others() -> None:
    assert {one.name: one.module for one in promises()} == {name: one.module for name, one in TOOLS.items()}


@pytest.mark.parametrize("promise", promises(), ids=lambda one: one.name)
def test_the_parameters_are_as_they_are_known(promise: Promise) -> None:
    properties = TOOLS[promise.name].schema.get("properties", {})
    assert [(name, *shape(one)) for name, one in properties.items()] == list(promise.parameters)


@pytest.mark.parametrize("promise", promises(), ids=lambda one: one.name)
def test_every_action_is_called(promise: Promise) -> None:
    properties = TOOLS[promise.name].schema.get("properties", {})
    chosen = next((name for name in NAMED if "enum" in properties.get(name, {})), None)
    if chosen is not None and promise.name != "recall":
        assert {one.given[chosen] for one in promise.calls} == set(properties[chosen]["enum"])


def seeded(owner: Service) -> dict[str, str]:
    """What the person has of their own, by the names that the table has for it."""

    def made(request: str, name: str, **given: Any) -> str:
        return str(owner.submit(request, given).result(60)[name]["id"])

    owner.submit("say", {"text": "The sea was rough.", "surface": "test"}).result(60)
    return {
        "goal": str(owner.submit("goals.add", {"title": "Sail round"}).result(60)["goal"]["number"]),
        "model": made("models.create", "model", statement="Sails tear"),
        "prediction": made("predictions.predict", "prediction", statement="There will be snow"),
        "principle": made("principles.create", "principle", statement="Ask before sailing"),
        "outcome": made("outcomes.record", "outcome", decision="Buy a boat", predicted="Joy"),
        "episode": owner.submit("episodes.find", {}).result(60)["episodes"][0]["id"],
    }


@pytest.mark.parametrize(
    ("owned", "listing"),
    [(True, Listing.FULL), (False, Listing.LEAN)],
    ids=["beside an owner, by its name", "alone, by the one tool for all"],
)
def test_every_call_answers_as_it_is_known(
    reaching: Reacher, home: Path, tmp_path: Path, owned: bool, listing: Listing
) -> None:
    owner = reaching()
    names = seeded(owner)
    if not owned:
        owner.close()
    surroundings = {
        **os.environ,
        "HOME": str(tmp_path),
        "COMPANION_PASSPHRASE": PASSPHRASE,
        "COMPANION_MODELS": str(tmp_path / "models"),
    }
    command = ["-m", "companion", "--home", str(home), "mcp", "--profile", listing.value]
    broken: list[str] = []

    async def play() -> None:
        server = StdioServerParameters(command=sys.executable, args=command, env=surroundings)
        async with Client(server) as client:
            for promise in promises():
                for call in promise.calls:
                    given = call.arguments(names, promise.kinds)
                    done = await client.call_tool(*_as_listed(listing, promise.name, given))
                    found: Any = done.structured_content
                    if done.is_error or not any(keys <= set(found) for keys in call.keys):
                        broken.append(f"{promise.name} {given}: {str(found)[:300]}")
                        continue
                    for name, path in call.noted.items():
                        names[name] = _at(found, path)

    anyio.run(play)
    assert not broken, "\n".join(broken)


def _as_listed(listing: Listing, name: str, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A call as a client makes it: by the tool's own schema, or by `elara_do` where it is not listed."""
    if listing is Listing.FULL or name in CORE:
        return f"elara_{name}", given
    return DO, {"tool": name, "params": json.dumps(given)}


def _at(found: Any, path: str) -> str:
    for each in path.split("."):
        found = found[each]
    return str(found)
