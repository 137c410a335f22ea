"""The main window: rail, content, status strip, palette and menus around the places."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QChildEvent, QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QVBoxLayout, QWidget

from engine.calling import never
from ui.conversation.wording import clock_time
from ui.doors import Fault
from ui.frame.message import Banner, TellsFault, set_in
from ui.frame.page import Page
from ui.frame.walking import walk_as_read
from ui.history import Steps, Undoing
from ui.shell.actions import Action, ActionTable
from ui.shell.commands import CommandPalette
from ui.shell.mind import Mind
from ui.shell.places import Place
from ui.shell.preferences import Preferences
from ui.shell.rail import Rail
from ui.shell.standing import Standing, Thinking
from ui.shell.status import StatusStrip
from ui.shell.widths import ListWidths
from ui.theme import Theme
from ui.theme.tokens import SCALE_STEP
from ui.widgets.pages import Pages

SMALLEST = (420, 420)
USUAL = (1040, 760)
NARROW = 800
"""Pixels at 100% text below which the rail has no words."""
NUMBERED = 9
"""Places that Ctrl and a number lead to."""


def files_of(dropped: QMimeData) -> list[str]:
    """The paths of files of this machine; an address elsewhere is none, and nothing is fetched."""
    return [url.toLocalFile() for url in dropped.urls() if url.isLocalFile()]


class MainWindow(QMainWindow):
    """The frame; `close_wanted` asks whoever owns the mind to leave in good order.

    `quiet_wanted` asks for an hour without notifications, or for its end; `files_dropped` brings the paths of files of
    this machine. `take_places` gives it what it shows, before it is shown. `status_place` tells the parts' states.
    `stay` is asked when the window is closed and may keep the program going without it; `quit` leaves whatever `stay`
    would say.
    """

    close_wanted = Signal()
    quiet_wanted = Signal()
    files_dropped = Signal(list)

    def __init__(
        self,
        mind: Mind,
        standing: Standing,
        thinking: Thinking,
        theme: Theme,
        preferences: Preferences,
        *,
        status_place: str,
    ) -> None:
        super().__init__()
        self._mind, self._theme, self._preferences = mind, theme, preferences
        self._places: dict[str, Place] = {}
        self.stay: Callable[[], bool] = never
        self.actions_table = ActionTable(self)
        self._standing, self._thinking = standing, thinking
        self._rail = Rail(theme, standing, self)
        self.stack, self._pages = QWidget(self), Pages()
        self.stack.setLayout(self._pages)
        self._widths = ListWidths(preferences, self._pages.currentWidget)
        self.banner = Banner(theme, self)
        self.status = StatusStrip(mind, theme, self)
        self.palette_card = CommandPalette(self.actions_table, theme, self)
        self._arrange()
        self._rail.chosen.connect(self.go)
        self._rail.menu_wanted.connect(self._open_menu)
        self.status.details_wanted.connect(lambda: self.go(status_place))
        mind.changed.connect(self._show_title)
        standing.changed.connect(self._leave_absent)
        thinking.changed.connect(self.actions_table.renew)
        thinking.failed.connect(self.show_fault)
        theme.changed.connect(self._fit_rail)
        self._restore()
        self._show_title()

    def take_places(self, places: Sequence[Place]) -> None:
        """Show these, at once the one that was shown last, or the first.

        Made as children of `stack` they need no second polish.
        """
        self._places = {place.key: place for place in places}
        self._add_places(places)
        self.actions_table.add(self._own_actions())
        self._menu = self.actions_table.menu(self)
        left = self._preferences.place()
        self.go(left if left in self._places else places[0].key)

    @property
    def place(self) -> str:
        """The key of the place that is shown."""
        return next(key for key, place in self._places.items() if place.widget is self._pages.currentWidget())

    @property
    def places(self) -> tuple[str, ...]:
        """The keys of all places, in the order of the rail."""
        return tuple(self._places)

    def go(self, key: str) -> None:
        """Show a place and give it the focus; KeyError for one that is not there."""
        place = self._places[key]
        self._pages.setCurrentWidget(place.widget)
        self._rail.show_place(key)
        self._standing.ask()
        self._preferences.keep_place(key)
        place.widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _leave_absent(self) -> None:
        """A place that was shown last may be of what this companion does not have any more."""
        if self._places and self.place in self._standing.absent:
            self.go(next(iter(self._places)))

    def place_of(self, widget: QWidget) -> str:
        """The key of the place that a widget is, or is within; empty for the window's own."""
        for key, place in self._places.items():
            if place.widget is widget or place.widget.isAncestorOf(widget):
                return key
        return ""

    def show_fault(self, fault: Fault, key: str = "") -> None:
        """Tell of what went wrong: in the place of this key alone, or above all of them where it belongs to none."""
        widget = self._places[key].widget if key else None
        if isinstance(widget, TellsFault):
            widget.show_fault(fault)
        else:
            self.banner.show_fault(fault)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's own name of it
        """What was made since the last Tab stands in its row by now."""
        walk_as_read(self)
        return super().focusNextPrevChild(next)

    def childEvent(self, event: QChildEvent) -> None:
        """What floats above the window is a part of its own; so are those that stand in it."""
        super().childEvent(event)
        child = event.child()
        if event.polished() and isinstance(child, QWidget) and child is not self.centralWidget():
            self._theme.take(child)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Never asks anything: it hides at once, and what must be finished is finished out of sight."""
        self._preferences.keep_geometry(self.saveGeometry())
        event.accept()
        if not self.stay():
            self.close_wanted.emit()

    def quit(self) -> None:
        """Leave, whether the window is shown or not."""
        self.stay = never
        if self.isVisible():
            self.close()
        else:
            self.close_wanted.emit()

    def present(self) -> None:
        """Show the window in front, as it was."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if files_of(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """A document may be dropped anywhere: it is read wherever the person is."""
        event.acceptProposedAction()
        self.files_dropped.emit(files_of(event.mimeData()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_rail()
        if self.palette_card.isVisible():
            self.palette_card.place()

    def _fit_rail(self) -> None:
        self._rail.set_narrow(self.width() < self._theme.metrics.text(NARROW))

    def _arrange(self) -> None:
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setMinimumSize(*SMALLEST)
        self.setAcceptDrops(True)
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(set_in(self.banner, self._theme))
        column.addWidget(self.stack, 1)
        column.addWidget(self.status)
        for part in (self._rail, self.banner, self.status):
            self._theme.take(part)
        canvas = QWidget(self)
        row = QHBoxLayout(canvas)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self._rail)
        row.addWidget(middle, 1)
        self.setCentralWidget(canvas)

    def _add_places(self, places: Sequence[Place]) -> None:
        for number, place in enumerate(places, start=1):
            self._pages.addWidget(place.widget)
            for part in place.widget.parts() if isinstance(place.widget, Page) else (place.widget,):
                self._theme.take(part)
            self._widths.take(place)
            keys = f"Ctrl+{number}" if number <= NUMBERED else ""
            self._rail.add_place(place, keys)
            for action in (*place.actions, self._go_action(place, keys)):
                self.actions_table.add([self._where_there(place.key, action)])

    def _where_there(self, key: str, action: Action) -> Action:
        """In a place of what this companion does not have, nothing can be done."""
        return replace(action, enabled=lambda: key not in self._standing.absent and action.enabled())

    def _go_action(self, place: Place, keys: str) -> Action:
        words = self.tr("Go to {place}").format(place=place.title)
        return Action(
            f"go.{place.key}",
            words,
            place.tip,
            self.tr("Places"),
            lambda: self.go(place.key),
            (keys,) if keys else (),
        )

    def _own_actions(self) -> list[Action]:
        return [
            *self._taking_back(),
            *self._text_sizes(),
            *self._widths.actions(),
            *self._ways_to_actions(),
            *self._opening_and_closing(),
        ]

    @property
    def _steps(self) -> Undoing:
        """Through what was changed in the place that is shown."""
        shown = self._pages.currentWidget()
        return shown.steps if isinstance(shown, Page) else Steps()

    def _undo(self) -> None:
        self._steps.undo()

    def _redo(self) -> None:
        self._steps.redo()

    def _taking_back(self) -> tuple[Action, ...]:
        """The same keys in every place; what is being written has its own way back by them."""
        edit = self.tr("Edit")
        return (
            Action(
                "undo",
                self.tr("Take the last change back"),
                self.tr("Undo what was done last in the place that is shown"),
                edit,
                self._undo,
                ("Ctrl+Z",),
                lambda: self._steps.can_undo,
            ),
            Action(
                "redo",
                self.tr("Do it again"),
                self.tr("Do again what was taken back last in the place that is shown"),
                edit,
                self._redo,
                ("Ctrl+Shift+Z",),
                lambda: self._steps.can_redo,
            ),
        )

    def _text_sizes(self) -> tuple[Action, ...]:
        view = self.tr("View")
        return (
            Action(
                "text.larger",
                self.tr("Larger text"),
                self.tr("Make all text larger, up to 200%"),
                view,
                lambda: self._scale(SCALE_STEP),
                ("Ctrl++", "Ctrl+="),
            ),
            Action(
                "text.smaller",
                self.tr("Smaller text"),
                self.tr("Make all text smaller"),
                view,
                lambda: self._scale(-SCALE_STEP),
                ("Ctrl+-",),
            ),
            Action(
                "text.usual",
                self.tr("Usual text size"),
                self.tr("Back to 100%"),
                view,
                lambda: self._scale(1 - self._theme.metrics.scale),
                ("Ctrl+0",),
            ),
        )

    def _ways_to_actions(self) -> tuple[Action, ...]:
        view = self.tr("View")
        return (
            Action(
                "commands",
                self.tr("Command palette"),
                self.tr("Find any action by its letters"),
                view,
                self.palette_card.open,
                ("Ctrl+K",),
            ),
            Action("menu", self.tr("Menu"), self.tr("Show all actions"), view, self._open_menu, ("F10",)),
        )

    def _opening_and_closing(self) -> tuple[Action, ...]:
        program = self.tr("Companion")
        return (
            Action(
                "open",
                self.tr("Open"),
                self.tr("Show the window in front"),
                program,
                self.present,
                enabled=lambda: not self.isActiveWindow(),
            ),
            Action(
                "thinking",
                self.tr("Pause thinking"),
                self.tr("Whether it thinks over what you told it while you are away"),
                program,
                self._thinking.switch,
                enabled=lambda: self._thinking.paused is not None,
                words_now=self._thinking_words,
            ),
            Action(
                "quiet",
                self.tr("Quiet for an hour"),
                self.tr("No notification comes for an hour, or they come again"),
                program,
                self.quiet_wanted.emit,
                words_now=self._quiet_words,
            ),
            Action(
                "quit",
                self.tr("Quit"),
                self.tr("Close the window and stop"),
                program,
                self.quit,
                ("Ctrl+Q",),
            ),
        )

    def _thinking_words(self) -> str:
        return self.tr("Go on thinking") if self._thinking.paused else self.tr("Pause thinking")

    def _quiet_words(self) -> str:
        """What it does as things stand: while it holds, that it does, and the way to end it."""
        until, now = self._preferences.quiet_until(), datetime.now().astimezone()
        if until is None or not self._preferences.is_quiet(now):
            return self.tr("Quiet for an hour")
        return self.tr("End the quiet (until {time})").format(time=clock_time(until))

    def _scale(self, by: float) -> None:
        self._theme.set_scale(self._theme.metrics.scale + by)
        self._preferences.keep_appearance(self._theme)

    def _open_menu(self) -> None:
        button = self._rail.menu_button
        self._menu.popup(
            button.mapToGlobal(QPoint(button.width(), -self._menu.sizeHint().height() + button.height()))
        )

    def _show_title(self) -> None:
        self.setWindowTitle(self._mind.companion)

    def _restore(self) -> None:
        geometry = self._preferences.geometry()
        if geometry is None or not self.restoreGeometry(geometry):
            self.resize(*USUAL)
