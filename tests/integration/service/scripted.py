"""A home whose model says what a script tells it to; run as a program it is one process of several on a home.

python -m tests.integration.service.scripted HOME say TEXT      `heard`, then the answer as JSON
python -m tests.integration.service.scripted HOME own           owns the home until its input closes
"""

import json
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.bootstrap import build_mind, open_vault
from companion.home import Home
from companion.host import Composition
from companion.reach import ReachedService, compose, reach
from companion.service import Json
from engine.clock import Clock
from engine.language import Cancellation, Early, GenerationRequest, GenerationResult, LanguageModel, ModelInfo
from engine.language.port import OnText, ignore_text
from engine.language.scripted import ScriptedModel
from engine.vault import DataKey

PASSPHRASE = "only for tests"
NOTE = '{"note": "We spoke."}'


def reply(request: GenerationRequest) -> str:
    """Echoes what was said; a reflection gets a note."""
    return NOTE if request.schema else "You said " + request.prompt[-1].text.strip().splitlines()[-1]


class SlowModel(ScriptedModel):
    """Waits before each piece, and tells when it has begun."""

    def __init__(self, answer: Callable[[GenerationRequest], str] = reply, pause_s: float = 0.0) -> None:
        super().__init__(answer)
        self.begun = threading.Event()
        self._pause_s = pause_s

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, name="slow")

    def generate(
        self,
        request: GenerationRequest,
        on_text: OnText = ignore_text,
        cancellation: Cancellation | None = None,
    ) -> GenerationResult:
        def slowly(text: str) -> None:
            on_text(text)
            self.begun.set()
            time.sleep(self._pause_s)

        return super().generate(request, slowly, cancellation)


class Script:
    """A source of one model; `loading_s` is how long it takes to be there."""

    def __init__(self, model: LanguageModel, loading_s: float = 0.0) -> None:
        self._model, self._loading_s = model, loading_s
        self.chosen: list[tuple[str, str]] = []

    def load(self, name: str | None, progress: Callable[[float], None], early: Early) -> LanguageModel:
        time.sleep(self._loading_s)
        progress(1.0)
        return self._model

    def load_for_night(self, progress: Callable[[float], None]) -> LanguageModel | None:
        return None

    def choose(self, role: str, name: str) -> None:
        self.chosen.append((role, name))


def composed(
    home: Home | None, key: DataKey | None, source: Script, clock: Clock | None = None
) -> Composition:
    """The real parts, but for the language model, and the clock where one is given."""
    real = replace(compose(home, key), language=source)
    if clock is None:
        return real
    path = None if home is None else home.vault_path
    return replace(
        real,
        open_vault=lambda: open_vault(path, key, clock),
        build_mind=lambda vault: build_mind(vault, clock=clock),
    )


def reached(
    home: Path, model: LanguageModel, loading_s: float = 0.0, clock: Clock | None = None
) -> ReachedService:
    """The mind of `home`, scripted where this process comes to own it."""
    source = Script(model, loading_s)
    return reach(
        Home(home),
        PASSPHRASE,
        lambda _: None,
        compose_parts=lambda place, key: composed(place, key, source, clock),
    )


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def tell_hearing(report: Json) -> None:
    """A line for whoever watches this process, as soon as what was said is safe."""
    if report["stage"] == "heard":
        _tell("heard")


def main(home: str, verb: str, *words: str) -> None:
    """One process."""
    service = reached(Path(home), SlowModel(pause_s=0.01))
    try:
        if verb == "say":
            said = {"text": " ".join(words), "surface": "test"}
            result = service.submit("say", said, tell_hearing).result()
            _tell(json.dumps({"owner": service.is_owner, **result}))
            service.retire()
        else:
            _tell("owned" if service.is_owner else "attached")
            sys.stdin.read()
    finally:
        service.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
