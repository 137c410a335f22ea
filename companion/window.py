"""The window's life: painted first, the mind opened behind it, and left in good order.

Leaving goes: the window hides, opening is told to stop, the service is closed on a thread, the bridge takes
no more, the threads are joined, and only then does `run_window` return. Nothing here ends Qt from inside:
`QApplication.quit` under `run_until_complete` raises, and a nested event loop breaks qasync, so dialogs are
opened, never executed.
"""

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import TracebackType

import qasync
from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QWidget

from companion import __version__
from companion.bridge import Bridge, ServiceDoor, fault_of
from companion.runtime import Threads
from companion.service import Service
from companion.stall import StallGuard
from ui.conversation import Conversation, ConversationPlace
from ui.doors import Door, Fault
from ui.settings import SettingsPlace
from ui.shell import MainWindow, Mind, Place, Preferences
from ui.shell.passphrase import PassphraseDialog
from ui.theme import Theme

log = logging.getLogger(__name__)

OPENING_LIMIT_S = 20.0
CLOSING_LIMIT_S = 60.0
JOIN_LIMIT_S = 2.0
DEBUG = "COMPANION_DEBUG"


@dataclass(frozen=True, slots=True)
class Opening:
    """What a service factory may use while it opens the mind, on a thread of its own.

    `stopped` is set when the person leaves meanwhile. `ask_passphrase(reason)` shows a dialog and waits for
    it: the passphrase, or None if the person refuses or leaves.
    """

    stopped: threading.Event
    ask_passphrase: Callable[[str], str | None]


ServiceFactory = Callable[[Opening], Service]


@dataclass(frozen=True, slots=True)
class Views:
    """The window with its view-models, wired to one door."""

    window: MainWindow
    mind: Mind
    conversation: Conversation
    place: ConversationPlace
    theme: Theme


def build_views(app: QApplication, door: Door, settings_file: Path) -> Views:
    """Build the whole window over `door`, not yet shown. How it was left is read from `settings_file`."""
    theme = Theme(app)
    preferences = Preferences(settings_file)
    preferences.dress(theme)
    mind = Mind(door)
    conversation = Conversation(door)
    place = ConversationPlace(conversation, mind, theme)
    window = MainWindow(mind, theme, preferences, _places(place, mind, theme, preferences), "settings")
    theme.setParent(window)
    return Views(window, mind, conversation, place, theme)


def _places(place: ConversationPlace, mind: Mind, theme: Theme, preferences: Preferences) -> list[Place]:
    settings = SettingsPlace(mind, theme, preferences, __version__)
    return [
        Place(
            "conversation",
            place.tr("Talk"),
            place.tr("Talk with your companion"),
            "conversation",
            place,
            place.actions_of_place(),
        ),
        Place(
            "settings", settings.tr("Settings"), settings.tr("State, appearance, about"), "settings", settings
        ),
    ]


def run_window(
    service_factory: ServiceFactory, *, settings_file: Path, on_shown: Callable[[Views], None] | None = None
) -> int:
    """Show the window until the person leaves; returns the exit code.

    `service_factory` opens the mind on a thread of its own, after the window is painted; an error it raises
    is shown with its remedy. `settings_file` keeps geometry and appearance. `on_shown` is called once the
    window takes input.
    """
    app = application()
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    life = WindowLife(app, service_factory, settings_file, on_shown)
    try:
        loop.run_until_complete(life.live(loop))
    finally:
        life.end()
        loop.close()
        asyncio.set_event_loop(None)
    return 0


def application() -> QApplication:
    """The one QApplication, dressed with name, style and icon; made if there is none."""
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("companion")
    app.setApplicationDisplayName("Companion")
    app.setDesktopFileName("companion")
    app.setStyle("Fusion")
    # Leaving is `WindowLife`'s; Qt must not end its loop when the window hides.
    app.setQuitOnLastWindowClosed(False)
    app.setWindowIcon(QIcon(str(resources.files("assets") / "companion.svg")))
    return app


