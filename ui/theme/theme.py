"""The theme in force: follows the system's scheme, scales text, and dresses the application."""

from enum import StrEnum
from typing import Any, Protocol

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from ui.theme.sheet import style_sheet
from ui.theme.tokens import DARK, LIGHT, MONO, SANS, SCALE_MAX, SCALE_MIN, Colours, Metrics


class Scheme(StrEnum):
    """What decides between light and dark."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Motion(StrEnum):
    """What decides whether things move; without a word from the desktop, they do."""

    SYSTEM = "system"
    FULL = "full"
    REDUCED = "reduced"


class SystemLook(Protocol):
    """Where the system says whether it is light or dark; `QStyleHints` is one."""

    @property
    def colorSchemeChanged(self) -> Any:
        """The signal of a new scheme."""

    def colorScheme(self) -> Qt.ColorScheme:
        """The scheme now, or Unknown where the desktop does not say."""


class Theme(QObject):
    """Colours, metrics and fonts of the moment; `changed` says that all three may be new.

    The application wears the style sheet in which it starts. A later one is worn by the parts of the window that were
    taken: at once by those that are shown, by each other one when it is shown. Qt would dress every widget there is,
    again for each one it stands in.
    """

    changed = Signal()

    def __init__(
        self, app: QApplication, parent: QObject | None = None, *, system: SystemLook | None = None
    ) -> None:
        super().__init__(parent)
        self._app = app
        self._system = system or app.styleHints()
        self._scheme = Scheme.SYSTEM
        self.colours: Colours = LIGHT
        self.metrics = Metrics()
        self._motion, self._desktop_calm = Motion.SYSTEM, False
        self._sheet, self._parts = app.styleSheet(), list[QWidget]()
        self.generation = 0
        # The system's announcement comes in the middle of Qt's own update: dress once it is over.
        self._later = QTimer(self)
        self._later.setObjectName("theme: follow the system")
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._dress)
        # The system outlives a window: a method is let go of with its object, which any other call would keep.
        self._system.colorSchemeChanged.connect(self._follow)

    @property
    def scheme(self) -> Scheme:
        return self._scheme

    def set_scheme(self, scheme: Scheme) -> None:
        self._scheme = scheme
        self._dress()

    def set_scale(self, scale: float) -> None:
        """Scale all text, 1.0–2.0; values outside are brought inside."""
        self.metrics = Metrics(round(min(SCALE_MAX, max(SCALE_MIN, scale)), 2))
        self._dress()

    @property
    def motion(self) -> Motion:
        return self._motion

    @property
    def reduced_motion(self) -> bool:
        """Whether nothing is to move that need not."""
        return self._desktop_calm if self._motion is Motion.SYSTEM else self._motion is Motion.REDUCED

    def set_motion(self, motion: Motion) -> None:
        self._motion = motion
        self.changed.emit()

    def set_desktop_calm(self, calm: bool) -> None:
        """The desktop wishes that little moves, or does not mind."""
        if calm is not self._desktop_calm:
            self._desktop_calm = calm
            self.changed.emit()

    def font(self, size: int, *, bold: bool = False, italic: bool = False, mono: bool = False) -> QFont:
        """A font of `size` pixels from the families that are there."""
        font = QFont()
        font.setFamilies(list(MONO if mono else SANS))
        font.setPixelSize(size)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        font.setItalic(italic)
        return font

    def take(self, part: QWidget) -> None:
        """Keep a part of a window in the theme; no part stands in another."""
        if part not in self._parts:
            self._parts.append(part)
            if self._sheet != self._app.styleSheet():
                self.dress(part)

    def dress(self, part: QWidget) -> None:
        """Have a part wear the sheet of the moment."""
        part.removeEventFilter(self)
        if part.styleSheet() != self._sheet:
            part.setStyleSheet(self._sheet)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A part that was hidden while the theme changed is shown."""
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget):
            self.dress(watched)
        return False

    def _follow(self, _: Qt.ColorScheme) -> None:
        self._later.start()

    def _dress(self) -> None:
        self.colours = DARK if self._wants_dark() else LIGHT
        self.generation += 1
        sheet = style_sheet(self.colours, self.metrics)
        # All colours and sizes are in the sheet: one that is worn already would only dress anew all that stands.
        if sheet != self._sheet:
            self._sheet = sheet
            self._app.setFont(self.font(self.metrics.body))
            self._app.setPalette(palette_of(self.colours))
            self._dress_parts()
        self.changed.emit()

    def _dress_parts(self) -> None:
        self._parts = [part for part in self._parts if shiboken6.isValid(part)]
        if not self._parts:
            self._app.setStyleSheet(self._sheet)
        for part in self._parts:
            if part.isVisible():
                self.dress(part)
            else:
                part.installEventFilter(self)

    def _wants_dark(self) -> bool:
        if self._scheme is Scheme.SYSTEM:
            return self._system.colorScheme() == Qt.ColorScheme.Dark
        return self._scheme is Scheme.DARK


def palette_of(colours: Colours) -> QPalette:
    """The palette for what the style sheet does not reach: text edits, selections, native dialogs."""
    roles = {
        QPalette.ColorRole.Window: colours.canvas,
        QPalette.ColorRole.WindowText: colours.text,
        QPalette.ColorRole.Base: colours.surface,
        QPalette.ColorRole.AlternateBase: colours.rail,
        QPalette.ColorRole.Text: colours.text,
        QPalette.ColorRole.Button: colours.surface,
        QPalette.ColorRole.ButtonText: colours.text,
        QPalette.ColorRole.ToolTipBase: colours.surface,
        QPalette.ColorRole.ToolTipText: colours.text,
        QPalette.ColorRole.Highlight: colours.selection,
        QPalette.ColorRole.HighlightedText: colours.text,
        QPalette.ColorRole.Accent: colours.accent,
        QPalette.ColorRole.Link: colours.accent,
        QPalette.ColorRole.PlaceholderText: colours.muted,
    }
    palette = QPalette()
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    return palette
