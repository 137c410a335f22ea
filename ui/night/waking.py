"""The words of how it stands: whether it thinks, from when on, and what keeps it from that."""

from datetime import UTC, datetime
from functools import partial

from PySide6.QtCore import QCoreApplication

from engine.night.records import Waits
from ui.conversation.wording import clock_time, full_date
from ui.night.model import Nights
from ui.night.operations import Nightly
from ui.shelf.records import Verb

translate = QCoreApplication.translate


def state_words(nights: Nights, item: Nightly) -> str:
    """Whether it thinks, from when on, and what keeps it from that."""
    if nights.going is not None and not item.paused:
        return translate("Night", "I am thinking now")
    if item.waits in {Waits.QUIET, Waits.SPENT}:
        return f"{kept_words(item.waits)}. {_again_words(item)}"
    if item.waits in {"", Waits.TALKING}:
        is_due = item.at <= datetime.now(UTC)
        return translate("Night", "I think once it is quiet for a while") if is_due else _again_words(item)
    return kept_words(item.waits)


def _again_words(item: Nightly) -> str:
    """From when on it thinks, with its day where that is another one."""
    is_today = item.at.astimezone().date() == datetime.now(UTC).astimezone().date()
    time = clock_time(item.at) if is_today else full_date(item.at)
    return translate("Night", "I think when it is quiet, again from {time}").format(time=time)


def kept_words(waits: str) -> str:
    """Why it does not think alone now."""
    return {
        Waits.PAUSED: translate("Night", "Thinking alone is paused"),
        Waits.PAUSE_FILE: translate(
            "Night",
            "Thinking alone is paused by a file brain-pause in my folder: take it away, and I think again",
        ),
        Waits.TALKING: translate("Night", "We talk, and I think when it is quiet"),
        Waits.QUIET: translate("Night", "These are hours in which I think of nothing alone"),
        Waits.BATTERY: translate("Night", "The computer runs on its battery, and I think of nothing alone"),
        Waits.SPENT: translate("Night", "The hours of this night are used up"),
    }[Waits(waits)]


def state_verbs(nights: Nights, item: Nightly) -> list[Verb]:
    """What may be done about it now."""
    if item.waits == Waits.PAUSE_FILE:
        return []  # only whoever laid the file there takes it away
    if item.paused:
        return [
            Verb(
                translate("Night", "Think again"),
                translate("Night", "Let me think when it is quiet"),
                partial(nights.resume, item),
                main=True,
            )
        ]
    pause = Verb(
        translate("Night", "Pause"),
        translate("Night", "Let me think of nothing alone until you say so"),
        partial(nights.pause, item),
    )
    if nights.going is not None:
        return [pause]
    begin = Verb(
        translate("Night", "Think now"),
        translate("Night", "Do the whole night now"),
        partial(nights.begin, item),
        main=True,
    )
    return [begin, pause]


def paused_badge(item: Nightly) -> tuple[str, str]:
    """Its badge, with the token of its colour; empty where it may think."""
    return (translate("Night", "Paused"), "warn") if item.paused else ("", "muted")
