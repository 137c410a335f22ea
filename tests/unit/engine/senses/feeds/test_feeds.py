"""Feeds are read because the person added them, found again, and gone after thirty days."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from engine.clock import ManualClock
from engine.errors import InvalidInputError, NotFoundError
from engine.network import Allowed, Ledger
from engine.senses.feeds import FeedAddressError, Feeds
from tests.feed_server import Site, item, rss, sends
from tests.unit.engine.senses.feeds.conftest import NOW

ATOM = b"""<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Hives</title>
<entry><id>urn:1</id><title type="html">Wax &amp;amp; &lt;b&gt;honey&lt;/b&gt;</title>
<link href="https://hives.example/1"/><updated>2026-05-19T10:00:00+02:00</updated>
<summary type="html">&lt;p&gt;One.&lt;/p&gt;&lt;p style="display:none"&gt;Unseen.&lt;/p&gt;&lt;p&gt;Two.
&lt;/p&gt;</summary>
</entry></feed>"""


def test_what_stands_in_a_feed_is_kept_as_plain_text(feeds: Feeds, site: Site, ledger: Ledger) -> None:
    site.answers["/feed"] = ATOM
    added = feeds.add(site.url(), category="craft")
    assert (added.name, feeds.items()) == ("127.0.0.1", [])
    (outcome,) = feeds.read([added])
    assert (outcome.feed.name, outcome.new, outcome.fault) == ("Hives", 1, "")
    (kept,) = feeds.items()
    assert (kept.title, kept.summary, kept.link) == ("Wax & honey", "One. Two.", "https://hives.example/1")
    assert kept.published is not None
    assert (kept.published.hour, kept.feed, kept.category) == (8, "Hives", "craft")
    (entry,) = ledger.entries()
    assert (entry.why, entry.outcome, entry.received) == ("reading a feed", "done", len(ATOM))


def test_nothing_is_fetched_that_the_person_did_not_add(feeds: Feeds, site: Site, ledger: Ledger) -> None:
    site.answers["/feed"] = ATOM
    proposed = feeds.add(site.url(), allowed=False)
    assert (feeds.due(), feeds.read([proposed]), ledger.entries()) == ([], [], [])
    assert feeds.stats().waiting == 1
    allowed = feeds.allow(proposed.id)
    assert [one.id for one in feeds.due()] == [allowed.id]
    assert feeds.read([allowed])[0].new == 1
    # Another program's second proposal takes nothing back.
    assert feeds.add(site.url(), name="Mine!", allowed=False).name == "Hives"


def test_where_the_network_is_off_nothing_is_asked_and_the_state_says_so(
    feeds: Feeds, site: Site, ledger: Ledger
) -> None:
    ledger.allow(Allowed.NONE)
    (outcome,) = feeds.read([feeds.add(site.url())])
    assert "switched off" in outcome.fault
    assert "companion network" in outcome.remedy
    assert (site.asked, feeds.feed(site.url()).fault) == ([], outcome.fault)


def test_the_same_is_not_new_again_and_is_not_sent_twice(feeds: Feeds, site: Site) -> None:
    site.answers["/feed"] = sends(rss(item("Clover blooms", guid="1")), ETag='"a"')
    feed = feeds.add(site.url())
    assert [feeds.read([feed])[0].new for _ in range(2)] == [1, 0]
    assert [headers.get("if-none-match") for _, headers in site.asked] == [None, '"a"']
    site.answers["/feed"] = sends(status=304)
    assert (feeds.read([feed])[0].fault, len(feeds.items())) == ("", 1)


def test_items_are_gone_after_thirty_days_and_do_not_come_back(
    feeds: Feeds, site: Site, clock: ManualClock
) -> None:
    site.answers["/feed"] = rss(
        item("Dated", on="10", guid="1"), item("Undated", guid="2"), item("Old", on="1", guid="3")
    )
    clock.advance(timedelta(days=14))
    feed = feeds.add(site.url())
    feeds.read([feed])
    assert {one.title for one in feeds.items()} == {"Dated", "Undated"}
    clock.advance(timedelta(days=8))
    assert {one.title for one in feeds.items()} == {"Undated"}
    clock.advance(timedelta(days=23))
    assert feeds.items() == []
    feeds.read([feed])
    assert feeds.items() == []
    rows = feeds._vault.rows("SELECT title, summary, link FROM feeds_items", ())
    assert {tuple(row) for row in rows} == {("", "", "")}
    site.answers["/feed"] = rss(item("News", guid="4"))
    clock.advance(timedelta(hours=1))
    feeds.read([feed])
    assert len(feeds._vault.rows("SELECT id FROM feeds_items", ())) == 1


def test_a_day_to_come_does_not_keep_an_item_for_ever(feeds: Feeds, site: Site, clock: ManualClock) -> None:
    site.answers["/feed"] = rss(
        "<item><title>Tomorrow</title><pubDate>1 Jan 2099 00:00:00 GMT</pubDate></item>"
    )
    feeds.read([feeds.add(site.url())])
    assert feeds.items()[0].at == NOW
    clock.advance(timedelta(days=31))
    assert feeds.items() == []


def test_keywords_narrow_what_is_kept(feeds: Feeds, site: Site) -> None:
    site.answers["/feed"] = rss(
        item("The hive swarms"), item("Election"), item("Beekeepers meet", about="Swarm season")
    )
    feeds.read([feeds.add(site.url(), keywords=["swarming", ""])])
    assert {one.title for one in feeds.items()} == {"The hive swarms", "Beekeepers meet"}


def test_items_are_found_by_their_words_in_one_feed_or_all(feeds: Feeds, site: Site) -> None:
    site.answers |= {
        "/a": rss(item("Clover blooms early")),
        "/b": rss(item("Ships sail"), item("Clover honey")),
    }
    a, b = feeds.add(site.url("/a"), name="A"), feeds.add(site.url("/b"), name="B")
    feeds.read([a, b])
    assert {one.title for one in feeds.search("clover")} == {"Clover blooms early", "Clover honey"}
    assert [one.title for one in feeds.search("clover", feed="b")] == ["Clover honey"]
    assert (feeds.search("granite"), feeds.search(" "), feeds.items(1, feed="A")[0].feed) == ([], [], "A")
    with pytest.raises(NotFoundError):
        feeds.items(feed="C")


def test_it_is_read_again_after_some_hours_and_sooner_where_it_failed(
    feeds: Feeds, make: Callable[..., Feeds], site: Site, clock: ManualClock
) -> None:
    site.answers["/feed"] = rss(item("One"))
    feed = feeds.add(site.url())
    assert feeds.due()
    feeds.read([feed])
    clock.advance(timedelta(hours=5, minutes=59))
    assert not feeds.due()
    clock.advance(timedelta(minutes=1))
    assert feeds.due()
    del site.answers["/feed"]
    (outcome,) = feeds.read([feed])
    assert ("404" in outcome.fault, len(feeds.items())) == (True, 1)
    assert not feeds.due()
    clock.advance(timedelta(hours=1))
    assert feeds.due()
    never = make(every_hours=0)
    never.add(site.url())
    assert never.due() == []


def test_a_page_leads_to_the_feed_that_it_names(feeds: Feeds, site: Site) -> None:
    site.answers["/"] = sends(
        b'<!DOCTYPE html><html><head><link rel="alternate" type="application/rss+xml" href="/feed"></head></html>'
    )
    site.answers["/feed"] = rss(item("One"))
    assert feeds.read([feeds.add(site.url("/"))])[0].new == 1


def test_a_removed_feed_takes_its_items_along(feeds: Feeds, site: Site) -> None:
    site.answers["/feed"] = rss(item("One"), item("Two"))
    feeds.read([feeds.add(site.url(), name="Bees")])
    feed, gone = feeds.remove("bees")
    assert (len(gone), feed.ref in gone, feeds.all(), feeds.items(), feeds.search("one")) == (
        3,
        True,
        [],
        [],
        [],
    )
    assert feeds._vault.rows("SELECT * FROM feeds_items", ()) == []


def test_what_was_removed_while_it_was_fetched_stays_removed(feeds: Feeds, site: Site) -> None:
    feed = feeds.add(site.url())
    answer = sends(rss(item("One")))

    def removing(handler: object) -> None:
        feeds.remove(feed.id)
        answer(handler)  # type: ignore[arg-type]

    site.answers["/feed"] = removing
    assert feeds.read([feed])[0].new == 0
    assert (feeds.all(), feeds.items()) == ([], [])


def test_the_owner_is_forgotten_with_their_feeds(feeds: Feeds) -> None:
    kept = feeds.add("example.org/feed")
    assert (kept.url, feeds.holdings(), feeds.holdings("ana")) == (
        "https://example.org/feed", {kept.ref}, frozenset()
    )  # fmt: skip
    with feeds._vault.unit() as unit:
        assert feeds.forget_person(unit, "ana") == frozenset()
        assert feeds.forget_person(unit) == {kept.ref}
        unit.commit()
    assert feeds.all() == []


def test_there_is_an_end_to_feeds(make: Callable[..., Feeds]) -> None:
    feeds = make(most_feeds=1)
    feeds.add("a.example")
    with pytest.raises(InvalidInputError):
        feeds.add("b.example")
    assert feeds.add("https://a.example", name="A").name == "A"


@pytest.mark.parametrize(
    "typed",
    [
        "", " ", "file:///etc/passwd", "ftp://a.example/x", "javascript:alert(1)", "https://", "http://[::1",
        "https://me:secret@a.example/", "https://a.example/\nHost: b", "https://a.example:99999/",
        "https://" + "a" * 3000,
        "https://a.example\\@b.example/",
    ],
)  # fmt: skip
def test_what_is_no_address_of_the_web_is_refused(feeds: Feeds, typed: str) -> None:
    with pytest.raises(FeedAddressError) as raised:
        feeds.add(typed)
    assert raised.value.remedy
    assert "secret" not in raised.value.message
    assert feeds.all() == []


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" a.example/x ", "https://a.example/x"),
        ("feed://a.example/x", "https://a.example/x"),
        ("feed:http://a.example/x#top", "http://a.example/x"),
        ("http://nas.local:8080/rss?all=1", "http://nas.local:8080/rss?all=1"),
    ],
)
def test_addresses_as_people_type_them(feeds: Feeds, typed: str, kept: str) -> None:
    assert feeds.add(typed).url == kept
