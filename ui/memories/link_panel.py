"""Where a memory is linked with another: what to look for, how they stand to each other, and the verb."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from ui.memories import wording
from ui.memories.linking import Linking
from ui.memories.records import Found
from ui.theme import Gap, Theme
from ui.widgets.choices import Choices
from ui.widgets.flow import FlowLayout
from ui.widgets.rows import RowList, RowModel
from ui.widgets.search_field import SearchField

ROWS_HEIGHT = 170
"""Pixels at 100% text: two results, and the beginning of a third."""


class LinkPanel(QFrame):
    """Draws `linking`; hidden while nothing is to be linked. Esc gives up."""

    def __init__(self, linking: Linking, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._linking, self._theme = linking, theme
        self.field = SearchField(
            self.tr("Look for the other memory"),
            self.tr("With which memory?"),
            self.tr("Look for the memory to link it with, by words or meaning"),
            theme,
            self,
        )
        self.types = Choices(self.tr("How it stands to the other"), theme, self)
        self.types.offer(wording.drawn_options())
        self._model: RowModel[Found] = RowModel(wording.row_of, wording.key_of, self)
        self.rows = RowList(self._model, self.tr("Memories to link with"), theme, self)
        self.draw = QPushButton(self)
        self.draw.setProperty("class", "primary")
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self.cancel.setToolTip(self.tr("Link nothing (Esc)"))
        self._arrange()
        self._connect()
        self._on_theme()
        self.show_linking()

    def begin(self) -> None:
        """Ask for the other memory."""
        self.field.clear()
        self.show_linking()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_linking(self) -> None:
        """Show what was found, and what the verb would do."""
        linking = self._linking
        self.setVisible(linking.origin is not None)
        self.types.choose(linking.type.value)
        self._model.show(linking.found)
        self.rows.setVisible(bool(linking.found))
        if linking.chosen is not None:
            self.rows.choose(linking.chosen.ref)
        known = linking.tie is not None
        self.draw.setText(self.tr("Take the link away") if known else self.tr("Link"))
        self.draw.setToolTip(
            self.tr("They are linked so already") if known else self.tr("Link it with the chosen memory")
        )
        self.draw.setEnabled(linking.chosen is not None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self._linking.give_up()
        else:
            super().keyPressEvent(event)

    def _arrange(self) -> None:
        self._column = QVBoxLayout(self)
        self._verbs = FlowLayout()
        for button in (self.draw, self.cancel):
            self._verbs.addWidget(button)
        for widget in (self.types, self.field, self.rows):
            self._column.addWidget(widget)
        self._column.addLayout(self._verbs)

    def _connect(self) -> None:
        self.field.sought.connect(self._seek)
        self.types.chosen.connect(self._choose_type)
        self.rows.chosen.connect(self._choose)
        self.rows.opened.connect(self._draw_opened)
        self.draw.clicked.connect(self._draw)
        self.cancel.clicked.connect(self._give_up)
        self._linking.changed.connect(self.show_linking)
        self._theme.changed.connect(self._on_theme)

    def _seek(self, words: str) -> None:
        self._linking.seek(words)

    def _choose_type(self, key: str) -> None:
        self._linking.choose_type(key)

    def _choose(self, ref: str) -> None:
        self._linking.choose(ref)

    def _draw_opened(self, ref: str) -> None:
        self._linking.choose(ref)
        self._linking.draw()

    def _draw(self) -> None:
        self._linking.draw()

    def _give_up(self) -> None:
        self._linking.give_up()

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        self._column.setContentsMargins(*[space(Gap.INSET)] * 4)
        self._column.setSpacing(space(Gap.EASY))
        self._verbs.setSpacing(space(Gap.NEAR))
        self.rows.setFixedHeight(self._theme.metrics.text(ROWS_HEIGHT))
