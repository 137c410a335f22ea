"""Every connection is asked about and written down, and only three places make any."""

import ast
import json
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from companion.bootstrap import build_mind, open_vault
from companion.cli import main
from engine.language import ServerDownError
from engine.language.remote.client import ServerClient
from engine.models import SourceError
from engine.models.hub import HubSourceClient
from engine.models.wheels import connections
from engine.network import Allowed, Ledger, NetworkRefusedError
from engine.network.ledger import LARGEST, VARIABLE

ROOT = Path(__file__).parents[4]
HUB = "https://user:secret@hub.example:8443/model/resolve?token=1"


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return Ledger(tmp_path)


def test_what_went_through_is_written_down_without_what_an_address_tells(ledger: Ledger) -> None:
    with ledger.passage(HUB, "download") as through:
        through.received = 7
    (entry,) = ledger.entries()
    assert (entry.to, entry.why, entry.received, entry.outcome) == ("hub.example:8443", "download", 7, "done")
    assert "secret" not in (json.dumps(entry.to) + entry.why)


def test_what_is_under_way_is_written_down_before_it_ends(ledger: Ledger) -> None:
    with ledger.passage(HUB, "download") as through:
        assert [one.outcome for one in ledger.entries()] == ["open"]
        through.received = 7
    assert [(one.outcome, one.received) for one in ledger.entries()] == [("done", 7)]


def test_what_breaks_is_written_down_as_failed(ledger: Ledger) -> None:
    with pytest.raises(KeyError), ledger.passage(HUB, "download"):
        raise KeyError
    assert ledger.entries()[0].outcome == "failed"


@pytest.mark.parametrize(
    ("url", "local", "none"),
    [
        ("https://hub.example/x", False, False),
        ("http://localhost:11434", True, False),
        ("http://192.168.1.4", True, False),
        ("http://[::1]:11434", True, False),
        ("http://[::1]", True, False),
        ("http://[2001:4860:4860::8888]:80", False, False),
        ("http://8.8.8.8", False, False),
        ("http://[::1", False, False),
    ],
)
def test_what_is_not_allowed_is_refused_before_anything_is_sent(
    ledger: Ledger, url: str, local: bool, none: bool
) -> None:
    for allowed, may in ((Allowed.LOCAL, local), (Allowed.NONE, none), (Allowed.ALL, True)):
        ledger.allow(allowed)
        reached = False
        try:
            with ledger.passage(url, "test"):
                reached = True
        except NetworkRefusedError:
            assert ledger.entries()[-1].outcome == "refused"
        assert reached is may


def test_an_address_of_six_parts_is_told_with_its_port(ledger: Ledger) -> None:
    with ledger.passage("http://[::1]:11434/api", "test"):
        pass
    assert ledger.entries()[0].to == "[::1]:11434"


def test_what_cannot_be_written_down_is_not_asked(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "network.jsonl").mkdir()  # nothing can be appended to a folder
    with pytest.raises(NetworkRefusedError, match="written down"), ledger.passage(HUB, "download"):
        raise AssertionError("it went out")


def test_where_an_index_leads_is_found_in_the_log_of_pip() -> None:
    log = (
        "2026-01-01T10:00:00,1 Starting new HTTPS connection (1): pypi.org:443\n"
        "2026-01-01T10:00:01,2 Starting new HTTPS connection (1): files.pythonhosted.org:443\n"
        "2026-01-01T10:00:02,3 Starting new HTTPS connection (2): files.pythonhosted.org:443\n"
    )
    assert connections(log) == ["https://pypi.org:443", "https://files.pythonhosted.org:443"]


def test_a_question_for_headers_alone_is_counted(ledger: Ledger) -> None:
    answer = httpx.MockTransport(lambda _: httpx.Response(200, headers={"etag": '"abc"'}))
    with httpx.Client(transport=answer) as client:
        HubSourceClient("http://hub.example")._head(client, "http://hub.example/x")
    (entry,) = ledger.entries()
    assert entry.sent > 0
    assert entry.received > 0


