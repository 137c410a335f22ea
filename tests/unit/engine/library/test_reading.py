"""Formats, by the real parsers in the real worker."""

import zipfile
from io import BytesIO

import pytest
from docx import Document as WordDocument
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.library import (
    DocumentProtectedError,
    DocumentTooLargeError,
    DocumentUnreadableError,
    Format,
    LibraryError,
    NoDocumentError,
)
from engine.library.reading import Reader, ReadText
from engine.process import Worker
from engine.settings import LibrarySettings
from tests.poison import docx, pdf

FEW = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def reader(worker: Worker) -> Reader:
    return Reader(lambda: worker, LibrarySettings())


def _word(*, table: bool = False) -> bytes:
    document = WordDocument()
    document.add_heading("Honey", 1)
    document.add_paragraph("It keeps for years.")
    document.add_paragraph("clover", style="List Bullet")
    if table:
        cells = document.add_table(rows=2, cols=2).rows
        cells[0].cells[0].text, cells[0].cells[1].text = "month", "jars"
        cells[1].cells[0].text, cells[1].cells[1].text = "June", "40"
    written = BytesIO()
    document.save(written)
    return written.getvalue()


def test_html_keeps_its_shape_and_only_words_of_links(reader: Reader) -> None:
    page = b"""<html><head><title>no</title><style>p{}</style></head><body><h2>Honey</h2>
    <p>It <b>keeps</b> for <a href="https://example.org">years</a>.</p><ul><li>clover</li></ul>
    <table><tr><th>month</th><th>jars</th></tr><tr><td>June</td><td>40</td></tr></table></body></html>"""
    read = reader.read("page", page)
    assert read.format is Format.HTML
    for part in ("## Honey", "It **keeps** for years.", "* clover", "| June | 40 |"):
        assert part in read.text
    assert "example.org" not in read.text


def test_docx_keeps_its_shape(reader: Reader) -> None:
    read = reader.read("letter.docx", _word(table=True))
    assert read.format is Format.DOCX
    assert read.text == (
        "# Honey\n\nIt keeps for years.\n\n- clover\n\n| month | jars |\n| --- | --- |\n| June | 40 |"
    )


def test_pdf_gives_the_words_of_its_pages(reader: Reader) -> None:
    read = reader.read("paper.pdf", pdf("A study of moths.\nThey come (at night) to lamps.", "not this"))
    assert read.format is Format.PDF
    assert read.text.split("\n") == ["A study of moths.", "They come (at night) to lamps."]


def test_the_kind_is_told_by_the_content(reader: Reader) -> None:
    assert reader.read("wrong.txt", pdf("Moths.")).format is Format.PDF
    assert reader.read("wrong.pdf", _word()).format is Format.DOCX
    assert reader.read("no_name", b"<!DOCTYPE html><p>Moths</p>").format is Format.HTML
    assert reader.read("no_name", b"Moths <p>", "text/html; charset=utf-8").format is Format.HTML
    assert reader.read("a.md", b"# Moths").format is Format.MARKDOWN
    assert reader.read("a.txt", b"# Moths").format is Format.TEXT


def test_program_text_knows_its_language(reader: Reader) -> None:
    read = reader.read("C:\\code\\moths.py", b"def moth():\n    return 'moth'\n")
    assert (read.format, read.language) == (Format.CODE, "python")
    assert read.text == "def moth():\n    return 'moth'"


def test_tags_are_the_words_that_come_again(reader: Reader) -> None:
    read = reader.read("a.txt", b"Moths and the lamps. The moths fly to lamps, and a moth to the moon.")
    assert read.tags == ("moths", "lamps")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_encodings_are_recognised(reader: Reader, encoding: str) -> None:
    text = "Käse, Brötchen und Äpfel für die Gäste: zwölf Stück. Größe überprüfen, dann öffnen."
    assert reader.read("a.txt", text.encode(encoding)).text == text


def test_chinese_in_its_own_encoding(reader: Reader) -> None:
    text = "蜜蜂住在蜂箱里。女王每天产卵两千个。工蜂采集花蜜，酿成蜂蜜，冬天吃。" * 5
    assert reader.read("a.txt", text.encode("gb18030")).text == text


