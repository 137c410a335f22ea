"""The rail of places at the left: in parts, with what waits, and those that have nothing yet folded away."""

from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ui.shell.places import Part, Place
from ui.shell.standing import Standing
from ui.theme import Gap, Theme
from ui.widgets.icons import icon

WIDE = 178
"""The rail's least width in pixels at 100% text, where words stand beside the icons."""
NARROW = 56
"""Its width without them."""


class RailButton(QToolButton):
    """An icon, its words, and how many things wait."""

    def __init__(self, theme: Theme, words: str, tip: str, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self.name, self._words, self.waiting = theme, name, words, 0
        self.setText(f" {words}")  # Qt has no distance between icon and words
        self.setToolTip(tip)
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_waiting(self, count: int) -> None:
        """How many things wait for the person there."""
        self.waiting = count
        counted = self.tr("{place}, {count} waiting").format(place=self._words, count=count)
        self.setAccessibleName(counted if count else self._words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.waiting:
            return
        painter, colours, space = QPainter(self), self._theme.colours, self._theme.metrics.space
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(colours.accent))
        painter.setFont(self._theme.font(self._theme.metrics.small, bold=True))
        if self.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly:
            painter.setBrush(QColor(colours.accent))
            painter.drawEllipse(
                self.width() - space(Gap.INSET), space(Gap.TIGHT), space(Gap.TIGHT), space(Gap.TIGHT)
            )
        else:
            inside = self.rect().adjusted(0, 0, -space(Gap.CLEAR), 0)
            aligned = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(inside, aligned, str(self.waiting))


@dataclass(frozen=True, slots=True)
class Entry:
    """A place with its button."""

    place: Place
    button: RailButton


class Rail(QFrame):
    """One button a place in its part, a way to show all, and the menu at the foot."""

    chosen = Signal(str)
    menu_wanted = Signal()

    def __init__(self, theme: Theme, standing: Standing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setAccessibleName(self.tr("Places"))
        self._theme, self._standing = theme, standing
        self._entries: dict[str, Entry] = {}
        self._group = QButtonGroup(self)
        self._all = self._narrow = False
        self._columns: dict[Part, QVBoxLayout] = {}
        self._titles: dict[Part, QLabel] = {}
        self._more = RailButton(theme, self.tr("More"), self.tr("Show every place"), "more", self)
        self._more.setCheckable(True)
        self._more.clicked.connect(self.show_all)
        self.menu_button = RailButton(theme, self.tr("Menu"), self.tr("All actions (F10)"), "menu", self)
        self.menu_button.clicked.connect(self.menu_wanted)
        self._arrange()
        standing.changed.connect(self._show_places)
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def add_place(self, place: Place, shortcut: str) -> None:
        """Put a place below those of its part; `shortcut` may be empty."""
        tip = f"{place.tip} ({shortcut})" if shortcut else place.tip
        button = RailButton(self._theme, place.title, tip, place.icon, self)
        button.setCheckable(True)
        self._group.addButton(button)
        button.clicked.connect(partial(self.chosen.emit, place.key))
        column = self._columns[place.part]
        column.insertWidget(column.count() - (column is self._foot), button)  # the menu stays the last
        self._entries[place.key] = Entry(place, button)
        self._dress(button)
        self._fit()
        self._show_places()

    def show_place(self, key: str) -> None:
        button = self._entries[key].button
        button.setChecked(True)
        self._show_places()
        if button.parentWidget() is self._scroll.widget():
            self._scroll.ensureWidgetVisible(button, 0, 0)

    def show_all(self, shown: bool) -> None:
        """Show those that are folded away, or fold them."""
        self._all = shown
        self._more.setChecked(shown)
        self._show_places()

    def set_narrow(self, narrow: bool) -> None:
        """Leave the words out, where the window has no room for them."""
        if narrow != self._narrow:
            self._narrow = narrow
            self._on_theme()

    def shown(self) -> list[str]:
        """The keys of the places that stand in the rail now."""
        return [key for key, entry in self._entries.items() if not entry.button.isHidden()]

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._fit()

    def _show_places(self) -> None:
        standing, folds = self._standing, False
        for key, (place, button) in ((each, (one.place, one.button)) for each, one in self._entries.items()):
            absent = key in standing.absent
            empty = place.folded and key not in standing.filled and not button.isChecked()
            folds = folds or (place.folded and key not in standing.filled and not absent)
            button.setVisible((self._all or not empty) and not absent)
            button.set_waiting(standing.waiting.get(key, 0))
        self._more.setVisible(folds)
        for part, title in self._titles.items():
            shown = [one for one in self._entries.values() if one.place.part is part]
            any_shown = any(not one.button.isHidden() for one in shown)
            title.setVisible(any_shown and not self._narrow and bool(title.text()))

    def _arrange(self) -> None:
        body = QWidget(self)
        body.setObjectName("railBody")
        self._column = QVBoxLayout(body)
        words = {Part.NOW: "", Part.US: self.tr("The two of us"), Part.IT: self.tr("Your companion")}
        for part, title in words.items():
            label = QLabel(title, body)
            label.setObjectName("railTitle")
            label.setTextFormat(Qt.TextFormat.PlainText)
            self._titles[part], self._columns[part] = label, QVBoxLayout()
            self._column.addWidget(label)
            self._column.addLayout(self._columns[part])
        self._column.addWidget(self._more)
        self._column.addStretch(1)
        self._columns[Part.PROGRAM] = self._foot = QVBoxLayout()
        self._foot.addWidget(self.menu_button)
        self._scroll = QScrollArea(self)
        self._scroll.setObjectName("railScroll")
        self._scroll.setWidget(body)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._divider = QFrame(self)
        self._divider.setObjectName("divider")
        self._divider.setFixedHeight(1)
        self._divider.hide()
        self._scroll.verticalScrollBar().rangeChanged.connect(self._show_divider)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self._scroll)
        outer.addWidget(self._divider)
        outer.addLayout(self._foot)  # outside what scrolls: a low window keeps Settings and the menu

    def _show_divider(self, _: int, most: int) -> None:
        """Where more places stand than there is room for, they pass under a line."""
        self._divider.setVisible(most > 0)

    def _on_theme(self) -> None:
        space = self._theme.metrics.space
        side = space(Gap.TIGHT if self._narrow else Gap.NEAR)
        for button in (*(one.button for one in self._entries.values()), self._more, self.menu_button):
            self._dress(button)
        self._column.setContentsMargins(side, space(Gap.CLEAR), side, space(Gap.HAIR))
        self._foot.setContentsMargins(side, space(Gap.HAIR), side, space(Gap.EASY))
        self._column.setSpacing(space(Gap.HAIR))
        for column in self._columns.values():
            column.setSpacing(space(Gap.HAIR))
        self._fit()
        self._show_places()

    def _dress(self, button: RailButton) -> None:
        colours, side = self._theme.colours, self._theme.metrics.space(Gap.ROOMY)
        style = (
            Qt.ToolButtonStyle.ToolButtonIconOnly
            if self._narrow
            else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        button.setIconSize(QSize(side, side))
        button.setIcon(icon(button.name, colours.muted, side, checked=colours.accent))
        button.setToolButtonStyle(style)

    def _fit(self) -> None:
        """As wide as the words need: a wider column would be cut off at its right."""
        metrics, margins = self._theme.metrics, self._column.contentsMargins()
        if self._narrow:
            self.setFixedWidth(metrics.space(NARROW))
            return
        buttons = [one.button for one in self._entries.values()]
        for button in buttons:
            button.ensurePolished()
        widest = max((button.sizeHint().width() for button in buttons), default=0)
        needed = widest + margins.left() + margins.right() + 1  # the line at its right
        self.setFixedWidth(max(metrics.text(WIDE), needed))
