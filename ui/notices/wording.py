"""The words of notifications: few, and none of the person's where that is wished."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from engine.intent.records import ItemKind
from ui.reminders.operations import Item

translate = QCoreApplication.translate
SHOWN = 3
LONGEST = 120


def plain() -> tuple[str, str]:
    """Title and text that anybody may read."""
    return translate("Notices", "Companion"), translate("Notices", "Something is due. Open me to see it.")


def due(items: Sequence[Item]) -> tuple[str, str]:
    """Title and text for what is due."""
    if len(items) == 1:
        title = _single(items[0])
    else:
        title = translate("Notices", "{count} things for today").format(count=len(items))
    lines = [
        one.text if len(one.text) <= LONGEST else f"{one.text[:LONGEST].rstrip()}…" for one in items[:SHOWN]
    ]
    if len(items) > SHOWN:
        lines.append(translate("Notices", "… and {count} more.").format(count=len(items) - SHOWN))
    return title, "\n".join(lines)


def _single(item: Item) -> str:
    return {
        ItemKind.REMINDER: translate("Notices", "A reminder for today"),
        ItemKind.PLAN: translate("Notices", "A plan for today"),
        ItemKind.PROMISE: translate("Notices", "A promise"),
    }.get(item.what, translate("Notices", "For today"))
