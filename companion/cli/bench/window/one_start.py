"""One start of the window over the home that is named, ended as soon as a letter stands in it. A process of its own."""

import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent

from companion.cli.invocation import Invocation
from companion.cli.start import open_window
from companion.window import Views

LETTER = "a"


def main(home: Path) -> None:
    """Print when the window was there, and when it had taken a letter, in seconds of the clock."""
    seen: dict[str, float] = {}

    def shown(views: Views) -> None:
        seen["window"] = time.time()
        writing = views.place.composer.focusProxy() or views.place.composer
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QCoreApplication.sendEvent(
                writing, QKeyEvent(kind, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, LETTER)
            )
        if views.place.composer.draft != LETTER:
            raise SystemExit(1)
        seen["typing"] = time.time()
        views.window.quit()

    open_window(Invocation(home, as_json=False), on_shown=shown, first_run=False)
    print(json.dumps(seen))  # noqa: T201 - what its parent reads


if __name__ == "__main__":
    main(Path(sys.argv[1]))
