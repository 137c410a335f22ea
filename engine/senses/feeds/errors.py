"""What can go wrong with feeds. What was read before stays, whichever of these comes.

* FeedError
  x FeedAddressError       no address that a feed can be read from
  x FeedUnreachableError   offline, nobody answered, or the server refused
  x FeedUnreadableError    what came is no feed: too much, too slow to read, damaged, or a page

Nothing here carries what a feed says, or more of an address than its host.
"""

from engine.senses.errors import SensesError


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
