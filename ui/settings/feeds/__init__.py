"""The chapter of Settings about feeds: which there are, reading them now, and how often that is done by itself."""

from ui.settings.feeds.card import FeedsCard
from ui.settings.feeds.model import FeedList

__all__ = ["FeedList", "FeedsCard"]
