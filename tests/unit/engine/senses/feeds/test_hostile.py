"""Hostile feeds get a clear error, and lose nothing of what was read before."""

import gzip
import socket
import time
import zlib
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from engine.network import Allowed, Ledger
from engine.process import Worker
from engine.senses.feeds import Feeds, FeedUnreachableError, FeedUnreadableError
from engine.senses.feeds.address import led_to, require_open
from engine.senses.feeds.fetching import Came
from engine.senses.feeds.reading import FeedReader, ReadFeed
from engine.senses.feeds.store import Validators
from engine.settings import FeedSettings
from tests.feed_server import Answer, Site, item, rss, sends
from tests.unit.engine.senses.feeds.conftest import Shared

SMALL = 64 * 1024
DRIPPING_S = 20
"""How long one goes on that sends a byte at a time."""
BOMB = (
    b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "'
    + b"ha" * 1000
    + b'">'
    + b"".join(b'<!ENTITY %c "%s">' % (98 + at, (b"&%c;" % (97 + at)) * 10) for at in range(9))
    + b']><rss version="2.0"><channel><title>x</title><item><title>Boom &j;</title></item></channel></rss>'
)
OUTSIDE = (
    b'<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    b'<rss version="2.0"><channel><title>x</title><item><title>Read &x;</title></item></channel></rss>'
)


def endless(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b"<rss>" * 20_000)


def dripping(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _ in range(10 * DRIPPING_S):
        handler.wfile.write(b" ")
        handler.wfile.flush()
        time.sleep(0.1)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        pytest.param(endless, "more than", id="endless"),
        pytest.param(
            sends(gzip.compress(bytes(50_000_000)), Content_Encoding="gzip"), "more than", id="gzip"
        ),
        pytest.param(
            sends(zlib.compress(bytes(50_000_000)), Content_Encoding="deflate"), "more than", id="deflate"
        ),
        pytest.param(sends(b"abc", Content_Encoding="gzip"), "damaged", id="not packed"),
        pytest.param(sends(b"abc", Content_Encoding="br"), "not read", id="another packing"),
        pytest.param(sends(b"<html><body>Hi</body></html>", Content_Type="text/html"), "no feed", id="page"),
        pytest.param(sends(b'{"items": []}'), "no feed", id="json"),
        pytest.param(sends(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 9), "no feed", id="picture"),
        pytest.param(sends(b""), "empty", id="empty"),
        pytest.param(sends(status=500), "500", id="broken server"),
        pytest.param(sends(status=403), "nobody in", id="forbidden"),
        pytest.param(sends(status=302, Location="file:///etc/passwd"), "away from the web", id="to a file"),
        pytest.param(
            sends(status=302, Location="http://169.254.169.254/x"), "private", id="to a private host"
        ),
        pytest.param(sends(status=301, Location="http://localhost:1/"), "private", id="to another port"),
        pytest.param(sends(status=302, Location="http://[::ffff:10.0.0.1]/"), "private", id="disguised"),
        pytest.param(sends(status=302, Location="/feed"), "circles", id="in circles"),
    ],
)
def test_it_is_told_and_what_was_read_stays(
    make: Callable[..., Feeds], site: Site, ledger: Ledger, answer: Answer, told: str
) -> None:
    feeds = make(largest_bytes=SMALL, fetching_s=3.0)
    site.answers["/feed"] = rss(item("Before"))
    feed = feeds.add(site.url())
    feeds.read([feed])
    site.answers["/feed"] = answer
    (outcome,) = feeds.read([feed])
    assert told in outcome.fault
    assert outcome.remedy
    assert [one.title for one in feeds.items()] == ["Before"]
    assert feeds.feed(feed.id).fetched_at is not None
    assert {one.to for one in ledger.entries() if one.outcome == "done"} == {
        site.url("").removeprefix("http://")
    }


def test_one_that_drips_is_left_when_its_time_is_over(make: Callable[..., Feeds], site: Site) -> None:
    feeds = make(fetching_s=2.0)
    site.answers["/feed"] = rss(item("Before"))
    feed = feeds.add(site.url())
    feeds.read([feed])
    site.answers["/feed"] = dripping
    began = time.monotonic()
    (outcome,) = feeds.read([feed])
    assert time.monotonic() - began < DRIPPING_S / 2
    assert "too long" in outcome.fault
    assert outcome.remedy
    assert [one.title for one in feeds.items()] == ["Before"]


def test_nobody_answers(feeds: Feeds) -> None:
    (outcome,) = feeds.read([feeds.add("http://127.0.0.1:9/feed")])
    assert "cannot be reached" in outcome.fault
    assert "online" in outcome.remedy


def test_one_that_fails_keeps_no_other_from_being_read(feeds: Feeds, site: Site) -> None:
    site.answers["/good"] = rss(item("One"))
    outcomes = feeds.read([feeds.add(site.url("/bad")), feeds.add(site.url("/good"))])
    assert [(bool(one.fault), one.new) for one in outcomes] == [(True, 0), (False, 1)]


