"""The application's side of reading: bytes out over the wire, Markdown back."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from engine.library.records import (
    DocumentProtectedError,
    DocumentTooLargeError,
    DocumentUnreadableError,
    Format,
    LibraryError,
    NoDocumentError,
)
from engine.process import Frame, Header, TaskFailedError, Worker, WorkerDiedError, WorkerError
from engine.settings import LibrarySettings

TASK = "read_document"
FAULTS: dict[str, type[LibraryError]] = {
    kind.__name__: kind
    for kind in (DocumentProtectedError, DocumentTooLargeError, DocumentUnreadableError, NoDocumentError)
}


@dataclass(frozen=True, slots=True)
class ReadText:
    """What was read: Markdown, never empty; `language` is a program's, `tags` are the words it repeats most."""

    text: str
    format: Format
    language: str | None
    tags: tuple[str, ...]


class Reader:
    """Reads documents in a worker of its own, so that a file that breaks it costs nobody else's work.

    The worker is made when it is first needed. Callable from any thread; documents are read one after another.
    """

    def __init__(self, make_worker: Callable[[], Worker], settings: LibrarySettings) -> None:
        self._make_worker = make_worker
        self._settings = settings
        self._worker: Worker | None = None
        self._making = threading.Lock()

    def read(self, name: str, data: bytes, mime: str | None = None) -> ReadText:
        """The text of a document. Raises DocumentUnreadableError, DocumentProtectedError, DocumentTooLargeError,
        LibraryError where there is no worker.
        """
        if len(data) > self._settings.file_bytes:
            words = f"The document has {len(data):,} bytes, more than the {self._settings.file_bytes:,} that are read."
            raise DocumentTooLargeError(words)
        reply, payload = self._asked({"name": name, "mime": mime, "limits": self._limits()}, data)
        return ReadText(payload.decode(), Format(reply["format"]), reply["language"], tuple(reply["tags"]))

    def close(self) -> None:
        """End the worker. Idempotent."""
        if self._worker is not None:
            self._worker.close()

    def _limits(self) -> dict[str, int]:
        chosen = self._settings
        return {
            "pages": chosen.pages,
            "characters": chosen.characters,
            "memory": chosen.reading_bytes,
            "tags": chosen.tags,
        }

    def _asked(self, request: Header, data: bytes) -> Frame:
        with self._making:
            worker = self._worker = self._worker or self._make_worker()
        try:
            return worker.ask(TASK, request, data, timeout_s=self._settings.reading_s)
        except TaskFailedError as error:
            raise FAULTS.get(error.code, DocumentUnreadableError)(error.message) from error
        except WorkerDiedError as error:
            words = "The document broke its reader, or took too long to read."
            raise DocumentUnreadableError(words) from error
        except WorkerError as error:
            raise LibraryError(error.message, error.remedy) from error
