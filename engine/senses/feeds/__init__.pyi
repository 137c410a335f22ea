from .errors import FeedAddressError, FeedError, FeedUnreachableError, FeedUnreadableError
from .feeds import Feeds
from .records import Feed, Item, Outcome, Stats
from .store import SCHEMA

__all__ = [
    "SCHEMA",
    "Feed",
    "FeedAddressError",
    "FeedError",
    "FeedUnreachableError",
    "FeedUnreadableError",
    "Feeds",
    "Item",
    "Outcome",
    "Stats",
]
