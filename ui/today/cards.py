"""What Today is made of besides words: a due thing, a goal whose day has come, a headline."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from engine.senses.feeds.records import Item as Headline
from ui.frame.things import ThingRow
from ui.goals import wording as goals_wording
from ui.goals.model import Goals
from ui.goals.operations import WantedGoal
from ui.reminders import wording as reminders_wording
from ui.reminders.model import Reminders
from ui.reminders.operations import Item
from ui.theme import Theme
from ui.today import wording
from ui.widgets.verbs import Button

translate = QCoreApplication.translate


Follow = Callable[[str], None]
"""Shows what a ref names, or an address, in full."""


def due_row(reminders: Reminders, item: Item, follow: Follow, theme: Theme, parent: QWidget) -> ThingRow:
    """One due thing: what it is, since when, and done, in an hour where it has an hour, tomorrow, or in full."""
    badge, tone = reminders_wording.badge_of(reminders, item)
    about = [reminders_wording.about_words(reminders, item), badge]
    buttons = [
        Button(verb.words, verb.tip, partial(verb.run, {}))
        for verb in reminders_wording.open_verbs(reminders, item)
        if verb.key in ("dht" if item.due_time else "dt")
    ]
    told = (item.text, " · ".join(part for part in about if part), tone)
    return ThingRow(told, [*buttons, _opening(item.ref, follow)], theme, parent)


def goal_row(goals: Goals, goal: WantedGoal, follow: Follow, theme: Theme, parent: QWidget) -> ThingRow:
    """One goal whose day has come: what it is, since when, and reached, a week more, or in full."""
    badge, tone = goals_wording.badge_of(goal)
    about = [translate("Today", "A goal"), goal.project or "", badge]
    buttons = [
        Button(verb.words, verb.tip, partial(verb.run, {}))
        for verb in goals_wording.verbs_of(goals, goal)
        if verb.key in "dw"
    ]
    told = (goal.title, " · ".join(part for part in about if part), tone)
    return ThingRow(told, [*buttons, _opening(goal.ref, follow)], theme, parent)


def _opening(ref: str, follow: Follow) -> Button:
    return Button(
        translate("Today", "Open"),
        translate("Today", "See it in full, in its own place"),
        partial(follow, ref),
    )


def headline_row(item: Headline, follow: Follow, theme: Theme, parent: QWidget) -> ThingRow:
    """One headline: whose it is and of when; where it leads anywhere, a way into the browser."""
    read = Button(
        translate("Today", "Read"),
        translate("Today", "Open it in your browser"),
        partial(follow, item.link),
    )
    told = (item.title, wording.headline_words(item), "muted")
    return ThingRow(told, [read] if item.link else [], theme, parent)
