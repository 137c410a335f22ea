"""Who owns a home: one process at a time, how others find it, and how it is ended.

The operating system's lock on `<lease>.lock`, held for the owner's life, is the truth: no dead process
can hold it. The JSON beside it only informs: process id and start time (a recycled id is not believed),
heartbeat and the address of the door.
"""

import json
import os
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

import psutil
from filelock import FileLock, Timeout

from companion.errors import HomeBusyError

HEARTBEAT_S = 10.0
QUIT_PATIENCE_S = 20.0
# Boot time, from which a process's start is reckoned, is rounded differently from reading to reading.
_START_TOLERANCE_S = 2.0


@dataclass(frozen=True, slots=True)
class Ownership:
    """What an owner tells about itself. `owner` is `pid@start`, and stands in every Loop it opens."""

    owner: str
    pid: int
    started: float
    heartbeat: str
    address: str | None = None


class Lease:
    """The home, held. Made by `take`; ends with `release` or with the process."""

    def __init__(self, path: Path, lock: FileLock, ownership: Ownership) -> None:
        self._path = path
        self._lock = lock
        self._ownership = ownership
        self._write()

    @property
    def owner(self) -> str:
        return self._ownership.owner

    def announce(self, address: str) -> None:
        """Tell where the door is."""
        self._ownership = replace(self._ownership, address=address)
        self.beat()

    def beat(self) -> None:
        """Tell that the owner is well. No further sign is given once the lease was released."""
        if self._lock.is_locked:
            self._ownership = replace(self._ownership, heartbeat=_now())
            self._write()

    def release(self) -> None:
        """Let the home go. Idempotent."""
        if self._lock.is_locked:
            self._path.unlink(missing_ok=True)
            self._lock.release()

    def _write(self) -> None:
        draft = self._path.with_suffix(".draft")
        draft.write_text(json.dumps(asdict(self._ownership)), encoding="utf-8")
        draft.replace(self._path)


def take(path: Path) -> Lease | None:
    """The lease at `path`, or None while another process holds it; a dead owner's is taken over at once."""
    lock = FileLock(path.with_suffix(".lock"), thread_local=False, mode=0o600)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        return None
    return Lease(path, lock, describe_self())


def read(path: Path) -> Ownership | None:
    """What the last owner told, None where nothing readable stands; ask `is_alive` before believing it."""
    try:
        return Ownership(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def end_owner(path: Path) -> bool:
    """End the process that owns a home, so that none holds its key.

    Whether there was one other than this process, which ended in good order. Raises HomeBusyError where it does not.
    """
    owner = read(path)
    if owner is None or owner.pid == os.getpid() or not is_alive(owner.owner):
        return False
    try:
        process = psutil.Process(owner.pid)
        process.terminate()
        process.wait(QUIT_PATIENCE_S)
    except psutil.NoSuchProcess:
        return True
    except (psutil.TimeoutExpired, psutil.AccessDenied):
        raise HomeBusyError(
            "The running companion did not end.", "Quit it by hand, then try again."
        ) from None
    return True


def describe_self() -> Ownership:
    """This process, as an owner."""
    pid, started = os.getpid(), psutil.Process().create_time()
    return Ownership(name_owner(pid, started), pid, started, _now())


def name_owner(pid: int, started: float) -> str:
    """The text that stands for a process in a Loop."""
    return f"{pid}@{started:.2f}"


def is_alive(owner: str) -> bool:
    """Whether the process that `owner` names (`pid@start`) still runs; a recycled id is not believed."""
    try:
        pid, _, started = owner.partition("@")
        born = psutil.Process(int(pid)).create_time()
        return abs(born - float(started)) <= _START_TOLERANCE_S
    except (ValueError, OverflowError, psutil.Error):
        return False


def _now() -> str:
    return datetime.now(UTC).isoformat()
