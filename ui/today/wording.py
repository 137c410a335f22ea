"""The words of Today."""

from collections.abc import Mapping
from datetime import date, datetime

from PySide6.QtCore import QCoreApplication, QLocale

from engine.intent.records import GapMode, Greeting, TimeOfDay
from engine.night.records import Line as Told
from engine.senses.feeds.records import Item as Headline
from ui.conversation.wording import clock_time, day_name
from ui.doors import Fault
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.today.model import Part
from ui.today.operations import Morning, Remark

translate = QCoreApplication.translate
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


def remark_words(remark: Remark) -> str:
    """What was noticed; where it no longer holds, what it was about."""
    if remark.words:
        return remark.words
    return {
        "long_session": translate("Today", "We had been at it for hours without a break."),
        "late_night": translate("Today", "It had become late."),
        "near_deadline": translate("Today", "The day of one of your goals was near."),
        "unusual_absence": translate("Today", "You had been away for longer than usual."),
        "volatile_mood": translate("Today", "My mood had gone up and down a lot."),
    }.get(remark.kind, translate("Today", "Something you once taught me had not come up for long."))


def unread_words(unread: Mapping[Part, Fault]) -> str:
    """What could not be read, and why."""
    named = {
        Part.GREETING: translate("Today", "when we last talked"),
        Part.MORNING: translate("Today", "the morning brief"),
        Part.NOTICED: translate("Today", "what I noticed"),
        Part.QUESTION: translate("Today", "my question"),
        Part.HEADLINES: translate("Today", "your feeds"),
        Part.LAST: translate("Today", "where we left off"),
        Part.MOOD: translate("Today", "how I feel"),
    }
    parts = ", ".join(named[part] for part in Part if part in unread)
    fault = next(iter(unread.values()))
    words = translate("Today", "I could not read {parts}. {reason}")
    return words.format(parts=parts, reason=fault.words).strip()


def more_words(count: int) -> str:
    """How many more are due than stand here."""
    if count == 1:
        return translate("Today", "One more that is due")
    return translate("Today", "{count} more that are due").format(count=count)


def told_words(remark: Remark, today: date) -> str:
    """When it was told."""
    name = day_name(remark.at.astimezone().date(), today)
    return translate("Today", "{day} at {time}").format(day=name, time=clock_time(remark.at))


def headline_words(item: Headline) -> str:
    """Whose headline it is, and of when."""
    local = item.at.astimezone()
    name = day_name(local.date(), datetime.now().astimezone().date())
    return translate("Today", "{feed} · {day} at {time}").format(
        feed=item.feed, day=name, time=clock_time(item.at)
    )


def morning_groups(morning: Morning) -> list[Group]:
    """The sections of a brief, each line with where it leads."""
    groups = []
    for section, heading in morning.headings.items():
        told = [_told_line(line) for line in morning.brief.lines if line.section == section]
        if section in morning.more:
            told.append(Line(morning.more[section]))
        if told:
            groups.append(Group(heading, told, plain=True))
    return groups


def _told_line(line: Told) -> Line:
    """It leads to the first of what it stands on that has a place."""
    leads = lead_words()
    ref = next((each for each in line.cites if each.partition(":")[0] in leads), "")
    return Line(line.text, leads[ref.partition(":")[0]], ref) if ref else Line(line.text)


def lead_words() -> dict[str, str]:
    """What leads to a source, by its kind: every kind that a line of the night can cite."""
    thoughts = translate("Today", "See it under Thoughts")
    goals, memories = translate("Today", "See it under Goals"), translate("Today", "See it under Memories")
    said = translate("Today", "See when you said it")
    return {
        "line": translate("Today", "How I came to this"),
        "run": translate("Today", "What I did that night"),
        "handoff": translate("Today", "See it under Reminders"),
        "headline": translate("Today", "It was among your headlines"),
        **dict.fromkeys(("goal", "intention"), goals),
        **dict.fromkeys(
            ("prediction", "model", "principle", "trail", "outcome", "idea", "business"), thoughts
        ),
        "fact": translate("Today", "See it under You"),
        "question": translate("Today", "See it under Questions"),
        "correction": translate("Today", "See it under Corrections"),
        "imprint": translate("Today", "See it under Imprints"),
        **dict.fromkeys(("node", "document"), memories),
        **dict.fromkeys(("step", "episode"), said),
    }
