"""The orb as a widget. It moves only while there is something to show.

At rest, and whenever reduced motion is asked for, no timer runs and nothing is repainted.
"""

import time

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.theme import Feeling, Theme
from ui.theme.tokens import CHANGE_S, DREAM_MS, FRAME_MS
from ui.widgets.orb.drawing import Look, paint_orb
from ui.widgets.orb.states import ANIMATED, Bearing, OrbState


class Orb(QWidget):
    """A glowing sphere of `diameter` pixels at 100% text, with a sign around it for what it does.

    Listening shows as a still ring: typing must not cost frames.
    """

    def __init__(self, theme: Theme, diameter: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._diameter = diameter
        self._state = OrbState.IDLE
        self._worn = self._before = self._mood = Bearing()
        self._beat = 0.0
        self._painted_at = self._changed_at = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setObjectName("orb: frames")
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._step)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Presence"))
        theme.changed.connect(self._refresh)
        self._refresh()

    @property
    def state(self) -> OrbState:
        return self._state

    @property
    def animating(self) -> bool:
        return self._timer.isActive()

    @property
    def bearing(self) -> Bearing:
        """The mood as it is shown at this moment."""
        return self._worn

    def set_state(self, state: OrbState) -> None:
        if state is self._state:
            return
        self._state = state
        self._beat = 0.0
        self._refresh()

    def set_mood(self, feeling: Feeling | None) -> None:
        """Wear a mood from now on, within a second; None for none.

        Valence is its hue, energy how far and how fast it swells, openness how soft its light is.
        """
        mood = Bearing.of(feeling)
        if mood == self._mood:
            return
        self._before, self._mood, self._changed_at = self._worn, mood, time.monotonic()
        self._run_or_rest()
        self.update()

    def sizeHint(self) -> QSize:
        side = self._theme.metrics.space(self._diameter)
        return QSize(side, side)

    def showEvent(self, event: object) -> None:
        self._run_or_rest()

    def hideEvent(self, event: object) -> None:
        self._rest()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.translate(self.width() / 2, self.height() / 2)
        beat = self._beat if self.animating else 0.0
        look = Look(self._state, self._worn, self._theme.colours, beat)
        paint_orb(painter, min(self.width(), self.height()) / 2, look)
        painter.end()

    def _step(self) -> None:
        """One frame further. What swells keeps its place where the tempo changes."""
        now = time.monotonic()
        self._beat += (now - self._painted_at) * self._worn.tempo
        self._painted_at = now
        along = min(1.0, (now - self._changed_at) / CHANGE_S)
        self._worn = self._before.toward(self._mood, along * along * (3 - 2 * along))
        if along >= 1:
            self._worn = self._mood
            self._run_or_rest()
        self.update()

    def _refresh(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.setAccessibleDescription(self._words())
        self._run_or_rest()
        self.update()

    def _run_or_rest(self) -> None:
        changes = self._worn != self._mood
        if not (changes or self._state in ANIMATED) or self._theme.reduced_motion or not self.isVisible():
            self._rest()
            return
        dreams = self._state is OrbState.DREAMING and not changes
        self._timer.setInterval(DREAM_MS if dreams else FRAME_MS)
        if not self._timer.isActive():
            self._painted_at = time.monotonic()
            self._timer.start()

    def _rest(self) -> None:
        """Nothing moves: a mood that was on its way is there."""
        self._timer.stop()
        self._worn = self._mood

    def _words(self) -> str:
        return {
            OrbState.IDLE: self.tr("at rest"),
            OrbState.READY: self.tr("the microphone is open"),
            OrbState.LISTENING: self.tr("listening"),
            OrbState.THINKING: self.tr("thinking"),
            OrbState.SPEAKING: self.tr("answering"),
            OrbState.DREAMING: self.tr("dreaming: thinking alone while it is quiet"),
            OrbState.MUTED: self.tr("muted"),
            OrbState.ABSENT: self.tr("without microphone or speaker"),
        }[self._state]
