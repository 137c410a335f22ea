"""A whole vault takes the place of the one that is here: an archive or an encrypted copy that this program wrote.

* `home.look_back` (path: absolute) → {"path", "kind": archive or copy, "held": how much of each kind an archive holds}
* `home.put_back` (path) → {"leaving": true}; the vault that was here is kept beside

The vault must be closed for it. Another process ends this one, does it as the command line would, and opens the window
again, whatever came of it; so all that can be found wrong is found while there is a window to tell it.
"""

import os
import subprocess
from pathlib import Path
from typing import Final

from pydantic import Field

from companion.frozen import executable
from companion.home import Home
from companion.keys import open_key
from companion.program.setting import Asking, ProgramRequest
from companion.requests.room import Request
from companion.service import Json
from engine.errors import InvalidInputError
from engine.vault import NoKeyError, header_path, is_archive, read_header, read_manifest

PASSPHRASE: Final = "COMPANION_PASSPHRASE"  # noqa: S105 - the name of a variable
TOLD: Final = {
    "trail_steps": "step",
    "person_facts": "fact",
    "memory_nodes": "node",
}
"""What a table of an archive holds, by the kinds that are told of."""


class WholeVault(Request):
    """Which file."""

    path: str = Field(min_length=1, max_length=4096)


def look_back(asking: Asking, asked: WholeVault) -> Json:
    """What a file would put back; nothing is changed. Raises InvalidInputError, VaultError, NoKeyError."""
    path = _checked(asking.home, asked)
    if not is_archive(path):
        return {"path": str(path), "kind": "copy", "held": {}}
    held = read_manifest(path).counts()
    return {
        "path": str(path),
        "kind": "archive",
        "held": {kind: held[table] for table, kind in TOLD.items() if table in held},
    }


def put_back(asking: Asking, asked: WholeVault) -> Json:
    """Begin it; this program is then asked to end. Raises as `look_back` does."""
    path = _checked(asking.home, asked)
    words = ["import", str(path), "--yes"] if is_archive(path) else ["restore", str(path)]
    # It outlives this process, whose home it changes.
    subprocess.Popen(
        [executable(), "-m", "companion", "--home", str(asking.home), *words, "--reopen"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return {"leaving": True}


def _checked(home: Path, asked: WholeVault) -> Path:
    """The file, once it is one of ours and the other process will have the key without asking for it."""
    path = Path(asked.path)
    if not path.is_absolute() or not path.is_file():
        raise InvalidInputError("path", "is no file", "Choose one that is there.")
    archive, header = is_archive(path), header_path(path)
    if not archive and path.suffix != ".db":
        raise InvalidInputError("path", "is no archive and no copy", "Choose one that this program wrote.")
    # As `companion restore` does: a copy of this home opens by what keeps the home's key now.
    alien = not archive and header.exists() and not _is_of(home, header)
    try:
        key = open_key(home, os.environ.get(PASSPHRASE), header_file=header if alien else None)
    except NoKeyError as error:
        verb = "import" if archive else "restore"
        raise NoKeyError(str(error), f"Quit, then in a terminal: companion {verb} {path}") from None
    if not archive and header.exists():
        read_header(header).confirmed(key)
    return path


def _is_of(home: Path, header: Path) -> bool:
    return read_header(Home(home).key_path).vault == read_header(header).vault


REQUESTS = {
    "home.look_back": ProgramRequest(WholeVault, look_back),
    "home.put_back": ProgramRequest(WholeVault, put_back),
}
