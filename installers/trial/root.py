"""A clean root in which the package is tried, and the log of what was done there. A part of `installers/try_deb.py`."""

import hashlib
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

PERSON: Final = "ada"
DISPLAY: Final = ":97"
LENT: Final = "srv/models"
ARCHIVE: Final = "tmp/ada.companion"
"""Below the root: where the lent models lie, and the archive of all that was said."""
LONGEST_S: Final = 900
LINES: Final = 16
"""How many of each output the log keeps."""


class TrialError(SystemExit):
    """A step that did not come out as it must."""


class Trial:
    """A clean root and the log of what was done in it."""

    def __init__(self, root: Path, log: Path, turn: Sequence[str] = ()) -> None:
        """`turn` is put before what loads a model: a command that waits for its turn on this machine."""
        self.root, self._log, self._turn = root, log, turn
        self._lines: list[str] = []

    def say(self, words: str) -> None:
        """A line of the log, shown at once."""
        print(words, flush=True)
        self._lines.append(words)

    def part(self, title: str) -> None:
        """Begin a part of the log."""
        self.say(f"\n## {title}\n")

    def run(self, words: str, *, person: bool = True, model: bool = False, shown: str = "") -> str:
        """Run a shell line in the root, as the person or as root; returns what it said.

        `shown` are the lines that the log keeps, by a pattern; otherwise the last ones are kept. Raises TrialError
        where it fails.
        """
        started = time.monotonic()
        done = subprocess.run(
            [*(self._turn if model else ()), *self.inside(person=person), "sh", "-c", words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=LONGEST_S,
            check=False,
        )
        lines = done.stdout.splitlines()
        kept = [line for line in lines if re.search(shown, line)] if shown else lines[-LINES:]
        self.say(f"    {'$' if person else '#'} {words}")
        for line in kept[:LINES]:
            self.say(f"    {line[:140]}".rstrip())
        self.say(f"    ({time.monotonic() - started:.1f} s)\n")
        if done.returncode:
            print(done.stdout, file=sys.stderr)
            raise TrialError(f"`{words}` ended with {done.returncode}.")
        return done.stdout

    def begin(self, words: list[str]) -> subprocess.Popen[bytes]:
        """Start a program of the person's and leave it running."""
        self.say(f"    $ {shlex.join(words)} &")
        return subprocess.Popen(
            [*self.inside(person=True), *words], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE
        )

    def inside(self, *, person: bool) -> list[str]:
        """The words before a command that is to run in the root, with nothing of this machine's surroundings."""
        about = {
            "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": f"/home/{PERSON}" if person else "/root",
            "LANG": "C.UTF-8",
            "DISPLAY": DISPLAY,
            "COMPANION_MODELS": f"/{LENT}",
            "COMPANION_PASSPHRASE": "a passphrase of Ada's",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        who = ["setpriv", f"--reuid={PERSON}", f"--regid={PERSON}", "--init-groups"] if person else []
        return [
            "env",
            "-i",
            *(f"{name}={value}" for name, value in about.items()),
            "chroot",
            str(self.root),
            *who,
        ]

    def require(self, truth: object, words: str) -> None:
        """Note what must hold. Raises TrialError where it does not."""
        if not truth:
            raise TrialError(f"It does not hold that {words}.")
        self.say(f"✓ {words}  ")

    def files(self, folder: str) -> dict[str, str]:
        """SHA-256 of the files of a folder of the root, by their names."""
        place = self.root / folder.lstrip("/")
        return {
            str(path.relative_to(place)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(place.rglob("*"))
            if path.is_file()
        }

    def write(self) -> None:
        """Write the log."""
        self._log.write_text("\n".join(self._lines).strip() + "\n", "utf-8")
