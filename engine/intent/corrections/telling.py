"""Corrections as the model reads them, within a budget of tokens: shorter where there is less room."""

from collections.abc import Callable, Iterable, Sequence

from engine.intent.records import Correction, Said
from engine.intent.wording import wording

Count = Callable[[str], int]
Line = tuple[Correction, str]
SHORTEST = 24  # words of a correction that is told in the least room


def at_length(correction: Correction) -> tuple[str, ...]:
    """What may be told of a correction ahead of any situation, the longest first: with its conditions, or less."""
    words = wording().corrections
    conditions = ""
    if correction.fails_when:
        conditions += words.fails.format(text=correction.fails_when.rstrip("."))
    if correction.fine_when:
        conditions += words.fine.format(text=correction.fine_when.rstrip("."))
    told = in_brief(correction)
    return (told[0] + conditions, *told) if conditions else told


def in_brief(correction: Correction) -> tuple[str, ...]:
    """What may be told of a correction whose conditions are met, the longest first."""
    words = wording().corrections
    line = words.line.format(correction=_end(correction.correction))
    shortest = " ".join(line.split()[:SHORTEST])
    return (line + words.instead.format(mistake=correction.mistake.rstrip(".")), line, shortest)


def fitting(
    heading: str,
    corrections: Iterable[Correction],
    budget: int,
    count: Count,
    forms: Callable[[Correction], Sequence[str]],
) -> list[Line]:
    """As many of `corrections` as fit under `heading`, each in the longest form that does."""
    chosen: list[Line] = []
    for each in corrections:
        tried = ([*chosen, (each, form)] for form in forms(each))
        chosen = next((lines for lines in tried if count(said(heading, lines).text) <= budget), chosen)
    return chosen


def said(heading: str, lines: Sequence[Line]) -> Said:
    """The text, citing each of them; nothing where there are none."""
    if not lines:
        return Said()
    # In the order of making, so that the text changes only when the choice does.
    ordered = sorted(lines, key=lambda each: (each[0].created_at, each[0].id))
    text = "\n".join([heading, *(line for _, line in ordered)])
    return Said(text=text, cites=tuple(each.ref for each, _ in ordered))


def _end(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
