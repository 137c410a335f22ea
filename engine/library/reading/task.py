"""The worker's side of reading: bytes in, Markdown and the words it repeats most out ([A] §8)."""

import re
from collections import Counter

from engine.library.reading.parsers import parse
from engine.library.records import DocumentTooLargeError, DocumentUnreadableError, Limits
from engine.process import Frame, Header, bounded_memory
from engine.search import stems

_WORD = re.compile(r"[^\W\d_]{3,30}")
_LOOKED_AT = 200
_LEAST = 2


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


def most_repeated(text: str, limit: int) -> list[str]:
    """At most `limit` words that come at least twice, most frequent first, one form a stem, no stop words."""
    counted = Counter(map(str.casefold, _WORD.findall(text)))
    chosen: dict[str, str] = {}
    for word, count in counted.most_common(_LOOKED_AT):
        stem = " ".join(stems(word))
        if count >= _LEAST and stem:
            chosen.setdefault(stem, word)
    return list(chosen.values())[:limit]
