"""The worker's side of reading a feed: bytes in, plain items out. What hostile bytes break is this process alone."""

import calendar
import hashlib
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from typing import Any, Final
from urllib.parse import urljoin

import feedparser
from bs4 import BeautifulSoup, Tag

from engine.library.quoting import seen
from engine.library.reading.markup import seen_page
from engine.process import Frame, Header, bounded_memory
from engine.senses.feeds.address import web_link
from engine.senses.feeds.records import FeedUnreadableError

LONGEST_TITLE, LONGEST_SUMMARY, LONGEST_NAME = 300, 600, 120
LONGEST_MARKUP = 20_000
"""Letters of an item's markup that are looked at."""
HEAD = 200_000
"""Bytes of a page in which its feed is looked for."""
KINDS: Final = frozenset({"application/rss+xml", "application/atom+xml"})
_MARKUP = re.compile(r"[<&]")
_PAGE = re.compile(rb"<\s*(?:!doctype\s+html|html)\b", re.IGNORECASE)
_BLOCKS = (
    "br",
    "p",
    "div",
    "li",
    "td",
    "th",
    "tr",
    "dt",
    "dd",
    "blockquote",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
)


class FeedTask:
    """Reads one feed a request. What it says of a failure names the kind of fault, never the text."""

    def run(self, request: Header, payload: bytes) -> Frame:
        """The name and the items as JSON; for a page, the address of the feed that it names."""
        try:
            with bounded_memory(request["memory"]):
                found = _read(payload, request)
        except MemoryError:
            raise FeedUnreadableError("The feed takes more memory than reading may use.") from None
        except RecursionError:
            raise FeedUnreadableError("The feed is nested too deeply.") from None
        return {}, json.dumps(found, ensure_ascii=False).encode("utf-8", "replace")


def _read(data: bytes, request: Header) -> dict[str, Any]:
    elsewhere = _feed_of_page(data[:HEAD], request["address"])
    if elsewhere:
        return {"name": "", "items": [], "elsewhere": elsewhere}
    parsed = _parsed(data, request)
    # A list of addresses or a page gives no version.
    if not parsed.get("version") and not parsed.get("entries"):
        raise FeedUnreadableError("What lies at this address is no feed.")
    items = [item for entry in parsed["entries"] if (item := _item(entry)) is not None]
    items.sort(key=lambda one: one["published"] or "9", reverse=True)
    name = _plain(parsed.get("feed", {}).get("title", ""), LONGEST_NAME)
    return {"name": name, "items": items[: request["items"]], "elsewhere": ""}


def _parsed(data: bytes, request: Header) -> Any:
    if not data.strip():
        raise FeedUnreadableError("What lies at this address is empty.")
    headers = {"content-type": request["content_type"], "content-location": request["address"]}
    try:
        # As a stream: of bytes alone the library would try whether they are an address or a file's name.
        # What it would clean of markup is left to `seen_page`, which keeps none.
        return feedparser.parse(
            BytesIO(data), response_headers=headers, sanitize_html=False, resolve_relative_uris=False
        )
    except (MemoryError, RecursionError):
        raise
    except Exception as error:
        # The library raises whatever a damaged feed leads it into, without a common base.
        raise FeedUnreadableError(f"The feed is damaged ({type(error).__name__}).") from error


def _item(entry: Any) -> dict[str, Any] | None:
    """One item; None for one that says nothing."""
    title = _plain(entry.get("title", ""), LONGEST_TITLE)
    summary = _plain(entry.get("summary", ""), LONGEST_SUMMARY)
    link = web_link(_text(entry.get("link", "")))
    if not any(map(str.isalnum, title + summary)):
        return None
    known_by = _text(entry.get("id", "")) or link or title or summary
    return {
        "key": hashlib.sha256(known_by.encode("utf-8", "replace")).hexdigest()[:32],
        "title": title or f"{summary[:80].rsplit(' ', 1)[0]}…",
        "summary": "" if summary == title else summary,
        "link": link,
        "published": _published(entry),
    }


def _published(entry: Any) -> str | None:
    for name in ("published_parsed", "updated_parsed"):
        told = entry.get(name)
        if told:
            try:
                return datetime.fromtimestamp(calendar.timegm(told), UTC).isoformat()
            except (OverflowError, ValueError, OSError, TypeError):
                continue
    return None


def _plain(markup: Any, most: int) -> str:
    """What a reader sees of it, on one line."""
    text = _text(markup)[:LONGEST_MARKUP]
    if _MARKUP.search(text):
        page = seen_page(text)
        for block in page.find_all(_BLOCKS):
            block.append(" ")
        text = page.get_text()
    line = " ".join(seen(text).split())
    return line if len(line) <= most else f"{line[:most].rsplit(' ', 1)[0].rstrip(',;:')}…"


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _feed_of_page(data: bytes, address: str) -> str:
    """The feed that a page names as its own; empty for what is no page, or names none."""
    if not _PAGE.search(data[:1000]):
        return ""
    for link in _links(data):
        kind = str(link.get("type", "")).partition(";")[0].strip().casefold()
        if kind in KINDS and "alternate" in link.get_attribute_list("rel"):
            return web_link(urljoin(address, str(link.get("href", ""))))
    return ""


def _links(data: bytes) -> Iterator[Tag]:
    yield from BeautifulSoup(data, "html.parser").find_all("link")
