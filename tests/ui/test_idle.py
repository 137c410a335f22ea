"""A window that is left alone."""

from PySide6.QtCore import QEvent

from ui.shell.idle import IdleWatch


def test_it_is_told_once_when_nothing_came_for_so_long(qapp):
    now, alone, minutes = [0.0], [], [5]
    watch = IdleWatch(qapp, lambda: minutes[0], lambda: alone.append(now[0]), lambda: now[0])
    try:
        now[0] = 299
        watch.look()
        watch.eventFilter(qapp, QEvent(QEvent.Type.MouseMove))
        now[0] = 500
        watch.look()
        minutes[0] = 0
        now[0] = 5000
        watch.look()
        assert alone == []
        minutes[0] = 5
        watch.look()
        assert alone == [5000]
    finally:
        watch.close()
