"""The whole home goes by another process: with the word, and of its own files alone."""

import threading
import time
from pathlib import Path

import pytest

from companion.program.requests import answer
from companion.service import ignore_progress
from engine.errors import InvalidInputError

PATIENCE_S = 120


def ask(home: Path, **parameters: object) -> None:
    answer(home, "home.erase", dict(parameters), ignore_progress, threading.Event())


def test_without_the_word_nothing_goes(tmp_path: Path) -> None:
    with pytest.raises(InvalidInputError, match="must be FORGET"):
        ask(tmp_path, confirm="yes")


@pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
def test_the_home_goes_and_what_is_not_its_own_stays(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "logs").mkdir(parents=True)
    for name in ("settings.json", "logs/companion.log", "cache.db", "diary.txt"):
        (home / name).write_text("{}", "utf-8")
    ask(home, confirm="forget")
    until = time.monotonic() + PATIENCE_S
    while (home / "settings.json").exists() and time.monotonic() < until:
        time.sleep(0.2)
    while (home / "logs").exists() and time.monotonic() < until:
        time.sleep(0.2)
    assert [one.name for one in home.iterdir() if not one.name.startswith("lease")] == ["diary.txt"]
