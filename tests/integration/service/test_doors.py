"""The door: who is let in, and what a hostile client can do."""

import socket
import threading
import time
from concurrent.futures import Future
from multiprocessing.connection import Client, answer_challenge, deliver_challenge
from pathlib import Path

import pytest

from companion.doors import DoorServer, RemoteService, knock
from companion.doors.client import HANDSHAKE_S
from companion.doors.frames import LARGEST_FRAME, Line
from companion.errors import DoorRefusedError, FrameError, OwnerFaultError, OwnerLostError
from companion.runtime import Threads
from companion.service import Json, OnProgress, ignore_progress
from engine.language import ModelDiedError

KEY = b"k" * 32


class Echo:
    """A service that answers at once, or when it is let."""

    def __init__(self) -> None:
        self.held: dict[str, Future[Json]] = {}
        self.listener: OnProgress = ignore_progress

    def submit(
        self, request: str, parameters: Json, progress: OnProgress = ignore_progress
    ) -> "Future[Json]":
        future: Future[Json] = Future()
        progress({"stage": "heard"})
        if request == "hold":
            self.held[parameters["name"]] = future
        elif request == "fail":
            future.set_exception(ModelDiedError("The model ended."))
        elif request == "bug":
            future.set_exception(ValueError("something private"))
        else:
            future.set_result(parameters)
        return future

    def listen(self, listener: OnProgress):
        self.listener = listener
        return lambda: None

    def close(self) -> None:
        """Nothing to leave."""


class House:
    """A server with its address."""

    def __init__(self, home: Path) -> None:
        self.threads = Threads("house")
        self.echo = Echo()
        self.server = DoorServer(home, KEY, self.echo, self.threads)
        self.address = self.server.open()

    def enter(self, key: bytes = KEY) -> RemoteService:
        return knock(self.address, key, self.threads)

    def raw(self) -> socket.socket:
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(2 * HANDSHAKE_S)
        line.connect(self.address)
        return line


@pytest.fixture
def house(tmp_path: Path):
    made = House(tmp_path)
    yield made
    made.server.close()
    assert made.threads.join(timeout_s=5) == []


def test_requests_progress_and_events_come_through(house: House) -> None:
    service, reports, events = house.enter(), [], threading.Event()
    service.listen(lambda event: events.set() if event == {"event": "state"} else None)
    assert service.submit("echo", {"a": [1, "ü"]}, reports.append).result(5) == {"a": [1, "ü"]}
    assert reports == [{"stage": "heard"}]
    house.echo.listener({"event": "state"})
    assert events.wait(5)
    service.close()


def test_another_key_is_refused(house: House) -> None:
    with pytest.raises(DoorRefusedError):
        house.enter(b"z" * 32)


def test_nobody_at_the_door_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(OwnerLostError):
        knock(str(tmp_path / "none.sock"), KEY, Threads("test"))


def test_an_owner_error_keeps_its_words_and_a_bug_does_not(house: House) -> None:
    service = house.enter()
    with pytest.raises(OwnerFaultError, match=r"The model ended.") as told:
        service.submit("fail", {}).result(5)
    assert "ModelDiedError" in told.value.families
    with pytest.raises(OwnerFaultError) as told:
        service.submit("bug", {}).result(5)
    assert "private" not in told.value.message
    service.close()


def test_too_large_a_request_fails_alone(house: House) -> None:
    service = house.enter()
    with pytest.raises(FrameError):
        service.submit("echo", {"text": "x" * LARGEST_FRAME}).result(5)
    assert service.submit("echo", {}).result(5) == {}
    service.close()


@pytest.mark.parametrize(
    "garbage", [b"\x7f\xff\xff\xff", b"\x00\x00\x00\x04nope", b"\x00\x00\x00\x02{}", b"\xff\xff\xff\xfe", b""]
)
def test_garbage_after_the_handshake_ends_that_client_only(house: House, garbage: bytes) -> None:
    victim, service = _admitted(house), house.enter()
    assert victim.socket is not None
    victim.socket.sendall(garbage)
    victim.hang_up() if not garbage else _read_to_end(victim)
    victim.close()
    assert service.submit("echo", {"still": "here"}).result(5) == {"still": "here"}
    service.close()


def test_half_open_clients_are_cut_off_and_block_nobody(house: House) -> None:
    strangers = [house.raw() for _ in range(20)]
    strangers[0].sendall(b"\x00\x00")
    service = house.enter()
    assert service.submit("echo", {"a": 1}).result(5) == {"a": 1}
    for stranger in strangers:
        while stranger.recv(4096):
            pass
        stranger.close()
    service.close()


def test_a_client_that_stops_reading_blocks_nobody(house: House) -> None:
    deaf, service = _admitted(house), house.enter()
    for number in range(300):
        deaf.send({"id": number, "request": "echo", "parameters": {"text": "x" * 20_000}})
    assert service.submit("echo", {"a": 1}).result(5) == {"a": 1}
    deaf.close()
    service.close()


def test_a_client_that_dies_cancels_nothing(house: House) -> None:
    dying = house.enter()
    dying.submit("hold", {"name": "promise"})
    while "promise" not in house.echo.held:
        time.sleep(0.01)
    dying.close()
    house.echo.held["promise"].set_result({"done": True})
    service = house.enter()
    assert service.submit("echo", {}).result(5) == {}
    service.close()


def test_a_retiring_owner_keeps_its_promises_and_takes_no_new_ones(house: House) -> None:
    service = house.enter()
    held = service.submit("hold", {"name": "promise"})
    while "promise" not in house.echo.held:
        time.sleep(0.01)
    assert not house.server.retire(0.05)
    with pytest.raises(OwnerLostError) as lost:
        service.submit("echo", {}).result(5)
    assert not lost.value.heard
    house.echo.held["promise"].set_result({"done": True})
    assert held.result(5) == {"done": True}
    assert house.server.retire(5)
    service.close()


def test_an_owner_that_vanishes_says_whether_the_words_were_kept(house: House) -> None:
    service = house.enter()
    held = service.submit("hold", {"name": "promise"})
    while "promise" not in house.echo.held:
        time.sleep(0.01)
    house.server.close()
    with pytest.raises(OwnerLostError) as lost:
        held.result(5)
    assert lost.value.heard
    with pytest.raises(OwnerLostError):
        service.submit("echo", {}).result(5)


def _admitted(house: House) -> Line:
    """A client past the handshake that speaks for itself."""
    line = Line(Client(house.address, authkey=None))
    answer_challenge(line.connection, KEY)
    deliver_challenge(line.connection, KEY)
    assert line.receive() == {"hello": 1}
    return line


def _read_to_end(line: Line) -> None:
    try:
        while True:
            line.receive()
    except (EOFError, OSError):
        return
