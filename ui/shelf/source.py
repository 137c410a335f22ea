"""Where something is from that came up in a talk: a way to what was said there."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from ui.frame.groups import Line

translate = QCoreApplication.translate
STEP = "step:"


def talk_line(cites: Sequence[str]) -> Line:
    """The way to the first of what was said that something was made from; else, that it was written down here."""
    said = next((ref for ref in cites if ref.startswith(STEP)), "")
    if not said:
        return Line(translate("Shelf", "It was written down here."))
    return Line(translate("Shelf", "It came up in a talk."), translate("Shelf", "Show what was said"), said)