def test_every_connection_that_is_opened_stands_there(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the code says it imports: each machine that a socket was opened to is one that was written down."""
    opened: list[str] = []
    connect = socket.socket.connect

    def watched(self: socket.socket, address: tuple[str, int]) -> None:
        opened.append(f"{address[0]}:{address[1]}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", watched)
    with httpx.Client() as client, pytest.raises(SourceError):
        HubSourceClient("http://127.0.0.1:9")._head(client, "http://127.0.0.1:9/x")
    with pytest.raises(ServerDownError):
        ServerClient("http://127.0.0.1:7").get("/")
    feeds = build_mind(open_vault(None, None)).feeds
    added = feeds.add("http://127.0.0.1:5/feed.xml", name="one")
    feeds.read([added])
    assert opened
    assert set(opened) <= {one.to for one in ledger.entries()}


def test_a_choice_that_cannot_be_read_allows_nothing(ledger: Ledger, tmp_path: Path) -> None:
    (tmp_path / "network.json").write_text("{", "utf-8")
    assert ledger.allowed is Allowed.NONE


def test_it_does_not_grow_for_ever_and_passes_over_torn_lines(ledger: Ledger, tmp_path: Path) -> None:
    file = tmp_path / "network.jsonl"
    file.write_text("torn" + "x" * LARGEST + "\n", "utf-8")
    with ledger.passage(HUB, "download"):
        pass
    assert file.stat().st_size < 1000
    assert [one.why for one in ledger.entries()] == ["download"]


def test_several_processes_write_whole_lines(ledger: Ledger, tmp_path: Path) -> None:
    code = (
        "from pathlib import Path; from engine.network import Ledger\n"
        f"ledger = Ledger(Path({str(tmp_path)!r}))\n"
        "for _ in range(50):\n    with ledger.passage('http://localhost', 'x' * 200): pass"
    )
    running = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) for _ in range(3)]
    assert [one.wait(60) for one in running] == [0, 0, 0]
    assert len(ledger.entries(1000)) == 150


def test_the_hub_and_a_server_ask_before_they_connect(ledger: Ledger) -> None:
    ledger.allow(Allowed.NONE)
    with httpx.Client() as client, pytest.raises(NetworkRefusedError):
        HubSourceClient("http://127.0.0.1:9")._head(client, "http://127.0.0.1:9/x")
    with pytest.raises(ServerDownError, match="switched off"):
        ServerClient("http://127.0.0.1:9").get("/")
    assert [one.outcome for one in ledger.entries()] == ["refused", "refused"]
    ledger.allow(Allowed.ALL)
    with httpx.Client() as client, pytest.raises(SourceError):
        HubSourceClient("http://127.0.0.1:9")._head(client, "http://127.0.0.1:9/x")
    assert ledger.entries()[-1].outcome == "failed"


CONNECTING = {
    "httpx", "ssl", "socket", "urllib.request", "requests", "aiohttp", "http.client", "websockets", "smtplib", "ftplib",
    "imaplib", "poplib", "telnetlib", "xmlrpc.client", "asyncio.streams", "urllib3",
}  # fmt: skip


def imported(file: Path) -> set[str]:
    """What of a file's imports, wherever they stand and however they are written, can connect."""
    names = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            names |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
    return names & CONNECTING


def test_nothing_else_can_connect() -> None:
    """Whoever needs a way out takes the one there is: this list grows with a passage only."""
    found = {
        file.relative_to(ROOT).as_posix(): ways
        for folder in ("engine", "companion", "ui", "installers")
        for file in (ROOT / folder).rglob("*.py")
        if (ways := imported(file))
    }
    assert found == {
        "engine/models/hub.py": {"httpx"},
        "engine/language/remote/client.py": {"httpx", "ssl"},
        "engine/senses/feeds/fetching.py": {"httpx", "ssl"},
        "engine/updates.py": {"httpx"},
        # They look up a name, or find a port, or speak over a socket that is a file of this machine.
        "engine/senses/feeds/address.py": {"socket"},
        "companion/doors/address.py": {"socket"},
        "companion/doors/client.py": {"socket"},
        "companion/doors/frames.py": {"socket"},
        "companion/cli/start.py": {"socket"},
        "installers/bootstrap.py": {"socket"},
    }


@pytest.mark.parametrize(
    "text",
    [
        "import json, socket",
        "def f():\n    import urllib.request as there",
        "from urllib import request",
        "if x:\n    from http import client as c",
    ],
)
def test_however_it_is_imported_it_is_found(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.py"
    file.write_text(text, "utf-8")
    assert imported(file)


def test_the_command_shows_and_switches(ledger: Ledger, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["network"]) == 0
    assert "No connection was ever opened." in capsys.readouterr().err
    with ledger.passage(HUB, "download"):
        pass
    assert main(["network"]) == 0
    assert "hub.example:8443  download" in capsys.readouterr().out
    assert main(["network", "--allow", "none"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err.strip()) == ("", "No connection is allowed.")
    assert main(["network", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["allowed"] == "none"
