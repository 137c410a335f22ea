"""The 38 emotions and which of them name a point ([E] §3.2). The table is `resources/mood/emotions.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from engine.mood.formulas.affect import nearness
from engine.mood.records import Named
from engine.settings import MoodSettings
from engine.trail import MoodPoint


@dataclass(frozen=True, slots=True)
class Emotion:
    """A name for a region of the affect space. `norm` are the rated terms that its place was taken from.

    `moved` says why it lies further from them than rounding asks for, empty where it does not.
    """

    name: str
    quadrant: str
    point: MoodPoint
    norm: tuple[str, ...]
    moved: str = ""


def named(point: MoodPoint, settings: MoodSettings) -> tuple[Named, ...]:
    """The nearest emotions, nearest first, each with its intensity in 0–1."""
    near = [Named(one.name, nearness(point, one.point, settings)) for one in emotions()]
    return tuple(sorted(near, key=lambda one: (-one.intensity, one.name))[: settings.named])


def label(point: MoodPoint, settings: MoodSettings) -> str:
    """The nearest emotion's name."""
    return named(point, settings)[0].name


def point_of_word(word: str) -> MoodPoint | None:
    """The point of an emotion's name, or of one of the ten words of [C] §2; None for another word."""
    by_name = {one.name: one.point for one in emotions()}
    meant = _table()["continuity"].get(word, word)
    return MoodPoint(*meant) if isinstance(meant, list) else by_name.get(meant)


@cache
def emotions() -> tuple[Emotion, ...]:
    """All of them, in the order of the table."""
    rows: Mapping[str, dict[str, Any]] = _table()["emotions"]
    return tuple(
        Emotion(
            name=name,
            quadrant=row["quadrant"],
            point=MoodPoint(*row["point"]),
            norm=tuple(row["norm"]),
            moved=row.get("moved", ""),
        )
        for name, row in rows.items()
    )


def norms() -> Mapping[str, tuple[float, float]]:
    """Mean pleasure and arousal of the rated terms, −1 to 1 (Russell & Mehrabian 1977)."""
    return {term: (pleasure, arousal) for term, (pleasure, arousal) in _table()["norms"].items()}


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((resources.files("resources") / "mood" / "emotions.toml").read_text("utf-8"))
