"""The guard of debug runs reports a main thread that stands still, and where it stood."""

import logging
import time

from companion.runtime import Threads
from companion.window.stall import LIMIT_S, StallGuard

STALL_S = 0.080
PATIENCE_S = 5


def dawdle() -> None:
    """What no main thread should do."""
    time.sleep(STALL_S)


def test_a_stall_of_80_ms_is_reported_with_where_the_main_thread_stood(qtbot, caplog):
    threads = Threads("test")
    with caplog.at_level(logging.WARNING, logger="companion.window.stall"):
        guard = StallGuard(threads)
        qtbot.waitUntil(lambda: guard.longest_s > 0)
        guard.longest_s = 0.0
        caplog.clear()
        dawdle()
        qtbot.waitUntil(lambda: guard.longest_s >= STALL_S)
        guard.stop()
    assert threads.join(PATIENCE_S) == []
    assert STALL_S > LIMIT_S
    told = [record.getMessage() for record in caplog.records]
    assert any("the main thread stalls in dawdle" in words for words in told), told
    assert sum("stalls in dawdle" in words for words in told) == 1, "a stall is told once"
