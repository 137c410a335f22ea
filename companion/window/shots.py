"""Pictures of every place of the real window over a demonstration vault, to be looked at."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop, QTimer

from companion.bootstrap import open_embedder
from companion.bridge import Bridge, ServiceDoor
from companion.demonstration import demonstration, empty
from companion.host import Composition, LocalService
from companion.program import ProgramDoor
from companion.window.places import listed
from companion.window.views import Views, application, build_views
from engine.embedding import Embedder
from engine.models import standard_store
from engine.senses import NoAudioError
from engine.senses.talking.states import TalkState, TalkStatus
from ui.conversation.speaking import Voice
from ui.theme import Scheme

SIZES = {"large": (1280, 860), "small": (620, 640)}
SETTLE_MS, OPEN_MS = 220, 2500
TALK: Final = "conversation"
OFF: Final = TalkStatus(TalkState.OFF)
VOICES: Final = (
    TalkStatus(TalkState.LISTENING),
    TalkStatus(TalkState.THINKING),
    TalkStatus(TalkState.SPEAKING),
    TalkStatus(TalkState.MUTED),
    TalkStatus.of_fault(TalkState.NO_DEVICE, NoAudioError("There is no microphone.")),
)
"""What the voice is shown doing in the Conversation."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: a place, and how the window is; `voice` is what the voice does meanwhile."""

    place: str
    scheme: Scheme
    size: str
    filling: str
    voice: TalkStatus = OFF

    @property
    def name(self) -> str:
        of_voice = "" if self.voice.state is TalkState.OFF else f"-{self.voice.state.replace(' ', '-')}"
        return f"{self.place}{of_voice}-{self.scheme.value}-{self.size}-{self.filling}.png"


def take_shots(folder: Path, only: str, told: Callable[[str], None]) -> int:
    """Save every place in light and dark, large and small, full and empty; those whose names hold `only`.

    Without a display they are drawn off screen. Returns how many were saved.
    """
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [shot for shot in every_shot() if only in shot.name]
    for filling in ("full", "empty"):
        of_filling = [shot for shot in wanted if shot.filling == filling]
        if of_filling:
            _take(of_filling, folder, told)
    return len(wanted)


def every_shot() -> Iterator[Shot]:
    """All of them: the places in the order of the rail, then the voice."""
    schemes = (Scheme.LIGHT, Scheme.DARK)
    for filling, size, scheme in product(("full", "empty"), SIZES, schemes):
        for place in listed():
            yield Shot(place.key, scheme, size, filling)
        for voice in VOICES if filling == "full" else ():
            yield Shot(TALK, scheme, size, filling, voice)


def _take(shots: list[Shot], folder: Path, told: Callable[[str], None]) -> None:
    with tempfile.TemporaryDirectory() as home, _window(Path(home), shots[0].filling) as views:
        for shot in shots:
            if views.theme.scheme is not shot.scheme:
                views.theme.set_scheme(shot.scheme)
            views.window.resize(*SIZES[shot.size])
            views.window.go(shot.place)
            _show_voice(views.place.voice, shot.voice)
            _spin(SETTLE_MS)
            views.window.grab().save(str(folder / shot.name))
            told(shot.name)


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


def _show_voice(voice: Voice, status: TalkStatus) -> None:
    voice.muted = status.state is TalkState.MUTED
    voice.tell(status)
    voice.tell_partial("What did I say about the boat" if status.state is TalkState.LISTENING else "")


@contextmanager
def _window(home: Path, filling: str) -> Iterator[Views]:
    bridge = Bridge()
    door = ServiceDoor(bridge)
    service = LocalService(_composition(home, filling), owner="demonstration")
    app = application()
    program = ProgramDoor(bridge, home)
    views = build_views(app, door, program, home / "window.ini", tray_available=lambda: False)
    try:
        views.theme.set_reduced_motion(True)
        views.window.show()
        views.mind.ask()
        views.conversation.load()
        views.place.voice.use(StillVoice())
        door.open(service)
        _spin(OPEN_MS)
        yield views
    finally:
        views.window.hide()
        views.close()
        door.close()
        service.close()
        program.close()
        bridge.close()
        views.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _composition(home: Path, filling: str) -> Composition:
    def embedder() -> Embedder | None:
        return open_embedder(standard_store())[0]

    if filling == "empty":
        return empty(embedder)
    return demonstration(home, datetime.now().astimezone(), embedder)


def _spin(milliseconds: int) -> None:
    """Let Qt run for a while. Nothing else runs here, so that a loop within is none in another."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()
