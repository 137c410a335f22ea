"""That Tab goes through what is shown as it is read, and comes back to where it began."""

from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QWidget

from ui.frame.walking import walk_as_read

MOST_STEPS = 4000


def assert_walked(page: QWidget) -> list[QWidget]:
    """Tab comes back to where it began, and what it reaches follows each other as it is read; returns that."""
    walk_as_read(page.window())
    reached, widget, steps = [], page.nextInFocusChain(), 0
    while widget is not page and steps < MOST_STEPS:
        steps += 1
        inside = page.isAncestorOf(widget) and widget.isVisible() and widget.isEnabled()
        if inside and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
            reached.append(widget)
        widget = widget.nextInFocusChain()
    assert reached, "nothing can be reached"
    assert widget is page, "the ring is broken"
    for one, other in pairwise(reached):
        assert follows(page, one, other), f"{name_of(other)} comes after {name_of(one)}"
    return reached


def follows(page: QWidget, one: QWidget, other: QWidget) -> bool:
    """Whether `other` is read after `one`: further right in its row, below it, or in a column to the right of it."""
    if one.isAncestorOf(other) or other.isAncestorOf(one):
        return True
    before, after = (QRect(each.mapTo(page, QPoint(0, 0)), each.size()) for each in (one, other))
    if after.top() >= before.bottom():
        return True
    if after.bottom() <= before.top():
        return after.left() >= before.right()
    return after.left() >= before.left()


def name_of(widget: QWidget) -> str:
    words = widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")
    return f"{type(widget).__name__} {words!r}"
