"""`companion memory` through the process that owns the home."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.cli.exit_codes import ExitCode
from companion.reach import ReachedService
from engine.errors import CompanionError
from tests.integration.service.scripted import PASSPHRASE, SlowModel

Commands = Callable[..., dict[str, Any]]


@pytest.fixture
def service(reaching: Callable[..., ReachedService], monkeypatch: pytest.MonkeyPatch) -> ReachedService:
    monkeypatch.setenv("COMPANION_PASSPHRASE", PASSPHRASE)
    made = reaching(SlowModel())
    assert made.is_owner
    return made


@pytest.fixture
def command(home: Path, service: ReachedService, capsys: pytest.CaptureFixture[str]) -> Commands:
    """Runs a command beside the owner; gives its JSON and exit code."""

    def run(*words: str) -> dict[str, Any]:
        code = main(["--home", str(home), *words, "--json"])
        return {**json.loads(capsys.readouterr().out), "code": code}

    return run


def remembered(service: ReachedService, text: str) -> str:
    ref: str = service.submit("memory.remember", {"kind": "moment", "text": text}).result()["ref"]
    return ref


def test_a_memory_is_shown_kept_private_linked_and_confirmed(
    service: ReachedService, command: Commands
) -> None:
    cake, train = remembered(service, "A lemon cake is planned."), remembered(service, "The train was late.")
    assert command("memory", "private", cake)["row"]["private"]
    assert command("memory", "show", cake)["row"]["private"]
    assert not command("memory", "private", cake, "--off")["row"]["private"]
    assert command("memory", "link", cake, "depends_on", train, "--strength", "0.4")["code"] == ExitCode.DONE
    (link,) = command("memory", "show", cake)["links"]
    assert (link["type"], link["strength"], link["ref"]) == ("depends_on", 0.4, train)
    assert command("memory", "unlink", cake, "depends_on", train)["code"] == ExitCode.DONE
    assert command("memory", "unlink", cake, "depends_on", train)["code"] != ExitCode.DONE
    assert command("memory", "confirm", cake)["row"]["ref"] == cake
    assert command("memory", "show", "node:gone")["error"]
    assert command("memory", "link", cake, "dance", train)["code"] == ExitCode.USAGE


def test_people_read_it_too(home: Path, service: ReachedService, capsys: pytest.CaptureFixture[str]) -> None:
    cake, train = remembered(service, "A lemon cake is planned."), remembered(service, "The train was late.")
    for words, shown in (
        (["link", cake, "contradicts", train], "waits for you"),
        (["private", cake], "Private now."),
        (["show", cake], "(private)"),
        (["show", cake], f"→ contradicts (1.00)  {train}"),
        (["private", cake, "--off"], "No longer private."),
        (["confirm", cake], "Confirmed: A lemon cake"),
        (["unlink", cake, "contradicts", train], "not linked"),
    ):
        assert main(["--home", str(home), "memory", *words]) == ExitCode.DONE
        out, err = capsys.readouterr()
        assert shown in out + err


def test_a_memory_cites_what_is_there_and_nothing_else(service: ReachedService) -> None:
    first = service.submit(
        "memory.remember", {"kind": "moment", "text": "Ida taught me to whistle."}
    ).result()
    told = {"kind": "insight", "text": "Ida is patient.", "sources": [first["ref"]]}
    made = service.submit("memory.remember", told).result()
    detail = service.submit("memory.node", {"node": made["ref"].removeprefix("node:")}).result()
    assert [one["text"] for one in detail["sources"]] == ["Ida taught me to whistle."]
    with pytest.raises(CompanionError, match="sources"):
        service.submit("memory.remember", told | {"sources": ["step:none"]}).result()
