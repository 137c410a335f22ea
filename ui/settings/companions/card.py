"""The card of Settings for whom one speaks with: what it is, and who else lives in this vault."""

from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from ui.frame.things import Column, ThingRow
from ui.settings.choosing.chapters import ChoiceCard
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, NameRow, OptionsRow
from ui.settings.companions.erasure import Erasure
from ui.settings.companions.model import Companions, Listed
from ui.theme import Gap, Theme
from ui.widgets.choices import Option
from ui.widgets.verbs import Button
from ui.widgets.words import Words

LONGEST = 40


class CompanionsCard(ChoiceCard):
    """Draws what is chosen of the one that is spoken with, and below it the others of `Companions`."""

    def __init__(
        self, companions: Companions, chosen: Chosen, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(
            self.tr("Who you speak with"),
            self.tr("Nothing that is remembered is lost by a change. It holds from the next start on."),
            chosen,
            theme,
            parent,
        )
        self.companions = companions
        self.called, self.profile = self._make_called(), self._make_profile()
        self.list, self.fault = Column(theme, self), Words(self, kind="fault")
        self.erasure = Erasure(companions, theme, self)
        self.field, self.add_button = QLineEdit(self), QPushButton(self.tr("Add"), self)
        self._arrange()
        self.add_button.clicked.connect(self._add)
        self.field.returnPressed.connect(self._add)
        self.field.textChanged.connect(self._show_add)
        companions.added.connect(self.field.clear)
        companions.changed.connect(self._show)
        theme.changed.connect(self._on_row_theme)
        self._on_row_theme()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """The command line may have changed it."""
        super().showEvent(event)
        self.companions.load()

    def _show(self) -> None:
        others = [one for one in self.companions.known or () if one.listed and not one.chosen]
        self.list.show_widgets(others, [partial(self._other, one) for one in others])
        fault = self.companions.fault
        self.fault.setText("" if fault is None else f"{fault.message} {fault.remedy}".strip())
        self.fault.setVisible(fault is not None)
        self._show_add()

    def _other(self, one: Listed, parent: QWidget) -> ThingRow:
        speak = Button(
            self.tr("Speak with it"),
            self.tr("This window closes for a moment, and opens again with {name}").format(name=one.called),
            partial(self.companions.use, one),
        )
        leave_out = Button(
            self.tr("Leave out"),
            self.tr(
                "Show it here no more; it keeps all that it has, and is back once you add its name again"
            ),
            partial(self.companions.leave_out, one),
        )
        erase = Button(
            self.tr("Erase…"),
            self.tr("Erase its mood, memories, notes, beliefs and nights for good; what you told it stays"),
            partial(self.companions.count, one),
        )
        return ThingRow((one.called, "", "muted"), [speak, leave_out, erase], self._theme, parent)

    def _show_add(self) -> None:
        self.add_button.setEnabled(bool(self.field.text().strip()))

    def _add(self) -> None:
        if self.add_button.isEnabled():
            self.companions.add(self.field.text())

    def _make_called(self) -> NameRow:
        tip = self.tr("What you call it, and what it answers to; without one it is called Companion")
        asked = Asked("companion_name", self.tr("It is called"), tip)
        return NameRow(self.chosen, asked, self.tr("Companion"), self)

    def _make_profile(self) -> OptionsRow:
        whole = self.tr("With a mood of its own, which what you tell moves.")
        alone = self.tr("Without a mood: it remembers, plans and reasons, and feeling weighs nothing.")
        options = (
            Option("full", self.tr("Whole"), whole),
            Option("cognitive", self.tr("Thinking alone"), alone),
        )
        asked = Asked("profile", self.tr("What it brings along"))
        return OptionsRow(self.chosen, asked, options, self._theme, self)

    def _arrange(self) -> None:
        about = self.tr(
            "Others can live in this vault beside it, each with a mood, memories and notes of its own. What you told "
            "one of them of yourself, your goals and your reminders are known to all, and whole or thinking alone "
            "they are together."
        )
        label = QLabel(self.tr("Another one"), self)
        label.setBuddy(self.field)
        self.field.setAccessibleName(self.tr("Name of another companion"))
        self.field.setToolTip(self.tr("What you will call it"))
        self.field.setMaxLength(LONGEST)
        self.add_button.setAccessibleName(self.tr("Add this companion"))
        self.add_button.setToolTip(self.tr("Have one more; you go on speaking with the same"))
        self._row = QHBoxLayout()
        for part, stretch in ((label, 0), (self.field, 2), (self.add_button, 0)):
            self._row.addWidget(part, stretch)
        self._row.addStretch(1)
        self.add(self.called)
        self.add(self.profile)
        self.end()
        self.add(Words(self, self.tr("Others"), kind="strong"))
        self.add(Words(self, about, kind="muted"))
        self.add(self.list)
        self.add(self.erasure)
        self._column.addLayout(self._row)
        self.add(self.fault)

    def _on_row_theme(self) -> None:
        self._row.setSpacing(self._theme.metrics.space(Gap.NEAR))
