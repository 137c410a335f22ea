"""Whether the window ever stands still: the main thread beats while everything works at once.

A throwaway home of the real parts: the model writes one long answer after another, one long document after another is
read and indexed, and a list of 100,000 rows scrolls, a page at each step. How much of each went on stands beside the
figures.
"""

import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from statistics import quantiles

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, Qt, QTimer

from companion.bridge import Bridge, ServiceDoor
from companion.errors import PartFailedError
from companion.program import ProgramDoor
from companion.reach import throwaway
from companion.service import Json
from companion.window.views import Views, application, build_views
from ui.widgets.rows import Row, RowList, RowModel

ROWS = 100_000
ANSWER_LIMIT_S = 600
BEAT_MS, STEP_MS, SETTLE_MS = 4, 33, 3000
PARAGRAPHS = 400
STORY = "Tell me a long story of a ship and her crew."
PARAGRAPH = (
    "On day {number} the {thing} was carried to harbour {number} and counted twice before it was weighed."
)
THINGS = ("rope", "barrel", "lamp", "sail", "chest", "anchor", "chart")


@dataclass
class StallFigures:
    """The pauses between two beats of the main thread, in milliseconds, and how much of everything went on."""

    gaps_ms: list[float] = field(default_factory=list)
    answered: int = 0
    read: int = 0
    scrolled: int = 0

    def document(self) -> Json:
        return {
            "max_ms": round(max(self.gaps_ms), 1),
            "p99_ms": round(quantiles(self.gaps_ms, n=100)[98], 1),
            "answer_pieces": self.answered,
            "documents_read": self.read,
            "pages_scrolled": self.scrolled,
            "load_average": round(os.getloadavg()[0], 2),
        }


def measure_stall(seconds: float) -> StallFigures:
    """Beat for `seconds` from the first word of an answer on. Raises CompanionError where no model answers."""
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    figures, beats = StallFigures(), [0.0]
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as folder, _window(Path(folder)) as views:
        views.conversation.changed.connect(lambda _: _count(views, figures))
        talking = _every(1000, lambda: _keep_talking(views))
        _until(lambda: figures.answered > 0, ANSWER_LIMIT_S)
        listing, books = _long_list(views), _books(Path(folder))
        views.models.library.told.connect(lambda *_: _read_on(views, books, figures))
        views.models.library.add(next(books))
        timers = [
            talking,
            _every(BEAT_MS, lambda: beats.append(time.perf_counter())),
            _every(STEP_MS, lambda: _scroll(listing, figures)),
        ]
        figures.answered, beats[:] = 0, [time.perf_counter()]
        _spin(round(seconds * 1000))
        for timer in timers:
            timer.stop()
        listing.deleteLater()
    if not figures.answered:
        raise PartFailedError(
            "No model answered meanwhile.", "Install one: `companion models install --starter`."
        )
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


def _count(views: Views, figures: StallFigures) -> None:
    """A piece of an answer; what is asked and what ends is none."""
    current = views.conversation.current
    figures.answered += current is not None and bool(current.answer)


def _books(folder: Path) -> Iterator[str]:
    """One long document after another, so that there is something to be indexed all the time."""
    for volume in count(1):
        book = folder / f"book {volume}.txt"
        lines = (
            PARAGRAPH.format(number=number, thing=THINGS[(number + volume) % len(THINGS)])
            for number in range(PARAGRAPHS)
        )
        book.write_text(f"Volume {volume}.\n\n" + "\n\n".join(lines), encoding="utf-8")
        yield str(book)


def _read_on(views: Views, books: Iterator[str], figures: StallFigures) -> None:
    figures.read += 1
    views.models.library.add(next(books))


def _until(holds: Callable[[], bool], limit_s: float) -> None:
    """Let Qt run until something holds. Raises PartFailedError after `limit_s`."""
    end = time.monotonic() + limit_s
    while not holds():
        if time.monotonic() > end:
            raise PartFailedError("No model answered.", "Install one: `companion models install --starter`.")
        _spin(100)


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
