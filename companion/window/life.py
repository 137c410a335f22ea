"""The window's life: painted first, the mind opened behind it, and left in good order.

Leaving goes: the window and its tray icon hide, opening is told to stop, the service is closed on a thread,
the bridge takes no more, the threads are joined, and only then does `run_window` return. Nothing here ends Qt
from inside: `QApplication.quit` under `run_until_complete` raises, and a nested event loop breaks qasync, so
dialogs are opened, never executed.
"""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import qasync
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QSystemTrayIcon, QWidget

from companion.bridge import Bridge, ServiceDoor, fault_of
from companion.preferences import PreferenceFile
from companion.program import ProgramDoor
from companion.runtime import Threads
from companion.service import Service
from companion.window.calm import DesktopCalm
from companion.window.coming import Coming
from companion.window.first import FirstWindow
from companion.window.hooks import Hooks, leaving
from companion.window.opening_files import OpenedFiles
from companion.window.stall import StallGuard
from companion.window.views import Views, application, build_views
from ui.beginning import BeginningCard
from ui.doors import Fault
from ui.shell.idle import IdleWatch
from ui.shell.key_dialogs import PassphraseDialog, Recovery, RecoveryDialog, Ways
from ui.shell.locked import LockedCard

if TYPE_CHECKING:
    from companion.window.voice import WindowVoice

log = logging.getLogger(__name__)

OPENING_LIMIT_S = 20.0
CLOSING_LIMIT_S = 60.0
JOIN_LIMIT_S = 2.0
DEBUG = "COMPANION_DEBUG"


@dataclass(frozen=True, slots=True)
class Opening:
    """What a service factory may use while it opens the mind, on a thread of its own.

    `stopped` is set when the person leaves meanwhile. `ask_passphrase(reason, ways)` shows a dialog and waits for
    it: the passphrase, or the recovery code where `ways` offers that, or None if the person refuses or leaves.
    `tell_recovery_code(code)` shows a new home's
    code and does not wait. `locked` says that the person locked the vault: what was known of its key is not used.
    `by_code` says that the person wants to open it by its recovery code.
    `passphrase` is to keep the key of a new home, where the person chose one. `before` is the closed service of the
    window in whose place this one stands, where the person turned to another companion: it knows the key.
    """

    stopped: threading.Event
    ask_passphrase: Callable[[str, Ways], str | Recovery | None]
    tell_recovery_code: Callable[[str], None]
    locked: bool = False
    by_code: bool = False
    passphrase: str | None = field(default=None, repr=False)
    before: Service | None = field(default=None, repr=False)


ServiceFactory = Callable[[Opening], Service]


class Sight(StrEnum):
    """Where a window is: before the person, minimized, or in the tray alone."""

    SHOWN = "shown"
    MINIMIZED = "minimized"
    TRAY = "tray"

    @classmethod
    def of(cls, window: QWidget) -> "Sight":
        if window.isVisible():
            return cls.MINIMIZED if window.isMinimized() else cls.SHOWN
        return cls.TRAY


class Another(StrEnum):
    """What stands in the place of a window that ended: one that is shut, or one that opens the vault."""

    SHUT = "shut"
    OPEN = "open"


