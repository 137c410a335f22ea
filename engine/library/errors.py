"""What can go wrong with documents.

* LibraryError
  * DocumentUnreadableError   damaged, empty, or of a kind that is not read; also what broke its reader
    x NoDocumentError           a picture, a recording, a program: nothing that is written
  x DocumentProtectedError    encrypted, so that it cannot be read
  x DocumentTooLargeError     more bytes, pages or characters than the settings allow

Nothing here carries a document's text.
"""

from engine.errors import CompanionError


class LibraryError(CompanionError):
    """Base of this room's errors."""


class DocumentUnreadableError(LibraryError):
    """A document that holds nothing we can read, or is not what its name says."""

    remedy = "Save it as PDF, DOCX, HTML, Markdown or plain text, and add that."


class NoDocumentError(DocumentUnreadableError):
    """A file that holds nothing written, such as a picture."""

    remedy = "Say in words what is in it, or add a document that tells of it."


class DocumentProtectedError(LibraryError):
    """A document that is encrypted."""

    remedy = "Open it with its password, save a copy without one, and add the copy."


class DocumentTooLargeError(LibraryError):
    """A document larger than the settings allow."""

    remedy = "Add it in parts."
