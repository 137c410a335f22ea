"""How willing the companion is to ask, kept with the other choices of the home."""

from companion.preferences import PreferenceFile
from engine.person.records import Effort


class EffortPreference:
    """Implements `ui.questions.EffortKeeper` over the preferences."""

    def __init__(self, file: PreferenceFile) -> None:
        self._file = file

    def level(self) -> Effort:
        return Effort(self._file.load().preferences.effort)

    def keep(self, level: Effort) -> None:
        self._file.change(effort=level.value)
