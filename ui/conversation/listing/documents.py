"""Texts of a conversation as laid-out documents: what was typed as it is, answers as light Markdown.

Answers come from a model and may hold anything: HTML stays text, and no picture, style or file is ever
fetched for one.
"""

import re
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)

from ui.theme import Gap, Theme
from ui.theme.tokens import MONO

LINE_HEIGHT = 120.0  # percent
FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_FENCE = re.compile(r"^\s{0,3}(```|~~~)")


class TurnDocument(QTextDocument):
    """A document that loads nothing from anywhere."""

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        return None


def plain_document(text: str, theme: Theme, width: float) -> TurnDocument:
    """`text` as it was typed, wrapped at `width` pixels."""
    document = _empty(theme)
    document.setPlainText(text)
    _space_blocks(document, theme, paragraph=0)
    document.setTextWidth(width)
    return document


def answer_document(text: str, theme: Theme, width: float) -> TurnDocument:
    """`text` read as Markdown, wrapped at `width` pixels.

    Unfinished marks, as while streaming, stay letters.
    """
    document = _empty(theme)
    document.setMarkdown(keep_line_breaks(text), FEATURES)
    _space_blocks(document, theme, paragraph=theme.metrics.space(Gap.NEAR))
    document.setTextWidth(width)
    return document


def text_height(document: QTextDocument) -> float:
    """How high the letters of `document` stand.

    Without the room that its line height leaves below the last line.
    """
    line = QFontMetricsF(document.defaultFont()).height()
    return document.size().height() - line * (LINE_HEIGHT - 100) / 100


def keep_line_breaks(text: str) -> str:
    """Markdown in which a line's end is a line's end, as people and small models mean it.

    Code stays untouched.
    """
    lines, fenced = [], False
    for line in text.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
            lines.append(line)
        else:
            lines.append(line if fenced or not line.strip() else f"{line.rstrip()}  ")
    return "\n".join(lines)


def _empty(theme: Theme) -> TurnDocument:
    document = TurnDocument()
    document.setUndoRedoEnabled(False)
    document.setDocumentMargin(0)
    document.setDefaultFont(theme.font(theme.metrics.body))
    document.setIndentWidth(theme.metrics.space(Gap.OPEN))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    document.setDefaultTextOption(option)
    return document


def _space_blocks(document: QTextDocument, theme: Theme, paragraph: int) -> None:
    block = document.begin()
    while block.isValid():
        following = block.next()
        _space_block(block, following, theme, paragraph)
        _dress_code(block, theme)
        block = following


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)


def _in_one_list(block: QTextBlock, following: QTextBlock) -> bool:
    return block.textList() is not None and following.isValid() and following.textList() is not None


def _space_block(block: QTextBlock, following: QTextBlock, theme: Theme, paragraph: int) -> None:
    form = QTextBlockFormat(block.blockFormat())
    form.setLineHeight(LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    in_run = _in_one_list(block, following) or (_is_code(block) and _is_code(following))
    last = not following.isValid()
    form.setTopMargin(0)
    form.setBottomMargin(0 if last or in_run else paragraph)
    if _is_code(block):
        form.setNonBreakableLines(False)
        form.setBackground(QBrush(QColor(theme.colours.code)))
        form.setLeftMargin(theme.metrics.space(Gap.NEAR))
    QTextCursor(block).setBlockFormat(form)


def _dress_code(block: QTextBlock, theme: Theme) -> None:
    code = QTextCharFormat()
    code.setFontFamilies(list(MONO))
    code.setFontFixedPitch(True)
    code.setProperty(QTextFormat.Property.FontPixelSize, round(theme.metrics.body * 0.92))
    code.setBackground(QBrush(QColor(theme.colours.code)))
    for start, length in _code_spans(block):
        cursor = QTextCursor(block)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(code)


def _code_spans(block: QTextBlock) -> list[tuple[int, int]]:
    spans = []
    iterator = block.begin()
    while not iterator.atEnd():
        fragment = iterator.fragment()
        if fragment.charFormat().fontFixedPitch():
            spans.append((fragment.position(), fragment.length()))
        iterator += 1
    return spans
