"""The Settings place."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ui.settings.data import DataCard
from ui.settings.model import YourData
from ui.settings.place_card import PlaceCard
from ui.settings.place_name import PlaceNaming
from ui.settings.state import StateCard
from ui.shell.mind import Mind
from ui.shell.preferences import Preferences
from ui.theme import Scheme, Theme
from ui.theme.tokens import SCALE_STEP
from ui.widgets.words import Words


class SettingsPlace(QWidget):
    """Sections in one scrolling column."""

    def __init__(
        self,
        mind: Mind,
        data: YourData,
        naming: PlaceNaming,
        theme: Theme,
        preferences: Preferences,
        *,
        version: str,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("settings")
        self._theme, self._preferences = theme, preferences
        self._body = QWidget(self)
        self._body.setObjectName("settingsBody")
        self._column = QVBoxLayout(self._body)
        self._schemes: dict[Scheme, QPushButton] = {}
        self._scale = QLabel(self)
        self._calm = QCheckBox(self.tr("Reduce motion"), self)
        self._add_section(self.tr("State"), StateCard(mind, theme, self))
        self._add_section(self.tr("Appearance"), self._make_appearance())
        self._add_section(self.tr("Where you are"), PlaceCard(naming, theme, self))
        self._add_section(self.tr("Your data"), DataCard(data, theme, self))
        self._add_section(self.tr("About"), self._make_about(version))
        self._column.addStretch(1)
        self._arrange()
        theme.changed.connect(self._on_theme)
        self._on_theme()

    def _arrange(self) -> None:
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        centre = QWidget(area)
        centre.setObjectName("settingsBody")
        row = QHBoxLayout(centre)
        row.setContentsMargins(0, 0, 0, 0)
        row.addStretch(1)
        row.addWidget(self._body, 1000)
        row.addStretch(1)
        area.setWidget(centre)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        self.setFocusProxy(self._schemes[Scheme.SYSTEM])

    def _add_section(self, title: str, card: QWidget) -> None:
        label = QLabel(title, self._body)
        label.setObjectName("section")
        self._column.addWidget(label)
        self._column.addWidget(card)

    def _make_appearance(self) -> QFrame:
        card = QFrame(self._body)
        card.setObjectName("card")
        grid = QGridLayout(card)
        grid.setColumnStretch(1, 1)
        grid.addWidget(QLabel(self.tr("Colours"), card), 0, 0)
        grid.addLayout(self._make_schemes(card), 0, 1)
        grid.addWidget(QLabel(self.tr("Text size"), card), 1, 0)
        grid.addLayout(self._make_scale(card), 1, 1)
        self._calm.setToolTip(self.tr("The orb stands still and shows its state without moving"))
        self._calm.setChecked(self._theme.reduced_motion)
        self._calm.toggled.connect(self._set_calm)
        grid.addWidget(self._calm, 2, 0, 1, 2)
        return card

    def _make_schemes(self, card: QWidget) -> QHBoxLayout:
        words = {
            Scheme.SYSTEM: (self.tr("Like the system"), self.tr("Light or dark as the desktop is")),
            Scheme.LIGHT: (self.tr("Light"), self.tr("Always light")),
            Scheme.DARK: (self.tr("Dark"), self.tr("Always dark")),
        }
        row, group = QHBoxLayout(), QButtonGroup(card)
        for scheme, (name, tip) in words.items():
            button = QPushButton(name, card)
            button.setToolTip(tip)
            button.setCheckable(True)
            button.clicked.connect(partial(self._set_scheme, scheme))
            group.addButton(button)
            row.addWidget(button)
            self._schemes[scheme] = button
        row.addStretch(1)
        return row

    def _make_scale(self, card: QWidget) -> QHBoxLayout:
        row = QHBoxLayout()
        for sign, name, tip in (
            (-1, self.tr("Smaller"), self.tr("Smaller text (Ctrl+-)")),
            (1, self.tr("Larger"), self.tr("Larger text (Ctrl++)")),
        ):
            button = QPushButton(name, card)
            button.setToolTip(tip)
            button.clicked.connect(partial(self._change_scale, sign * SCALE_STEP))
            row.addWidget(button)
        row.insertWidget(1, self._scale)
        row.addStretch(1)
        return row

    def _make_about(self, version: str) -> QFrame:
        card = QFrame(self._body)
        card.setObjectName("card")
        column = QVBoxLayout(card)
        for words in (
            self.tr("Companion {version}").format(version=version),
            self.tr(
                "A program that talks with you and remembers, on this computer only. It is not a person."
            ),
            self.tr("Free software under the GNU General Public License, version 3 or later."),
        ):
            column.addWidget(Words(card, words, selectable=True))
        return card

    def _set_scheme(self, scheme: Scheme) -> None:
        self._theme.set_scheme(scheme)
        self._preferences.keep_appearance(self._theme)

    def _change_scale(self, by: float) -> None:
        self._theme.set_scale(self._theme.metrics.scale + by)
        self._preferences.keep_appearance(self._theme)

    def _set_calm(self, reduced: bool) -> None:
        self._theme.set_reduced_motion(reduced)
        self._preferences.keep_appearance(self._theme)

    def _on_theme(self) -> None:
        metrics = self._theme.metrics
        space = metrics.space
        self._schemes[self._theme.scheme].setChecked(True)
        self._scale.setText(f"{round(metrics.scale * 100)}%")
        self._body.setMaximumWidth(metrics.column + space(32))
        self._column.setContentsMargins(space(24), space(20), space(24), space(20))
        self._column.setSpacing(space(10))
        for card in self._body.findChildren(QFrame, "card"):
            inside = card.layout()
            if inside is not None:
                inside.setContentsMargins(space(18), space(14), space(18), space(14))
                inside.setSpacing(space(10))
