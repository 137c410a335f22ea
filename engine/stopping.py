"""How long work is ended: it asks between two of its pieces, and stops by itself."""

from collections.abc import Callable

Stop = Callable[[], bool]
"""Whether there is something better to do now. Cheap, and callable from any thread."""


def never() -> bool:
    """The `Stop` of who waits for all of it."""
    return False
