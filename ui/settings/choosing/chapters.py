"""The chapters that are choices alone: when it may come to you, when it is there, and what character it has."""

from PySide6.QtCore import QCoreApplication, QLocale, QTime
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from ui.frame.sheet import Section
from ui.questions.wording import effort_options
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, ListRow, OptionsRow, SwitchRow
from ui.theme import Theme
from ui.widgets.words import Words

HOURS = 24
EVERY_HOURS = (1, 2, 4, 8, 12, 24)
MOST_HOURS = (1, 2, 3, 4, 6, 8, 12)


def hours() -> list[tuple[object, str]]:
    """The hours of a day, as the person's language writes them."""
    locale = QLocale()
    written = QLocale.FormatType.ShortFormat
    return [(hour, locale.toString(QTime(hour, 0), written)) for hour in range(HOURS)]


def _hour_words(count: int) -> str:
    if count == 1:
        return QCoreApplication.translate("Settings", "hour")
    return QCoreApplication.translate("Settings", "{count} hours").format(count=count)


def _span_words(count: int) -> str:
    return QCoreApplication.translate("Settings", "1 hour") if count == 1 else _hour_words(count)


class ChoiceCard(Section):
    """A section over choices: read when it is looked at, and its fault told below."""

    def __init__(
        self, title: str, about: str, chosen: Chosen, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(title, theme, parent)
        self.chosen = chosen
        self.add(Words(self, about, kind="muted"))
        self._fault = Words(self, kind="fault")
        self._fault.hide()
        chosen.changed.connect(self._show_fault)

    def end(self) -> None:
        """All rows are there: the fault stands below them."""
        self.add(self._fault)

    def showEvent(self, event: QShowEvent) -> None:
        """The command line may have chosen something else."""
        super().showEvent(event)
        self.chosen.load()

    def _show_fault(self) -> None:
        fault = self.chosen.fault
        self._fault.setVisible(fault is not None)
        if fault is not None:
            self._fault.setText(fault.words)


class AttentionCard(ChoiceCard):
    """Notifications: whether and of what they come, and when they are held back."""

    def __init__(self, chosen: Chosen, theme: Theme, parent: QWidget | None = None) -> None:
        about = self.tr(
            "They come from your desktop, also while the window is closed. What is due is always told. Of the rest at "
            "most three come a day in one time together, never two within five minutes, and none while a window fills "
            "the screen, where the desktop tells that."
        )
        super().__init__(self.tr("Notifications"), about, chosen, theme, parent)
        asked = Asked("notify", self.tr("Show notifications"), self.tr("Tell what is due, as it is due"))
        self.notify = SwitchRow(chosen, asked, self)
        self.kinds = {
            name: SwitchRow(chosen, Asked(name, *words), self) for name, words in self._unasked().items()
        }
        words = self.tr("A notification says that something is due, and not what")
        self.discreet = SwitchRow(chosen, Asked("discreet", self.tr("Without your words"), words), self)
        words = self.tr("From this hour on none comes; with the same hour twice there is no such time")
        asked = Asked("quiet_from", self.tr("Held back from"), words)
        self.quiet_from = ListRow(chosen, asked, theme, self)
        words = self.tr("They come again from this hour on")
        self.quiet_until = ListRow(
            chosen, Asked("quiet_until", self.tr("Held back until"), words), theme, self
        )
        held = Words(
            self,
            self.tr("A reminder for an hour of its own comes then too: you asked for it at that hour."),
            kind="muted",
        )
        for row in (self.quiet_from, self.quiet_until):
            row.offer(hours())
        told = (self.notify, *self.kinds.values(), self.discreet)
        for widget in (*told, self.quiet_from, self.quiet_until, held):
            self.add(widget)
        self.end()

    def _unasked(self) -> dict[str, tuple[str, str]]:
        """Each kind of notice that nobody asked for: its words, and when one comes."""
        return {
            "notify_brief": (
                self.tr("Tell that the morning brief is there"),
                self.tr("In the morning, once it says anything"),
            ),
            "notify_questions": (
                self.tr("Tell what it would like to ask"),
                self.tr("When a question came up, as often as it may ask: see Questions below"),
            ),
            "notify_observations": (
                self.tr("Tell what it noticed"),
                self.tr("When something that you said or planned seems worth a word"),
            ),
            "notify_predictions": (
                self.tr("Tell what it foresaw"),
                self.tr(
                    "When the day of something it foresaw has come, and you can say whether it was right"
                ),
            ),
            "notify_findings": (
                self.tr("Tell what it found"),
                self.tr("When it found something worth showing while it thought alone"),
            ),
        }


class AskingCard(ChoiceCard):
    """How often it may ask by itself."""

    def __init__(self, chosen: Chosen, theme: Theme, parent: QWidget | None = None) -> None:
        about = self.tr(
            "All that it would like to know stands under Questions, whenever you like to look. Here you say how often "
            "it may ask by itself."
        )
        super().__init__(self.tr("Questions"), about, chosen, theme, parent)
        asked = Asked("effort", self.tr("How often it asks"))
        self.effort = OptionsRow(chosen, asked, effort_options(), theme, self)
        self.add(self.effort)
        self.end()


class PresenceCard(ChoiceCard):
    """Whether it is there from the first, and when it thinks alone."""

    def __init__(self, chosen: Chosen, theme: Theme, parent: QWidget | None = None) -> None:
        about = self.tr(
            "While you are away it thinks over what you told it, unless the computer runs on its battery, you paused "
            "it under Night, or it is an hour that you keep free below. Other hours hold from the next start on."
        )
        super().__init__(self.tr("When it is there"), about, chosen, theme, parent)
        words = self.tr("When you log in, it waits in the tray")
        self.starting = SwitchRow(chosen, Asked("autostart", self.tr("Start with the computer"), words), self)
        words = self.tr("Once a day, from this hour on, it does the work of the night and writes the brief")
        self.night_from = ListRow(chosen, Asked("night_from", self.tr("Night from"), words), theme, self)
        self.night_from.offer(hours())
        words = self.tr("How long after the last time it thinks again, where you told it something new")
        self.every = ListRow(chosen, Asked("night_every_hours", self.tr("Thinks every"), words), theme, self)
        self.every.offer([(count, _hour_words(count)) for count in EVERY_HOURS])
        words = self.tr("How long it thinks in one night at the most; what is left waits for the next")
        self.most = ListRow(chosen, Asked("night_most_hours", self.tr("A night at most"), words), theme, self)
        self.most.offer([(count, _span_words(count)) for count in MOST_HOURS])
        words = self.tr(
            "It thinks of nothing alone from this hour on; with the same hour twice there is no such time"
        )
        self.quiet_from = ListRow(
            chosen, Asked("night_quiet_from", self.tr("No thinking from"), words), theme, self
        )
        words = self.tr("It may think again from this hour on")
        self.quiet_until = ListRow(
            chosen, Asked("night_quiet_until", self.tr("No thinking until"), words), theme, self
        )
        for row in (self.quiet_from, self.quiet_until):
            row.offer(hours())
        for widget in (
            self.starting,
            self.night_from,
            self.every,
            self.most,
            self.quiet_from,
            self.quiet_until,
        ):
            self.add(widget)
        self.end()
