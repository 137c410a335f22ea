"""Which parser reads a document, told by its content first and by its name only where content cannot tell."""

import codecs
import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath

import filetype
from charset_normalizer import from_bytes
from pygments.lexers import find_lexer_class_for_filename
from pypdf import PdfReader

from engine.library.quoting import seen
from engine.library.reading.docx import read_docx
from engine.library.reading.markup import read_html
from engine.library.records import (
    DocumentProtectedError,
    DocumentTooLargeError,
    DocumentUnreadableError,
    Format,
    LibraryError,
    Limits,
    NoDocumentError,
)

# Longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 256 * 1024
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_PROSE = frozenset({"Text only", "Markdown"})

_PDF, _ZIP, _OLE = b"%PDF-", b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEAD = 1024  # a PDF may have that much before its mark
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
_MARKDOWN_NAMES = frozenset({".md", ".markdown", ".mdown"})
_HTML_NAMES = frozenset({".html", ".htm", ".xhtml"})
_NOT_WRITTEN = {"image": "a picture", "audio": "a recording", "video": "a film", "font": "a typeface"}
_PACKED = frozenset({"7z", "br", "bz2", "cab", "gz", "lz", "lz4", "rar", "tar", "xz", "Z", "zst"})
_BREAKS = re.compile("[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_GAPS = re.compile(r"[ \t]+$|(?<=\n\n)\n+", re.MULTILINE)


def decoded(data: bytes) -> str:
    """The text of `data`: by its mark, as UTF-8, else in the likeliest encoding. Raises DocumentUnreadableError."""
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return _guessed(data)


def _guessed(data: bytes) -> str:
    # A zero byte is in no text of eight bits, and wide ones without a mark are too rare to guess at.
    best = None if b"\0" in data else from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise DocumentUnreadableError("This is no text in an encoding that can be recognised.")
    return data.decode(best.encoding, "replace")


def language_of(name: str) -> str | None:
    """The programming language that a file's name stands for, in lower case; None for prose."""
    kind = find_lexer_class_for_filename(name.replace("\\", "/").rpartition("/")[2])
    return None if kind is None or kind.name in _PROSE else str(kind.name).lower()


def without_comments(markdown: str) -> str:
    """Markdown without what its reader never sees."""
    return _COMMENT.sub("", markdown)


def read_pdf(data: bytes, limits: Limits) -> str:
    """The text of every page, pages apart. Raises DocumentProtectedError, DocumentTooLargeError."""
    reader = PdfReader(BytesIO(data))
    if reader.is_encrypted:
        raise DocumentProtectedError("The PDF is encrypted.")
    if len(reader.pages) > limits.pages:
        words = f"The PDF has {len(reader.pages):,} pages, more than the {limits.pages:,} that are read."
        raise DocumentTooLargeError(words)
    pages: list[str] = []
    size = 0
    for page in reader.pages:
        pages.append(page.extract_text())
        size += len(pages[-1])
        if size > 2 * limits.characters:
            raise DocumentTooLargeError(
                f"The PDF has more than the {limits.characters:,} characters that are kept."
            )
    return "\n\n".join(pages)


Parser = Callable[[bytes, Limits], str]
BINARY: dict[Format, Parser] = {Format.PDF: read_pdf, Format.DOCX: read_docx, Format.HTML: read_html}


@dataclass(frozen=True, slots=True)
class Parsed:
    """A document as Markdown; `language` is a program's."""

    text: str
    format: Format
    language: str | None


def parse(data: bytes, name: str, mime: str | None, limits: Limits) -> Parsed:
    """The Markdown of a document. Raises the room's errors; MemoryError and RecursionError pass."""
    suffix = PurePosixPath(name.replace("\\", "/").casefold()).suffix
    found = _format_of(data, suffix, mime)
    language = None
    if found in BINARY:
        raw = _parsed(BINARY[found], data, limits)
    else:
        raw = decoded(data)
        language = language_of(name) if found is Format.TEXT else None
        found = Format.CODE if language else found
        raw = without_comments(raw) if found is Format.MARKDOWN else raw
    return Parsed(_tidied(raw, limits), found, language)


def _parsed(parser: Parser, data: bytes, limits: Limits) -> str:
    try:
        return parser(data, limits)
    except (LibraryError, MemoryError, RecursionError):
        raise
    except Exception as error:
        # The parsers raise whatever a damaged file leads them into, without a common base.
        raise DocumentUnreadableError(f"The document is damaged ({type(error).__name__}).") from error


def _format_of(data: bytes, suffix: str, mime: str | None) -> Format:
    if _PDF in data[:_HEAD]:
        return Format.PDF
    if data.startswith(_ZIP):
        return _zipped(data)
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise DocumentProtectedError("The document is protected by a password.")
        raise DocumentUnreadableError("Documents of old office programs are not read.")
    _refuse_what_is_not_written(data)
    if (
        suffix in _HTML_NAMES
        or (mime or "").startswith(("text/html", "application/xhtml"))
        or _HTML.match(data)
    ):
        return Format.HTML
    if suffix in _MARKDOWN_NAMES or (mime or "").startswith("text/markdown"):
        return Format.MARKDOWN
    return Format.TEXT


def _refuse_what_is_not_written(data: bytes) -> None:
    """Raises NoDocumentError for a picture, a recording and the like, told by how it begins."""
    head = data[:_HEAD]
    # Words may begin like a picture ("BM…"); what holds no zero byte and is read as UTF-8 is words.
    with suppress(UnicodeDecodeError):
        codecs.getincrementaldecoder("utf-8")().decode(head)
        if b"\0" not in head:
            return
    found = filetype.guess(head)
    if found is None:
        return
    family = found.mime.partition("/")[0]
    kind = "a packed archive" if found.extension in _PACKED else _NOT_WRITTEN.get(family, "a program's file")
    raise NoDocumentError(f"This is {kind}: only what is written in a file can be read.")


def _zipped(data: bytes) -> Format:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        raise DocumentUnreadableError("The document is damaged (its archive does not open).") from error
    if "word/document.xml" not in names:
        raise DocumentUnreadableError("This kind of document is not read.")
    return Format.DOCX


def _tidied(text: str, limits: Limits) -> str:
    if len(text) > 2 * limits.characters:
        raise DocumentTooLargeError(
            f"The document has more than the {limits.characters:,} characters that are kept."
        )
    plain = _GAPS.sub("", seen(_BREAKS.sub("\n", text.replace("\r\n", "\n")))).strip()
    if len(plain) > limits.characters:
        raise DocumentTooLargeError(
            f"The document has {len(plain):,} characters, more than the {limits.characters:,} that are kept."
        )
    if not any(map(str.isalnum, plain)):
        raise DocumentUnreadableError("The document holds no text; pictures of text are not read.")
    return plain
