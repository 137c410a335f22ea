"""What the first steps say for the person: sentences that are told to the companion, and asked of it."""

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def name_words(person: str) -> str:
    """What the person would say of their name."""
    return translate("Beginning", "My name is {person}.").format(person=person)


def first_question() -> str:
    """What is asked at the end, to see that it remembers."""
    return translate("Beginning", "What do you know about me?")
