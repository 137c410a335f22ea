"""The language models of this machine, as a home has chosen them."""

import logging
from collections.abc import Callable

from companion.preferences import PreferenceFile, Preferences
from engine.conversation import NoModelError
from engine.language import LanguageModel, LlamaModel
from engine.models import ModelRole, ModelStore

log = logging.getLogger(__name__)


class InstalledModels:
    """Loads the chosen model, or another that is here where the chosen one is not.

    `state_key` lets the same home read its saved model states back; `preferences` None remembers nothing.
    """

    def __init__(
        self, store: ModelStore, preferences: PreferenceFile | None = None, state_key: bytes | None = None
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._state_key = state_key

    def load(self, name: str | None, progress: Callable[[float], None]) -> LanguageModel:
        name = name or self._best()
        path = self._store.file(name, ".gguf")
        sha256 = self._store.sha256(name)[path.name]
        model = LlamaModel(path, name, sha256, state_key=self._state_key)
        try:
            model.load(progress)
        except BaseException:
            model.close()
            raise
        return model

    def choose(self, role: str, name: str) -> None:
        if self._preferences is not None:
            chosen = self._preferences.load().preferences.model_copy(update={f"{role}_model": name})
            self._preferences.save(chosen)

    def _best(self) -> str:
        """The chosen model; where it is not here, the largest that is."""
        here = [model for model in self._store.installed() if model.role is ModelRole.LANGUAGE]
        if not here:
            raise NoModelError("No language model is installed.")
        wish = self._wish()
        if any(model.name == wish for model in here):
            return wish
        best = max(here, key=lambda model: model.bytes).name
        log.warning("the chosen model is not installed; %s serves", best)
        return best

    def _wish(self) -> str:
        chosen = Preferences() if self._preferences is None else self._preferences.load().preferences
        return chosen.day_model
