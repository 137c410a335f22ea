"""What of a greeting stands in the opening: how to meet again, and at most two things that are due.

It names, it does not recite: what was brought up today is not brought up again, and after a short gap nothing is.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime

from engine.intent.records import Due, GapMode, Greeting, ItemKind, QuickContext, Said, TimeOfDay
from engine.intent.wording import wording
from engine.settings import IntentSettings
from engine.telling_time import date_in_words

Count = Callable[[str], int]
LONGEST_ITEM = 14  # words
_WORK = {ItemKind.UNFINISHED, ItemKind.PROMISE, None}


def chosen(greeting: Greeting, settings: IntentSettings) -> list[Due]:
    """What is due and fits the gap: nothing in an instant, one piece of work on a continuation, else the first."""
    if greeting.mode in {None, GapMode.INSTANT_RESUME}:
        return []
    today = greeting.at.date()
    fresh = [each for each in greeting.due if each.surfaced_on != today]
    if greeting.mode is GapMode.CONTINUATION:
        return [each for each in fresh if each.what in _WORK][: min(1, settings.opening_items)]
    return fresh[: settings.opening_items]


def opening(greeting: Greeting, settings: IntentSettings, count: Count) -> Said:
    """The text within the budget, citing what it names; what does not fit goes, the least urgent first."""
    due = chosen(greeting, settings)
    while True:
        text = _text(greeting, due)
        if count(text) <= settings.opening_tokens:
            context = [greeting.context.ref] if greeting.context is not None else []
            return Said(text=text, cites=(*(each.ref for each in due), *context))
        if not due:
            return Said(text=_manner(greeting))
        due = due[:-1]


def _text(greeting: Greeting, due: Sequence[Due]) -> str:
    words = wording().opening
    lines = [_manner(greeting)]
    if greeting.context is not None:
        lines.append(words.context.format(text=_clipped(_going_on(greeting.context)).rstrip(".")))
    if due:
        lines += [words.due, *map(_line, due)]
    return "\n".join(line for line in lines if line)


def _manner(greeting: Greeting) -> str:
    words = wording()
    late = words.opening.late_night if greeting.time_of_day is TimeOfDay.LATE_NIGHT else ""
    met = words.gap[greeting.mode] if greeting.mode is not None else ""
    return " ".join(part for part in (met, late) if part)


def _line(due: Due) -> str:
    words = wording().opening
    what = words.what["goal" if due.what is None else due.what]
    return words.item.format(what=what, text=_clipped(due.text), since=_since(due))


def _since(due: Due) -> str:
    words = wording().opening
    if due.due is not None:
        at = "" if due.due_time is None else f", {due.due_time:%H:%M}"
        return words.deadline.format(date=f"{_day(due.due)}{at}")
    return words.overdue.format(date=_day(due.since)) if due.overdue else ""


def _day(day: date) -> str:
    """`21 November`: the year stands in the opening already."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    return date_in_words(noon).rpartition(" ")[0]


def _going_on(context: QuickContext) -> str:
    return ": ".join(part for part in (context.topic, context.note) if part)


def _clipped(text: str) -> str:
    words = text.split()
    return " ".join(words) if len(words) <= LONGEST_ITEM else " ".join(words[:LONGEST_ITEM]) + " …"
