"""What can be done about a fault, said for the window: where it is done there, in the place of a command to be typed.

The rooms and the program say what to do once, for the terminal too: "Install the starter models: `companion models
install --starter`." In the window that is "Install the starter models: Settings, Models." What names no place there
stays as it is.
"""

import re

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_CONTEXT = "Remedies"
_PLACES = {
    "doctor": QT_TRANSLATE_NOOP("Remedies", "Settings, State"),
    "models": QT_TRANSLATE_NOOP("Remedies", "Settings, Models"),
    "devices": QT_TRANSLATE_NOOP("Remedies", "Settings, Voice"),
    "facts": QT_TRANSLATE_NOOP("Remedies", "You"),
    "brain": QT_TRANSLATE_NOOP("Remedies", "Night"),
    "library": QT_TRANSLATE_NOOP("Remedies", "Memories, Documents"),
    "mode": QT_TRANSLATE_NOOP("Remedies", "Mood"),
    "mood": QT_TRANSLATE_NOOP("Remedies", "Imprints"),
    "companions": QT_TRANSLATE_NOOP("Remedies", "Settings, Character"),
    "profile": QT_TRANSLATE_NOOP("Remedies", "Settings, Character"),
    "network": QT_TRANSLATE_NOOP("Remedies", "Settings, Privacy"),
    "recall": QT_TRANSLATE_NOOP("Remedies", "Memories"),
}
"""By the first word of a command, the place of the window that does the same."""
_COMMAND = re.compile(r"`companion (?P<verb>[\w-]+)[^`]*`")


def in_window(remedy: str) -> str:
    """`remedy` with the places of the window in the place of commands."""

    def place(found: re.Match[str]) -> str:
        known = _PLACES.get(found["verb"])
        return found[0] if known is None else QCoreApplication.translate(_CONTEXT, str(known))

    return _COMMAND.sub(place, remedy)
