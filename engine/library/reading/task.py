"""The worker's side of reading: bytes in, Markdown out."""

from engine.library.errors import DocumentTooLargeError, DocumentUnreadableError
from engine.library.reading.limits import Limits
from engine.library.reading.parsers import parse
from engine.library.reading.words import most_repeated
from engine.process import Frame, Header, bounded_memory


class ReadTask:
    """Reads one document a request. What it says of a failure names the kind of fault, never the text."""

    def run(self, request: Header, payload: bytes) -> Frame:
        """The Markdown as UTF-8, with its format, programming language and tags."""
        limits = Limits(**request["limits"])
        try:
            with bounded_memory(limits.memory):
                parsed = parse(payload, request["name"], request["mime"], limits)
                tags = most_repeated(parsed.text, limits.tags)
        except MemoryError:
            raise DocumentTooLargeError("The document takes more memory than reading may use.") from None
        except RecursionError:
            raise DocumentUnreadableError("The document is nested too deeply.") from None
        reply = {"format": parsed.format.value, "language": parsed.language, "tags": tags}
        return reply, parsed.text.encode()
