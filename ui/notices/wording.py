"""The words of notifications: few, and none of the person's where that is wished."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QCoreApplication

from engine.intent.records import ItemKind
from engine.person.records import Question
from ui.notices.records import DONE, IN_AN_HOUR, TOMORROW, Notice
from ui.reminders.operations import Item
from ui.reminders.wording import when_words
from ui.shelf.hour_field import hour_words

translate = QCoreApplication.translate
SHOWN = 3
LONGEST = 120


def plain_due() -> tuple[str, str]:
    """Title and text that anybody may read."""
    return _plainly(translate("Notices", "Something is due. Open me to see it."))


def plain_brief() -> tuple[str, str]:
    """Title and text that anybody may read."""
    return _plainly(translate("Notices", "Your morning brief is ready."))


def plain_question() -> tuple[str, str]:
    """Title and text that anybody may read."""
    return _plainly(translate("Notices", "I have a question, whenever you like."))


def plain_prediction() -> tuple[str, str]:
    """Title and text that anybody may read."""
    return _plainly(translate("Notices", "The day of something I foresaw has come."))


def plain_finding() -> tuple[str, str]:
    """Title and text that anybody may read."""
    return _plainly(translate("Notices", "Something came up while I was thinking."))


def plain_observation() -> tuple[str, str]:
    """Title and text that anybody may read."""
    return _plainly(translate("Notices", "I noticed something, whenever you like."))


def brief(summary: str) -> tuple[str, str]:
    """Title and text for a brief of which `summary` is what it comes down to."""
    return translate("Notices", "Your morning brief"), _short(summary)


def question(asked: Question) -> tuple[str, str]:
    """Title and text for a question."""
    return translate("Notices", "A question, whenever you like"), _short(asked.text)


def prediction(statements: Sequence[str]) -> tuple[str, str]:
    """Title and text for what was foreseen for a day that has come."""
    if len(statements) == 1:
        return translate("Notices", "I foresaw this. Was I right?"), _short(statements[0])
    title = translate("Notices", "I foresaw {count} things. Was I right?").format(count=len(statements))
    return title, _lines(statements)


def finding(words: str) -> tuple[str, str]:
    """Title and text for what thinking alone found."""
    return translate("Notices", "Something came up while I was thinking"), _short(words)


def observation(words: str) -> tuple[str, str]:
    """Title and text for what was noticed."""
    return translate("Notices", "Something I noticed"), _short(words)


def due(items: Sequence[Item]) -> tuple[str, str]:
    """Title and text for what is due."""
    if len(items) == 1:
        title = _single(items[0])
    else:
        title = translate("Notices", "{count} things for today").format(count=len(items))
    return title, _lines([one.text for one in items])


def at_hour(items: Sequence[Item], today: date) -> tuple[str, str]:
    """Title and text for what has an hour, which has come or is near."""
    item = items[0]
    if len(items) > 1 or item.due is None or item.due_time is None:
        title = translate("Notices", "{count} things now").format(count=len(items))
    elif item.due == today:
        title = translate("Notices", "At {time}").format(time=hour_words(item.due_time))
    else:
        words = when_words(item.due, item.due_time, today)
        title = f"{words[:1].upper()}{words[1:]}"
    return title, _lines([one.text for one in items])


def due_actions(item: Item) -> tuple[tuple[str, str], ...]:
    """What can be done with one due thing where it is told: what has an hour is put off by one."""
    later = (
        (TOMORROW, translate("Notices", "Tomorrow"))
        if item.due_time is None
        else (IN_AN_HOUR, translate("Notices", "In an hour"))
    )
    return (DONE, translate("Notices", "Done")), later


def newer_version(version: str) -> Notice:
    """What is told of a newer version of the program; none of it is the person's."""
    words = translate("Notices", "Version {version} is there. Settings tells where.").format(version=version)
    return Notice(translate("Notices", "A newer version"), words, "settings", _plainly(words))


def _single(item: Item) -> str:
    return {
        ItemKind.REMINDER: translate("Notices", "A reminder for today"),
        ItemKind.PLAN: translate("Notices", "A plan for today"),
        ItemKind.PROMISE: translate("Notices", "A promise"),
    }.get(item.what, translate("Notices", "For today"))


def _lines(texts: Sequence[str]) -> str:
    """The first few, a line each."""
    lines = [_short(one) for one in texts[:SHOWN]]
    if len(texts) > SHOWN:
        lines.append(translate("Notices", "… and {count} more.").format(count=len(texts) - SHOWN))
    return "\n".join(lines)


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST].rstrip()}…"


def _plainly(words: str) -> tuple[str, str]:
    return translate("Notices", "Companion"), words