def test_only_into_the_web_or_to_itself() -> None:
    own, web = "http://127.0.0.1:8080/a", "https://93.184.216.34/x"
    assert led_to(own, "b?c=1") == "http://127.0.0.1:8080/b?c=1"
    require_open(own, "http://127.0.0.1:8080/b?c=1")
    require_open(own, web)
    for target in ("http://10.0.0.1/", "http://224.0.0.1/", "http://0.0.0.0/"):
        with pytest.raises(FeedUnreachableError, match="private"):
            require_open(web, led_to(web, target))
    for target in ("data:text/xml,x", "//u:p@a.example/"):
        with pytest.raises(FeedUnreachableError, match="away"):
            led_to(web, target)


def test_the_ledger_is_asked_before_a_name_is_looked_up(
    feeds: Feeds, site: Site, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[tuple[str, str]] = []

    real = socket.getaddrinfo

    def looked_up(host: str, *more: Any, **named: Any) -> list[Any]:
        seen.append((host, ledger.entries()[-1].to))
        if host == "elsewhere.example":
            raise OSError
        return real(host, *more, **named)

    site.answers["/feed"] = sends(status=302, Location="https://elsewhere.example/feed")
    feed = feeds.add(site.url())
    ledger.allow(Allowed.LOCAL)
    with monkeypatch.context() as patched:
        patched.setattr(socket, "getaddrinfo", looked_up)
        feeds.read([feed])
    assert "elsewhere.example" not in dict(seen)
    assert [(one.to, one.outcome) for one in ledger.entries()][-1] == ("elsewhere.example", "refused")
    ledger.allow(Allowed.ALL)
    with monkeypatch.context() as patched:
        patched.setattr(socket, "getaddrinfo", looked_up)
        feeds.read([feed])
    assert ("elsewhere.example", "elsewhere.example") in seen


def came(data: bytes, kind: str = "application/xml") -> Came:
    return Came(data, kind, "https://a.example/feed", Validators())


@pytest.fixture
def reader(reading_process: Worker) -> FeedReader:
    return FeedReader(lambda: Shared(reading_process), FeedSettings())  # type: ignore[arg-type,return-value]


@pytest.mark.parametrize("data", [BOMB, OUTSIDE], ids=["bomb", "file"])
def test_entities_are_not_followed(reader: FeedReader, data: bytes) -> None:
    read = reader.read(came(data))
    assert "ha" * 10 not in str(read)
    assert "root:" not in str(read)


def test_a_reader_that_hangs_is_ended_and_the_next_feed_read() -> None:
    own = Worker()
    try:
        with pytest.raises(FeedUnreadableError, match="too long"):
            FeedReader(lambda: own, FeedSettings(reading_s=1)).read(
                came(b'<rss version="2.0"><channel><item><title>' + b"<" * 2_000_000)
            )
        assert FeedReader(lambda: own, FeedSettings()).read(came(rss(item("Next")))).items[0].title == "Next"
    finally:
        own.close()


def test_texts_and_items_are_bounded(reader: FeedReader) -> None:
    read = reader.read(
        came(rss(*(item("word " * 5000, about="more " * 5000, guid=str(at)) for at in range(100))))
    )
    assert len(read.items) == FeedSettings().items
    assert {(len(one.title) <= 301, len(one.summary) <= 601) for one in read.items} == {(True, True)}


def test_links_that_a_browser_should_not_follow_are_left_out(reader: FeedReader) -> None:
    links = [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://u:p@a.example/",
        "https://a.example/ok",
        "/own",
    ]
    read = reader.read(came(rss(*(item(f"Title {at}", link=link) for at, link in enumerate(links)))))
    assert {one.link for one in read.items} <= {"", "https://a.example/ok", "https://a.example/own"}
    assert "https://a.example/ok" in {one.link for one in read.items}


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(max_size=400), st.integers(0, 300))
@example(b"<rss", 0)
@example(b"<!DOCTYPE html><html><link rel=alternate type=application/rss+xml href='file:///x'>", 0)
def test_any_bytes_are_read_or_refused(reader: FeedReader, noise: bytes, at: int) -> None:
    whole = rss(item("Bees", link="https://a.example/1", about="<p>Clover</p>"))
    for data in (noise, whole[:at] + noise + whole[at + len(noise) :]):
        outcome = _outcome(reader, data)
        if isinstance(outcome, FeedUnreadableError):
            assert outcome.remedy
        else:
            shown = "".join(one.title + one.summary for one in outcome.items)
            assert not set(shown) & set("\r\0\u202e\u200b")


def _outcome(reader: FeedReader, data: bytes) -> ReadFeed | FeedUnreadableError:
    try:
        return reader.read(came(data))
    except FeedUnreadableError as error:
        return error
