"""The words of Today."""

from datetime import datetime

from PySide6.QtCore import QCoreApplication, QLocale

from engine.intent.records import GapMode, Greeting, TimeOfDay
from ui.conversation.wording import clock_time, day_name
from ui.facts.wording import day

translate = QCoreApplication.translate
DAY_S = 86_400
MINUTE_S, HOUR_S = 60, 3600


def hello(greeting: Greeting, person: str) -> str:
    """A greeting that fits the hour."""
    known = {
        TimeOfDay.MORNING: translate("Today", "Good morning"),
        TimeOfDay.AFTERNOON: translate("Today", "Good afternoon"),
        TimeOfDay.EVENING: translate("Today", "Good evening"),
        TimeOfDay.LATE_NIGHT: translate("Today", "Still up"),
    }
    words = known[greeting.time_of_day]
    named = translate("Today", "{hello}, {person}").format(hello=words, person=person) if person else words
    return f"{named}?" if greeting.time_of_day is TimeOfDay.LATE_NIGHT else f"{named}."


def gap_words(greeting: Greeting) -> str:
    """How long ago the two last talked, as fits the gap."""
    last = greeting.last_episode
    if greeting.mode is None or last is None or greeting.gap_s is None:
        return translate("Today", "We have not talked yet. Say something, and I will remember it.")
    when = when_words(last.ended_at, greeting.at, greeting.gap_s)
    words = {
        GapMode.INSTANT_RESUME: translate("Today", "We talked {when}: let us go on where we were."),
        GapMode.CONTINUATION: translate("Today", "We last talked {when}."),
        GapMode.FRESH_START: translate("Today", "We last talked {when}."),
        GapMode.CATCH_UP: translate("Today", "We last talked {when}. Tell me what has happened since."),
        GapMode.CHECK_IN: translate("Today", "It has been a while: we last talked {when}. How are you?"),
    }[greeting.mode]
    return words.format(when=when)


def when_words(ended: datetime, now: datetime, gap_s: float) -> str:
    """When that was, in words."""
    if gap_s < 2 * MINUTE_S:
        return translate("Today", "just now")
    if gap_s < HOUR_S:
        return translate("Today", "{count} minutes ago").format(count=round(gap_s / MINUTE_S))
    local, today = ended.astimezone(), now.astimezone().date()
    at = clock_time(ended)
    days = (today - local.date()).days
    if days <= 1:
        name = day_name(local.date(), today).lower()
        return translate("Today", "{day} at {time}").format(day=name, time=at)
    if days < 7:
        weekday = QLocale().dayName(local.isoweekday())
        return translate("Today", "on {day}").format(day=weekday)
    return translate("Today", "on {day}").format(day=day(ended))
