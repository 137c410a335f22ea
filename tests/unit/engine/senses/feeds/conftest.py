"""A real server on this machine that serves whatever a test wants, and feeds in a vault in memory."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from engine.clock import ManualClock
from engine.network import Ledger, standard_ledger
from engine.network.ledger import VARIABLE
from engine.process import Worker
from engine.senses.feeds import SCHEMA, Feeds
from engine.settings import FeedSettings
from engine.vault import Vault

NOW = datetime(2026, 5, 20, 9, 0, tzinfo=UTC)
Answer = Callable[[BaseHTTPRequestHandler], None]


def rss(*items: str, name: str = "Bee news") -> bytes:
    """A feed of these items, each as markup."""
    return (
        f'<?xml version="1.0"?><rss version="2.0"><channel><title>{name}</title>{"".join(items)}'
        "</channel></rss>"
    ).encode()


def item(title: str, *, link: str = "", on: str = "", about: str = "", guid: str = "") -> str:
    """One item; `on` is a day of May 2026."""
    return (
        f"<item><title>{title}</title><link>{link}</link><description>{about}</description><guid>{guid}</guid>"
        + (f"<pubDate>{on} May 2026 08:00:00 GMT</pubDate>" if on else "")
        + "</item>"
    )


@dataclass
class Site:
    """What is served at each path, and what was asked for."""

    server: ThreadingHTTPServer
    answers: dict[str, bytes | Answer] = field(default_factory=dict)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)

    def url(self, path: str = "/feed") -> str:
        return f"http://127.0.0.1:{self.server.server_port}{path}"


def sends(body: bytes = b"", status: int = 200, **headers: str) -> Answer:
    """Answers so."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


@pytest.fixture
def site() -> Iterator[Site]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            made.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            found = made.answers.get(self.path, sends(status=404))
            try:
                (sends(found) if isinstance(found, bytes) else found)(self)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # whoever asked has read enough

        def log_message(self, *_: object) -> None:
            """A test stays silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    made = Site(server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """The ledger that every connection of the test is written into."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "network"))
    return standard_ledger()


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(NOW)


@pytest.fixture(scope="session")
def reading_process() -> Iterator[Worker]:
    """One for all tests that do not break it."""
    worker = Worker()
    yield worker
    worker.close()


class Shared:
    """A worker that outlives whoever closes it."""

    def __init__(self, worker: Worker) -> None:
        self.ask = worker.ask

    def close(self) -> None:
        """Others use it still."""


@pytest.fixture
def make(clock: ManualClock, reading_process: Worker) -> Iterator[Callable[..., Feeds]]:
    """Feeds with these settings, over a vault of their own."""
    vaults = []

    def made(**settings: float) -> Feeds:
        vaults.append(Vault.throwaway((SCHEMA,), clock=clock))
        chosen = FeedSettings().model_copy(update=settings)
        return Feeds(
            vaults[-1],
            None,
            clock,
            chosen,
            person="owner",
            worker_factory=lambda: Shared(reading_process),  # type: ignore[arg-type,return-value]
        )

    yield made
    for vault in vaults:
        vault.close()


@pytest.fixture
def feeds(make: Callable[..., Feeds]) -> Feeds:
    return make()
