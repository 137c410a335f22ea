"""Corrections as the model reads them, whole ones within a budget of tokens."""

from collections.abc import Callable, Iterable, Sequence

from engine.intent.records import Correction, Said
from engine.intent.wording import wording

Count = Callable[[str], int]


def told(correction: Correction) -> str:
    """A correction in one line, with the conditions that it names."""
    words = wording().corrections
    line = words.line.format(correction=_end(correction.correction))
    line += words.instead.format(mistake=correction.mistake.rstrip("."))
    if correction.fails_when:
        line += words.fails.format(text=correction.fails_when.rstrip("."))
    if correction.fine_when:
        line += words.fine.format(text=correction.fine_when.rstrip("."))
    return line


def fitting(heading: str, corrections: Iterable[Correction], budget: int, count: Count) -> list[Correction]:
    """As many of `corrections` as fit under `heading`; one that is too long is passed over."""
    chosen: list[Correction] = []
    for each in corrections:
        if count(said(heading, [*chosen, each]).text) <= budget:
            chosen.append(each)
    return chosen


def said(heading: str, corrections: Sequence[Correction]) -> Said:
    """The text, citing each of them; nothing where there are none."""
    if not corrections:
        return Said()
    # In the order of making, so that the text changes only when the choice does.
    ordered = sorted(corrections, key=lambda each: (each.created_at, each.id))
    text = "\n".join([heading, *map(told, ordered)])
    return Said(text=text, cites=tuple(each.ref for each in ordered))


def _end(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
