"""The card of Settings in which a person says what memories call where they are."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from ui.frame.sheet import Section
from ui.settings.model import PlaceNaming
from ui.theme import Gap, Theme
from ui.widgets.words import Words

LONGEST = 80
FIELD = 280
"""The width of the field, in pixels at 100% text."""


class PlaceCard(Section):
    """Draws `PlaceNaming`; what is typed stays typed until it is kept."""

    def __init__(self, naming: PlaceNaming, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Where you are"), theme, parent)
        self._naming = naming
        self.field = QLineEdit(self)
        self.keep = QPushButton(self.tr("Keep"), self)
        self.told = Words(self, kind="muted", selectable=True)
        self._arrange()
        self.keep.clicked.connect(self._keep)
        self.field.returnPressed.connect(self._keep)
        self.field.textChanged.connect(self._show_keep)
        naming.changed.connect(self._show)
        theme.changed.connect(self._on_row_theme)
        self._on_row_theme()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Another window, or the command line, may have changed it."""
        super().showEvent(event)
        self._naming.load()

    def _show(self) -> None:
        known, fault = self._naming.known, self._naming.fault
        if known is not None and not self.field.isModified():
            self.field.setText(known.label)
        self.field.setPlaceholderText("" if known is None else known.machine)
        self.told.setText(fault.words if fault is not None else self._stands())
        self.told.setVisible(bool(self.told.text()))
        self._show_keep()

    def _stands(self) -> str:
        known = self._naming.known
        if known is None:
            return ""
        if known.label:
            return self.tr("New memories say that they are from “{place}”.").format(place=known.label)
        said = self.tr("Without a name, new memories say that they are from this computer, “{machine}”.")
        return said.format(machine=known.machine)

    def _show_keep(self) -> None:
        known = self._naming.known
        self.keep.setEnabled(known is not None and self.field.text().strip() != known.label)

    def _keep(self) -> None:
        if self.keep.isEnabled():
            self.field.setModified(False)
            self._naming.name(self.field.text())

    def _arrange(self) -> None:
        name = QLabel(self.tr("Name of this place"), self)
        name.setBuddy(self.field)
        tip = self.tr("What you call where you are, such as: Home. Leave it empty for the computer's name.")
        self.field.setAccessibleName(name.text())
        self.field.setToolTip(tip)
        self.field.setMaxLength(LONGEST)
        self.keep.setToolTip(self.tr("Call it so from now on"))
        about = self.tr(
            "A memory says where it was kept, and what belongs to a place comes to mind there more easily. "
            "The name is yours to give; I never look up where you are."
        )
        self._row = QHBoxLayout()
        self._row.addWidget(name)
        self._row.addWidget(self.field, 1000)
        self._row.addWidget(self.keep)
        self._row.addStretch(1)
        self.add(Words(self, about))
        self._column.addLayout(self._row)
        self.add(self.told)

    def _on_row_theme(self) -> None:
        space = self._theme.metrics.space
        self._row.setSpacing(space(Gap.NEAR))
        self.field.setMaximumWidth(space(FIELD))
