"""Whether the person wants to be told anything now, by their choices."""

from datetime import datetime

from companion.preferences import PreferenceFile


class ChosenAttention:
    """Implements `ui.notices.Attention` over the preferences."""

    def __init__(self, file: PreferenceFile) -> None:
        self._file = file

    def open(self, now: datetime) -> bool:
        chosen = self._file.load().preferences
        return chosen.notify and not chosen.is_quiet(now.hour)

    def discreet(self) -> bool:
        return self._file.load().preferences.discreet
