"""The mood in a few words of tone for the model; `resources/mood/tone.toml` has the words.

They say how something is said, never what is true.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engine.mood.formulas.affect import AXES
from engine.mood.records import Mode, Seeming
from engine.trail import MoodPoint


def decline_line() -> str:
    """What an opening says where the person seems to have done worse and worse over weeks."""
    return str(_table()["decline"])


def tone_words(point: MoodPoint, mode: Mode | None, *, care: bool = False) -> str:
    """The words for a mood; empty where it is as usual. A mode speaks for itself; `care` makes either gentle."""
    table = _table()
    words = [_word(table[axis], getattr(point, axis)) for axis in AXES]
    if mode is not None:
        words = [str(table["mode"][mode.value])]
    return ", ".join(word for word in [*words, table["gentle"] if care else ""] if word)


def check_in_line(seeming: Seeming) -> str:
    """What the model reads when someone comes back who had it hard."""
    return str(_table()["check_in"]).format(seeming=seeming.value)


def helped_line(texts: Sequence[str]) -> str:
    """What the model reads of what helped somebody before, who has it hard again."""
    return str(_table()["helped"]).format(texts="; ".join(text.rstrip(".") for text in texts))


def tone_line(words: str) -> str:
    """The line that the model reads; without words it says that the tone is as usual again."""
    table = _table()
    return str(table["line"]).format(words=words) if words else str(table["plain"])


@dataclass
class Telling:
    """What of the tone was told in a time together: it is said once, and again only when it changed.

    A block that is drafted or laid out twice says the same both times.
    """

    episode: str | None = None
    turn: str | None = None
    told: str = ""
    line: str = ""

    def tell(self, words: str, *, episode: str | None, turn: str | None) -> str:
        """The line for this turn, or "". Without a `turn` nothing counts as told."""
        if turn is not None and turn == self.turn:
            return self.line
        told = self.told if episode is None or episode == self.episode else ""
        line = "" if words == told else tone_line(words)
        if turn is not None:
            self.episode, self.turn, self.told, self.line = episode, turn, words, line
        return line


def _word(bands: list[dict[str, Any]], value: float) -> str:
    held = [band for band in bands if value >= band.get("above", -2.0)]
    return str(held[-1]["word"])


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((resources.files("resources") / "mood" / "tone.toml").read_text("utf-8"))
