"""Several processes on one home: one owns it, the others attach, and a dead owner is replaced at once."""

import json
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.errors import HomeBusyError
from companion.home import Home
from companion.host.lease import read, take
from tests.integration.service.conftest import Reacher
from tests.integration.service.scripted import SlowModel

PROGRAM = [sys.executable, "-m", "tests.integration.service.scripted"]
ROOT = Path(__file__).parents[3]


def start(home: Path, *words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [*PROGRAM, str(home), *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )


def say(home: Path, text: str) -> dict:
    process = start(home, "say", text)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return json.loads(output.splitlines()[-1])


@pytest.fixture
def owner(home: Path):
    with start(home, "own") as process:
        assert process.stdout is not None
        assert process.stdout.readline().strip() == "owned"
        yield process
        process.kill()


def test_a_second_process_takes_its_turn_with_the_owner(home: Path, owner: "subprocess.Popen[str]") -> None:
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda text: say(home, text), ["Apples", "Pears", "Plums"]))
    assert [one["owner"] for one in answers] == [False] * 3
    assert [one["answer"] for one in answers] == ["You said Apples", "You said Pears", "You said Plums"]
    assert len({one["episode_id"] for one in answers}) == 1
    owner.communicate(timeout=60)
    assert owner.returncode == 0
    assert read(Home(home).lease_path) is None


def test_simultaneous_commands_find_one_owner_among_them(home: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(lambda text: say(home, text), ["Apples", "Pears", "Plums"]))
    assert any(one["owner"] for one in answers)
    assert sorted(one["answer"] for one in answers) == ["You said Apples", "You said Pears", "You said Plums"]


def test_a_killed_owner_is_replaced_at_once(home: Path, owner: "subprocess.Popen[str]") -> None:
    owner.kill()
    owner.wait(timeout=10)
    assert read(Home(home).lease_path) is not None
    assert say(home, "Hello")["owner"]


def test_an_idle_client_becomes_owner_when_its_owner_dies(
    reaching: Reacher, owner: "subprocess.Popen[str]"
) -> None:
    service = reaching()
    assert not service.is_owner
    owner.kill()
    owner.wait(timeout=10)
    answer = service.submit("say", {"text": "Still here?", "surface": "test"}).result(60)
    assert answer["answer"] == "You said Still here?"
    assert service.is_owner


def test_listeners_follow_to_the_next_owner(reaching: Reacher, owner: "subprocess.Popen[str]") -> None:
    service, heard = reaching(), threading.Event()
    service.listen(lambda event: heard.set() if event.get("stage") == "heard" else None)
    owner.kill()
    owner.wait(timeout=10)
    service.submit("say", {"text": "Hello", "surface": "test"}).result(60)
    assert heard.wait(5)


def test_loops_of_a_dead_owner_are_interrupted(home: Path, reaching: Reacher) -> None:
    process = start(home, "say", "word " * 2000)
    assert process.stdout is not None
    assert process.stdout.readline().strip() == "heard"
    process.kill()
    process.communicate()
    exchange = reaching(SlowModel()).submit("history", {}).result(30)["exchanges"][0]
    assert exchange["status"] == "interrupted"
    assert exchange["utterance"].startswith("word")


def test_an_owner_that_hangs_is_named(
    home: Path, owner: "subprocess.Popen[str]", monkeypatch, reaching
) -> None:
    monkeypatch.setattr("companion.reach.REACH_S", 1.0)
    monkeypatch.setattr("companion.doors.client.HANDSHAKE_S", 1.0)
    os.kill(owner.pid, signal.SIGSTOP)
    with pytest.raises(HomeBusyError, match=str(owner.pid)):
        reaching()


def test_a_home_held_without_a_word_is_busy(home: Path, monkeypatch, reaching: Reacher) -> None:
    monkeypatch.setattr("companion.reach.REACH_S", 0.3)
    lease = take(Home(home).lease_path)
    assert lease is not None
    with pytest.raises(HomeBusyError):
        reaching()
    lease.release()
