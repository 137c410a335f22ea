"""Whether the window ever stands still: the main thread beats while everything works at once.

A throwaway home of the real parts: the model writes one long answer after another, a long document is read and indexed,
and a list of 100,000 rows scrolls, a page at each step.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import quantiles

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, Qt, QTimer

from companion.bridge import Bridge, ServiceDoor
from companion.program import ProgramDoor
from companion.reach import throwaway
from companion.service import Json
from companion.window.views import Views, application, build_views
from ui.widgets.rows import Row, RowList, RowModel

ROWS = 100_000
BEAT_MS, STEP_MS, SETTLE_MS = 4, 33, 3000
PARAGRAPHS = 400
STORY = "Tell me a long story of a ship and her crew."
PARAGRAPH = (
    "On day {number} the {thing} was carried to harbour {number} and counted twice before it was weighed."
)
THINGS = ("rope", "barrel", "lamp", "sail", "chest", "anchor", "chart")


@dataclass
class StallFigures:
    """The pauses between two beats of the main thread, in milliseconds."""

    gaps_ms: list[float] = field(default_factory=list)
    answered: int = 0
    scrolled: int = 0

    def document(self) -> Json:
        return {
            "max_ms": round(max(self.gaps_ms), 1),
            "p99_ms": round(quantiles(self.gaps_ms, n=100)[98], 1),
            "answer_pieces": self.answered,
            "pages_scrolled": self.scrolled,
            "load_average": round(os.getloadavg()[0], 2),
        }


def measure_stall(seconds: float) -> StallFigures:
    """Beat for `seconds` while all of it goes on. Raises CompanionError."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    figures, beats = StallFigures(), [time.perf_counter()]
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, _window(Path(folder)) as views:
        listing = _long_list(views)
        book = Path(folder) / "book.txt"
        book.write_text(_book(), encoding="utf-8")
        timers = [
            _every(BEAT_MS, lambda: beats.append(time.perf_counter())),
            _every(STEP_MS, lambda: _scroll(listing, figures)),
            _every(1000, lambda: _keep_talking(views)),
        ]
        views.conversation.changed.connect(lambda _: _count(figures))
        views.models.library.add(str(book))
        beats[:] = [time.perf_counter()]
        _spin(round(seconds * 1000))
        for timer in timers:
            timer.stop()
        listing.deleteLater()
    figures.gaps_ms = [1000 * (after - before) for before, after in pairwise(beats)]
    return figures


@contextmanager
def _window(home: Path) -> Iterator[Views]:
    bridge = Bridge()
    door, program = ServiceDoor(bridge), ProgramDoor(bridge, home)
    app = application()
    views = build_views(app, door, program, home / "window.ini", tray_available=lambda: False)
    service = throwaway()
    try:
        views.window.show()
        views.mind.ask()
        views.conversation.load()
        door.open(service)
        _spin(SETTLE_MS)
        yield views
    finally:
        views.window.hide()
        views.close()
        door.close()
        service.close()
        program.close()
        bridge.close()
        views.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _long_list(views: Views) -> RowList:
    def row(number: int) -> Row:
        return Row(
            str(number), f"Thing {number}, told on a day in spring by somebody who was there", "a while ago"
        )

    model: RowModel[int] = RowModel(row, str)
    listing = RowList(model, "Things", views.theme)
    model.setParent(listing)
    model.show(range(ROWS))
    listing.resize(480, 700)
    listing.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
    listing.show()
    return listing


def _scroll(listing: RowList, figures: StallFigures) -> None:
    bar = listing.verticalScrollBar()
    bar.setValue(0 if bar.value() >= bar.maximum() else bar.value() + bar.pageStep())
    figures.scrolled += 1


def _keep_talking(views: Views) -> None:
    if views.conversation.current is None:
        views.conversation.send(STORY)


def _count(figures: StallFigures) -> None:
    figures.answered += 1


def _book() -> str:
    lines = (
        PARAGRAPH.format(number=number, thing=THINGS[number % len(THINGS)]) for number in range(PARAGRAPHS)
    )
    return "\n\n".join(lines)


def _every(milliseconds: int, call: Callable[[], object]) -> QTimer:
    timer = QTimer()
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(milliseconds)
    timer.timeout.connect(call)
    timer.start()
    return timer


def _spin(milliseconds: int) -> None:
    """Let Qt run for a while. Nothing else runs here, so that a loop within is none in another."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
