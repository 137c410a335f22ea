"""A real server on this machine that serves feeds, or whatever else a test wants."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

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


@contextmanager
def serving() -> Iterator[Site]:
    """The server, for as long as the block lasts."""

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
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
