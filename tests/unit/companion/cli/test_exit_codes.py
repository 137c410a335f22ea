"""One table of exit codes, in code and in words."""

import importlib
import re
from pathlib import Path

import pytest

from companion.cli.exit_codes import MEANINGS, ExitCode, code_of
from companion.errors import AnswerStoppedError, HomeBusyError, OwnerFaultError, OwnerLostError
from engine.conversation import EmptyUtteranceError, NoModelError
from engine.errors import InvalidInputError
from engine.language.errors import ModelDiedError
from engine.models import BusyError, NotInstalledError
from engine.vault import DamagedVaultError, NoKeyError, VaultBusyError, WrongKeyError

ROOT = Path(__file__).parents[4]
ROOMS = (
    "engine.errors",
    "companion.errors",
    "engine.vault.errors",
    "engine.language.errors",
    "engine.embedding.port",
    "engine.models.errors",
    "engine.conversation.errors",
    "engine.person.records",
    "engine.library.records",
    "engine.export.errors",
    "engine.imports.records",
    "engine.mood.records",
    "engine.senses.errors",
    "engine.senses.feeds.records",
    "companion.voice.talk_key",
)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InvalidInputError("text", "is empty"), ExitCode.USAGE),
        (EmptyUtteranceError("nothing"), ExitCode.USAGE),
        (NoKeyError("none"), ExitCode.NO_KEY),
        (WrongKeyError("wrong"), ExitCode.NO_KEY),
        (DamagedVaultError("torn"), ExitCode.VAULT),
        (VaultBusyError("held"), ExitCode.BUSY),
        (NoModelError("none"), ExitCode.MODEL),
        (ModelDiedError("gone"), ExitCode.MODEL),
        (NotInstalledError("x"), ExitCode.MODEL),
        (BusyError("installing"), ExitCode.BUSY),
        (HomeBusyError("held"), ExitCode.BUSY),
        (OwnerLostError("gone"), ExitCode.BUSY),
        (AnswerStoppedError("stopped"), ExitCode.STOPPED),
        (KeyboardInterrupt(), ExitCode.STOPPED),
        (ZeroDivisionError(), ExitCode.FAULT),
    ],
)
def test_an_error_has_its_code(error: BaseException, code: ExitCode) -> None:
    assert code_of(error) is code


def test_an_error_from_afar_has_the_same_code() -> None:
    told = OwnerFaultError("gone", "", ("ModelDiedError", "LanguageError", "CompanionError"))
    assert code_of(told) is ExitCode.MODEL


@pytest.mark.parametrize("name", MEANINGS)
def test_every_name_in_the_table_is_an_error(name: str) -> None:
    assert any(hasattr(importlib.import_module(room), name) for room in ROOMS)


def test_the_page_for_people_says_the_same() -> None:
    rows = re.findall(r"^\| (\d+) \|", (ROOT / "docs/exit-codes.md").read_text(), re.MULTILINE)
    assert [int(row) for row in rows] == sorted(ExitCode)
