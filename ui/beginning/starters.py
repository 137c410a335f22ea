"""The models that make a complete companion, offered in the first steps: what each is for, and how much of it comes."""

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ui.settings.catalogue import wording
from ui.settings.catalogue.card import ModelList, ModelRow
from ui.settings.catalogue.model import ROLES, ModelChoice
from ui.settings.catalogue.operations import LANGUAGE, Offered
from ui.theme import Gap, Theme
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words


class StarterRow(ModelRow):
    """A model by what it is for, with its verbs beside it; one that is here needs none."""

    def mark_words(self, one: Offered) -> str:
        return super().mark_words(one) or (self.tr("Is here") if one.installed else "")

    def _title_words(self, one: Offered) -> str:
        return wording.purpose_words(one.role)

    def _about_words(self, one: Offered) -> str:
        if one.role != LANGUAGE:
            return ""
        pace = wording.pace_words(one.written_per_s)
        return f"{wording.quality_words(one)} {pace[:1].upper()}{pace[1:]}."

    def _needs_words(self, one: Offered) -> str:
        return wording.starter_words(one)

    def _stands_out(self, _: Offered) -> bool:
        return False

    def _of_installed(self, _: Offered) -> list[Button]:
        return []

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(self._column, 1)
        row.addWidget(self.verbs)
        for widget in (self._title, self._about, self._needs, self._mark, self.meter):
            self._column.addWidget(widget)


class Starters(QWidget):
    """The starters of some roles, each fetched only when that is pressed, or all at once.

    With `missing` only those are shown that are not here, or came while the program ran; it hides without any.
    """

    def __init__(
        self,
        choice: ModelChoice,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        roles: tuple[str, ...] = ROLES,
        missing: bool = False,
    ) -> None:
        super().__init__(parent)
        self._choice, self._roles, self._missing = choice, roles, missing
        self.list = ModelList("", self._offered, choice, theme, self, row=StarterRow)
        self.all, self.told = VerbRow(theme, self), Words(self, kind="warn")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.metrics.space(Gap.EASY))
        for widget in (self.list, self.told, self.all):
            column.addWidget(widget)
        choice.changed.connect(self._show)
        self._show()

    def _offered(self) -> list[Offered]:
        offered, fetched = self._choice.starters(self._roles), self._choice.fetched
        return [one for one in offered if not (self._missing and one.installed) or one.name in fetched]

    def _show(self) -> None:
        choice, left = self._choice, self._choice.to_fetch(self._roles)
        words = self.tr("Fetch all starters, {size}").format(
            size=wording.size_words(sum(one.bytes for one in left))
        )
        tip = self.tr("One after the other; what is being fetched goes on while we do")
        fetch_all = Button(words, tip, partial(choice.install_starters, self._roles))
        self.all.offer([fetch_all] if len(left) > 1 else [])
        fault = choice.fault
        self.told.setText("" if fault is None else fault.words)
        self.told.setVisible(fault is not None)
        self.setVisible(bool(self._offered()))
