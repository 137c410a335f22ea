"""What Today is made of besides words: a due thing, a headline."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from engine.senses.feeds.records import Item as Headline
from ui.frame.things import ThingRow
from ui.reminders import wording as reminders_wording
from ui.reminders.model import Reminders
from ui.reminders.operations import Item
from ui.theme import Theme
from ui.today import wording
from ui.widgets.verbs import Button

translate = QCoreApplication.translate


def due_row(reminders: Reminders, item: Item, theme: Theme, parent: QWidget) -> ThingRow:
    """One due thing: what it is, since when, and done, in an hour where it has an hour, tomorrow."""
    badge, tone = reminders_wording.badge_of(reminders, item)
    about = [reminders_wording.about_words(reminders, item), badge]
    buttons = [
        Button(verb.words, verb.tip, partial(verb.run, {}))
        for verb in reminders_wording.open_verbs(reminders, item)
        if verb.key in ("dht" if item.due_time else "dt")
    ]
    told = (item.text, " · ".join(part for part in about if part), tone)
    return ThingRow(told, buttons, theme, parent)


def headline_row(item: Headline, follow: Callable[[str], None], theme: Theme, parent: QWidget) -> ThingRow:
    """One headline: whose it is and of when; where it leads anywhere, a way into the browser."""
    read = Button(
        translate("Today", "Read"),
        translate("Today", "Open it in your browser"),
        partial(follow, item.link),
    )
    told = (item.title, wording.headline_words(item), "muted")
    return ThingRow(told, [read] if item.link else [], theme, parent)
