"""How much of each kind there is, in words."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def counted(held: Mapping[str, int]) -> str:
    """Those kinds that a person has a name for, with how many there are of each."""
    names = {
        "step": translate("Held", "things said and done"),
        "fact": translate("Held", "facts"),
        "node": translate("Held", "memories"),
        "reflection": translate("Held", "reflections"),
        "question": translate("Held", "questions"),
        "document": translate("Held", "documents"),
        "feed": translate("Held", "feeds"),
        "episode": translate("Held", "times together"),
        "imprint": translate("Held", "strong moments"),
        "directive": translate("Held", "directives"),
        "model": translate("Held", "beliefs"),
        "prediction": translate("Held", "predictions"),
        "insight": translate("Held", "insights"),
        "idea": translate("Held", "ideas"),
        "line": translate("Held", "lines of its nights"),
    }
    return ", ".join(f"{count} {names[kind]}" for kind, count in held.items() if kind in names)
