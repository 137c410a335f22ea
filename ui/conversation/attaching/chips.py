"""The chips above the draft: a line for each document that is added, with what became of it."""

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from ui.conversation.attaching.model import UNREAD, Attaching, Attachment, Reading
from ui.frame.message import SMALL_CROSS, Message
from ui.theme import Gap, Theme
from ui.widgets.words import Words

translate = QCoreApplication.translate

MOST = 4
"""Chips that are shown where many files are dropped."""
HIGHEST, LEAST = 168, 72
"""How high they stand together at most, and at least where the window is low, in pixels at 100% text."""


def attachment_words(attachment: Attachment) -> str:
    """What became of a document that was added."""
    words = {
        Reading.READING: translate("Conversation", "Reading {name}…"),
        Reading.READ: translate("Conversation", "Read: {name}"),
        Reading.KNOWN: translate("Conversation", "Read before: {name}"),
        Reading.FAILED: translate("Conversation", "Not read: {name}."),
        Reading.REFUSED: translate(
            "Conversation", "Not read: {name}. What is read is kept, and off the record nothing is."
        ),
    }[attachment.reading].format(name=attachment.name)
    fault = attachment.fault
    return words if fault is None else f"{words} {fault.words}"


def more_attachments(count: int) -> str:
    """How many more documents there are than are shown."""
    return translate("Conversation", "and {count} more").format(count=count)


class Chip(Message):
    """Draws one `Attachment`; closing it takes it out of `attaching`."""

    def __init__(self, attachment: Attachment, attaching: Attaching, theme: Theme, parent: QWidget) -> None:
        super().__init__("attachment", theme, parent, cross=SMALL_CROSS)
        self._attachment, self._attaching = attachment, attaching
        self._close.clicked.connect(self._let_go)
        self.show_state()

    def show_state(self) -> None:
        """Say how it stands with the document now."""
        words = attachment_words(self._attachment)
        kind = "fault" if self._attachment.reading in UNREAD else "small"
        if words != self._words.text():
            self._words.setText(words)
            self._words.setProperty("class", kind)
            self._words.style().unpolish(self._words)
            self._words.style().polish(self._words)
        self.setAccessibleName(words)
        self.show()

    def _let_go(self) -> None:
        self._attaching.let_go(self._attachment)

    def _on_theme(self) -> None:
        super()._on_theme()
        space = self._theme.metrics.space
        self._row.setContentsMargins(space(Gap.EASY), space(Gap.TINY), space(Gap.TINY), space(Gap.TINY))
        self._row.setSpacing(space(Gap.TIGHT))


class AttachmentChips(QScrollArea):
    """Draws `Attaching`: what could not be read first, then the latest; of more than a few only how many.

    As high as the chips are, up to a bound; what is beyond it is scrolled to, so that the writing keeps its room.
    """

    def __init__(self, attaching: Attaching, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("attachments")
        self._attaching, self._theme = attaching, theme
        self._chips: dict[Attachment, Chip] = {}
        self._body = QWidget(self)
        self._body.setObjectName("attachmentsBody")
        self._more = Words(self._body, kind="muted")
        self._column = QVBoxLayout(self._body)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._more)
        self.setWidget(self._body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setAccessibleName(self.tr("Documents that were added"))
        self.destroyed.connect(attaching.changed.connect(self.show_chips))
        theme.changed.connect(self._on_theme)
        self._on_theme()
        self.show_chips()

    def show_chips(self) -> None:
        """Show the attachments as they are now."""
        latest = list(reversed(self._attaching.shown))
        shown = sorted(latest, key=lambda one: one.reading not in UNREAD)[:MOST]
        for gone in self._chips.keys() - set(shown):
            self._drop(self._chips.pop(gone))
        for place, attachment in enumerate(shown):
            chip = self._chips.get(attachment) or Chip(attachment, self._attaching, self._theme, self._body)
            self._chips[attachment] = chip
            self._column.removeWidget(chip)
            self._column.insertWidget(place, chip)
            chip.show_state()
        more = len(latest) - len(shown)
        self._more.setText(more_attachments(more))
        self._more.setVisible(more > 0)
        self.setVisible(bool(shown))
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        width = self.viewport().width()
        return QSize(width, min(self._column.totalHeightForWidth(width), self._theme.metrics.space(HIGHEST)))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, min(self.sizeHint().height(), self._theme.metrics.space(LEAST)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def _drop(self, chip: Chip) -> None:
        self._column.removeWidget(chip)
        chip.hide()
        chip.deleteLater()

    def _on_theme(self) -> None:
        self._column.setSpacing(self._theme.metrics.space(Gap.TINY))
        self.updateGeometry()
