"""The card of Settings for how the window looks."""

from functools import partial

from PySide6.QtWidgets import QButtonGroup, QCheckBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QWidget

from ui.frame.sheet import Section
from ui.shell.preferences import Preferences
from ui.theme import Scheme, Theme
from ui.theme.tokens import SCALE_STEP


class AppearanceCard(Section):
    """Colours, text size and motion; kept with the window."""

    def __init__(self, preferences: Preferences, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Appearance"), theme, parent)
        self._preferences = preferences
        self._schemes: dict[Scheme, QPushButton] = {}
        self._scale = QLabel(self)
        self._calm = QCheckBox(self.tr("Reduce motion"), self)
        self._body = QWidget(self)
        self._grid = QGridLayout(self._body)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(QLabel(self.tr("Colours"), self._body), 0, 0)
        self._grid.addLayout(self._make_schemes(), 0, 1)
        self._grid.addWidget(QLabel(self.tr("Text size"), self._body), 1, 0)
        self._grid.addLayout(self._make_scale(), 1, 1)
        self._calm.setToolTip(self.tr("The orb stands still and shows its state without moving"))
        self._calm.toggled.connect(self._set_calm)
        self._grid.addWidget(self._calm, 2, 0, 1, 2)
        self.add(self._body)
        theme.changed.connect(self._show)
        self._show()

    def _make_schemes(self) -> QHBoxLayout:
        words = {
            Scheme.SYSTEM: (self.tr("Like the system"), self.tr("Light or dark as the desktop is")),
            Scheme.LIGHT: (self.tr("Light"), self.tr("Always light")),
            Scheme.DARK: (self.tr("Dark"), self.tr("Always dark")),
        }
        row, group = QHBoxLayout(), QButtonGroup(self)
        for scheme, (name, tip) in words.items():
            button = QPushButton(name, self._body)
            button.setToolTip(tip)
            button.setCheckable(True)
            button.clicked.connect(partial(self._set_scheme, scheme))
            group.addButton(button)
            row.addWidget(button)
            self._schemes[scheme] = button
        row.addStretch(1)
        return row

    def _make_scale(self) -> QHBoxLayout:
        row = QHBoxLayout()
        for sign, name, tip in (
            (-1, self.tr("Smaller"), self.tr("Smaller text (Ctrl+-)")),
            (1, self.tr("Larger"), self.tr("Larger text (Ctrl++)")),
        ):
            button = QPushButton(name, self._body)
            button.setToolTip(tip)
            button.clicked.connect(partial(self._change_scale, sign * SCALE_STEP))
            row.addWidget(button)
        row.insertWidget(1, self._scale)
        row.addStretch(1)
        return row

    def _set_scheme(self, scheme: Scheme) -> None:
        self._theme.set_scheme(scheme)
        self._preferences.keep_appearance(self._theme)

    def _change_scale(self, by: float) -> None:
        self._theme.set_scale(self._theme.metrics.scale + by)
        self._preferences.keep_appearance(self._theme)

    def _set_calm(self, reduced: bool) -> None:
        self._theme.set_reduced_motion(reduced)
        self._preferences.keep_appearance(self._theme)

    def _show(self) -> None:
        self._schemes[self._theme.scheme].setChecked(True)
        self._calm.setChecked(self._theme.reduced_motion)
        self._scale.setText(f"{round(self._theme.metrics.scale * 100)}%")
        self._grid.setSpacing(self._theme.metrics.space(10))
