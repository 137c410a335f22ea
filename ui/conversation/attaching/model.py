"""The view-model of documents that are added while talking. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath

from ui.conversation import operations
from ui.conversation.model import Conversation
from ui.doors import Door, Fault
from ui.observable import Signal


class Reading(StrEnum):
    """How it stands with a document. `KNOWN` ones were read before; `REFUSED` ones were given off the record."""

    READING = "reading"
    READ = "read"
    KNOWN = "known"
    FAILED = "failed"
    REFUSED = "refused"


UNREAD = frozenset({Reading.FAILED, Reading.REFUSED})


@dataclass(slots=True, eq=False)
class Attachment:
    """One file of this machine; `fault` says why it could not be read."""

    path: str
    reading: Reading = Reading.READING
    fault: Fault | None = None

    @property
    def name(self) -> str:
        return PurePath(self.path).name


class Attaching:
    """What was added since the last message was sent, in its order.

    A document is kept, in the library: so none is read while what is said is off the record.
    """

    def __init__(self, door: Door, conversation: Conversation) -> None:
        self._door, self._conversation = door, conversation
        self.shown: list[Attachment] = []
        self.changed: Signal[[]] = Signal()

    def add(self, paths: Sequence[str]) -> None:
        """Read these files; one that is shown already is shown once, and read anew unless it is being read."""
        for path in dict.fromkeys(paths):
            before = next((one for one in self.shown if one.path == path), None)
            if before is not None and before.reading is Reading.READING:
                continue
            self.shown = [one for one in self.shown if one is not before]
            self._read(Attachment(path))
        self.changed.emit()

    def let_go(self, attachment: Attachment) -> None:
        """Show this no longer; what was read of it is kept."""
        self.shown = [one for one in self.shown if one is not attachment]
        self.changed.emit()

    def clear(self) -> None:
        """Show nothing any more but what is still being read."""
        self.shown = [one for one in self.shown if one.reading is Reading.READING]
        self.changed.emit()

    def _read(self, attachment: Attachment) -> None:
        self.shown.append(attachment)
        if self._conversation.off_record:
            attachment.reading = Reading.REFUSED
            return

        def read(*, new: bool) -> None:
            attachment.reading = Reading.READ if new else Reading.KNOWN
            self.changed.emit()

        def failed(fault: Fault) -> None:
            attachment.reading, attachment.fault = Reading.FAILED, fault
            self.changed.emit()

        operations.read_document(self._door, attachment.path, lambda new: read(new=new), failed)
