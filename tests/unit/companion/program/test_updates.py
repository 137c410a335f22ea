"""Looking for a newer version against a real server: off at first, signed, written down, and never more than asked."""

import base64
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.program import updates
from companion.program.requests import answer
from companion.service import Json
from engine.network import Ledger
from engine.updates import Publisher, UpdateError, write_statement
from installers.release import main as publish
from installers.release import make_key, read_key, stated

PLACE = "https://example.org/companion"


class Publishing:
    """A publisher's server on this machine; `statement` is what it sends."""

    def __init__(self, folder: Path) -> None:
        self.statement, self.asked = b"", list[dict[str, str]]()
        self.file = folder / "key"
        self.public = base64.b64decode(make_key(self.file))
        publishing = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                publishing.asked.append(dict(self.headers))
                self.send_response(200)
                self.end_headers()
                self.wfile.write(publishing.statement)

            def log_message(self, *_: object) -> None:
                """Nothing is printed."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def publisher(self) -> Publisher:
        return Publisher(f"http://127.0.0.1:{self.server.server_address[1]}/newest", self.public)

    def state(self, version: str) -> None:
        self.statement = write_statement(stated(version, PLACE, 30, "It sings now.", []), read_key(self.file))


@pytest.fixture
def publishing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Publishing]:
    made = Publishing(tmp_path)
    monkeypatch.setattr(updates, "publisher", lambda: made.publisher)
    monkeypatch.setenv("COMPANION_NETWORK", str(tmp_path / "ledger"))
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def asked(home: Path, request: str, **parameters: object) -> Json:
    return answer(home, request, parameters, lambda _: None, threading.Event())


def entries(tmp_path: Path) -> list[str]:
    return [one.why for one in Ledger(tmp_path / "ledger").entries()]


def test_nobody_is_asked_before_it_is_switched_on(publishing: Publishing, home: Path, tmp_path: Path) -> None:
    publishing.state("9.0.0")
    assert asked(home, "updates")["newest"] is None
    assert asked(home, "updates.look", unasked=True)["newest"] is None
    with pytest.raises(UpdateError, match="switched off"):
        asked(home, "updates.look")
    assert publishing.asked == []
    assert entries(tmp_path) == []


def test_a_newer_version_is_told_and_the_connection_written_down(
    publishing: Publishing, home: Path, tmp_path: Path
) -> None:
    publishing.state("9.0.0")
    asked(home, "choices.set", name="updates", value=True)
    found = asked(home, "updates.look")
    assert (found["newest"]["version"], found["newest"]["address"]) == ("9.0.0", PLACE)
    assert entries(tmp_path) == ["whether there is a newer version"]
    told = publishing.asked[0]
    assert set(told) <= {"Host", "Accept", "Accept-Encoding", "Connection", "User-Agent"}
    assert told["User-Agent"] == "companion"
    publishing.state("9.1.0")
    assert asked(home, "updates.look", unasked=True)["newest"]["version"] == "9.0.0", "once a week"
    assert len(publishing.asked) == 1


def test_no_older_and_no_forged_version_is_told(publishing: Publishing, home: Path) -> None:
    asked(home, "choices.set", name="updates", value=True)
    publishing.state("0.0.1")
    assert asked(home, "updates.look")["newest"] is None
    publishing.state("9.0.0")
    publishing.statement = publishing.statement.replace(b"9.0.0", b"9.0.1")
    with pytest.raises(UpdateError, match="not what the publisher signed"):
        asked(home, "updates.look")
    assert asked(home, "updates")["newest"] is None


def test_a_damaged_memory_of_it_is_no_memory(publishing: Publishing, home: Path) -> None:
    home.mkdir()
    for damaged in ("", "[]", '{"checked_at": 3, "newest": null}', '{"checked_at": "yesterday"}'):
        (home / updates.FILE).write_text(damaged, "utf-8")
        assert asked(home, "updates")["checked_at"] is None


def test_the_command_switches_and_tells(
    publishing: Publishing, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    publishing.state("9.0.0")
    assert main(["--home", str(home), "updates"]) == 0
    assert "companion updates --on" in capsys.readouterr().err
    assert main(["--home", str(home), "updates", "--on"]) == 0
    assert f"Version 9.0.0 of {publishing_day(publishing)} is there: {PLACE}" in capsys.readouterr().out
    assert main(["--home", str(home), "updates", "--off", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["on"] is False


def publishing_day(publishing: Publishing) -> str:
    return str(json.loads(publishing.statement.partition(b"\n")[2])["day"])


def test_without_a_publisher_there_is_nobody_to_ask(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--home", str(home), "updates", "--on"]) == 0
    assert "names no publisher" in capsys.readouterr().err


def test_a_publisher_makes_a_key_once_and_signs_what_it_offers(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    package, key = tmp_path / "one.deb", tmp_path / "key"
    package.write_bytes(b"package")
    assert publish(["key", str(key)]) == 0
    assert key.stat().st_mode & 0o077 == 0
    with pytest.raises(FileExistsError):
        publish(["key", str(key)])
    capfdbinary.readouterr()
    assert publish(["state", str(key), str(package), "--address", PLACE]) == 0
    assert b"one.deb" in capfdbinary.readouterr().out
