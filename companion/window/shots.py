"""Pictures of every place of the real window over a demonstration vault, and of the tray's menu, to be looked at.

A notification is drawn by the desktop, and an icon by its tray: of neither there is a picture here.
"""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer
from PySide6.QtWidgets import QWidget

from companion.bootstrap import open_embedder
from companion.bridge import Bridge, ServiceDoor
from companion.demonstration import demonstration, empty, read_story
from companion.host import Composition, LocalService
from companion.program import ProgramDoor
from companion.window.places import LISTED
from companion.window.views import Views, application, build_views
from engine.embedding import Embedder
from engine.models import standard_store
from engine.night.night import PLANS
from engine.night.records import JobKind
from engine.senses import NoAudioError
from engine.senses.talking.states import TalkState, TalkStatus
from ui.conversation.speaking import Voice
from ui.frame import Page
from ui.night.operations import RUN, Going
from ui.theme import Motion, Scheme

SIZES = {"large": (1280, 860), "small": (620, 640)}
Doors = tuple[ServiceDoor, ProgramDoor]
Idling = ServiceDoor | ProgramDoor
SETTLE_MS, OPEN_MS, ANSWER_LIMIT_S = 120, 2500, 30
TALK: Final = "conversation"
NIGHT: Final = "night"
GOING: Final = "going"
PROBLEM: Final = "Is it worth painting the boat before the winter?"
OFF: Final = TalkStatus(TalkState.OFF)
LISTENING: Final = TalkStatus(TalkState.LISTENING)
VOICES: Final = (
    TalkStatus(TalkState.READY),
    LISTENING,
    TalkStatus(TalkState.THINKING),
    TalkStatus(TalkState.SPEAKING),
    TalkStatus(TalkState.MUTED),
    TalkStatus.of_fault(TalkState.NO_DEVICE, NoAudioError("There is no microphone.")),
)
"""What the voice is shown doing in the Conversation."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the window is while its places are pictured."""

    scheme: Scheme
    size: str
    filling: str

    def name(self, place: str, side: str = "") -> str:
        """The name of a picture; a side of a place that is not the first has its own."""
        words = (f"{place}.{side}" if side else place, self.scheme.value, self.size, self.filling)
        return "-".join(words).replace(" ", "_") + ".png"


def take_shots(folder: Path, only: str, told: Callable[[str], None]) -> int:
    """Save every place in light and dark, large and small, full and empty; those whose names hold `only`.

    The further sides of places are taken in the large window, full; what the voice does in every full one, and that it
    listens in the empty ones. A night that goes on, and the menu of the tray, are taken in every full one. Without a
    display all are drawn off screen. Returns how many were saved.
    """
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    import pyqtgraph  # noqa: F401, PLC0415 - heavy; a window would bring it while the picture is taken

    folder.mkdir(parents=True, exist_ok=True)
    return sum(_take(folder, filling, only, told) for filling in ("full", "empty"))


def _take(folder: Path, filling: str, only: str, told: Callable[[str], None]) -> int:
    looks = [Look(scheme, size, filling) for size, scheme in product(SIZES, (Scheme.LIGHT, Scheme.DARK))]
    # Which sides a place has is only known once it stands there.
    is_side = any(only.startswith(f"{place.key}.") for place in LISTED)
    if only and not is_side and not any(only in name for look in looks for name in _names(look)):
        return 0
    taken = 0
    with tempfile.TemporaryDirectory() as home, _window(Path(home), filling) as (views, doors):
        # What is handed over for a night that goes on stands under Night from then on: those pictures come last.
        for pictures, look in product((_pictured, pictured_besides), looks):
            views.theme.set_scheme(look.scheme)
            views.window.resize(*SIZES[look.size])
            for name, widget in pictures(views, doors, look, only):
                widget.grab().save(str(folder / name))
                told(name)
                taken += 1
    return taken


def _names(look: Look) -> Iterator[str]:
    """The names of pictures before it is known which sides the places have."""
    for place in LISTED:
        yield look.name(place.key)
    for voice in VOICES if look.filling == "full" else (LISTENING,):
        yield look.name(TALK, voice.state)
    if look.filling == "full":
        yield look.name(NIGHT, GOING)
        yield look.name("tray", "menu")


