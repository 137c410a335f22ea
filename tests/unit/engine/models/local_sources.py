"""Small models, served by a real HTTP server and real wheels."""

import hashlib
import http.server
import io
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.models import Catalogue
from engine.models.records import Model

CONTENT = random.Random(7).randbytes(300_000)
SMALL = b'{"hidden_size": 384}'


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def git_id(content: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def big_file(**changes: Any) -> dict[str, Any]:
    return {"path": "big.bin", "bytes": len(CONTENT), "sha256": sha256(CONTENT)} | changes


def small_file(**changes: Any) -> dict[str, Any]:
    return {"path": "sub/config.json", "bytes": len(SMALL), "sha256": sha256(SMALL)} | changes


def model_of(**fields: Any) -> Model:
    base = {"name": "tiny", "title": "Tiny", "role": "language", "licence": "MIT", "memory_mb": 1}
    return Model.model_validate(base | {"files": [big_file()]} | fields)


def catalogue_of(*models: Model) -> Catalogue:
    return Catalogue(models)


@dataclass
class Hub:
    """What the local hub serves, how it misbehaves, and what it was asked; `away` is where it sends for the bytes."""

    address: str = ""
    away: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    cut_after: int | None = None
    ranges: bool = True
    asked: list[tuple[str, str, str | None]] = field(default_factory=list)

    def reply_length(self, length: int) -> int:
        """Bytes to really send: fewer than promised, once, when the line is to break."""
        if self.cut_after is None:
            return length
        cut, self.cut_after = self.cut_after, None
        return min(cut, length)


class HubHandler(http.server.BaseHTTPRequestHandler):
    """Answers like the hub: a redirect that carries the checksum, then the bytes, from a range if asked."""

    protocol_version = "HTTP/1.1"
    hub: Hub

    def do_HEAD(self) -> None:
        content = self._content()
        if content is None:
            self._end(404, {"Content-Length": "0"})
        elif self.path.startswith("/cdn/"):
            self._end(200, {"ETag": '"not-a-checksum"', "Content-Length": str(len(content))})
        elif len(content) > 1000:
            headers = {"X-Linked-Etag": f'"{sha256(content)}"', "Location": f"/cdn{self.path}"}
            self._end(302, headers | {"Content-Length": "0"})
        else:
            self._end(200, {"ETag": f'W/"{git_id(content)}"', "Content-Length": str(len(content))})

    def do_GET(self) -> None:
        content = self._content()
        if content is None:
            self._end(404, {"Content-Length": "0"})
            return
        if len(content) > 1000 and not self.path.startswith("/cdn/"):
            self._end(302, {"Location": f"{self.hub.away}/cdn{self.path}", "Content-Length": "0"})
            return
        asked = self.headers.get("Range") if self.hub.ranges else None
        start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else 0
        if start >= len(content):
            self._end(416, {"Content-Length": "0"})
            return
        rest = content[start:]
        self._end(206 if asked else 200, {"Content-Length": str(len(rest))})
        sent = self.hub.reply_length(len(rest))
        self.wfile.write(rest[:sent])
        self.close_connection = sent < len(rest)

    def _content(self) -> bytes | None:
        self.hub.asked.append((self.command, self.path, self.headers.get("Range")))
        return self.hub.files.get(self.path.removeprefix("/cdn").partition("/resolve/main/")[2])

    def _end(self, status: int, headers: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


WheelMaker = Callable[[str, dict[str, bytes]], None]


def zipped(members: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in members.items():
            archive.writestr(path, content)
    return packed.getvalue()
