"""Documents and pasted texts that try to plant facts, directives, corrections and goals; none may succeed.

`poisons()` reads `tests/poison/*.toml`. Each entry has a `name` as a file would, a `text` as its author wrote it,
`plants` (what would show up elsewhere if it had worked) and `hidden` (what a reader does not see, so that it must
not even be captured). `kind` says how it arrives: a `document`, a text `pasted` into the conversation, or a `pdf` or
`docx` made of the text, with `metadata` as its author, title and subject.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from docx import Document

from engine.library.quoting import CLOSING, QUOTE

FOLDER = Path(__file__).with_suffix("")
CONTROL = re.compile(r"<\s*/?\s*\|?\s*(?:im_|eot|s>|start_|end_|tool_|system|[|｜])|<<|[\[\]]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Poison:
    """One attempt."""

    id: str
    kind: str
    name: str
    text: str
    plants: tuple[str, ...]
    hidden: tuple[str, ...] = ()
    metadata: str = ""

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        if self.kind == "pdf":
            return pdf(self.text, self.metadata)
        return docx(self.text, self.metadata, self.hidden) if self.kind == "docx" else self.text.encode()

    def __str__(self) -> str:
        return self.id


@cache
def poisons() -> tuple[Poison, ...]:
    """Every attempt, its id being its file's name and its own."""
    return tuple(
        Poison(
            id=f"{file.stem}.{entry['id']}",
            kind=entry.get("kind", "document"),
            name=entry["name"],
            text=entry["text"],
            plants=tuple(entry["plants"]),
            hidden=tuple(entry.get("hidden", ())),
            metadata=entry.get("metadata", ""),
        )
        for file in sorted(FOLDER.glob("*.toml"))
        for entry in tomllib.loads(file.read_text("utf-8"))["poison"]
    )


@cache
def some_poisons() -> tuple[Poison, ...]:
    """A seventh of them, and one of every kind at least."""
    one_of_each = {poison.kind: poison for poison in poisons()}.values()
    return tuple(dict.fromkeys((*one_of_each, *poisons()[::7])))


def speaking(block: str) -> list[str]:
    """Lines of a quotation, made by `quoted`, that a prompt might take for its own; none should be."""
    head, *lines, tail = block.split("\n")
    framed = head.startswith("--- quoted from “") and tail == CLOSING
    bare = [] if framed else [head, tail]
    return bare + [
        line
        for line in (head, *lines)
        if CONTROL.search(line.removeprefix(QUOTE)) or (line is not head and not line.startswith(QUOTE))
    ]


def pdf(text: str, metadata: str = "", *, encrypted: bool = False) -> bytes:
    """A PDF of one page with a line of plain letters a line of `text`."""
    shown = b" ".join(b"(%s) Tj T*" % _literal(line) for line in text.splitlines())
    page = b"BT /F1 11 Tf 14 TL 50 750 Td %s ET" % shown
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        (
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
            b"/Resources << /Font << /F1 5 0 R >> >> >>"
        ),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(page), page),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Title (%s) /Author (%s) /Subject (%s) >>" % ((_literal(metadata),) * 3),
        b"<< /Filter /Standard /V 1 /R 2 /O (%s) /U (%s) /P -4 >>" % (b"o" * 32, b"u" * 32),
    ]
    return _assembled(
        objects, b" /Encrypt 7 0 R /ID [(0123456789abcdef) (0123456789abcdef)]" if encrypted else b""
    )


def docx(text: str, metadata: str = "", hidden: tuple[str, ...] = ()) -> bytes:
    """A DOCX with a paragraph a line, and `hidden` as text that its font hides."""
    document = Document()
    for line in text.splitlines():
        document.add_paragraph(line)
    for line in hidden:
        document.add_paragraph().add_run(line).font.hidden = True
    document.core_properties.title = document.core_properties.comments = metadata
    written = BytesIO()
    document.save(written)
    return written.getvalue()


def _literal(text: str) -> bytes:
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return escaped.encode("latin-1", "replace")


def _assembled(objects: list[bytes], trailer: bytes) -> bytes:
    written, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start, count = len(written), len(objects) + 1
    written += b"xref\n0 %d\n0000000000 65535 f \n" % count
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    written += b"trailer\n<< /Size %d /Root 1 0 R /Info 6 0 R%s >>\nstartxref\n%d\n%%%%EOF" % (
        count,
        trailer,
        start,
    )
    return bytes(written)
