"""Texts with labelled emotions in the GoEmotions format: a line is text, tab, label numbers, tab, id.

The label numbers are those of the official order, which is that of the table `resources/mood/feelings.toml`.
"""

from dataclasses import dataclass
from pathlib import Path

from engine.errors import InvalidInputError
from engine.mood.sentiment import LABELS, NEUTRAL, Group, group_of


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text and the emotions that its raters saw; neutral stands alone, since who saw an emotion saw more."""

    text: str
    labels: tuple[str, ...]

    @property
    def group(self) -> Group | None:
        """The group of all its labels; None where they fall in several, such as joy and sadness."""
        groups = {group_of(one) for one in self.labels}
        return groups.pop() if len(groups) == 1 else None


def read_goemotions(file: Path) -> list[Labelled]:
    """All rows of `file`. Raises InvalidInputError for a file that is not of this format."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        return [_row(line) for line in lines if line.strip()]
    except (OSError, ValueError, IndexError) as error:
        raise InvalidInputError("file", "is no list of texts in the GoEmotions format") from error


def _row(line: str) -> Labelled:
    text, numbers, *_ = line.split("\t")
    labels = tuple(LABELS[int(number)] for number in numbers.split(","))
    return Labelled(text, tuple(one for one in labels if one != NEUTRAL) or (NEUTRAL,))
