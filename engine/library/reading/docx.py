"""DOCX to Markdown: headings, paragraphs, lists and tables; nothing hidden, no comments, no deleted text."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO

from docx import Document
from docx.table import Table
from docx.text.hyperlink import Hyperlink
from docx.text.paragraph import Paragraph
from docx.text.run import Run

from engine.library.records import DocumentTooLargeError, Limits

_HEADING = re.compile(r"heading (\d)")
_MOST_MEMBERS = 5000
_UNPACKED_PER_CHARACTER = 100  # XML is that much longer than its text; beyond it is a bomb


def read_docx(data: bytes, limits: Limits) -> str:
    """The document's own text. Raises DocumentTooLargeError for an archive that unpacks into too much."""
    _refuse_bomb(data, limits)
    return "\n\n".join(filter(None, map(_block, Document(BytesIO(data)).iter_inner_content())))


def _refuse_bomb(data: bytes, limits: Limits) -> None:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        members = archive.infolist()
    unpacked = sum(member.file_size for member in members if member.filename.endswith((".xml", ".rels")))
    if len(members) > _MOST_MEMBERS or unpacked > limits.characters * _UNPACKED_PER_CHARACTER:
        raise DocumentTooLargeError("The document unpacks into more than is read.")


def _block(block: Paragraph | Table) -> str:
    if isinstance(block, Table):
        return "\n".join(_rows(block))
    text = "".join(_seen_runs(block)).strip()
    style = block.style.name.casefold() if block.style is not None and block.style.name else ""
    heading = _HEADING.match(style)
    if not text:
        return ""
    if heading is not None:
        return f"{'#' * max(1, int(heading[1]))} {text}"
    return f"# {text}" if style == "title" else f"- {text}" if style.startswith("list") else text


def _rows(table: Table) -> Iterator[str]:
    for number, row in enumerate(table.rows):
        cells = [" ".join(_block(part) for part in cell.iter_inner_content()).strip() for cell in row.cells]
        yield f"| {' | '.join(' '.join(cell.split()) for cell in cells)} |"
        if number == 0:
            yield f"|{' --- |' * len(cells)}"


def _seen_runs(paragraph: Paragraph) -> Iterator[str]:
    for inner in paragraph.iter_inner_content():
        runs: list[Run] = inner.runs if isinstance(inner, Hyperlink) else [inner]
        yield from (run.text for run in runs if not run.font.hidden)
