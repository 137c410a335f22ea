"""How quick the window is: start to painted, the longest stall under a flood, a page of scrolling, a change of theme.

    xvfb-run -a python -m tests.benchmarks.window_speed [--runs 7] [--theme]

Start is taken from the birth of the process to the moment the painted window takes input, next to a bare PySide6
window started the same way. All figures are medians of the runs, with the machine's load beside them.
"""

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import cycle, pairwise
from pathlib import Path

BARE = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPlainTextEdit
app = QApplication(sys.argv)
window = QPlainTextEdit()
window.show()
QTimer.singleShot(0, app.quit)
app.exec()
print(time.time())
"""

OURS = """
import sys, time
from pathlib import Path
from companion.window import run_window
seen = []
def shown(views):
    seen.append(time.time())
    views.window.close()
def never(opening):
    opening.stopped.wait()
    raise SystemExit
run_window(never, settings_file=Path(sys.argv[1]), on_shown=shown)
print(seen[0])
"""


def start_s(script: str, file: Path) -> float:
    """Seconds from the birth of a process to what it prints."""
    began = time.time()
    done = subprocess.run(
        [sys.executable, "-c", script, str(file)], capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1]) - began


def flood_ms() -> float:
    """The longest pause of the main thread while another posts 40,000 callbacks."""
    from PySide6.QtCore import QCoreApplication, QTimer  # noqa: PLC0415 - the start must not pay for it

    from companion.bridge import Bridge  # noqa: PLC0415

    bridge, beats, seen = Bridge(), [time.perf_counter()], []
    timer = QTimer()
    timer.setInterval(0)
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))
    timer.start()
    flood = threading.Thread(target=lambda: [bridge.post(lambda: seen.append(1)) for _ in range(40_000)])
    flood.start()
    while len(seen) < 40_000:
        QCoreApplication.processEvents()
    flood.join()
    timer.stop()
    bridge.close()
    return 1000 * max(after - before for before, after in pairwise(beats))


def scroll_ms(rows: int, pages: int) -> list[float]:
    """Milliseconds for each page scrolled up and painted, in a conversation of `rows` turns."""
    from tests.ui.test_view import Listing, scroll_costs  # noqa: PLC0415 - imports Qt

    listing = Listing(rows)
    costs = scroll_costs(listing, pages)
    listing.close()
    return [1000 * cost for cost in costs]


def back_ms(turns: int) -> list[float]:
    """Milliseconds of the main thread's work for each step back through `turns` turns, read a page at a time.

    A step is a page read back, shown and painted, and what the collector took meanwhile.
    """
    from PySide6.QtWidgets import QAbstractSlider  # noqa: PLC0415 - the start must not pay for it

    from tests.ui.test_view import Listing, painted  # noqa: PLC0415 - imports Qt
    from ui.conversation.model import PAGE  # noqa: PLC0415

    listing, spent = Listing(PAGE), []
    gc.freeze()  # as the program does once its mind is open
    for page in range(1, turns // PAGE):
        began = time.thread_time()
        listing.add(range(-PAGE * page, -PAGE * (page - 1)))
        listing.scroll(QAbstractSlider.SliderAction.SliderToMinimum)
        painted(listing.view)
        spent.append(1000 * (time.thread_time() - began))
    listing.close()
    return spent


def theme_ms(runs: int) -> dict[str, list[float]]:
    """Milliseconds of the main thread's work for a change of the theme, in a window all of whose places were shown.

    For text size and colours the longest turn of the loop and all of it; next to them the same sheet given to the whole
    application, which dresses whatever was ever shown.
    """
    from PySide6.QtCore import QCoreApplication  # noqa: PLC0415 - the start must not pay for it

    from companion.bridge import Bridge, ServiceDoor  # noqa: PLC0415
    from companion.program import ProgramDoor  # noqa: PLC0415
    from companion.window import application, build_views  # noqa: PLC0415
    from ui.theme import Metrics, Scheme  # noqa: PLC0415
    from ui.theme.sheet import style_sheet  # noqa: PLC0415

    def turns(act: Callable[[], object]) -> list[float]:
        spent = []
        for turn in (act, *[QCoreApplication.processEvents] * 8):
            began = time.thread_time()
            turn()
            spent.append(1000 * (time.thread_time() - began))
        return spent

    home, app, bridge = Path(tempfile.mkdtemp()), application(), Bridge()
    program = ProgramDoor(bridge, home)
    views = build_views(app, ServiceDoor(bridge), program, home / "window.ini", tray_available=lambda: False)
    views.window.show()
    for key in views.window.places:
        turns(partial(views.window.go, key))
    views.widgets.settings.open_chapter("appearance")
    scales, schemes = cycle((1.2, 1.0)), cycle((Scheme.DARK, Scheme.LIGHT))
    sheets = cycle(style_sheet(views.theme.colours, Metrics(scale)) for scale in (1.1, 1.3))
    figures: dict[str, list[float]] = {}
    for _ in range(runs):
        for name, act in (
            ("text_size", lambda: views.theme.set_scale(next(scales))),
            ("colours", lambda: views.theme.set_scheme(next(schemes))),
            ("whole_application", lambda: app.setStyleSheet(next(sheets))),
        ):
            spent = turns(act)
            figures.setdefault(f"{name}_longest_turn_ms", []).append(round(max(spent), 1))
            figures.setdefault(f"{name}_ms", []).append(round(sum(spent), 1))
    views.window.hide()
    views.close()
    program.close()
    bridge.close()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--theme", action="store_true", help="only a change of the theme, processor time")
    asked = parser.parse_args()
    runs = asked.runs
    if asked.theme:
        print(json.dumps({"load": os.getloadavg()[0], **theme_ms(runs)}, indent=2))
        return
    with tempfile.TemporaryDirectory() as home:
        file = Path(home) / "window.ini"
        starts = [(start_s(BARE, file), start_s(OURS, file)) for _ in range(runs)]
    from companion.window import application  # noqa: PLC0415 - the start must not pay for it

    app = application()
    floods = [flood_ms() for _ in range(runs)]
    few, many, back = scroll_ms(100, 30), scroll_ms(100_000, 30), back_ms(100_000)
    del app
    print(
        json.dumps(
            {
                "load": os.getloadavg()[0],
                "bare_window_s": round(statistics.median(one for one, _ in starts), 3),
                "window_s": round(statistics.median(one for _, one in starts), 3),
                "window_best_s": round(min(one for _, one in starts), 3),
                "flood_stall_ms": round(statistics.median(floods), 1),
                "flood_stall_best_ms": round(min(floods), 1),
                "scroll_100_ms": round(statistics.median(few), 2),
                "scroll_100000_ms": round(statistics.median(many), 2),
                "scroll_100000_worst_ms": round(max(many), 2),
                "back_ms": round(statistics.median(back), 2),
                "back_worst_ms": round(max(back), 2),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