class WindowLife:
    """One window from its first paint to its last thread."""

    def __init__(
        self,
        app: QApplication,
        service_factory: ServiceFactory,
        settings_file: Path,
        on_shown: Callable[[Views], None] | None,
    ) -> None:
        self._factory = service_factory
        self._on_shown = on_shown
        self._threads = Threads("window")
        self._bridge = Bridge()
        self._door = ServiceDoor(self._bridge)
        self.views = build_views(app, self._door, settings_file)
        self._leaving = asyncio.Event()
        self._stopped = threading.Event()
        self._asked: PassphraseDialog | None = None
        self._late: Service | None = None
        self._hooks = Hooks(self._bridge, self.views.window)
        self._guard = StallGuard(self._threads) if os.environ.get(DEBUG) == "1" else None

    async def live(self, loop: asyncio.AbstractEventLoop) -> None:
        """From the first paint until the mind is closed."""
        self.views.window.close_wanted.connect(self._leaving.set)
        self._hear_signals(loop)
        loop.set_exception_handler(lambda _, context: self._hooks.tell(context.get("exception")))
        self.views.window.show()
        self.views.mind.ask()
        self.views.conversation.load()
        opened = loop.create_future()
        # A zero timer fires once the window is painted and has taken what input there was.
        QTimer.singleShot(0, self.views.window, lambda: self._begin(opened))
        await self._leaving.wait()
        await self._leave(opened)

    def end(self) -> None:
        """Let go of everything; the loop no longer runs."""
        self._bridge.close()
        if self._guard is not None:
            self._guard.stop()
        left = self._threads.join(JOIN_LIMIT_S)
        if left:
            log.warning("still running at the end: %s", ", ".join(left))
        self._hooks.remove()
        self.views.mind.close()
        self.views.window.deleteLater()

    def _begin(self, opened: "asyncio.Future[None]") -> None:
        self._threads.start("opening", lambda: self._open(opened))
        if self._on_shown is not None:
            self._on_shown(self.views)

    def _open(self, opened: "asyncio.Future[None]") -> None:
        """On the opening thread."""
        try:
            service = self._factory(Opening(self._stopped, self._ask_passphrase))
        except Exception as error:  # noqa: BLE001 - whatever keeps the mind shut is told and logged
            fault = fault_of(error)
            self._bridge.post(lambda: self._not_opened(fault))
        else:
            self._bridge.post(lambda: self._opened(service))
        finally:
            self._bridge.post(lambda: _resolve(opened))

    def _opened(self, service: Service) -> None:
        if self._leaving.is_set():
            self._late = service
            return
        self._door.open(service)

    def _not_opened(self, fault: Fault) -> None:
        self._door.fail(fault)
        self.views.mind.ask()

    async def _leave(self, opened: "asyncio.Future[None]") -> None:
        self.views.window.hide()
        self._stopped.set()
        if self._asked is not None:
            self._asked.reject()
        service = self._door.close()
        await _wait(opened, OPENING_LIMIT_S)
        service = service or self._late
        if service is not None:
            await self._close(service)

    async def _close(self, service: Service) -> None:
        closed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def close() -> None:
            try:
                service.close()
            finally:
                self._bridge.post(lambda: _resolve(closed))

        self._threads.start("closing", close)
        await _wait(closed, CLOSING_LIMIT_S)

    def _ask_passphrase(self, reason: str) -> str | None:
        """On the opening thread: have the dialog shown and wait for its answer."""
        answer: Future[str | None] = Future()
        self._bridge.post(lambda: self._show_dialog(reason, answer))
        return answer.result()

    def _show_dialog(self, reason: str, answer: "Future[str | None]") -> None:
        if self._leaving.is_set():
            answer.set_result(None)
            return
        dialog = self._asked = PassphraseDialog(reason, self.views.window)
        dialog.answered.connect(answer.set_result)
        dialog.answered.connect(self._forget_dialog)
        dialog.open()

    def _forget_dialog(self) -> None:
        dialog, self._asked = self._asked, None
        if dialog is not None:
            dialog.deleteLater()

    def _hear_signals(self, loop: asyncio.AbstractEventLoop) -> None:
        """SIGTERM and SIGINT close the window as a person would."""
        for number in (signal.SIGTERM, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.views.window.close)
            except NotImplementedError:  # Windows: the handler runs when Python next does
                signal.signal(number, lambda *_: self._bridge.post(_closing(self.views.window)))


class Hooks:
    """What nobody caught is told calmly in the window and logged by type and place.

    A traceback is for nobody.
    """

    def __init__(self, bridge: Bridge, window: MainWindow) -> None:
        self._bridge, self._window = bridge, window
        self._before = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._on_error
        threading.excepthook = lambda args: self.tell(args.exc_value)

    def remove(self) -> None:
        sys.excepthook, threading.excepthook = self._before

    def tell(self, error: BaseException | None) -> None:
        """Show `error` as a fault; from any thread."""
        if error is None or isinstance(error, SystemExit):
            return
        if isinstance(error, KeyboardInterrupt):
            self._bridge.post(_closing(self._window))
            return
        fault = fault_of(error)
        self._bridge.post(lambda: self._window.show_fault(fault))

    def _on_error(self, _: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self.tell(error.with_traceback(trace))


def _closing(window: QWidget) -> Callable[[], None]:
    def close() -> None:
        window.close()

    return close


def _resolve(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


async def _wait(future: "asyncio.Future[None]", limit_s: float) -> None:
    done, _ = await asyncio.wait([future], timeout=limit_s)
    if not done:
        log.warning("gave up waiting after %.0f s", limit_s)
