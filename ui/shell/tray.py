"""The tray icon: mood in its colours, state in its badge and its tooltip, a menu, and the place the closed window
goes to.

A tray shows to whoever looks at the screen, so nothing private stands in it: no names, no words said, and no
message that might carry a path.
"""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal
from PySide6.QtWidgets import QSystemTrayIcon

from engine.conversation.records import PartState
from ui.conversation.wording import clock_time
from ui.shell.mind import Mind
from ui.shell.preferences import Preferences
from ui.shell.standing import Thinking
from ui.shell.status import part_progress
from ui.shell.window import MainWindow
from ui.theme import Feeling, Theme
from ui.widgets.badge import Badge, badged
from ui.widgets.orb import Bearing, Look, OrbState, orb_icon

translate = QCoreApplication.translate

NOTHING = ("", "")
"""Place and ref of a message that leads nowhere."""

MENU = ("open", "voice", "voice.mute", "thinking", "quiet", "settings.lock", "quit")
PASSING = ("voice", "voice.mute", "thinking")
"""What stands in the icon's menu, by the keys of the actions; the latter only where they can be done."""

LOOK_MS = 5000
"""How often a window in the tray looks whether the tray is still there."""

BADGES = {PartState.FAILED: Badge.BROKEN, PartState.LOADING: Badge.WAIT}
OPENING = (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick)


def badge_of(mind: Mind) -> Badge:
    """What the icon says of the mind: its worst part."""
    if mind.fault is not None:
        return Badge.BROKEN
    if mind.opening:
        return Badge.WAIT
    return BADGES.get(mind.worst.state, Badge.LOOK) if mind.worst is not None else Badge.NONE


def words_of(mind: Mind, *, paused: bool = False, microphone: str = "", quiet: str = "") -> str:
    """The tooltip: one line for each part, in words, without the reasons and remedies told in the window.

    One more says that thinking alone is `paused`, one until when it is `quiet`, and the first that the `microphone` is
    open or muted.
    """
    program = translate("Tray", "Companion")
    program = f"{program}\n{microphone}" if microphone else program
    if mind.fault is not None:
        return f"{program}\n{translate('Tray', 'Cannot be reached')}"
    if mind.opening:
        return f"{program}\n{translate('Tray', 'Opening the vault…')}"
    alone = [translate("Tray", "Dreaming")] if mind.dreaming else []
    alone += [translate("Tray", "Thinking alone is paused")] if paused else []
    still = [translate("Tray", "Quiet until {time}").format(time=quiet)] if quiet else []
    return "\n".join([program, *map(part_progress, mind.parts), *alone, *still])


class Tray(QObject):
    """The icon of one window.

    `available` says whether there is a tray at this moment: without one the icon is not shown and closing the
    window leaves, as it does once the icon is hidden. `notice_clicked` brings place and ref of a notice that was
    clicked.
    """

    notice_clicked = Signal(str, str)

    def __init__(
        self,
        window: MainWindow,
        mind: Mind,
        thinking: Thinking,
        theme: Theme,
        preferences: Preferences,
        *,
        available: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self._window, self._mind, self._theme, self._preferences = window, mind, theme, preferences
        self._thinking = thinking
        self._base, self._available = window.windowIcon(), available
        self.icon = QSystemTrayIcon(self)
        self.menu = window.actions_table.short_menu(window, MENU, PASSING)
        self.menu.aboutToShow.connect(thinking.ask)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._on_activated)
        self._gone = QTimer(self)
        self._gone.setObjectName("tray: is it still there")
        self._gone.setInterval(LOOK_MS)
        self._gone.timeout.connect(self.look)
        self._left, self._quiet = False, ""
        self._told_of = NOTHING
        self.icon.messageClicked.connect(self._on_message_clicked)
        self._bearing = Bearing()
        self._talking: OrbState | None = None
        self._microphone = ""
        self._drawn: tuple[Badge, Look] | None = None
        window.stay = self.take
        mind.changed.connect(self._show_state)
        theme.changed.connect(self._show_state)
        thinking.changed.connect(self._show_state)
        thinking.ask()
        self._show_state()

    def set_quiet(self, until: datetime | None) -> None:
        """Say until when no notification comes; None for none of it."""
        words = "" if until is None else clock_time(until)
        if words != self._quiet:
            self._quiet = words
            self._show_state()

    def set_mood(self, feeling: Feeling | None) -> None:
        """Wear a mood's colours from now on; None for none."""
        self._bearing = Bearing.of(feeling)
        self._show_state()

    def set_talk(self, talking: OrbState | None, microphone: str) -> None:
        """Show what the voice does, None while it is off; `microphone` says that it is open or muted."""
        self._talking, self._microphone = talking, microphone
        self._show_state()

    def appear(self) -> None:
        """Show the icon, if there is a tray."""
        if self._available() and not self._left:
            self.icon.show()

    def leave(self) -> None:
        """Take the icon away for good: the program is leaving."""
        self._left = True
        self._gone.stop()
        self.icon.hide()

    def take(self) -> bool:
        """Whether the window that is being closed lives on here; says so the first time."""
        self.appear()
        if self._left or not self._available():
            return False
        self._gone.start()
        if not self._preferences.tray_told():
            self._preferences.keep_tray_told()
            self._tell()
        return True

    def look(self) -> None:
        """Bring the window back if the tray it went to is gone: nothing else would."""
        if self._window.isVisible():
            self._gone.stop()
        elif not self._available():
            self._gone.stop()
            self._window.present()

    def show_notice(self, title: str, text: str, place: str, ref: str) -> None:
        """Tell something where the desktop has no service of its own for it; a click brings `place` and `ref`."""
        self._told_of = (place, ref)
        self.icon.showMessage(title, text, self._base)

    def _on_message_clicked(self) -> None:
        (place, ref), self._told_of = self._told_of, NOTHING
        if place:
            self.notice_clicked.emit(place, ref)

    def _tell(self) -> None:
        self._told_of = NOTHING
        self.icon.showMessage(
            self.tr("Still here"),
            self.tr("The window went to the tray. To leave, choose Quit from the icon's menu."),
            self._base,
        )

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in OPENING:
            self._window.present()

    def _show_state(self) -> None:
        paused = self._thinking.paused is True
        told = words_of(self._mind, paused=paused, microphone=self._microphone, quiet=self._quiet)
        self.icon.setToolTip(told)
        badge, colours = badge_of(self._mind), self._theme.colours
        state = OrbState.DREAMING if self._mind.dreaming else OrbState.IDLE
        look = Look(self._talking or state, self._bearing, colours)
        if self._drawn == (badge, look):  # a loading model tells its progress many times a second
            return
        self._drawn = (badge, look)
        colour = colours.bad if badge is Badge.BROKEN else colours.warn
        self.icon.setIcon(badged(orb_icon(look), badge, colour, colours.canvas))
