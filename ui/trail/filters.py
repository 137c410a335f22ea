"""A row that narrows History to a time, a project and a kind, and leads to an export of everything."""

from dataclasses import replace
from datetime import date

from PySide6.QtCore import QCoreApplication, QDate, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QDateEdit, QPushButton, QWidget

from engine.trail import EpisodeType
from ui.theme import Gap, Theme
from ui.trail.model import Times
from ui.trail.operations import Narrowing
from ui.trail.wording import type_words
from ui.widgets.flow import FlowLayout

translate = QCoreApplication.translate
WEEK, MONTH = "last:7d", "last:30d"
ONE_DAY = "one day"
"""Stands among the times for a day of the calendar."""


class TalkFilters(QWidget):
    """Draws what `times` is narrowed to; `export_wanted` asks for all that is kept, as files."""

    export_wanted = Signal()

    def __init__(self, times: Times, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._times, self._theme = times, theme
        tip = translate("Trail", "Show only what was said then")
        self.when = self._list(translate("Trail", "When"), tip)
        self.day = QDateEdit(self)
        self.day.setCalendarPopup(True)
        self.day.setAccessibleName(translate("Trail", "Which day"))
        self.day.lineEdit().setAccessibleName(translate("Trail", "Which day"))
        self.day.setToolTip(translate("Trail", "Show only what was said on this day"))
        tip = translate("Trail", "Show only what belonged to this project")
        self.project = self._list(translate("Trail", "Project"), tip)
        self.kind = self._list(translate("Trail", "Kind"), translate("Trail", "Show only what was for this"))
        self.export = QPushButton(translate("Trail", "Export all…"), self)
        self.export.setProperty("class", "chip")
        self.export.setToolTip(
            translate("Trail", "Write everything that is kept as files: Settings, Privacy")
        )
        self._row = FlowLayout(self)
        for widget in (self.when, self.day, self.project, self.kind, self.export):
            self._row.addWidget(widget)
        self._offer()
        self._connect()
        self._on_theme()
        self._show()

    def _list(self, name: str, tip: str) -> QComboBox:
        made = QComboBox(self)
        made.setAccessibleName(name)
        made.setToolTip(tip)
        made.activated.connect(self._narrow)
        return made

    def _offer(self) -> None:
        for words, on in (
            (translate("Trail", "Any time"), ""),
            (translate("Trail", "The last week"), WEEK),
            (translate("Trail", "The last month"), MONTH),
            (translate("Trail", "One day"), ONE_DAY),
        ):
            self.when.addItem(words, on)
        self.kind.addItem(translate("Trail", "Any kind"), "")
        for kind in EpisodeType:
            self.kind.addItem(type_words(kind.value), kind.value)
        today = date.today()  # noqa: DTZ011 - a day of the person's calendar has no zone
        self.day.setDate(QDate(today.year, today.month, today.day))

    def _connect(self) -> None:
        self.day.dateChanged.connect(self._narrow)
        self.export.clicked.connect(self.export_wanted)
        self._times.listed.connect(self._show)
        self._theme.changed.connect(self._on_theme)

    def _narrow(self) -> None:
        on = self.when.currentData()
        self.day.setVisible(on == ONE_DAY)
        wanted = Narrowing(
            self.day.date().toString("yyyy-MM-dd") if on == ONE_DAY else on,
            self.project.currentData(),
            self.kind.currentData(),
        )
        self._times.narrow(wanted)

    def _show(self) -> None:
        """As it is narrowed now, whoever did that."""
        known = ["", *self._times.projects]
        if [self.project.itemData(row) for row in range(self.project.count())] != known:
            with QSignalBlocker(self.project):
                self.project.clear()
                self.project.addItem(translate("Trail", "Any project"), "")
                for name in self._times.projects:
                    self.project.addItem(name, name)
        self.project.setVisible(bool(self._times.projects))
        wanted = self._times.narrowing
        shown = replace(wanted, on=wanted.on if self.when.findData(wanted.on) >= 0 else ONE_DAY)
        for field, value in ((self.when, shown.on), (self.project, shown.project), (self.kind, shown.kind)):
            field.setCurrentIndex(max(field.findData(value), 0))
        self.day.setVisible(shown.on == ONE_DAY)

    def _on_theme(self) -> None:
        self._row.setSpacing(self._theme.metrics.space(Gap.NEAR))
