"""HTML to Markdown: what a reader sees of the page, and nothing it hides."""

import re
import warnings
from typing import Any

from bs4 import BeautifulSoup, Comment, MarkupResemblesLocatorWarning, Tag, XMLParsedAsHTMLWarning
from markdownify import MarkdownConverter

from engine.library.records import Limits

_UNREAD = (
    "script", "style", "template", "noscript", "head", "iframe", "object", "embed", "svg", "canvas", "math",
    "audio", "video", "select", "input", "textarea", "button", "dialog",
)  # fmt: skip
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)"
    r"|font-size\s*:\s*0(?:\.0+)?\s*(?:px|pt|em|rem|%)?\s*(?:;|!|$)|(?:text-indent|left|top)\s*:\s*-\d{3,}",
    re.IGNORECASE,
)


def read_html(data: bytes, _limits: Limits) -> str:
    """Headings, paragraphs, lists and tables of `data`; of links and pictures only words."""
    converter = MarkdownConverter(heading_style="ATX", strip=["a", "img"], escape_asterisks=False,
                                  escape_underscores=False)  # fmt: skip
    return str(converter.convert_soup(seen_page(data)))


def seen_page(data: bytes | str) -> BeautifulSoup:
    """The page without what a reader would not see of it."""
    with warnings.catch_warnings():
        # XHTML reads well enough as HTML; a text without any markup is no address either.
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        page = BeautifulSoup(data, "html.parser")
    for comment in page.find_all(string=lambda text: isinstance(text, Comment)):
        comment.extract()
    for element in page.find_all(_is_unseen):
        element.extract()
    return page


def _is_unseen(element: Tag) -> bool:
    attributes: dict[str, Any] = element.attrs
    return (
        element.name in _UNREAD
        or "hidden" in attributes
        or str(attributes.get("aria-hidden", "")).casefold() == "true"
        or _HIDING.search(str(attributes.get("style", ""))) is not None
    )
