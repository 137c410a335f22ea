"""The pictures of the guide: every place of the window as `companion shots` takes it, light, large and full.

    python tasks.py pictures

Run it after the window's looks changed, and look at what came before it is kept.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
LOOK = "light-large-full"
WITHOUT_LOSS = 100
"""Qt's "quality" of a WebP from which nothing is lost."""
SIDES = (
    *(f"conversation.{name}" for name in ("listening", "thinking", "speaking", "muted", "no_device")),
    *(
        f"settings.{name}"
        for name in ("models", "voice", "privacy", "attention", "feeds", "appearance", "character")
    ),
    "you.inferred",
)
"""Besides the places: what a place shows on another side of it."""


def main() -> int:
    """Take them anew; returns the exit code."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(ROOT))
    from companion.window.places import LISTED  # noqa: PLC0415 - the window's parts are heavy
    from companion.window.shots import take_shots  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        take_shots(Path(folder), LOOK, lambda _: None)
        for name in (*(place.key for place in LISTED), *SIDES):
            pack(Path(folder) / f"{name}-{LOOK}.png", PICTURES / f"{file_name(name)}.webp")
            print(PICTURES / f"{file_name(name)}.webp")
    return 0


def file_name(place: str) -> str:
    """What the picture of a place, or of a side of it, is called in the guide."""
    return re.sub(r"\W+", "-", place)


def pack(source: Path, target: Path) -> None:
    """The same picture without loss in less than half of the bytes."""
    from PySide6.QtGui import QImage  # noqa: PLC0415 - as above

    target.parent.mkdir(parents=True, exist_ok=True)
    if not QImage(str(source)).save(str(target), "WEBP", WITHOUT_LOSS):  # type: ignore[call-overload] # as in desktop.py
        raise SystemExit(f"{target} cannot be written.")


if __name__ == "__main__":
    sys.exit(main())
