"""A day of talk, moving in, tools and thinking back opens no connection, and tries none."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.network.ledger import VARIABLE
from tests.exports import chatgpt_rows, zipped

ROOT = Path(__file__).parents[3]
DAY = """
import json, sys
from pathlib import Path

tried = []
def audit(event, arguments):
    # The door is a socket of the file system, and a pair of sockets wakes an event loop.
    outward = event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple)
    if event == "socket.getaddrinfo" or outward:
        tried.append([event, str(arguments[1:2])])
sys.addaudithook(audit)

from engine.network import standard_ledger
from companion.tools.border import Border
from companion.tools.server import Listing, Modules, ToolServer
from tests.integration.service.scripted import SlowModel, reached

service = reached(Path(sys.argv[1]), SlowModel())
ask = lambda request, **given: service.submit(request, given).result(120)
ask("import.talks", path=sys.argv[2])
for text in ("Good morning.", "I keep bees behind the mill.", "What do I keep?"):
    ask("say", text=text, surface="test")
ask("jobs.wait")
tools = ToolServer(Border(lambda: service, "day"), Listing.FULL, Modules.FULL_PRESENCE)
for name in ("status", "snapshot", "briefing", "reflect", "conversations", "llm"):
    tools.call("elara_" + name, {})
ask("goodbye")
service.close()
if "--leak" in sys.argv:
    import socket
    try:
        socket.create_connection(("127.0.0.1", 9), 1)
    except OSError:
        pass
print(json.dumps({"tried": tried, "ledger": len(standard_ledger().entries())}))
"""


def day(home: Path, file: Path, *more: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", DAY, str(home), str(file), *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_a_day_connects_to_nothing(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "network"))
    file = zipped(tmp_path / "e.zip", conversations=chatgpt_rows(["I like tea.", "Good."]))
    assert day(home, file) == {"tried": [], "ledger": 0}


def test_a_connection_would_be_seen(home: Path, tmp_path: Path) -> None:
    file = zipped(tmp_path / "e.zip", conversations=chatgpt_rows(["I like tea.", "Good."]))
    assert day(home, file, "--leak")["tried"]
