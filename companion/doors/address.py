"""Where a home's door is: a socket that only its owner can reach, or a named pipe on Windows."""

import hashlib
import os
import secrets
import socket
import struct
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

# A socket's path has 108 bytes on Linux and 104 on macOS, the closing zero included.
_LONGEST_PATH = 100


def addresses(home: Path) -> Iterator[str]:
    """Addresses to try, best first; folders are made as they are reached.

    Each start has a fresh name, as the socket of a dead owner may still lie there.
    """
    yield from _named(home, f"{secrets.token_hex(3)}.sock")


def window_address(home: Path) -> str | None:
    """Where the window of `home` is called to the front: the same for every start. None where there is no place.

    No `.sock` ends it, so that the owner of the home does not sweep it away.
    """
    return next(_named(home, "window"), None)


def _named(home: Path, name: str) -> Iterator[str]:
    digest = hashlib.sha256(str(home.resolve()).encode()).hexdigest()[:12]
    if sys.platform == "win32":
        yield rf"\\.\pipe\companion-{digest}-{name.removesuffix('.sock')}"
        return
    for folder in (home / "door", *_runtime_folders()):
        path = folder / (name if folder.parent == home else f"{digest}-{name}")
        if len(os.fsencode(path)) <= _LONGEST_PATH and _is_private(folder):
            yield str(path)


def _runtime_folders() -> Iterator[Path]:
    """Short places of this user's, for homes whose own path is too long for a socket."""
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        yield Path(runtime) / "companion"
    yield Path(tempfile.gettempdir()) / f"companion-{os.getuid()}"


def _is_private(folder: Path) -> bool:
    """Make `folder` if need be; say whether it is a real folder that only this user can enter."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if folder.is_symlink() or folder.stat().st_uid != os.getuid():
            return False
        folder.chmod(0o700)
    except OSError:
        return False
    return True


def sweep(home: Path, keep: str) -> None:
    """Remove the sockets that dead owners of `home` left in it."""
    for stale in (home / "door").glob("*.sock"):
        if str(stale) != keep:
            stale.unlink(missing_ok=True)


def is_same_user(line: socket.socket) -> bool:
    """Whether the other end runs as this user; where the system cannot tell, the folder has said it."""
    if sys.platform != "linux":
        return True
    _, uid, _ = struct.unpack(
        "3i", line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    )
    return bool(uid == os.getuid())