def run_window(
    service_factory: ServiceFactory,
    *,
    settings_file: Path,
    on_shown: Callable[[Views], None] | None = None,
    tray_available: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
    on_locking: Callable[[], None] = lambda: None,
    end_others: Callable[[], None] = lambda: None,
    first_run: bool = False,
    in_tray: bool = False,
    locked: bool = False,
    first: FirstWindow | None = None,
    file: Path | None = None,
) -> int:
    """Show the window until the person leaves; returns the exit code.

    Locking, told by `on_locking`, ends the window with all that it shows, and `end_others` whoever else holds the key;
    a new one stands there, shut, until the person unlocks it, out of sight where the other was; with `locked` so does
    the first one. Where the person turns to another companion a new window takes its place in the same way, and opens
    the vault by itself, with the key that was known. `first` calls it to the front, and is left with it. With
    `first_run` the first steps stand before the mind is opened. With `in_tray` the window is not shown at first, where
    there is a tray to wait in.

    `service_factory` opens the mind on a thread of its own, after the window is painted; an error it raises
    is shown with its remedy. What `file` holds is shown once the mind is open. `settings_file` keeps geometry and
    appearance. `on_shown` is called once the window takes input. While `tray_available` the closed window stays in the
    tray.
    """
    app = application()
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    first = first or FirstWindow(None, None)
    first.listen()
    try:
        life = WindowLife(
            app,
            service_factory,
            settings_file,
            on_shown,
            tray_available,
            first_run=first_run,
            locked=locked,
            on_locking=on_locking,
            sight=Sight.TRAY if in_tray else Sight.SHOWN,
        )
        if file is not None:
            life.files.take(file)
        _live(life, loop, first)
        while life.another is not None:
            end_others()
            before = life.closed if life.another is Another.OPEN else None
            life = WindowLife(
                app,
                service_factory,
                settings_file,
                None,
                tray_available,
                locked=life.another is Another.SHUT,
                on_locking=on_locking,
                sight=life.sight,
                before=before,
            )
            del before  # it is the new window's, until that has opened the vault
            _live(life, loop, first)
    finally:
        first.leave()
        loop.close()
        asyncio.set_event_loop(None)
    return 0


def _live(life: "WindowLife", loop: asyncio.AbstractEventLoop, first: FirstWindow) -> None:
    first.wanted, life.left = life.come_forward, first.leave
    try:
        loop.run_until_complete(life.live(loop))
    finally:
        life.end()


