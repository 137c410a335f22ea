"""What of a brief is told: all that is for its day, and of the rest what is read in a minute, from the top down."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TypeVar

from engine.night.phases.morning.noted import AHEAD, OPEN, TODAY
from engine.night.records import NewLine
from engine.settings import NightSettings

ASKED, TOLD, LEARNT, NIGHT, DRIFT = "asked", "told", "learnt", "night", "drift"
SECTIONS = (TODAY, OPEN, AHEAD, ASKED, TOLD, LEARNT, NIGHT, DRIFT)
TO_DO = frozenset({TODAY, OPEN, AHEAD})
"""Sections of which all is kept with the brief: what has no room in it is counted."""
SUMMED_WORDS = 45
"""Words of the lines that it comes down to."""
_AROUND_WORDS, _HEADING_WORDS = 25, 4
"""Words around those lines and of the day, and of the heading of a section with how many more there are."""
LineT = TypeVar("LineT", bound=NewLine)


def is_late(line: NewLine, day: date) -> bool:
    """Whether it was for a day before that of the brief."""
    return line.due is not None and line.due < day


def fitted(
    lines: Sequence[LineT], day: date, settings: NightSettings
) -> tuple[tuple[LineT, ...], Mapping[str, int]]:
    """The lines that are told, section by section, and how many more there are of each section.

    What is for `day` always is; of what is late, open or to come a few are; nothing is once the words are used up.
    """
    kept: list[LineT] = []
    more: dict[str, int] = {}
    left = _words_for_lines(settings)
    for section in SECTIONS:
        own = [line for line in lines if line.section == section]
        told = [line for line in own if section == TODAY and not is_late(line, day)]
        others = [line for line in own if section != TODAY or is_late(line, day)]
        left -= sum(map(length, told)) + (_HEADING_WORDS if own else 0)
        fitting = within(others[: settings.brief_lines] if section in TO_DO else others, left)
        left -= sum(map(length, fitting))
        kept += [*told, *fitting]
        if len(others) > len(fitting):
            more[section] = len(others) - len(fitting)
    return tuple(kept), more


def room_below(lines: Sequence[NewLine], day: date, settings: NightSettings) -> int:
    """Words that one more section below these lines has."""
    kept, _ = fitted(lines, day, settings)
    headings = len({line.section for line in lines}) + 1
    return _words_for_lines(settings) - sum(map(length, kept)) - _HEADING_WORDS * headings


def within(lines: Sequence[LineT], left: int) -> list[LineT]:
    """The first of `lines` that are read in `left` words."""
    found: list[LineT] = []
    for line in lines:
        left -= length(line)
        if left < 0:
            break
        found.append(line)
    return found


def length(line: NewLine) -> int:
    """Words of a line."""
    return len(line.text.split())


def _words_for_lines(settings: NightSettings) -> int:
    return settings.brief_words - SUMMED_WORDS - _AROUND_WORDS