@pytest.mark.parametrize(
    ("name", "data", "error"),
    [
        ("empty.txt", b"", DocumentUnreadableError),
        ("blank.txt", b" \n ... \n", DocumentUnreadableError),
        ("picture.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0", NoDocumentError),
        ("damaged.pdf", b"%PDF-1.7\ngarbage", DocumentUnreadableError),
        ("cut.pdf", pdf("Moths come to lamps.")[:200], DocumentUnreadableError),
        ("scan.pdf", pdf(""), DocumentUnreadableError),
        ("cut.docx", _word()[:-300], DocumentUnreadableError),
        ("secret.pdf", pdf("Moths.", encrypted=True), DocumentProtectedError),
        ("old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), DocumentUnreadableError),
        (
            "secret.docx",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(64) + "EncryptedPackage".encode("utf-16-le"),
            DocumentProtectedError,
        ),
        ("deep.html", b"<div>" * 20_000 + b"moths", DocumentUnreadableError),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_a_remedy(
    reader: Reader, name: str, data: bytes, error: type[LibraryError]
) -> None:
    with pytest.raises(error) as caught:
        reader.read(name, data)
    assert caught.value.remedy
    assert "moths" not in caught.value.message.casefold()


@pytest.mark.parametrize(
    "text", ["BMW built its first car in 1928.", "MZ made motorcycles.", "II* was the score."]
)
def test_words_that_begin_like_a_picture_or_a_program_are_words(reader: Reader, text: str) -> None:
    assert reader.read("notes", text.encode()).text == text


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "a picture"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "a picture"),
        (b"ID3\x03\0\0\0\0\0\x21", "a recording"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "a recording"),
        (b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41", "a film"),
        (b"7z\xbc\xaf\x27\x1c\0\4", "a packed archive"),
        (b"\x7fELF\2\1\1\0" + bytes(56), "a program"),
    ],
)
def test_what_is_no_document_is_told_for_what_it_is(reader: Reader, data: bytes, kind: str) -> None:
    with pytest.raises(NoDocumentError, match=kind) as caught:
        reader.read("holiday", data)
    assert caught.value.remedy == NoDocumentError.remedy


@pytest.mark.parametrize(
    "words", ["ID3 tags hold a title.", "BMW and MZ built motorcycles.", "RIFF is a container."]
)
def test_words_that_begin_as_another_kind_would_are_read(reader: Reader, words: str) -> None:
    assert reader.read("a.txt", words.encode()).text == words


def _bomb() -> bytes:
    written = BytesIO(docx("x"))
    with zipfile.ZipFile(written, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/more.xml", bytes(450_000_000))
    return written.getvalue()


def test_an_archive_that_unpacks_into_too_much_is_refused(reader: Reader) -> None:
    with pytest.raises(DocumentTooLargeError):
        reader.read("bomb.docx", _bomb())


def test_pages_and_characters_are_bounded(worker: Worker) -> None:
    small = Reader(lambda: worker, LibrarySettings(characters=1000))
    with pytest.raises(DocumentTooLargeError):
        small.read("long.pdf", pdf("\n".join(["moths and lamps"] * 100)))
    with pytest.raises(DocumentTooLargeError):
        small.read("long.html", b"<p>moths</p>" * 300)


def test_a_reader_that_hangs_is_ended_and_the_next_document_read() -> None:
    own = Worker()
    try:
        # Each open tag makes the parser walk all of them again.
        with pytest.raises(DocumentUnreadableError, match="too long"):
            Reader(lambda: own, LibrarySettings(reading_s=1)).read("a.html", b"<html>" + b"<p><b>a" * 400_000)
        assert Reader(lambda: own, LibrarySettings()).read("next.txt", b"Moths.").text == "Moths."
    finally:
        own.close()


def _outcome(reader: Reader, name: str, data: bytes) -> ReadText | LibraryError:
    try:
        return reader.read(name, data)
    except LibraryError as error:
        return error


@FEW
@given(st.binary(max_size=300))
@example(b"PK\x03\x04")
@example(b"%PDF-")
@example(b"<html")
def test_any_bytes_are_read_or_refused(reader: Reader, data: bytes) -> None:
    for name in ("a.txt", "a.html"):
        outcome = _outcome(reader, name, data)
        if isinstance(outcome, LibraryError):
            assert outcome.remedy
        else:
            assert any(map(str.isalnum, outcome.text))
            assert not set(outcome.text) & set("\r\0\x0c\u2028\u202e")


@FEW
@given(st.integers(0, 400), st.binary(min_size=1, max_size=20))
def test_a_damaged_file_is_read_or_refused(reader: Reader, at: int, noise: bytes) -> None:
    for name, whole in (("a.pdf", pdf("Moths come to lamps.")), ("a.docx", _SMALL_WORD)):
        place = at * len(whole) // 400
        outcome = _outcome(reader, name, whole[:place] + noise + whole[place + len(noise) :])
        assert outcome.remedy if isinstance(outcome, LibraryError) else outcome.text.strip()


_SMALL_WORD = _word()
