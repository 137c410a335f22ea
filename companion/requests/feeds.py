"""What surfaces ask of feeds. The person's own `feeds.add` also allows what another program proposed."""

from datetime import datetime
from typing import Any

from pydantic import Field

from companion.requests.room import Nothing, Place, Request, Requests, Setting, record, several
from companion.service import Json
from engine.senses.feeds import Feed, Item, Outcome, Stats

LONGEST_NAMED = 2000


class Add(Request):
    """Which feed is to be read, and what of it."""

    url: str = Field(min_length=1, max_length=LONGEST_NAMED, description="Its address, or that of its page.")
    name: str = Field(default="", max_length=120, description="What you call it; else as it calls itself.")
    category: str = Field(default="", max_length=120, description="What it belongs to, such as science.")
    keywords: tuple[str, ...] = Field(
        default=(), max_length=20, description="Keep only what holds this; may be given several times."
    )


class Named(Request):
    """One feed."""

    feed: str = Field(min_length=1, max_length=LONGEST_NAMED, description="Its name, its address or its id.")


class Fetch(Request):
    """Which feed is to be read now."""

    feed: str = Field(
        default="", max_length=LONGEST_NAMED, description="Its name, address or id; without it, all of them."
    )


class Items(Request):
    """What is wanted of what stood in feeds."""

    query: str = Field(default="", max_length=2000, description="What it is to be about.")
    feed: str = Field(
        default="", max_length=LONGEST_NAMED, description="Of this feed alone: its name, address or id."
    )
    days: int = Field(default=30, ge=1, le=365, description="Not older than so many days.")
    limit: int = Field(default=20, ge=1, le=500, description="At most so many.")


REQUESTS = Requests()
FEED = record(Feed, ref=str)
READ = record(feed=FEED, new=int, fault=str, remedy=str)


@REQUESTS.verb(
    "feeds.list",
    "The feeds that are read, and how that went last.",
    gives=record(feeds=several(FEED)),
    outside="read",
)
def listing(setting: Setting, _asked: Nothing) -> Json:
    """Every feed."""
    return {"feeds": [as_feed(one) for one in setting.mind.feeds.all()]}


@REQUESTS.verb(
    "feeds.add",
    "Read a feed from now on. An address of a page will do where the page names its feed.",
    place=Place.OUTSIDE,
    gives=READ,
    changes="feeds",
)
def add(setting: Setting, asked: Add) -> Json:
    """Keep it and read it; one that cannot be read now is kept, and tried again."""
    feeds = setting.mind.feeds
    feed = feeds.add(asked.url, name=asked.name, category=asked.category, keywords=asked.keywords)
    return as_outcome(next(iter(feeds.read([feed])), Outcome(feed=feed)))


@REQUESTS.verb(
    "feeds.propose",
    "Have the person asked whether a feed is to be read.",
    gives=record(feed=FEED),
    changes="feeds",
    outside="direct",
)
def propose(setting: Setting, asked: Add) -> Json:
    """Nothing is fetched before the person says so."""
    feed = setting.mind.feeds.add(
        asked.url, name=asked.name, category=asked.category, keywords=asked.keywords, allowed=False
    )
    return {"feed": as_feed(feed)}


@REQUESTS.verb(
    "feeds.allow", "Read a feed that another program proposed.", gives=record(feed=FEED), changes="feeds"
)
def allow(setting: Setting, asked: Named) -> Json:
    """The person wants it read."""
    return {"feed": as_feed(setting.mind.feeds.allow(asked.feed))}


@REQUESTS.verb(
    "feeds.remove",
    "Read a feed no more, and delete what was read of it.",
    gives=record(removed=FEED),
    changes="feeds",
    outside="direct",
)
def remove(setting: Setting, asked: Named) -> Json:
    """Delete it with its items, and with what a night thought of those."""
    feed, gone = setting.mind.feeds.remove(asked.feed)
    setting.mind.conversation.erase(gone)
    return {"removed": as_feed(feed)}


@REQUESTS.verb(
    "feeds.fetch",
    "Read feeds now.",
    place=Place.OUTSIDE,
    gives=record(outcomes=several(READ)),
    changes="feeds",
    outside="direct",
)
def fetch(setting: Setting, asked: Fetch) -> Json:
    """Read one, or all."""
    feeds = setting.mind.feeds
    wanted = [feeds.feed(asked.feed)] if asked.feed else feeds.all()
    return {"outcomes": [as_outcome(one) for one in feeds.read(wanted)]}


@REQUESTS.verb(
    "feeds.items",
    "What stood in feeds in the last thirty days, newest first.",
    place=Place.BESIDE,
    gives=record(items=several(record(Item, ref=str, at=datetime))),
    outside="read",
)
def items(setting: Setting, asked: Items) -> Json:
    """The newest, or the best for a query."""
    feeds = setting.mind.feeds
    if not asked.query.strip():
        found = feeds.items(asked.limit, feed=asked.feed, days=asked.days)
    else:
        found = feeds.search(asked.query, asked.limit, feed=asked.feed, days=asked.days)
    return {"items": [as_item(one) for one in found]}


@REQUESTS.verb(
    "feeds.stats",
    "How many feeds and items there are, and of when.",
    gives=record(stats=Stats),
    outside="read",
)
def stats(setting: Setting, _asked: Nothing) -> Json:
    """Counts."""
    return {"stats": setting.mind.feeds.stats().model_dump(mode="json")}


def as_feed(feed: Feed) -> dict[str, Any]:
    """A feed as surfaces get it."""
    return {"ref": feed.ref, **feed.model_dump(mode="json")}


def as_item(item: Item) -> dict[str, Any]:
    """An item as surfaces get it: words from outside, for people; a model is shown them quoted."""
    return {"ref": item.ref, **item.model_dump(mode="json"), "at": item.at.isoformat()}


def as_outcome(outcome: Outcome) -> dict[str, Any]:
    """What came of reading one."""
    return {
        "feed": as_feed(outcome.feed),
        "new": outcome.new,
        "fault": outcome.fault,
        "remedy": outcome.remedy,
    }