class WindowLife:
    """One window from its first paint to its last thread."""

    def __init__(
        self,
        app: QApplication,
        service_factory: ServiceFactory,
        settings_file: Path,
        on_shown: Callable[[Views], None] | None,
        tray_available: Callable[[], bool],
        *,
        locked: bool = False,
        first_run: bool = False,
        on_locking: Callable[[], None] = lambda: None,
        sight: Sight = Sight.SHOWN,
        before: Service | None = None,
    ) -> None:
        self.closed: Service | None = None
        self._before = before
        self._on_locking = on_locking
        self._first_run = first_run
        in_tray = sight is Sight.TRAY and not first_run and tray_available()
        self.sight = Sight.SHOWN if sight is Sight.TRAY and not in_tray else sight
        self.left: Callable[[], None] = lambda: None
        self._by_code = False
        self._passphrase: str | None = None
        self._factory = service_factory
        self.another: Another | None = None
        self._locked = locked
        self._on_shown = on_shown
        self._threads = Threads("window")
        self._bridge = Bridge()
        self._door = ServiceDoor(self._bridge)
        self._program = ProgramDoor(self._bridge, settings_file.parent)
        self.views = build_views(app, self._door, self._program, settings_file, tray_available=tray_available)
        self._settings_folder = settings_file.parent
        self._voice: WindowVoice | None = None
        self._leaving = asyncio.Event()
        self._stopped = threading.Event()
        self._dialogs: list[QDialog] = []
        self._late: Service | None = None
        self._opening: asyncio.Future[None] | None = None
        self.files = OpenedFiles(app)
        self._hooks = Hooks(self._bridge, self.views.window)
        self._coming = Coming(self.views, self._door, self._program, self._bridge, self._settings_folder)
        self._calm = DesktopCalm(app, self._bridge, self.views.theme)
        self._lock_card = LockedCard(self.views.theme, self.views.window)
        models = self.views.models
        self._beginning = BeginningCard(
            models.beginning,
            models.settings,
            self.views.theme,
            self.views.window,
        )
        self._idle = IdleWatch(app, self._lock_after, self._lock)
        self.views.widgets.settings.lock_wanted.connect(self._lock)
        models.settings.companions.turned.connect(self._begin_anew)
        self._guard = StallGuard(self._threads) if os.environ.get(DEBUG) == "1" else None

    async def live(self, loop: asyncio.AbstractEventLoop) -> None:
        """From the first paint until the mind is closed."""
        self._lock_card.unlock_wanted.connect(self._unlock)
        self._lock_card.recovery_wanted.connect(self._recover)
        self.views.window.close_wanted.connect(self._leaving.set)
        self._hear_signals(loop)
        loop.set_exception_handler(lambda _, context: self._hooks.tell(context.get("exception")))
        if self.sight is Sight.MINIMIZED:
            self.views.window.showMinimized()
        else:
            self.views.window.setVisible(self.sight is Sight.SHOWN)
        self.views.tray.appear()
        self.views.mind.ask()
        self.views.conversation.load()
        # A zero timer fires once the window is painted and has taken what input there was.
        QTimer.singleShot(0, self.views.window, self._begin)
        await self._leaving.wait()
        if self.another is None:
            self.left()
        await self._leave()

    def come_forward(self, file: Path | None = None) -> None:
        """Somebody started the program once more, or opened a file with it."""
        if not self._leaving.is_set():
            self.views.window.present()
            if file is not None:
                self.files.take(file)

    def end(self) -> None:
        """Let go of everything; the loop no longer runs."""
        if self._voice is not None:
            self._voice.close()
        self.files.close()
        self._coming.close()
        self._calm.close()
        self._idle.close()
        self._program.close()
        self._bridge.close()
        if self._guard is not None:
            self._guard.stop()
        left = self._threads.join(JOIN_LIMIT_S)
        if left:
            log.warning("still running at the end: %s", ", ".join(left))
        self._hooks.remove()
        self.views.close()
        self.views.window.deleteLater()

    def _begin(self) -> None:
        if self._on_shown is not None:
            self._on_shown(self.views)
        if self._leaving.is_set():  # gone before anything was opened
            return
        self._calm.look()
        if self._locked:
            self._lock_card.cover()
        elif self._first_run:
            models = self.views.models
            models.beginning.open_vault = self._open_with
            models.beginning.finished.connect(self._begin_to_talk)
            self._beginning.cover()
        else:
            self._start_opening()

    def _start_opening(self) -> None:
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._opening = opened
        self._threads.start("opening", lambda: self._open(opened))

    def _open_with(self, passphrase: str | None) -> None:
        """The first steps came to the vault: it is made, and its key kept as the person chose."""
        self._passphrase = passphrase
        self._start_opening()

    def _begin_to_talk(self, question: str) -> None:
        """The first steps are over; what was told there can be asked for at once."""
        self.views.window.go("conversation")
        if question:
            self.views.conversation.send(question)

    def _unlock(self) -> None:
        """The card stays until the vault is open."""
        if self._opening is None or self._opening.done():
            self._start_opening()

    def _recover(self) -> None:
        """As `_unlock`, by the recovery code."""
        self._by_code = True
        self._unlock()

    def _lock(self) -> None:
        """The window ends with all that it shows; `run_window` puts a shut one in its place."""
        if not self._locked and not self._leaving.is_set():
            # Before the mind is let go of: whoever waits for that could open it in between.
            self._on_locking()
            self._leave_to(Another.SHUT)

    def _begin_anew(self) -> None:
        """Another companion is spoken with: `run_window` puts its window in the place of this one."""
        if not self._leaving.is_set():
            self._leave_to(Another.OPEN)

    def _leave_to(self, another: "Another") -> None:
        self.another, self.sight = another, Sight.of(self.views.window)
        self._leaving.set()

    def _lock_after(self) -> int:
        return PreferenceFile(self._settings_folder).load().preferences.lock_after_minutes

    def _with_voice(self) -> "WindowVoice":
        from companion.window.voice import WindowVoice  # noqa: PLC0415 - heavy: the window is painted before

        models = self.views.models.settings
        voice = WindowVoice(
            self.views.place.voice,
            self.views.conversation,
            self._door,
            self._bridge,
            self._settings_folder,
            name=lambda: self.views.mind.companion,
            calls=models.calls,
            parent=self.views.window,
        )
        models.chosen.changed.connect(voice.follow)
        models.choice.changed.connect(voice.follow)
        return voice

    def _open(self, opened: "asyncio.Future[None]") -> None:
        """On the opening thread."""
        try:
            service = self._factory(self._opening_terms())
        except Exception as error:  # noqa: BLE001 - whatever keeps the mind shut is told and logged
            fault = fault_of(error)
            self._bridge.post(lambda: self._not_opened(fault))
        else:
            self._bridge.post(lambda: self._opened(service))
        finally:
            self._bridge.post(lambda: _resolve(opened))

    def _opening_terms(self) -> Opening:
        passphrase, self._passphrase = self._passphrase, None
        by_code, self._by_code = self._by_code, False
        before, self._before = self._before, None
        return Opening(
            self._stopped,
            self._ask_passphrase,
            self._tell_recovery_code,
            locked=self._locked,
            by_code=by_code,
            passphrase=passphrase,
            before=before,
        )

    def _opened(self, service: Service) -> None:
        if self._leaving.is_set():
            self._late = service
            return
        self._locked = False
        self._lock_card.lift()
        self._door.open(service)
        self._voice = self._voice or self._with_voice()
        self._coming.start()
        self.files.serve(self._look_into)

    def _look_into(self, path: Path) -> None:
        """A file was opened with this program: what it holds is shown, and nothing is taken in unasked."""
        if not self.views.window.isVisible():  # else the desktop has it in front already
            self.come_forward()
        self.views.window.go("settings")
        self.views.widgets.settings.show_arrival(path)

    def _not_opened(self, fault: Fault) -> None:
        if self._locked:  # the card still stands, and asks again
            self._lock_card.tell(fault)
            return
        self._door.fail(fault)
        self.views.mind.ask()

    async def _leave(self) -> None:
        self.views.window.hide()
        self.views.tray.leave()
        self.views.conversation.set_off_record(off_record=False)
        self._stopped.set()
        for dialog in tuple(self._dialogs):
            dialog.reject()
        if self._voice is not None:
            await self._voice.fall_silent()
        service = self._door.close()
        if self._opening is not None:
            await _wait(self._opening, OPENING_LIMIT_S)
        service = service or self._late
        if service is not None:
            await self._close(service)
            self.closed = service

    async def _close(self, service: Service) -> None:
        closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def close() -> None:
            try:
                service.close()
            finally:
                self._bridge.post(lambda: _resolve(closed))

        self._threads.start("closing", close)
        await _wait(closed, CLOSING_LIMIT_S)

    def _ask_passphrase(self, reason: str, ways: Ways = Ways.PASSPHRASE) -> str | Recovery | None:
        """On the opening thread: have the dialog shown and wait for its answer."""
        answer: Future[str | Recovery | None] = Future()
        self._bridge.post(lambda: self._show_dialog(reason, ways, answer))
        return answer.result()

    def _show_dialog(self, reason: str, ways: Ways, answer: "Future[str | Recovery | None]") -> None:
        if self._leaving.is_set():
            answer.set_result(None)
            return
        dialog = PassphraseDialog(reason, self.views.theme.metrics, self.views.window, ways=ways)

        # Not the Future's bound method itself: PySide watches the owner of one, and would take the connection
        # apart on the thread that drops the Future, which corrupts the heap.
        def answered(given: str | Recovery | None) -> None:
            answer.set_result(given)

        dialog.answered.connect(answered)
        self._show(dialog)

    def _tell_recovery_code(self, code: str) -> None:
        """On the opening thread."""
        metrics = self.views.theme.metrics
        self._bridge.post(lambda: self._show(RecoveryDialog(code, metrics, self.views.window)))

    def _show(self, dialog: QDialog) -> None:
        def forget() -> None:
            self._dialogs.remove(dialog)
            dialog.deleteLater()

        dialog.finished.connect(forget)
        self._dialogs.append(dialog)
        dialog.open()

    def _hear_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """SIGTERM and SIGINT leave as a person would."""
        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.views.window.quit)
            except NotImplementedError:  # Windows: the handler runs when Python next does
                signal.signal(number, lambda *_: self._bridge.post(leaving(self.views.window)))


def _resolve(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


async def _wait(future: "asyncio.Future[None]", limit_s: float) -> None:
    done, _ = await asyncio.wait([future], timeout=limit_s)
    if not done:
        log.warning("gave up waiting after %.0f s", limit_s)
