"""What is done under Memories before its pictures are made, and the wait for a window to settle."""

from PySide6.QtCore import QEventLoop, QTimer

from companion.window import Views


def spin(seconds: float) -> None:
    """Let Qt run for a while."""
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()


def memories(views: Views) -> None:
    views.window.go("memories")
    spin(0.2)
    views.memories.field.seek("wedding ana peanuts bakery date")
    spin(0.2)
    views.memories.search.open_memory("node:n1")
    spin(0.2)


def forgetting(views: Views) -> None:
    memories(views)
    views.memories.search.open_memory("step:s30")
    views.memories.search.detail.forget.click()
    spin(0.2)


def conflicts(views: Views) -> None:
    views.window.go("memories")
    spin(0.2)
    views.memories.panels.press("conflicts")
    spin(0.1)


def documents(views: Views) -> None:
    views.window.go("memories")
    spin(0.2)
    views.memories.panels.press("documents")
    spin(0.1)
    views.memories.library.select("d1")
    spin(0.1)


def linking(views: Views) -> None:
    memories(views)
    views.memories.search.detail.link.click()
    views.memories.search.detail.linking.field.seek("bakery celebrations")
    spin(0.2)


def connections(views: Views) -> None:
    views.window.go("memories")
    spin(0.2)
    views.memories.panels.press("connections")
    spin(0.1)
    views.memories.memories.connections.select("node:n1")
    spin(0.1)
