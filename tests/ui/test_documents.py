"""Texts as documents: light Markdown, nothing fetched, nothing lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.window import application
from ui.conversation.listing.documents import answer_document, keep_line_breaks, plain_document
from ui.theme import Theme


@pytest.fixture(scope="module")
def theme(qapp):
    made = Theme(application())
    yield made
    made.deleteLater()


def test_bold_italic_code_and_lists_are_read(theme):
    document = answer_document("A **bold** word, an *italic* one, `code`.\n\n- one\n- two", theme, 400)
    assert document.toPlainText() == "A bold word, an italic one, code.\none\ntwo"
    assert document.findBlockByNumber(1).textList() is not None


def test_html_stays_text(theme):
    document = answer_document("<b>not bold</b> <img src='x'>", theme, 400)
    assert "<b>not bold</b>" in document.toPlainText()


def test_a_picture_is_never_fetched(theme, tmp_path):
    picture = tmp_path / "secret.png"
    picture.write_bytes(b"not a picture")
    document = answer_document(f"![look]({picture.as_uri()})", theme, 400)
    asked = []
    document.loadResource = lambda kind, name: asked.append(name)
    assert document.resource(2, picture.as_uri()) is None


def test_what_was_typed_is_shown_as_it_is(theme):
    text = "**not bold**\n  indented\n\n- no list"
    assert plain_document(text, theme, 400).toPlainText() == text


def test_single_line_breaks_are_kept(theme):
    assert answer_document("roses\nviolets", theme, 400).toPlainText().split("\n")[0] != "roses violets"


@given(st.lists(st.text(alphabet="ab *`~-\t", max_size=12), max_size=8))
def test_keeping_line_breaks_changes_nothing_but_the_ends_of_lines(lines):
    text = "\n".join(lines)
    kept = keep_line_breaks(text)
    assert [line.rstrip() for line in kept.split("\n")] == [line.rstrip() for line in lines or [""]]


@given(st.lists(st.text(alphabet="ab =", max_size=12), max_size=8))
def test_code_stays_untouched(lines):
    code = ["```", *lines, "```"]
    assert keep_line_breaks("\n".join(code)) == "\n".join(code)


def test_any_text_can_be_shown(theme):
    @given(st.text(max_size=300))
    def show(text):
        document = answer_document(text, theme, 300)
        assert document.idealWidth() <= 301 or not text.strip()

    show()
