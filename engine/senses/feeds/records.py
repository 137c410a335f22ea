"""What is known of feeds and of what stood in them, and what can go wrong. What was read before stays, whatever does.

* FeedError
  x FeedAddressError       no address that a feed can be read from
  x FeedUnreachableError   offline, nobody answered, or the server refused
  x FeedUnreadableError    what came is no feed: too much, too slow to read, damaged, or a page

No error carries what a feed says, or more of an address than its host.
"""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from engine.senses.errors import SensesError

REF, ITEM_REF = "feed:", "headline:"


class FeedError(SensesError):
    """Base of this part's errors."""


class FeedAddressError(FeedError):
    """No address that a feed can be read from."""

    remedy = "Give the feed's address on the web; it begins with https://"


class FeedUnreachableError(FeedError):
    """Offline, nobody answered, or the server refused."""

    remedy = "Look whether you are online. It is tried again by itself, and what was read before stays."


class FeedUnreadableError(FeedError):
    """What came is no feed that can be read."""

    remedy = "Look for the address of the feed on its page: it is often called RSS, Atom or Feed."


class Record(BaseModel):
    """Base: frozen."""

    model_config = ConfigDict(frozen=True)


class Feed(Record):
    """A feed. It is read only where the person `allowed` it; what another program proposed waits for their word.

    `keywords`: only items that hold one of them are kept, all without any. `fetched_at` is the last time that it was
    read, `tried_at` the last time that this was tried, `fault` and `remedy` why that failed, empty where it did not.
    """

    id: str
    url: str
    name: str
    category: str = ""
    keywords: tuple[str, ...] = ()
    allowed: bool = True
    added_at: datetime
    tried_at: datetime | None = None
    fetched_at: datetime | None = None
    fault: str = ""
    remedy: str = ""

    @property
    def ref(self) -> str:
        return f"{REF}{self.id}"


class Item(Record):
    """What stood in a feed: plain text, bounded. `feed` is its name, `feed_id` whose it is.

    `link` is an address of the web or empty; `published` is what the feed says, never later than `seen_at`.
    """

    id: str
    feed_id: str
    feed: str
    category: str = ""
    title: str
    summary: str = ""
    link: str = ""
    published: datetime | None = None
    seen_at: datetime

    @property
    def ref(self) -> str:
        return f"{ITEM_REF}{self.id}"

    @property
    def at(self) -> datetime:
        """From when it is; from here its days are counted."""
        return self.published or self.seen_at


class Outcome(Record):
    """What came of reading one feed: how many items were new, or why it could not be read."""

    feed: Feed
    new: int = 0
    fault: str = ""
    remedy: str = ""


class Stats(Record):
    """How many feeds and items there are, by category too, and when anything was read last."""

    feeds: int
    waiting: int
    failing: int
    items: int
    categories: dict[str, int]
    fetched_at: datetime | None
    oldest: datetime | None
