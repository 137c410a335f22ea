"""The Conversation as a Qt model, so that views and screen readers can walk through it."""

from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer

from ui.conversation.model import Conversation
from ui.conversation.wording import clock_time, spoken

BATCH_MS = 33
Index = QModelIndex | QPersistentModelIndex


class TurnRows(QAbstractListModel):
    """One row a turn. Changes of text are told at most 30 times a second, all together."""

    def __init__(self, conversation: Conversation, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.conversation = conversation
        self.companion = ""
        self._rows = len(conversation)
        self._stale: set[int] = set()
        self._timer = QTimer(self)
        self._timer.setObjectName("conversation: batch of changes")
        self._timer.setSingleShot(True)
        self._timer.setInterval(BATCH_MS)
        self._timer.timeout.connect(self.flush)
        conversation.inserted.connect(self._on_inserted)
        conversation.changed.connect(self._on_changed)
        conversation.removed.connect(self._on_removed)

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else self._rows

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.conversation):
            return None
        turn = self.conversation[index.row()]
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return spoken(turn, self.companion)
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return clock_time(turn.at)
        if role == Qt.ItemDataRole.UserRole:
            return turn.key
        return None

    def flush(self) -> None:
        """Tell now what has changed."""
        stale, self._stale = self._stale, set()
        for row in sorted(stale):
            index = self.index(row)
            self.dataChanged.emit(index, index)

    def _on_inserted(self, first: int, count: int) -> None:
        self.flush()
        self.beginInsertRows(QModelIndex(), first, first + count - 1)
        self._rows += count
        self.endInsertRows()

    def _on_removed(self) -> None:
        self.beginResetModel()
        self._stale.clear()
        self._rows = len(self.conversation)
        self.endResetModel()

    def _on_changed(self, row: int) -> None:
        self._stale.add(row)
        if not self._timer.isActive():
            self._timer.start()
