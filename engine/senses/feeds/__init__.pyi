from .feeds import Feeds
from .records import (
    Feed,
    FeedAddressError,
    FeedError,
    FeedUnreachableError,
    FeedUnreadableError,
    Item,
    Outcome,
    Stats,
)
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
