"""What surfaces ask of who the companion is, and of what the person wishes of it."""

from companion.requests.identity.itself import REQUESTS

__all__ = ["REQUESTS"]
