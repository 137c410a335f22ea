"""The command palette: every action by its words or a few of its letters, and everything that holds what was typed."""

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QStringListModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsDropShadowEffect,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui.shell.actions import Action, ActionTable
from ui.theme import Gap, Theme
from ui.theme.tokens import SHADOW_BLUR, SHADOW_DROP, SHADOW_STRENGTH

SHOWN = 9
WIDTH, TOP = 560, 64
"""How wide it is at most, and how far below the upper edge of the window: pixels at 100% text."""

LOOSE = 1000
"""From here on what was typed stands in an action by chance at best: inside a word, or letter by letter."""


def rank(needle: str, words: str) -> int | None:
    """How well `words` answer `needle`, smaller is better; None if its letters do not occur in order.

    Below `LOOSE` each word of it begins one of `words`: whoever types a name means no action that has its letters.
    """
    needle, words = needle.strip().casefold(), words.casefold()
    given, called = re.findall(r"\w+", needle), [(one.start(), one[0]) for one in re.finditer(r"\w+", words)]
    begun = [[at for at, word in called if word.startswith(each)] for each in given]
    if all(begun) and (begun or not needle):
        return min((at for ats in begun for at in ats), default=0)
    if needle in words:
        return LOOSE + words.index(needle)
    position, spread = -1, 0
    for letter in needle:
        following = words.find(letter, position + 1)
        if following < 0:
            return None
        spread += following - position
        position = following
    return 2 * LOOSE + spread


class CommandDelegate(QStyledItemDelegate):
    """Draws an action with its keys at the right; `keys` holds one entry a row."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.keys: list[str] = []

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        rect: QRect = option.rect
        painter.save()
        painter.setPen(QColor(self._theme.colours.muted))
        painter.setFont(self._theme.font(self._theme.metrics.small))
        inner = rect.adjusted(0, 0, -self._theme.metrics.space(Gap.CLEAR), 0)
        painter.drawText(
            inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.keys[index.row()]
        )
        painter.restore()


class CommandPalette(QFrame):
    """A card over the window: type, choose with the arrows, Enter does it, Esc goes away.

    Below the actions that are called so stand the things that hold what was typed (`things`), and a search for it in
    all that was said, understood and read: `sought`; last come actions that have no more than its letters. `opened`
    tells that things may be looked for.
    """

    sought = Signal(str)
    opened = Signal()

    def __init__(self, table: ActionTable, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("commands")
        self._table, self._theme = table, theme
        self._shown: list[Action] = []
        self.things: Callable[[str], Sequence[Action]] = lambda _: ()
        self._before: QWidget | None = None
        self._field = QLineEdit(self)
        self._field.setPlaceholderText(self.tr("What would you like to do?"))
        self._field.setAccessibleName(self.tr("Command"))
        self._field.setToolTip(self.tr("Type some letters of an action; Enter does it"))
        self._model = QStringListModel(self)
        self._list = QListView(self)
        self._list.setModel(self._model)
        self._list.setAccessibleName(self.tr("Actions"))
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._delegate = CommandDelegate(theme, self._list)
        self._list.setItemDelegate(self._delegate)
        self._list.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        column = QVBoxLayout(self)
        column.addWidget(self._field)
        column.addWidget(self._list)
        self._field.textChanged.connect(self._filter)
        self._list.clicked.connect(lambda _: self._run())
        self._field.installEventFilter(self)
        shadow = QGraphicsDropShadowEffect(self)
        shadow.setBlurRadius(SHADOW_BLUR)
        shadow.setOffset(0, SHADOW_DROP)
        colour = QColor(theme.colours.shadow)
        colour.setAlphaF(SHADOW_STRENGTH)
        shadow.setColor(colour)
        self.setGraphicsEffect(shadow)
        self.hide()

    def open(self) -> None:
        """Show the palette with everything that can be done right now."""
        self._before = self.window().focusWidget()
        self._field.clear()
        self._filter("")
        self.place()
        self.show()
        self.raise_()
        self._field.setFocus()
        self.opened.emit()

    def renew(self) -> None:
        """More things are known: look anew for what is typed, where it is shown."""
        if self.isVisible():
            row = self._list.currentIndex().row()
            self._filter(self._field.text())
            self._list.setCurrentIndex(self._model.index(min(row, len(self._shown) - 1)))

    def place(self) -> None:
        """Sit in the upper middle of the window."""
        parent, space = self.window(), self._theme.metrics.space
        width = min(parent.width() - 2 * space(Gap.WIDE), space(WIDTH))
        rows = min(SHOWN, max(1, len(self._shown)))
        row = max(self._list.sizeHintForRow(0), self._theme.metrics.body * 2)
        around = self._field.sizeHint().height() + space(Gap.OPEN) + space(Gap.EASY)
        height = min(parent.height() - 2 * space(Gap.ROOMY), row * rows + around)
        self.setGeometry((parent.width() - width) // 2, space(TOP), width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            return self._on_key(event)
        if event.type() is QEvent.Type.FocusOut and self.isVisible():
            self.hide()
        return False

    def _on_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key == Qt.Key.Key_Escape:
            self._leave()
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._run()
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self._step(1 if key == Qt.Key.Key_Down else -1)
        else:
            return False
        return True

    def _step(self, by: int) -> None:
        if self._shown:
            row = (self._list.currentIndex().row() + by) % len(self._shown)
            self._list.setCurrentIndex(self._model.index(row))

    def _run(self) -> None:
        row = self._list.currentIndex().row()
        self._leave()
        if 0 <= row < len(self._shown) and self._shown[row].enabled():
            self._shown[row].run()

    def _leave(self) -> None:
        before, self._before = self._before, None
        self.hide()
        if before is not None:
            before.setFocus()

    def _search(self, needle: str) -> Action:
        words = self.tr("Look for “{words}” in everything").format(words=needle)
        tip = self.tr("In what was said, understood and read")
        return Action("search", words, tip, "", lambda: self.sought.emit(needle))

    def _filter(self, needle: str) -> None:
        ranked = [(rank(needle, action.called), action) for action in self._table.possible()]
        hits = sorted(((at, action) for at, action in ranked if at is not None), key=lambda hit: hit[0])
        called = [action for at, action in hits if at < LOOSE]
        loose = [action for at, action in hits if at >= LOOSE]
        meant = [*self.things(needle), self._search(needle.strip())] if needle.strip() else []
        self._shown = [*called, *meant, *loose]
        self._model.setStringList([action.called for action in self._shown])
        self._delegate.keys = [action.shortcuts[0] if action.shortcuts else "" for action in self._shown]
        self._list.setCurrentIndex(self._model.index(0))
