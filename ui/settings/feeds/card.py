"""The card of Settings about feeds."""

from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from engine.senses.feeds.records import Feed
from ui.frame.things import Column, ThingRow
from ui.settings.choosing.chapters import ChoiceCard
from ui.settings.choosing.model import Chosen
from ui.settings.choosing.rows import Asked, ListRow
from ui.settings.feeds import wording
from ui.settings.feeds.model import Doing, FeedList
from ui.theme import Gap, Theme
from ui.widgets.verbs import Button, VerbRow
from ui.widgets.words import Words

LONGEST = 2000
EVERY_HOURS = (0, 1, 3, 6, 12, 24, 168)


class FeedsCard(ChoiceCard):
    """Draws `FeedList`, and the choice how often they are read by themselves."""

    def __init__(self, feeds: FeedList, chosen: Chosen, theme: Theme, parent: QWidget | None = None) -> None:
        about = self.tr(
            "News from pages that you choose. I read them from this computer, show the newest headlines on Today, and "
            "drop each after thirty days. What stands in them never becomes something I believe of you."
        )
        super().__init__(self.tr("Feeds"), about, chosen, theme, parent)
        self.feeds = feeds
        self.field, self.add_button = QLineEdit(self), QPushButton(self.tr("Add"), self)
        self.told, self.verbs = Words(self, selectable=True), VerbRow(theme, self)
        self.list = Column(theme, self)
        words = self.tr(
            "While I run, they are read again after so long; nothing is read before you add a feed"
        )
        self.every = ListRow(chosen, Asked("feeds_every_hours", self.tr("Read them"), words), theme, self)
        self.every.offer([(hours, wording.every_words(hours)) for hours in EVERY_HOURS])
        self._arrange()
        self.add_button.clicked.connect(self._add)
        self.field.returnPressed.connect(self._add)
        self.field.textChanged.connect(self._show_add)
        feeds.added.connect(self.field.clear)
        feeds.changed.connect(self._show)
        theme.changed.connect(self._on_rows_theme)
        self._on_rows_theme()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """They may have been read meanwhile."""
        super().showEvent(event)
        self.feeds.load()

    def _show(self) -> None:
        words = wording.state_words(self.feeds)
        self.told.setText(words)
        self.told.setVisible(bool(words))
        known = self.feeds.known or []
        self.list.show_widgets(list(known), [partial(self._row, feed) for feed in known])
        self.verbs.offer(self._verbs())
        self._show_add()

    def _verbs(self) -> list[Button]:
        verbs = []
        if any(feed.allowed for feed in self.feeds.known or ()):
            tip = self.tr("Look in all of them whether there is something new")
            verbs.append(Button(self.tr("Read now"), tip, self.feeds.read_now))
        if self.feeds.removed is not None:
            tip = self.tr("Read it again as before")
            verbs.append(Button(self.tr("Put it back"), tip, self.feeds.put_back))
        return verbs

    def _row(self, feed: Feed, parent: QWidget) -> ThingRow:
        told = (feed.name, wording.about_words(feed), "fault" if feed.fault else "muted")
        remove = Button(
            self.tr("Remove"),
            self.tr("Read it no more, and delete what I read of it"),
            partial(self.feeds.remove, feed),
        )
        if not feed.allowed:
            tip = self.tr("Read it from now on")
            return ThingRow(
                told, [Button(self.tr("Read it"), tip, partial(self.feeds.allow, feed)), remove], self._theme, parent
            )  # fmt: skip
        again = Button(self.tr("Try again"), self.tr("Read it now"), partial(self.feeds.read_now, feed))
        return ThingRow(told, [again, remove] if feed.fault else [remove], self._theme, parent)

    def _show_add(self) -> None:
        idle = self.feeds.doing is Doing.NOTHING
        self.add_button.setEnabled(idle and bool(self.field.text().strip()))

    def _add(self) -> None:
        if self.add_button.isEnabled():
            self.feeds.add(self.field.text())

    def _arrange(self) -> None:
        label = QLabel(self.tr("Address"), self)
        label.setBuddy(self.field)
        self.field.setAccessibleName(self.tr("Address of a feed"))
        self.field.setToolTip(self.tr("The address of a feed, or of a page that has one"))
        self.field.setPlaceholderText("https://")
        self.field.setMaxLength(LONGEST)
        self.add_button.setAccessibleName(self.tr("Add this feed"))
        self.add_button.setToolTip(self.tr("Read this feed from now on"))
        self._row_of_field = QHBoxLayout()
        for part, stretch in ((label, 0), (self.field, 1), (self.add_button, 0)):
            self._row_of_field.addWidget(part, stretch)
        self._column.addLayout(self._row_of_field)
        for widget in (self.told, self.list, self.verbs, self.every):
            self.add(widget)
        self.end()

    def _on_rows_theme(self) -> None:
        self._row_of_field.setSpacing(self._theme.metrics.space(Gap.NEAR))
