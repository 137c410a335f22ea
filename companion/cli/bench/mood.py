"""How well it is told how somebody feels: texts with labelled emotions, in four groups."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from companion.cli.bench.goemotions import read_goemotions
from engine.errors import InvalidInputError
from engine.mood import Group, SentimentClassifier

AT_ONCE = 512


@dataclass(frozen=True)
class MoodFigures:
    """Pairs of the true group and the one that was told; `mixed` texts have labels of several groups and no truth."""

    told: tuple[tuple[Group, Group], ...]
    mixed: int

    @property
    def accuracy(self) -> float:
        """The share of texts told right, 0–1."""
        return sum(true is found for true, found in self.told) / len(self.told)

    @property
    def macro_f1(self) -> float:
        """The mean of the groups' F1, 0–1: each group counts alike."""
        return sum(map(self.f1, Group)) / len(Group)

    def f1(self, group: Group) -> float:
        """The harmonic mean of precision and recall of one group, 0–1; 0 for one that is never told right."""
        right = sum(true is found is group for true, found in self.told)
        wrong = sum((true is group) is not (found is group) for true, found in self.told)
        return 2 * right / (2 * right + wrong) if right else 0.0

    def document(self) -> dict[str, Any]:
        """Shares of 1."""
        each = {f"f1_{group}": round(self.f1(group), 3) for group in Group}
        counts = {"texts": len(self.told), "mixed": self.mixed}
        return {"accuracy": round(self.accuracy, 4), "macro_f1": round(self.macro_f1, 4), **each, **counts}


def measure_mood(file: Path, classifier: SentimentClassifier) -> MoodFigures:
    """Read every text of a file in the GoEmotions format. Raises InvalidInputError."""
    rows = read_goemotions(file)
    pure = [(row.text, row.group) for row in rows if row.group is not None]
    if not pure:
        raise InvalidInputError("file", "holds no text with a label of one group")
    found = _groups(classifier, [text for text, _ in pure])
    told = tuple((true, one) for (_, true), one in zip(pure, found, strict=True))
    return MoodFigures(told, len(rows) - len(pure))


def _groups(classifier: SentimentClassifier, texts: list[str]) -> Iterator[Group]:
    for start in range(0, len(texts), AT_ONCE):
        yield from (one.group for one in classifier.classify(texts[start : start + AT_ONCE]))


def print_table(figures: MoodFigures) -> None:
    """A line a figure."""
    for name, value in figures.document().items():
        typer.echo(f"{name.replace('_', ' ')}: {value}")
