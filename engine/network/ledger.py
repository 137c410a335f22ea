"""What was connected to, when, why, and how much went each way; and what is allowed at all.

Both stand in the clear beside each other, as they are needed before a vault is open and belong to no home: where to,
and nothing of what was said. Several processes write at once, each entry in one append.
"""

import ipaddress
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import platformdirs

from engine.errors import CompanionError

VARIABLE = "COMPANION_NETWORK"
"""Names another folder for the ledger than the user's own."""
LARGEST = 2 * 1024 * 1024
"""Bytes after which the ledger begins anew; the one before is kept."""
LONGEST_LINE = 2000
NOBODY = "http://127.0.0.1:9"
"""A proxy that is not there: the port at which all is thrown away."""


class NetworkRefusedError(CompanionError):
    """The person does not allow this connection. Nothing was sent."""

    remedy = "Allow it: `companion network --allow all`."


class Allowed(StrEnum):
    """Where connections may go: anywhere, to this machine and its network alone, or nowhere."""

    ALL = "all"
    LOCAL = "local"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Entry:
    """One connection: `sent` and `received` in bytes of content, or of headers where there is nothing else.

    `outcome` is done, failed or refused.

    It is `open` while it lasts, and stays so where the process was killed meanwhile.
    """

    at: str
    to: str
    why: str
    sent: int
    received: int
    outcome: str


@dataclass(slots=True)
class Passage:
    """A connection that is allowed; whoever uses it counts what goes through."""

    sent: int = 0
    received: int = 0


class Ledger:
    """The ledger in `folder`, which is made when something is first written. Thread- and process-safe."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "network.jsonl"
        self._choice = folder / "network.json"

    @property
    def allowed(self) -> Allowed:
        """What the person chose; all where they chose nothing, and nothing where their choice cannot be read."""
        try:
            return Allowed(json.loads(self._choice.read_text("utf-8"))["allowed"])
        except FileNotFoundError:
            return Allowed.ALL
        except (OSError, ValueError, KeyError, TypeError):
            return Allowed.NONE

    def allow(self, allowed: Allowed) -> None:
        """Choose, from the next connection of any process on."""
        self._choice.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = self._choice.with_suffix(".new")
        draft.write_text(json.dumps({"allowed": allowed.value}), "utf-8")
        draft.replace(self._choice)

    @contextmanager
    def passage(self, url: str, why: str) -> Iterator[Passage]:
        """Go out to `url`; written down before, and again however it ends.

        Raises NetworkRefusedError before anything is sent, or even a name is looked up; also where it cannot be written
        down, as nobody would ever know of it.
        """
        host, to = _place(url)
        at, key = datetime.now(UTC).isoformat(timespec="seconds"), uuid4().hex
        if not _may(self.allowed, host):
            self._write(key, Entry(at, to, why, 0, 0, "refused"))
            raise NetworkRefusedError(f"The network is switched off, so {to} was not asked ({why}).")
        through, outcome = Passage(), "failed"
        if not self._write(key, Entry(at, to, why, 0, 0, "open")):
            raise NetworkRefusedError(
                f"It cannot be written down that {to} is asked ({why}), so it was not.",
                f"Make room on the disk, or let {self._file.parent} be written.",
            )
        try:
            yield through
            outcome = "done"
        finally:
            self._write(key, Entry(at, to, why, through.sent, through.received, outcome))

    def confined(self, url: str) -> dict[str, str]:
        """What keeps another program to the host of `url` where connections may not go anywhere: variables for it.

        It learns from there where else to go, and asks nobody. So all else is to go by a proxy that is not there;
        settings of its own that name another one are not read.
        """
        if self.allowed is Allowed.ALL:
            return {}
        proxies = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOBODY)
        host, _ = _place(url)
        return {**proxies, "no_proxy": host, "NO_PROXY": host, "PIP_CONFIG_FILE": os.devnull, "PIP_PROXY": ""}

    def erase(self) -> None:
        """Delete what was written down, and the choice."""
        for file in (self._file, self._file.with_suffix(".old.jsonl"), self._choice):
            file.unlink(missing_ok=True)
        with suppress(OSError):  # not there, or somebody else's too
            self._file.parent.rmdir()

    def entries(self, limit: int = 100) -> list[Entry]:
        """The last ones, in the order in which they began; a torn line is passed over."""
        lines: list[str] = []
        for file in (self._file.with_suffix(".old.jsonl"), self._file):
            with suppress(FileNotFoundError):
                lines += file.read_text("utf-8", "replace").splitlines()
        known: dict[str, Entry] = {}
        for number, line in enumerate(lines):
            with suppress(ValueError, TypeError, AttributeError):
                told = json.loads(line)
                # Lines of versions before had no key, and were written at the end alone.
                key = told.pop("key", str(number))
                known[key] = Entry(**told)
        return list(known.values())[-limit:]

    def _write(self, key: str, entry: Entry) -> bool:
        """Whether it stands there."""
        line = json.dumps({"key": key, **asdict(entry)}, ensure_ascii=False)[:LONGEST_LINE] + "\n"
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if self._file.exists() and self._file.stat().st_size > LARGEST:
                self._file.replace(self._file.with_suffix(".old.jsonl"))
            handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                return os.write(handle, line.encode()) == len(line.encode())
            finally:
                os.close(handle)
        return False


def standard_ledger(environ: Mapping[str, str] = os.environ) -> Ledger:
    """The ledger of this user; `COMPANION_NETWORK` names another folder."""
    named = environ.get(VARIABLE)
    return Ledger(Path(named) if named else platformdirs.user_state_path("companion", appauthor=False))


@contextmanager
def passage(url: str, why: str) -> Iterator[Passage]:
    """Go out by this user's ledger. Raises NetworkRefusedError."""
    with standard_ledger().passage(url, why) as through:
        yield through


def _place(url: str) -> tuple[str, str]:
    """The host, and it with its port: neither path nor name nor password of an address is written down."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "unreadable", f":{parts.port}" if parts.port else ""
    except ValueError:
        return "unreadable", "unreadable"
    return host, f"[{host}]{port}" if ":" in host else f"{host}{port}"


def _may(allowed: Allowed, host: str) -> bool:
    return allowed is Allowed.ALL or (allowed is Allowed.LOCAL and _is_local(host))


def _is_local(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_private
