"""How soon the window is there: processes started for real over one throwaway home.

The first start makes the vault and reads the program from the disk; the ones after it are warm, as most starts are.
"""

import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from companion.errors import PartFailedError
from companion.service import Json

LIMIT_S = 120
ONE = "companion.cli.bench.window.one_start"


@dataclass(frozen=True, slots=True)
class StartFigures:
    """Medians over warm starts, in seconds from the birth of the process.

    `window_s` until the window is painted and takes input, `typing_s` until a letter that was typed then stood there.
    """

    window_s: float
    typing_s: float
    load: float

    def document(self) -> Json:
        return {"window_s": self.window_s, "typing_s": self.typing_s, "load_average": self.load}


def measure_start(runs: int) -> StartFigures:
    """Start `runs` times, after one that is not counted. Raises PartFailedError."""
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder:
        passphrase = secrets.token_hex(16)
        starts = [_start(Path(folder), passphrase) for _ in range(runs + 1)][1:]
    return StartFigures(
        round(median(window for window, _ in starts), 3),
        round(median(typing for _, typing in starts), 3),
        round(os.getloadavg()[0], 2),
    )


def _start(home: Path, passphrase: str) -> tuple[float, float]:
    environment = {**os.environ, "COMPANION_PASSPHRASE": passphrase}
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    began = time.time()
    done = subprocess.run(
        [sys.executable, "-m", ONE, str(home)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    if done.returncode != 0:
        raise PartFailedError("The window did not start.", "Run `companion doctor`.")
    seen = json.loads(done.stdout.splitlines()[-1])
    return seen["window"] - began, seen["typing"] - began
