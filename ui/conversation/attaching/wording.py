"""The words for documents that are added while talking."""

from PySide6.QtCore import QCoreApplication

from ui.conversation.attaching.model import Attachment, Reading

translate = QCoreApplication.translate


def attachment_words(attachment: Attachment) -> str:
    """What became of a document that was added."""
    words = {
        Reading.READING: translate("Conversation", "Reading {name}…"),
        Reading.READ: translate("Conversation", "Read: {name}"),
        Reading.KNOWN: translate("Conversation", "Read before: {name}"),
        Reading.FAILED: translate("Conversation", "Not read: {name}."),
        Reading.REFUSED: translate(
            "Conversation", "Not read: {name}. What is read is kept, and off the record nothing is."
        ),
    }[attachment.reading].format(name=attachment.name)
    fault = attachment.fault
    return words if fault is None else f"{words} {fault.words}"


def more_attachments(count: int) -> str:
    """How many more documents there are than are shown."""
    return translate("Conversation", "and {count} more").format(count=count)
