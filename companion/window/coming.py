"""What comes to the person unasked, in the window's life: looked for now and then, shown by the desktop."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from companion.bridge import Bridge
from companion.preferences import PreferenceFile
from companion.window.desktop import DesktopNotices
from companion.window.front import FrontWindow
from companion.window.views import Views, lead
from ui.doors import Door, Fault, Json
from ui.notices import DONE, IN_AN_HOUR, TOMORROW, Notice, Notices, Unasked, Wishes, newer_version
from ui.reminders.operations import Item

LOOK_MS = 30_000
QUIET = timedelta(hours=1)
RENEWS_TODAY = frozenset({"brief", "feeds"})
"""Events after which Today reads anew where it is in sight; hidden, it does so when it is shown."""


def now() -> datetime:
    """The person's own time."""
    return datetime.now().astimezone()


class ChosenAttention:
    """Implements `ui.notices.Attention` over the preferences, for the person before `window`, or before `front`."""

    def __init__(self, file: PreferenceFile, window: QWidget, front: FrontWindow) -> None:
        self._file, self._window, self._front = file, window, front

    def open(self, now: datetime) -> bool:
        chosen = self._file.load().preferences
        return chosen.notify and not chosen.is_quiet(now.hour) and not self._front.full

    def open_at_hours(self) -> bool:
        return self._file.load().preferences.notify

    def discreet(self) -> bool:
        # What fills the screen may be shown to others.
        return self._file.load().preferences.discreet or self._front.full

    def elsewhere(self) -> bool:
        return not self._window.isActiveWindow()

    def wishes(self) -> Wishes:
        chosen = self._file.load().preferences
        kinds = frozenset(kind for kind in Unasked if getattr(chosen, f"notify_{kind}"))
        return Wishes(chosen.effort, kinds)


class Coming:
    """One window's notifications, from `start` to `close`."""

    def __init__(self, views: Views, door: Door, program: Door, bridge: Bridge, home: Path) -> None:
        self._views, self._program = views, program
        self._file = PreferenceFile(home)
        self._front = FrontWindow(bridge)
        attention = ChosenAttention(self._file, views.window, self._front)
        self.notices = Notices(door, attention, views.preferences, self._episode)
        self.desktop = DesktopNotices(bridge, self._open, self._show_in_tray, self._act)
        self.notices.came.connect(self.desktop.show)
        self.notices.came.connect(self._show_on_today)
        self._unhook = views.models.reminders.listed.connect(self.look)
        self._unlisten = door.listen(self._on_event)
        self._timer = QTimer(views.window)
        self._timer.setObjectName("notices: look")
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self.look)
        views.window.quiet_wanted.connect(self.be_quiet)
        views.tray.notice_clicked.connect(self._open)
        self._show_quiet()

    def start(self) -> None:
        """The mind is open."""
        self._timer.start()
        self.look()
        if self._file.load().preferences.updates:
            self._program.change(
                "updates.look", {"unasked": True}, success=self._tell_newer, failure=self._not_looked
            )

    def look(self) -> None:
        """See whether anything is due, once it is known what is in front."""
        self._front.look(self._look_now)

    def _look_now(self) -> None:
        self._show_quiet()
        self._views.models.standing.ask()
        self.notices.look(now())

    def be_quiet(self) -> None:
        """Nothing comes for an hour; asked for once more, it may come again."""
        quiet = self._views.preferences.is_quiet(now())
        self.notices.be_quiet(None if quiet else now() + QUIET)
        self._show_quiet()

    def _show_quiet(self) -> None:
        """The tray says so while it holds, and the menus offer to end it."""
        until = self.notices.quiet_until
        self._views.tray.set_quiet(until if until is not None and now() < until else None)
        self._views.window.actions_table.renew()

    def close(self) -> None:
        self._timer.stop()
        self._unhook()
        self._unlisten()
        self._front.close()
        self.desktop.close()

    def _on_event(self, event: Json) -> None:
        kind = event.get("event")
        if kind == "brief":
            self.notices.stir()
            self.look()
        if kind in RENEWS_TODAY and self._views.widgets.today.isVisible():
            self._views.models.today.load()

    def _tell_newer(self, found: Json) -> None:
        """Once, when it was asked anew: it stands in Settings from then on."""
        if found["fresh"] and found["newest"] is not None and not self._front.full:
            self.desktop.show(newer_version(found["newest"]["version"]))

    def _not_looked(self, _: Fault) -> None:
        """It is looked for again at the next start."""

    def _show_on_today(self, notice: Notice) -> None:
        """Where Today is in sight already, nothing else would make it read what came."""
        if notice.place == "today" and self._views.widgets.today.isVisible():
            self._views.models.today.load()

    def _episode(self) -> str | None:
        state = self._views.mind.state
        return None if state is None else state.episode_id

    def _open(self, place: str, ref: str) -> None:
        self._views.window.present()
        lead(self._views, place, ref)

    def _act(self, key: str, ref: str) -> None:
        """Done, or put off, where it was told; the list reads it anew."""
        reminders = self._views.models.reminders
        acts: dict[str, Callable[[Item], None]] = {
            DONE: partial(reminders.settle, verb="fulfil"),
            IN_AN_HOUR: reminders.put_off_an_hour,
            TOMORROW: partial(reminders.put_off, days=1),
        }
        reminders.act_on(ref, acts[key])

    def _show_in_tray(self, notice: Notice) -> None:
        self._views.tray.show_notice(notice.title, notice.text, notice.place, notice.ref)
