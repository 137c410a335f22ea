"""What can go wrong in the mood room.

* MoodError
  x UnknownModeError       no personality mode goes by this name
  x ImprintMissingError    no such imprint stands
  x NoMoodError            the profile has no mood
"""

from engine.errors import CompanionError, NotFoundError


class MoodError(CompanionError):
    """Base of this room's errors."""


class UnknownModeError(MoodError, NotFoundError):
    """No personality mode goes by this name."""

    remedy = "List them: `companion mode`."


class ImprintMissingError(MoodError, NotFoundError):
    """No such imprint stands."""

    remedy = "List them: `companion mood imprints`."


class NoMoodError(MoodError):
    """The profile that is chosen has no mood."""

    remedy = 'Choose the other profile: "profile": "full" in settings.json, and start again.'
