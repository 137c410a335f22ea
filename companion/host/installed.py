"""The language models that a home has chosen: files of this machine, or models behind a server."""

import logging
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from companion.preferences import PreferenceFile, Preferences
from engine.conversation import NoModelError
from engine.language import (
    Early,
    LanguageModel,
    LlamaModel,
    LlamaOptions,
    RemoteChoice,
    RemoteModel,
    nothing_early,
    parse_choice,
)
from engine.models import ModelRole, ModelStore

log = logging.getLogger(__name__)


_DIGITS = 16


def adapter_of(sha256: str, task: str) -> Path:
    """Where the adapter of a `task` ("talking", "rewriting") for the model of that hash stands, if there is one."""
    return Path(str(resources.files("resources") / "adapters" / f"{sha256[:_DIGITS]}.{task}.gguf"))


class InstalledModels:
    """Loads the chosen model, or another that is here where the chosen one is not.

    A chosen server is never replaced by something else: where it does not answer, loading says so. `state_key`
    lets the same home read its saved model states back; `preferences` None remembers nothing.
    """

    def __init__(
        self, store: ModelStore, preferences: PreferenceFile | None = None, state_key: bytes | None = None
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._state_key = state_key

    def load(
        self, name: str | None, progress: Callable[[float], None], early: Early = nothing_early
    ) -> LanguageModel:
        wish = name or self._chosen().day_model
        served = parse_choice(wish)
        # Who is asked for by name is not replaced by another.
        return self._reach(served) if served else self._load_file(name or self._best(wish), progress, early)

    def load_for_night(self, progress: Callable[[float], None]) -> LanguageModel | None:
        """The model that works alone; None where that is the day's, of which one in memory is enough."""
        chosen = self._chosen()
        day, night = (self._found(name) for name in (chosen.day_model, chosen.model_for_night()))
        return None if night == day else self.load(night, progress)

    def choose(self, role: str, name: str) -> None:
        if self._preferences is not None:
            self._preferences.change(**{f"{role}_model": name})

    def _load_file(self, name: str, progress: Callable[[float], None], early: Early) -> LanguageModel:
        path = self._store.file(name, ".gguf")
        sha256 = self._store.sha256(name)[path.name]
        options = LlamaOptions(cache_type=self._chosen().cache_type)
        talking, rewriting = (_if_there(adapter_of(sha256, task)) for task in ("talking", "rewriting"))
        model = LlamaModel(
            path,
            name,
            sha256,
            options,
            state_key=self._state_key,
            talking=talking,
            rewriting=rewriting,
        )
        try:
            model.load(progress, early)
        except BaseException:
            model.close()
            raise
        return model

    def _reach(self, served: RemoteChoice) -> LanguageModel:
        model = RemoteModel(served, allowed_hosts=self._chosen().allowed_hosts)
        model.load()
        return model

    def _found(self, wish: str) -> str:
        return wish if parse_choice(wish) else self._best(wish)

    def _best(self, wish: str) -> str:
        """The wished model; where it is not here, the largest that is."""
        here = [model for model in self._store.installed() if model.role is ModelRole.LANGUAGE]
        if not here:
            raise NoModelError("No language model is installed.")
        if any(model.name == wish for model in here):
            return wish
        best = max(here, key=lambda model: model.bytes).name
        log.warning("the chosen model is not installed; %s serves", best)
        return best

    def _chosen(self) -> Preferences:
        return Preferences() if self._preferences is None else self._preferences.load().preferences


def _if_there(path: Path) -> Path | None:
    return path if path.is_file() else None
