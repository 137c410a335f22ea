"""A document cut into passages that are found one by one: whole sentences, paragraphs where they fit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine.settings import LibrarySettings

# A sentence ends at its mark with the quotes behind it; scripts without spaces need none after it. A line ends one
# where the next is empty, or a heading, an item of a list, a row or a quotation.
_END = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s)|[。！？｡]+[」』”’）]*|\n(?=[ \t]*(?:\n|[-*+#>|]|\d+[.)]\s))")
_PARAGRAPH = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*#)")
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]"
)
_CHARACTERS_PER_TOKEN = 4  # of a script with spaces; one sign of the others is about a token


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a text, `start` included and `end` not."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence, or a part of one that is too long; `opens` a paragraph."""

    span: Span
    tokens: float
    opens: bool


def estimated_tokens(text: str) -> float:
    """About how many tokens a sentence model makes of `text`; the parts of a text add up to the whole."""
    unspaced = len(_UNSPACED.findall(text))
    return unspaced + (len(text) - unspaced) / _CHARACTERS_PER_TOKEN


def passages(text: str, settings: LibrarySettings) -> list[Span]:
    """Spans in order that together hold everything but blanks; none is longer than `chunk_tokens`.

    A span begins with the last sentences of the one before, at most `overlap_tokens` of them. One that is more
    than half full ends where a paragraph does.
    """
    spans: list[Span] = []
    held: list[_Piece] = []
    fresh = 0  # how many of `held` no span has yet
    for piece in _pieces(text, settings.chunk_tokens):
        size = sum(each.tokens for each in held)
        full = size + piece.tokens > settings.chunk_tokens
        rounded = piece.opens and size > settings.chunk_tokens / 2
        if fresh and (full or rounded):
            spans.append(Span(held[0].span.start, held[-1].span.end))
            held = _tail(held, min(settings.overlap_tokens, settings.chunk_tokens - piece.tokens))
            fresh = 0
        held.append(piece)
        fresh += 1
    if fresh:
        spans.append(Span(held[0].span.start, held[-1].span.end))
    return spans


def _tail(pieces: list[_Piece], room: float) -> list[_Piece]:
    kept: list[_Piece] = []
    for piece in reversed(pieces[1:]):
        room -= piece.tokens
        if room < 0:
            break
        kept.insert(0, piece)
    return kept


def _pieces(text: str, limit: int) -> Iterator[_Piece]:
    """Sentences without the blanks around them, which belong to nobody."""
    past = 0
    for span in _sentences(text):
        trimmed = _trimmed(text, span)
        if trimmed.start == trimmed.end:
            continue
        opens = past == 0 or _PARAGRAPH.search(text, past, trimmed.start + 1) is not None
        for part in _cut(text, trimmed, limit):
            yield _Piece(part, estimated_tokens(text[part.start : part.end]), opens)
            opens = False
        past = trimmed.end


def _trimmed(text: str, span: Span) -> Span:
    inside = text[span.start : span.end]
    start = span.start + len(inside) - len(inside.lstrip())
    return Span(start, max(start, span.start + len(inside.rstrip())))


def _sentences(text: str) -> Iterator[Span]:
    start = 0
    for match in _END.finditer(text):
        yield Span(start, match.end())
        start = match.end()
    if start < len(text):
        yield Span(start, len(text))


def _cut(text: str, span: Span, limit: int) -> Iterator[Span]:
    """`span` in parts of at most `limit` tokens, at blanks where there are any."""
    start = span.start
    # Looking one character further than `limit` tokens can reach tells as much as looking at all of it.
    while estimated_tokens(text[start : min(span.end, start + limit * _CHARACTERS_PER_TOKEN + 1)]) > limit:
        end = _fitting(text, start, span.end, limit)
        blank = text.rfind(" ", start + 1, end)
        end = blank + 1 if blank > start + (end - start) // 2 else end
        yield Span(start, end)
        start = end
    yield Span(start, span.end)


def _fitting(text: str, start: int, end: int, limit: int) -> int:
    """The furthest place up to which `limit` tokens reach; at least one character on."""
    reach = min(end, start + limit * _CHARACTERS_PER_TOKEN)
    low, high = start + 1, reach
    while low < high:
        middle = (low + high + 1) // 2
        if estimated_tokens(text[start:middle]) <= limit:
            low = middle
        else:
            high = middle - 1
    return low
