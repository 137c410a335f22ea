"""Where the two stand, told to the person: a compass is written for the model, with the names of its parts."""

from PySide6.QtCore import QCoreApplication

from engine.identity.wording import wording

ENDS = (".", "!", "?", "…", "”", '"')


def addressed(text: str) -> str:
    """What a compass tells of the person, told to them: "They said" becomes "You said"."""
    theirs = wording().compass.quoted.partition("{")[0]
    yours = QCoreApplication.translate("Self", 'You said: "{words}"').partition("{")[0]
    return text.replace(theirs, yours)


def compass_words(text: str) -> str:
    """A compass that is kept as a memory, in sentences without the names of its parts."""
    parts = [line.partition(": ")[2] or line for line in text.splitlines() if line.strip()]
    told = [part[:1].upper() + part[1:] for part in parts]
    return addressed(" ".join(part if part.endswith(ENDS) else f"{part}." for part in told))
