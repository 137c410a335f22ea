"""What it does alone, stopped and started by a word: "stop thinking" ([E] §9.9)."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.conversation import ConversationRoom, Deed, TurnFacts
from engine.language import LanguageModel
from engine.memory import normalised
from engine.night import Night

PAUSED, RESUMED = "paused", "resumed"


class SwitchWords(BaseModel):
    """Whole messages, and what may stand beside them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    please: tuple[str, ...]
    stop: tuple[str, ...]
    start: tuple[str, ...]


@cache
def switch_words() -> SwitchWords:
    """As shipped in `resources/night/switch.toml`; read once."""
    text = resources.files("resources").joinpath("night/switch.toml").read_text(encoding="utf-8")
    return SwitchWords.model_validate(tomllib.loads(text))


class ThinkingAlone:
    """The doer that pauses the night and lets it go on; no model is asked, as the words are the whole message."""

    name = "thinking alone"

    def __init__(self, night: Night) -> None:
        self._night = night

    def listen(self, facts: TurnFacts) -> Deed | None:
        """Stop, or go on, where that is all that was said."""
        words, said = switch_words(), _bare(facts.utterance.text)
        if said in map(normalised, words.stop):
            self._night.pause()
            return Deed(PAUSED, "[Done: you think of nothing alone until you are told to go on.]")
        if said in map(normalised, words.start):
            self._night.resume()
            return Deed(RESUMED, "[Done: you may think alone again.]")
        return None

    def decide(self, model: LanguageModel, heard: object) -> None:
        """Nothing: it is never asked."""

    def do(self, facts: TurnFacts, heard: object, decided: object) -> None:
        """Nothing: it was done at once."""


def add_night(room: ConversationRoom, night: Night) -> None:
    """Let `night` be stopped and started in words."""
    room.registry.doers.append(ThinkingAlone(night))


def _bare(text: str) -> str:
    """The words alone, without politeness before or behind."""
    said = normalised(text)
    for polite in map(normalised, switch_words().please):
        said = said.removeprefix(f"{polite} ").removesuffix(f" {polite}")
    return said