def pictured_besides(
    views: Views, doors: Sequence[Idling], look: Look, only: str
) -> Iterator[tuple[str, QWidget]]:
    """A night that goes on, and the menu of the tray, in a full window, each with the name of its picture."""
    if look.filling != "full":
        return
    menu, going = look.name("tray", "menu"), look.name(NIGHT, GOING)
    if only in menu:
        _settle(doors)
        views.theme.dress(views.tray.menu)
        views.tray.menu.ensurePolished()
        views.tray.menu.adjustSize()
        yield menu, views.tray.menu
    if only in going:
        _begin_night(views, doors)
        yield going, views.window


def _begin_night(views: Views, doors: Sequence[Idling]) -> None:
    """Show how a problem is thought about, as if it were just being done."""
    nights = views.models.night
    views.window.go(NIGHT)
    nights.hand_over({"text": PROBLEM})
    _settle(doors)
    views.widgets.shelves[NIGHT].boards.press(RUN)
    run = next(one for one in nights.shown() if one.job is not None and not one.job.state.is_over)
    nights.select(run.key)
    phases = [phase for phase, _ in PLANS[JobKind.PROBLEM]]
    nights.go_on(Going(run.key, phases[2], 2, len(phases)))
    _settle(doors)


def _pictured(views: Views, doors: Doors, look: Look, only: str) -> Iterator[tuple[str, QWidget]]:
    """Brings up one view after another, each with the name of its picture."""
    shown = views.widgets.by_key()
    for place in LISTED:
        page = shown[place.key]
        sides = page.sides if isinstance(page, Page) else None
        if only in look.name(place.key):
            views.window.go(place.key)
            _settle(doors)
            yield look.name(place.key), views.window
        if sides is None or look.size != "large" or look.filling != "full":
            continue
        for side in sides.keys[1:]:
            if only in look.name(place.key, side):
                views.window.go(place.key)
                sides.press(side)
                _settle(doors)
                yield look.name(place.key, side), views.window
        if sides.keys:
            sides.press(sides.keys[0])
    for voice in VOICES if look.filling == "full" else (LISTENING,):
        if only in look.name(TALK, voice.state):
            views.window.go(TALK)
            _show_voice(views.place.voice, voice)
            _settle(doors)
            yield look.name(TALK, voice.state), views.window
    _show_voice(views.place.voice, OFF)


class StillVoice:
    """Implements `VoiceDoor` for pictures: nothing is heard."""

    def start(self) -> None:
        """It is shown as it is told."""

    def stop(self) -> None:
        """As above."""

    def mute(self, *, muted: bool) -> None:
        """As above."""

    def hold(self, *, held: bool) -> None:
        """As above."""

    def hush(self) -> None:
        """As above."""


def _show_voice(voice: Voice, status: TalkStatus) -> None:
    voice.muted = status.state is TalkState.MUTED
    voice.tell(status)
    voice.tell_partial("What did I say about the boat" if status.state is TalkState.LISTENING else "")


@contextmanager
def _window(home: Path, filling: str) -> Iterator[tuple[Views, Doors]]:
    bridge = Bridge()
    door = ServiceDoor(bridge)
    service = LocalService(_composition(home, filling), owner="demonstration")
    app = application()
    program = ProgramDoor(bridge, home)
    views = build_views(app, door, program, home / "window.ini", tray_available=lambda: False)
    try:
        views.theme.set_motion(Motion.REDUCED)
        views.window.show()
        views.mind.ask()
        views.conversation.load()
        views.place.voice.use(StillVoice())
        door.open(service)
        _spin(OPEN_MS)
        if filling == "full":
            _talk(views)
        yield views, (door, program)
    finally:
        views.window.hide()
        views.close()
        door.close()
        service.close()
        program.close()
        bridge.close()
        views.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _talk(views: Views) -> None:
    """Say what the story has for now, so that there is an answer to look behind."""
    views.conversation.send(read_story().now.says)
    for _ in range(ANSWER_LIMIT_S * 10):
        _spin(100)
        if views.conversation.current is None:
            return


def _composition(home: Path, filling: str) -> Composition:
    def embedder() -> Embedder | None:
        return open_embedder(standard_store())[0]

    if filling == "empty":
        return empty(embedder)
    return demonstration(home, datetime.now().astimezone(), embedder)


def _settle(doors: Sequence[Idling]) -> None:
    """Until all that a place asked for is answered and drawn."""
    _spin(SETTLE_MS)
    while not all(door.idle for door in doors):
        _spin(SETTLE_MS)
    _spin(SETTLE_MS)


def _spin(milliseconds: int) -> None:
    """Let Qt run for a while. Nothing else runs here, so that a loop within is none in another."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
