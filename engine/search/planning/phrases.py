"""Phrases of a language that mean a time: templates of its table made into patterns."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from engine.search.lexicon.words import holds_phrase
from engine.search.planning.calendar import DAY, Calendar
from engine.search.planning.records import TimeWindow
from engine.search.planning.tables import Coming, Language, Meaning, Part, Unit, Words

Slots = Mapping[str, Any]
_SHORT = 3
"""Letters up to which the end of a word is no ending: "bed", "wed"."""

_DIGITS_DAY = r"(?:0?[1-9]|[12][0-9]|3[01])"
# These may still go on; every other lies wholly in the past and ends now at the latest.
_OPEN = frozenset(
    {
        Meaning.TODAY,
        Meaning.THIS_MORNING,
        Meaning.PART_TODAY,
        Meaning.THIS_WEEK,
        Meaning.THIS_MONTH,
        Meaning.THIS_YEAR,
        Meaning.WEEKEND,
        Meaning.WEEKDAY,
        Meaning.MONTH,
        Meaning.MONTH_OF_YEAR,
        Meaning.DATE,
        Meaning.FULL_DATE,
        Meaning.YEAR,
    }
)

_RESOLVE: dict[Meaning | Coming, Callable[[Calendar, Slots], TimeWindow]] = {
    Meaning.TODAY: lambda c, _: c.ago(0, Unit.DAY),
    Meaning.YESTERDAY: lambda c, _: c.ago(1, Unit.DAY),
    Meaning.DAY_BEFORE_YESTERDAY: lambda c, _: c.ago(2, Unit.DAY),
    Meaning.LAST_NIGHT: lambda c, _: c.last_night(),
    Meaning.THIS_MORNING: lambda c, _: c.recent_part(Part.MORNING),
    Meaning.PART_TODAY: lambda c, s: c.recent_part(s["part"]),
    Meaning.PART_YESTERDAY: lambda c, s: c.part(c.today - DAY, s["part"]),
    Meaning.THIS_WEEK: lambda c, _: c.week(0),
    Meaning.LAST_WEEK: lambda c, _: c.week(-1),
    Meaning.WEEK_BEFORE_LAST: lambda c, _: c.week(-2),
    Meaning.THIS_MONTH: lambda c, _: c.month(0),
    Meaning.LAST_MONTH: lambda c, _: c.month(-1),
    Meaning.MONTH_BEFORE_LAST: lambda c, _: c.month(-2),
    Meaning.THIS_YEAR: lambda c, _: c.ago(0, Unit.YEAR),
    Meaning.LAST_YEAR: lambda c, _: c.ago(1, Unit.YEAR),
    Meaning.YEAR_BEFORE_LAST: lambda c, _: c.ago(2, Unit.YEAR),
    Meaning.LAST_WEEKEND: lambda c, _: c.weekend(ended=True),
    Meaning.WEEKEND: lambda c, _: c.weekend(),
    Meaning.WEEKDAY: lambda c, s: c.weekday(s["weekday"]),
    Meaning.LAST_WEEKDAY: lambda c, s: c.weekday(s["weekday"], before_today=True),
    Meaning.WEEKDAY_OF_LAST_WEEK: lambda c, s: c.weekday_of_last_week(s["weekday"]),
    Meaning.MONTH: lambda c, s: c.named_month(s["month"]),
    Meaning.LAST_NAMED_MONTH: lambda c, s: c.named_month(s["month"], before_this=True),
    Meaning.MONTH_OF_LAST_YEAR: lambda c, s: c.month_of(c.today.year - 1, s["month"]),
    Meaning.MONTH_OF_YEAR: lambda c, s: c.month_of(s["year"], s["month"]),
    Meaning.DATE: lambda c, s: c.month_day(s["month"], s["day"]),
    Meaning.FULL_DATE: lambda c, s: c.full_date(s["year"], s["month"], s["day"]),
    Meaning.YEAR: lambda c, s: c.year(s["year"]),
    Meaning.AGO: lambda c, s: c.ago(s["n"], s["unit"]),
    Meaning.VAGUE_AGO: lambda c, s: c.vaguely_ago(s.get("unit", Unit.DAY)),
    Meaning.COUNTED_AGO: lambda c, s: c.ago(s["counted"], Unit.DAY),
    Meaning.ROLLING: lambda c, s: c.rolling(s["n"], s["unit"]),
    Meaning.ROLLING_ONE: lambda c, s: c.rolling(1, s["unit"]),
    Meaning.VAGUE_ROLLING: lambda c, s: c.rolling(5, s.get("unit", Unit.DAY)),
    Coming.TONIGHT: lambda c, _: c.part(c.today, Part.NIGHT),
    Coming.TOMORROW: lambda c, _: c.ago(-1, Unit.DAY),
    Coming.DAY_AFTER_TOMORROW: lambda c, _: c.ago(-2, Unit.DAY),
    Coming.PART_TOMORROW: lambda c, s: c.part(c.today + DAY, s["part"]),
    Coming.NEXT_WEEK: lambda c, _: c.week(1),
    Coming.NEXT_WEEKDAY: lambda c, s: c.next_weekday(s["weekday"]),
    Coming.NEXT_WEEKEND: lambda c, _: c.next_weekend(),
    Coming.NEXT_MONTH: lambda c, _: c.month(1),
    Coming.NEXT_YEAR: lambda c, _: c.ago(-1, Unit.YEAR),
    Coming.AHEAD: lambda c, s: c.ago(-s["n"], s["unit"]),
}


@dataclass(frozen=True, slots=True)
class Said:
    """A time that stands in a text from `start` to `end`; a `bare` one is none without a word beside it."""

    start: int
    end: int
    window: TimeWindow
    bare: bool = False


class Phrases:
    """The time phrases of one language."""

    def __init__(self, table: Language) -> None:
        self._table = table
        self._values = _values(table)
        slots = {name: _alternation(words) for name, words in self._values.items()}
        slots["n"] = f"(?:[0-9]{{1,4}}|{slots['n']})"
        slots["day"] = _day(slots["day"], spaced=table.spaced)
        slots |= {"year": "(?:19|20)[0-9]{2}", "few": _alternation(table.few)}
        self._patterns = [
            (meaning, self._pattern(template, slots), bare)
            for bare, column in enumerate(({**table.windows, **table.coming}, table.bare))
            for meaning, templates in column.items()
            for template in templates
        ]

    def find(self, text: str, calendar: Calendar, *, coming: bool = False) -> Iterator[Said]:
        """Every time that may be read in `text`, with the `coming` ones too; they may overlap."""
        for meaning, pattern, bare in self._patterns:
            if isinstance(meaning, Coming) and not coming:
                continue
            for match in pattern.finditer(text):
                window = self._window(meaning, match.groupdict(), calendar)
                if window is not None:
                    yield Said(match.start(), match.end(), window, bool(bare))

    def comes(self, sentence: str) -> bool | None:
        """Whether `sentence` speaks of what is to come (or of what was); None where that is not sure."""
        tense = self._table.tense
        if tense is None:
            return None
        endings = tuple(tense.endings)
        past = holds_phrase(sentence, tense.past)
        if holds_phrase(sentence, tense.coming):
            words = re.findall(r"\w+", sentence.casefold())
            maybe = any(len(word) > _SHORT and word.endswith(endings) for word in words)
            return None if past or (endings and maybe) else True
        return False if past else None

    def _window(
        self, meaning: Meaning | Coming, said: Mapping[str, str], calendar: Calendar
    ) -> TimeWindow | None:
        try:
            slots = {name: self._value(name, word) for name, word in said.items() if name != "few"}
            window = _RESOLVE[meaning](calendar, slots)
            if meaning in _OPEN or isinstance(meaning, Coming):
                return window
            return TimeWindow(window.start, _earlier(window.end, calendar))
        except (ValueError, KeyError, OverflowError):
            # Text can name days that are not, such as 31 February.
            return None

    def _value(self, name: str, word: str) -> Any:
        known = self._values.get(name, {})
        folded = word.casefold()
        return known[folded] if folded in known else int(re.sub(r"(?:st|nd|rd|th)$", "", folded))

    def _pattern(self, template: str, slots: Mapping[str, str]) -> re.Pattern[str]:
        parts = re.split(r"\{(\w+)\}", template)
        blank = r"[\s,]+" if self._table.spaced else r"\s*"
        written = [
            f"(?P<{part}>{slots[part]})" if odd % 2 else blank.join(map(re.escape, part.split(" ")))
            for odd, part in enumerate(parts)
        ]
        edges = (r"(?<!\w)", r"(?!\w)") if self._table.spaced else (r"(?<![0-9])", "")
        return re.compile(edges[0] + "".join(written) + edges[1], re.IGNORECASE)


def _values(table: Language) -> dict[str, dict[str, Any]]:
    """For each slot, what its words mean."""
    days = {} if table.spaced else {n: words for n, words in table.numbers.items() if n <= 31}
    named: dict[str, Mapping[Any, Words]] = {
        "n": table.numbers,
        "day": days,
        "counted": table.counted,
        "unit": table.units,
        "part": table.parts,
        "weekday": table.weekdays,
        "month": table.months,
    }
    return {
        slot: {word.casefold(): key for key, words in column.items() for word in words}
        for slot, column in named.items()
    }


def _alternation(words: Iterable[str]) -> str:
    """Any of `words`, the longest first."""
    ordered = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(r"\s+".join(map(re.escape, word.split(" "))) for word in ordered) + ")"


def _day(words: str, *, spaced: bool) -> str:
    return f"{_DIGITS_DAY}(?:st|nd|rd|th)?" if spaced else f"(?:{_DIGITS_DAY}|{words})"


def _earlier(end: datetime | None, calendar: Calendar) -> datetime:
    return calendar.now if end is None else min(end, calendar.now)
