"""The Conversation's words for times, phases and what was recalled."""

import textwrap
from datetime import date, datetime

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from engine.conversation.records import Recalled, Searched
from ui.conversation.turns import Phase, Turn
from ui.facts.wording import change_words, day

translate = QCoreApplication.translate
WELL, SOMEHOW = 0.66, 0.33
"""How well something fits, from which on it is called so."""
SHORT = 60
"""Letters of a text that stands for the whole of it."""


def clock_time(moment: datetime) -> str:
    """`14:32`, as the person's locale writes it."""
    local = moment.astimezone()
    return QLocale().toString(QTime(local.hour, local.minute), QLocale.FormatType.ShortFormat)


def day_name(named: date, today: date) -> str:
    """`Today`, `Yesterday`, or the day's date in full."""
    if named == today:
        return translate("Conversation", "Today")
    if (today - named).days == 1:
        return translate("Conversation", "Yesterday")
    return QLocale().toString(QDate(named.year, named.month, named.day), QLocale.FormatType.LongFormat)


def full_date(moment: datetime) -> str:
    """Date and time in the person's locale."""
    return f"{day(moment)}, {clock_time(moment)}"


def recalled_title(count: int) -> str:
    """How many things were remembered, in words."""
    if count == 1:
        return translate("Conversation", "1 thing remembered")
    return translate("Conversation", "{count} things remembered").format(count=count)


def searched_words(searched: Searched) -> str:
    """What the model looked for of itself."""
    return translate("Conversation", "Looked for “{query}”").format(query=searched.query)


def source_of(item: Recalled) -> str:
    """Where a recalled thing is from: its kind, its date, how well it fits, and that I still had it in view."""
    kinds = {
        "step": translate("Conversation", "said"),
        "fact": translate("Conversation", "known"),
        "node": translate("Conversation", "understood"),
        "document": translate("Conversation", "read"),
    }
    words = [f"{kinds[item.kind]} {full_date(item.when)}", fit_words(item.score)]
    if item.in_stream:
        words.append(translate("Conversation", "still in view"))
    return " · ".join(words)


def fit_words(score: float) -> str:
    """How well something fits (0–1), in words."""
    if score >= WELL:
        return translate("Conversation", "fits well")
    return (
        translate("Conversation", "fits") if score >= SOMEHOW else translate("Conversation", "fits loosely")
    )


def source_tip(item: Recalled) -> str:
    """Where the way from a recalled thing leads, with its first words: there are others beside it."""
    words = textwrap.shorten(item.text, SHORT, placeholder="…")
    return translate("Conversation", "Show where “{words}” is from").format(words=words)


def noted_title() -> str:
    """What the companion's note of a turn is called."""
    return translate("Conversation", "What I noted")


def phase_words(turn: Turn) -> str:
    """What a turn's marker says; empty for a turn that simply is done or speaks for itself."""
    if turn.off_record and turn.phase is Phase.DONE:
        return translate("Conversation", "Off the record")
    return {
        Phase.QUEUED: translate("Conversation", "Waits to be sent"),
        Phase.THINKING: translate("Conversation", "Thinking…"),
        Phase.STREAMING: "",
        Phase.DONE: "",
        Phase.STOPPED: translate("Conversation", "Stopped"),
        Phase.INTERRUPTED: translate("Conversation", "Interrupted"),
        Phase.FAILED: turn.fault.message if turn.fault else translate("Conversation", "Not answered"),
    }[turn.phase]


def quoted(words: str) -> str:
    """What somebody else said, as the line that an answer to it begins with; the mind takes none of it for theirs."""
    return f"> {' '.join(words.split())}\n"


def spoken(turn: Turn, companion: str) -> str:
    """A whole turn as a screen reader says it."""
    words = [
        translate("Conversation", "You, {time}: {text}").format(time=clock_time(turn.at), text=turn.utterance)
    ]
    words += map(searched_words, turn.searches)
    if turn.answer:
        words.append(f"{companion}: {turn.answer}")
    marker = phase_words(turn)
    if marker:
        words.append(marker)
    if turn.fault and turn.fault.remedy:
        words.append(turn.fault.remedy)
    words += [change_words(change) for change in turn.changes.values()]
    if turn.recalled:
        words.append(recalled_title(len(turn.recalled)))
    if turn.expanded:
        words += [f"{item.text} ({source_of(item)})" for item in turn.recalled]
    if turn.note:
        words.append(f"{noted_title()}: {turn.note}" if turn.note_open else noted_title())
    return "\n".join(words)
