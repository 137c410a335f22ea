"""Whatever a client sends, it gets an answer or a typed error, and nothing it had no right to is written."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import companion.tools.mind  # noqa: F401 - declares the tools
from companion.bootstrap import open_vault
from companion.home import Home
from companion.keys import open_key
from companion.service import Service
from companion.tools.border import Border
from companion.tools.server import Listing, Modules, ToolServer
from engine.errors import CompanionError, InvalidInputError
from tests.benchmarks.tool_calls import Onlooker
from tests.calls import Call, calls
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import PASSPHRASE
from tests.poison import poisons

EXAMPLES = 1000


def called(server: ToolServer, call: Call) -> None:
    """Any other error fails the test."""
    with suppress(CompanionError):
        assert isinstance(server.call(*call), dict)


def untouched(owner: Service) -> None:
    """What is the person's alone is as it was, and the rooms still answer."""
    assert owner.submit("directives.list", {}).result()["directives"] == []
    facts = owner.submit("person.facts", {"status": None}).result()["facts"]
    assert not [one for one in facts if one["status"] == "active"]
    for request in ("standing", "goals.list", "handoff.read", "corrections.list", "outcomes.list"):
        owner.submit(request, {}).result()


def test_no_call_breaks_anything(reaching: Reacher) -> None:
    owner = reaching()
    server = ToolServer(Border(lambda: owner, "strange"), Listing.FULL, Modules.FULL_PRESENCE)

    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(calls())
    def play(call: Call) -> None:
        called(server, call)

    play()
    untouched(owner)


def test_words_with_nothing_in_them_leave_nothing_behind(reaching: Reacher, home: Path) -> None:
    owner = reaching()
    owner.submit("person.remember", {"text": "I like tea"}).result()
    owner.submit("border.observe", {"text": "I sail", "client": "x"}).result()
    vault = open_vault(Home(home).vault_path, open_key(home, PASSPHRASE))
    onlooker = Onlooker(vault)
    try:
        for text in (" ", "\n\t", "\u2028"):
            for request, more in (("border.observe", {"client": "x"}), ("person.remember", {})):
                with pytest.raises(InvalidInputError):
                    owner.submit(request, {"text": text, **more}).result()
                assert onlooker.written() == []
    finally:
        onlooker.close()
        vault.close()


def test_poisoned_texts_by_tool_become_nothing_that_is_the_persons(reaching: Reacher) -> None:
    owner = reaching()
    server = ToolServer(Border(lambda: owner, "poisoner"), Listing.FULL, Modules.FULL_PRESENCE)
    for poison in poisons():
        text = poison.text.strip()
        for name, arguments in (
            ("remember", {"content": text[:1000], "memory_type": "fact"}),
            ("remember", {"content": text, "memory_type": "conversation"}),
            ("episode_note", {"event": text[:500]}),
            ("recall", {"query": text[:2000]}),
            ("context", {"note": text[:500]}),
            ("llm", {"action": "query", "prompt": text[:2000]}),
        ):
            called(server, (f"elara_{name}", arguments))
    untouched(owner)
    for request, name in (("goals.list", "goals"), ("corrections.list", "corrections")):
        assert owner.submit(request, {}).result()[name] == []
    told = owner.submit("self.wake", {}).result()["packet"]
    assert told["who"]["directives"] == []
    assert told["facts"] == []
