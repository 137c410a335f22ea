"""What a model has read of the program's own words: kept beside the models, for every home of this machine.

Nothing of it is personal: the policy with its examples, and the questions of decisions. It is made when a model is
installed or first used, so that nobody's first answer waits for it to be read. Files carry a digest and are only put
back where it agrees; whoever can write them can write the program too.
"""

import hashlib
import logging
import os
import re
import tempfile
from contextlib import suppress
from pathlib import Path

log = logging.getLogger(__name__)
_UNSAFE = re.compile(r"[^\w.-]+")
_SUFFIX = ".state"
_DIGEST_SIZE = 32


class PreparedStates:
    """Named states in a folder. Callable from any thread and process; a disk that fails only means reading again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, name: str) -> bytes | None:
        """What was put under `name`, None where there is nothing whole."""
        # Read in two, as a slice of so much would be a copy that every other thread waits for.
        try:
            with self._path(name).open("rb") as file:
                body = file.read(max(0, os.fstat(file.fileno()).st_size - _DIGEST_SIZE))
                digest = file.read()
        except OSError:
            return None
        return body if hashlib.sha256(body).digest() == digest else None

    def has(self, name: str) -> bool:
        """Whether something stands under `name`, without reading it."""
        return self._path(name).is_file()

    def put(self, name: str, blob: bytes) -> bool:
        """Keep it in place of other editions: all of the name but its last part. False where it cannot be."""
        path = self._path(name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, blob)
        except OSError as error:
            log.warning("a prepared state is not kept: %s", type(error).__name__)
            return False
        for other in path.parent.glob(f"*{_SUFFIX}"):
            if other != path:
                with suppress(OSError):
                    other.unlink()
        return True

    def _write(self, path: Path, blob: bytes) -> None:
        handle, written = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(blob)
                file.write(hashlib.sha256(blob).digest())
            Path(written).replace(path)
        except BaseException:
            Path(written).unlink(missing_ok=True)
            raise

    def _path(self, name: str) -> Path:
        *folders, last = (_UNSAFE.sub("_", part) for part in name.split("/"))
        return self._folder.joinpath(*folders, last + _SUFFIX)
