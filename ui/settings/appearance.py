"""The card of Settings for how the window looks."""

from functools import partial

from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from ui.frame.sheet import Section
from ui.shell.preferences import Preferences
from ui.theme import Gap, Motion, Scheme, Theme
from ui.theme.tokens import SCALE_MAX, SCALE_MIN, SCALE_STEP
from ui.widgets.choices import Choices, Option
from ui.widgets.flow import FlowLayout


class AppearanceCard(Section):
    """Colours, text size and motion; kept with the window."""

    def __init__(self, preferences: Preferences, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Appearance"), theme, parent)
        self._preferences = preferences
        self.schemes = Choices(self.tr("Colours"), theme, self)
        self.schemes.offer(self._options())
        self.schemes.chosen.connect(self._set_scheme)
        self._scale, self._sizes = QLabel(self), dict[int, QPushButton]()
        self.motions = Choices(self.tr("Motion"), theme, self)
        self.motions.offer(self._motions())
        self.motions.chosen.connect(self._set_motion)
        self._body = QWidget(self)
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(QLabel(self.tr("Colours"), self._body), 0, 0)
        self._grid.addWidget(self.schemes, 0, 1)
        self._grid.addWidget(QLabel(self.tr("Text size"), self._body), 1, 0)
        self._grid.addLayout(self._make_scale(), 1, 1)
        self._grid.addWidget(QLabel(self.tr("Motion"), self._body), 2, 0)
        self._grid.addWidget(self.motions, 2, 1)
        self.add(self._body)
        theme.changed.connect(self._show)
        self._show()

    def _options(self) -> list[Option]:
        return [
            Option(Scheme.SYSTEM, self.tr("Like the system"), self.tr("Light or dark as the desktop is")),
            Option(Scheme.LIGHT, self.tr("Light"), self.tr("Always light")),
            Option(Scheme.DARK, self.tr("Dark"), self.tr("Always dark")),
        ]

    def _motions(self) -> list[Option]:
        still = self.tr("The orb stands still and shows its state without moving")
        system = self.tr("Still where the desktop wishes little motion and tells it, as on Linux")
        return [
            Option(Motion.SYSTEM, self.tr("Like the system"), system),
            Option(Motion.FULL, self.tr("Moving"), self.tr("The orb moves as it feels and does")),
            Option(Motion.REDUCED, self.tr("Still"), still),
        ]

    def _make_scale(self) -> FlowLayout:
        row = FlowLayout()
        row.setSpacing(self._theme.metrics.space(Gap.NEAR))
        for sign, name, tip in (
            (-1, self.tr("Smaller"), self.tr("Smaller text (Ctrl+-)")),
            (1, self.tr("Larger"), self.tr("Larger text (Ctrl++)")),
        ):
            button = QPushButton(name, self._body)
            button.setProperty("class", "chip")
            button.setToolTip(tip)
            button.clicked.connect(partial(self._change_scale, sign * SCALE_STEP))
            self._sizes[sign] = button
            row.addWidget(button)
            if sign < 0:
                row.addWidget(self._scale)
        return row

    def _set_scheme(self, scheme: str) -> None:
        self._theme.set_scheme(Scheme(scheme))
        self._preferences.keep_appearance(self._theme)

    def _change_scale(self, by: float) -> None:
        self._theme.set_scale(self._theme.metrics.scale + by)
        self._preferences.keep_appearance(self._theme)

    def _set_motion(self, motion: str) -> None:
        self._theme.set_motion(Motion(motion))
        self._preferences.keep_appearance(self._theme)

    def _show(self) -> None:
        self.schemes.choose(self._theme.scheme)
        self.motions.choose(self._theme.motion)
        scale = self._theme.metrics.scale
        self._scale.setText(f"{round(scale * 100)}%")
        self._sizes[-1].setEnabled(scale > SCALE_MIN)
        self._sizes[1].setEnabled(scale < SCALE_MAX)
        self._grid.setSpacing(self._theme.metrics.space(Gap.EASY))
