"""How wide a turn is searched for: six levels ([A] §6)."""

from engine.conversation.reconstruction.records import Focus
from engine.errors import InvalidInputError
from engine.settings import FocusSettings

DEEPEST = 5
SPOKEN_SURFACES = frozenset({"voice"})


def focus_of(level: int, settings: FocusSettings) -> Focus:
    """What a level means. Raises InvalidInputError for one that is none."""
    if not 0 <= level <= DEEPEST:
        raise InvalidInputError("focus", f"is not between 0 and {DEEPEST}", "3 is the usual one.")
    return Focus(
        level=level,
        name=settings.names[level],
        memories=settings.memories[level],
        hours=settings.hours[level],
        depth=settings.depth[level],
    )


def usual_level(surface: str, settings: FocusSettings) -> int:
    """The level of a turn of which nothing was said: less for a spoken one, whose answer is waited for."""
    return settings.voice if surface in SPOKEN_SURFACES else settings.usual
