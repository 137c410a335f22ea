"""Weekdays on which something comes again: "every tuesday and friday", "montags bis freitags", "los fines de semana".

The date library reads a single day of them, and no plural. What is read here is told of a text that is known to say
that something comes again; the words for it are data (`resources/language/weekdays.toml`).
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.telling_time import WEEKEND, WORKING_DAYS, Weekday

_WEEK = tuple(Weekday)


class WeekdayWords(BaseModel):
    """A language of `resources/language/weekdays.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    every: tuple[str, ...]
    plural: tuple[str, ...] = ()
    lead: tuple[str, ...]
    name: dict[int, tuple[str, ...]] = {}
    short: bool = False
    ending: tuple[str, ...] = ()
    part: tuple[str, ...] = ()
    to: tuple[str, ...]
    without: tuple[str, ...]
    working: tuple[str, ...]
    weekend: tuple[str, ...]
    day: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Weekdays:
    """The `days` on which a text says that something comes again, Monday first, and where it names any."""

    days: tuple[Weekday, ...] = ()
    places: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Form:
    """What a word means: `marked` says that each of these days is meant, `sure` that it is hardly another word."""

    days: tuple[Weekday, ...]
    marked: bool = False
    sure: bool = True

    @property
    def spans(self) -> bool:
        """Whether it is more than a day."""
        return len(self.days) > 1


@dataclass(frozen=True, slots=True)
class _Group:
    """Days that are named together, from `start` to `end`, as a part of the week (`spans`) or each by itself; where
    they are `left_out`, the others are meant. `marked` and `sure` are as in `_Form`.
    """

    start: int
    end: int
    days: frozenset[Weekday]
    marked: bool
    sure: bool
    spans: bool
    left_out: bool


def find_weekdays(text: str, languages: Sequence[str] = ()) -> Weekdays:
    """The weekdays on which `text` says that something comes again, given that it does.

    The language is taken that reads most of it, and of those that read as much one of `languages` (ISO 639-1).
    """
    signs = folded(text)
    codes = sorted(weekday_words(), key=lambda code: code not in languages)
    groups = max((_groups(signs, code) for code in codes), key=_letters)
    if not groups:
        return Weekdays()
    days = _meant(groups)
    places = tuple((one.start, one.end) for one in groups)
    return Weekdays(tuple(day for day in Weekday if day in days), places)


@cache
def weekday_words() -> Mapping[str, WeekdayWords]:
    """The table by language; read once."""
    source = resources.files("resources") / "language" / "weekdays.toml"
    known = tomllib.loads(source.read_text("utf-8"))
    return {language: WeekdayWords.model_validate(words) for language, words in known.items()}


def _meant(groups: Sequence[_Group]) -> frozenset[Weekday]:
    """The days of all groups: of those that say that each is meant, where one does ("every monday that she comes on a
    friday"), and of a part of the week rather than of each of its days ("every day from monday to friday").
    """
    named = [one for one in groups if not one.left_out]
    chosen = [one for one in named if one.marked] or named
    if any(one.spans and len(one.days) < len(_WEEK) for one in chosen):
        chosen = [one for one in chosen if len(one.days) < len(_WEEK)]
    left_out = _all_of(one for one in groups if one.left_out)
    return (_all_of(chosen) if chosen else frozenset(_WEEK)) - left_out


def _letters(groups: Sequence[_Group]) -> int:
    return sum(one.end - one.start for one in groups)


def _all_of(groups: Iterable[_Group]) -> frozenset[Weekday]:
    return frozenset(day for one in groups for day in one.days)


def _groups(signs: str, language: str) -> list[_Group]:
    """Days that are named one behind the other, of a text that was folded."""
    reader, found = _reader(language), list[list[_Group]]()
    for one in reader.read(signs):
        last = found[-1][-1] if found else None
        joined = None if last is None else reader.joined(last, signs[last.end : one.start], one)
        if joined is None:
            found.append([one])
        else:
            found[-1].append(joined)
    merged = [_merged(each) for each in found]
    return [one for one in merged if one.sure or one.marked]


def _merged(parts: Sequence[_Group]) -> _Group:
    return _Group(
        parts[0].start,
        parts[-1].end,
        _all_of(parts),
        any(one.marked for one in parts),
        any(one.sure for one in parts),
        any(one.spans for one in parts),
        parts[0].left_out,
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """How a language names days of the week; every pattern is of folded texts."""

    forms: Mapping[str, _Form]
    named: re.Pattern[str]
    every: re.Pattern[str]
    plural: re.Pattern[str]
    left_out: re.Pattern[str]
    joins: re.Pattern[str]
    spans: re.Pattern[str]

    def read(self, signs: str) -> Iterator[_Group]:
        """Each name by itself."""
        for match in self.named.finditer(signs):
            lead, form = match["lead"], self.forms[" ".join(match["name"].split())]
            every, days = bool(self.every.search(lead)), form.days
            if every and days == WEEKEND:
                # Every weekend is once a weekend, at weekends on both of its days.
                days = WEEKEND[:1]
            yield _Group(
                *match.span(),
                frozenset(days),
                every or form.marked or bool(self.plural.search(lead)),
                form.sure,
                form.spans,
                self.left_out.search(signs[: match.start()]) is not None,
            )

    def joined(self, last: _Group, between: str, one: _Group) -> _Group | None:
        """`one` as it goes on with `last`, with the days from that on where it names the end of them; None where it
        does not.
        """
        if one.left_out:
            return None
        if self.spans.fullmatch(between) and len(last.days) == len(one.days) == 1 and last.days != one.days:
            (first,), (end,) = last.days, one.days
            return replace(one, days=frozenset(_from_to(first, end)), marked=True, spans=True)
        bare = not between.strip()
        if not self.joins.fullmatch(between) or (bare and (last.sure or one.sure)):
            return None
        # "Tue & Thu" are days, each of which might be another word.
        return replace(one, sure=one.sure or (not bare and one.days != last.days))


def _from_to(first: Weekday, last: Weekday) -> Sequence[Weekday]:
    begin = _WEEK.index(first)
    turned = _WEEK[begin:] + _WEEK[:begin]
    return turned[: turned.index(last) + 1]


@cache
def _reader(language: str) -> _Reader:
    from babel.lists import format_list  # noqa: PLC0415 - heavy, and of few texts

    words, forms = weekday_words()[language], _forms(language)
    joining = format_list(["", ""], locale=language).strip()
    lead = any_of((*words.every, *words.plural, *words.lead))
    return _Reader(
        forms,
        re.compile(rf"(?<!\w)(?P<lead>(?:(?:{lead})\s+)*)(?P<name>{any_of(forms)})(?!\w)"),
        re.compile(rf"(?<!\w)(?:{any_of(words.every)})\s"),
        re.compile(rf"(?<!\w)(?:{any_of(words.plural)})\s"),
        re.compile(rf"(?<!\w)(?:{any_of(words.without)})\s+$"),
        re.compile(rf"\s*[,/&+]?\s*(?:{joining}\s+)?"),
        re.compile(rf"\s*(?:[-–—]|(?:{any_of(words.to)})\s)\s*"),
    )


def _forms(language: str) -> Mapping[str, _Form]:
    """What each word for days means, folded."""
    words, found = weekday_words()[language], dict[str, _Form]()

    def put(names: Iterable[str], form: _Form) -> None:
        for name in names:
            found.setdefault(folded(name), form)

    for phrases, days in ((words.day, _WEEK), (words.working, WORKING_DAYS), (words.weekend, WEEKEND)):
        put(phrases, _Form(days, marked=days == _WEEK))
        put((f"{each}{ending}" for each in phrases for ending in words.ending), _Form(days, marked=True))
    for number, day in enumerate(Weekday, 1):
        names = (day.in_words(language), *words.name.get(number, ()))
        put((*names, *(f"{each}{part}" for each in names for part in words.part)), _Form((day,)))
        put((f"{each}{ending}" for each in names for ending in words.ending), _Form((day,), marked=True))
        if words.short:
            put((day.in_words(language, "abbreviated").rstrip("."),), _Form((day,), sure=False))
    return found


def names_of_days(language: str) -> Mapping[str, Weekday]:
    """What each day of the week is called, folded, also where several of them are meant ("tuesdays")."""
    return {name: form.days[0] for name, form in _forms(language).items() if form.sure and not form.spans}


def any_of(words: Iterable[str]) -> str:
    """A pattern of one of `words`, folded, the longest first; of none, nothing."""
    ordered = sorted(map(folded, words), key=len, reverse=True)
    return "|".join(re.escape(one).replace(r"\ ", r"\s+") for one in ordered) or r"(?!)"


def folded(text: str) -> str:
    """In small letters without accents, sign for sign."""
    return "".join(unicodedata.normalize("NFD", sign)[0].lower()[:1] for sign in text).replace("’", "'")
