"""How often something comes again where it is not every time: "every other saturday", "alle zwei Wochen", "le premier
lundi du mois".

The date library reads a day to come of them, or none. Like the weekdays (`find_weekdays`) it is read of a text that is
known to say that something comes again; the words for it are data (`resources/language/intervals.toml`).
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from importlib import resources
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.dates.weekdays import any_of, folded, names_of_days, weekday_words
from engine.telling_time import Weekday

Unit = Literal["day", "week", "month", "year"]

_LENGTHS: Mapping[Unit, int] = {"day": 1, "week": 7, "month": 31, "year": 366}
"""Days of which one and two of them are told as such."""
_MOST = 31
_LAST = -1


class IntervalWords(BaseModel):
    """A language of `resources/language/intervals.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    other: tuple[str, ...]
    count: tuple[str, ...] = ()
    fortnight: tuple[str, ...] = ()
    number: dict[int, tuple[str, ...]] = {}
    ordinal: tuple[tuple[str, ...], ...]
    last: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IntervalSpan:
    """That something comes again every `count` of `unit`, on `day` where one is named; or in months on the `nth` of
    that weekday, of which -1 is the last. `place` is where a text says so.
    """

    count: int
    unit: Unit
    day: Weekday | None = None
    nth: int = 0
    place: tuple[int, int] = (0, 0)


def find_interval(text: str, languages: Sequence[str] = ()) -> IntervalSpan | None:
    """How often `text` says that something comes again, where it says more than "every monday" or "every month".

    The language is taken that reads most of it, and of those that read as much one of `languages` (ISO 639-1).
    """
    signs = folded(text)
    codes = sorted(weekday_words(), key=lambda code: code not in languages)
    found = [one for code in codes for one in _reader(code).read(signs)]
    return max(found, key=lambda one: one.place[1] - one.place[0], default=None)


@dataclass(frozen=True, slots=True)
class _Reader:
    """How a language says it; every pattern is of folded texts."""

    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]
    units: Mapping[str, Unit]
    days: Mapping[str, Weekday]
    counted: tuple[re.Pattern[str], ...]
    ordered: re.Pattern[str]
    other: tuple[re.Pattern[str], ...]
    fortnight: re.Pattern[str]
    month: re.Pattern[str]

    def read(self, signs: str) -> Iterator[IntervalSpan]:
        """Each way in which `signs` say it."""
        for match in self.fortnight.finditer(signs):
            yield IntervalSpan(2, "week", place=match.span())
        for pattern in self.counted:
            for match in pattern.finditer(signs):
                yield from self._every(self.numbers.get(match["n"]) or int(match["n"]), match)
        for pattern in self.other:
            for match in pattern.finditer(signs):
                yield from self._every(2, match)
        of_month = self.month.search(signs) is not None
        for match in self.ordered.finditer(signs):
            nth, day = self.ordinals[match["nth"]], self.days.get(match["unit"])
            every = match["every"] is not None
            if day is not None and (of_month or (every and nth in {1, _LAST})):
                yield IntervalSpan(1, "month", day, nth, match.span())
            elif every and nth > 1:
                yield from self._every(nth, match)

    def _every(self, count: int, match: re.Match[str]) -> Iterator[IntervalSpan]:
        day, place = self.days.get(match["unit"]), match.span()
        if not 1 < count <= _MOST:
            return
        if day is not None:
            yield IntervalSpan(count, "week", day, place=place)
            return
        unit = self.units[match["unit"]]
        weeks, rest = divmod(count, _LENGTHS["week"])
        if unit == "day" and not rest:
            count, unit = weeks, "week"
        yield IntervalSpan(count, unit, place=place)


@cache
def interval_words() -> Mapping[str, IntervalWords]:
    """The table by language; read once."""
    source = resources.files("resources") / "language" / "intervals.toml"
    known = tomllib.loads(source.read_text("utf-8"))
    return {language: IntervalWords.model_validate(words) for language, words in known.items()}


@cache
def _reader(language: str) -> _Reader:
    words, every = interval_words()[language], any_of(weekday_words()[language].every)
    numbers = {folded(name): number for number, names in _numbers(language) for name in names}
    ordinals = {folded(name): place for place, names in enumerate(words.ordinal, 1) for name in names}
    ordinals |= {folded(name): _LAST for name in words.last}
    units, days = _units(language), names_of_days(language)
    unit = rf"(?P<unit>{any_of([*units, *days])})(?!\w)"
    count, nth = rf"(?P<n>\d{{1,2}}|{any_of(numbers)})", rf"(?P<nth>{any_of(ordinals)})"
    months = any_of([name for name, of in units.items() if of == "month"])

    def pattern(template: str) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w){_filled(folded(template), count, unit)}")

    return _Reader(
        numbers,
        ordinals,
        units,
        days,
        (re.compile(rf"(?<!\w)(?:{every})\s+{count}\s+{unit}"), *map(pattern, words.count)),
        re.compile(rf"(?<!\w)(?P<every>(?:{every})\s+)?{nth}\s+{unit}"),
        tuple(map(pattern, words.other)),
        re.compile(rf"(?<!\w)(?:{any_of(words.fortnight)})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{months})(?!\w)"),
    )


def _filled(template: str, count: str, unit: str) -> str:
    """`template` as a pattern; what stands in it a second time is the same again."""
    parts = re.split(r"(\{n\}|\{unit\})", template)
    seen: set[str] = set()
    found = ""
    for part in parts:
        if part in {"{n}", "{unit}"}:
            name = part.strip("{}")
            found += rf"(?P={name})" if part in seen else {"n": count, "unit": unit}[name]
            seen.add(part)
        else:
            found += re.escape(part).replace(r"\ ", r"\s+")
    return found


def _numbers(language: str) -> Iterable[tuple[int, tuple[str, ...]]]:
    """Numbers that are counted by, with their words."""
    from num2words import num2words  # noqa: PLC0415 - its tables of fifty languages are slow to load

    others = interval_words()[language].number
    for number in range(2, _MOST + 1):
        yield number, (str(num2words(number, lang=language)), *others.get(number, ()))


def _units(language: str) -> Mapping[str, Unit]:
    """What each span of time is called, folded, of one and of several."""
    from babel.dates import format_timedelta  # noqa: PLC0415 - heavy, and of few texts

    named = {
        format_timedelta(timedelta(days=count * days), unit, threshold=2, locale=language): unit
        for unit, days in _LENGTHS.items()
        for count in (1, 2)
    }
    return {folded(name.strip("12 \N{NO-BREAK SPACE}")): unit for name, unit in named.items()}
