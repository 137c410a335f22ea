"""Tab goes through what is shown as it is read, whenever a part of it was made.

Qt walks in the order in which widgets were made, so that a button that came later is reached last wherever it stands.
What is read first is told by where it stands: layouts are not asked, as PySide takes their items away from them.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget


def walk_as_read(root: QWidget) -> None:
    """Let Tab go through what is visible in `root` from above to below, and from left to right in a row."""
    reached = [
        one
        for one in as_read(root)
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.focusProxy() is None
    ]
    for one, other in pairwise(reached):
        QWidget.setTabOrder(one, other)


def as_read(root: QWidget) -> Iterator[QWidget]:
    """What is visible in `root`, itself not: row by row, each with all that it holds before the next."""
    shown = [
        one for one in root.children() if isinstance(one, QWidget) and one.isVisible() and not one.isWindow()
    ]
    for row in rows_of(shown):
        for one in row:
            yield one
            yield from as_read(one)


def rows_of(shown: Sequence[QWidget]) -> list[list[QWidget]]:
    """Widgets of one parent in their rows: in one stands what has its middle above the lowest edge of its first."""
    rows: list[list[QWidget]] = []
    for one in sorted(shown, key=lambda each: (each.y(), each.x())):
        if rows and one.geometry().center().y() < rows[-1][0].geometry().bottom():
            rows[-1].append(one)
        else:
            rows.append([one])
    return [sorted(row, key=lambda each: each.x()) for row in rows]
