"""Calendar words that the date library lacks, from `resources/language/dates.toml`, as days of a calendar."""

import calendar
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.dates.hours import find_hours
from engine.search import function_words
from engine.telling_time import Weekday

WEEK = 7
MOST_AHEAD = 32
"""Days and weeks before a day below which their number is read in words."""
_FRIDAY, _SATURDAY, _SUNDAY = 4, 5, 6


_FIGURES = re.compile(r"\d+")

Days = tuple[date, date]
"""The first and the last."""
Phrase = tuple[int, int, Days | None]
"""Where it begins and ends in a text, and what it means; None for what only looks like a day."""


class Words(BaseModel):
    """A language of `resources/language/dates.toml`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    nothing: tuple[str, ...] = ()
    before_day: tuple[str, ...] = ()
    before_month: tuple[str, ...] = ()
    day: dict[int, tuple[str, ...]] = {}
    weekday: dict[int, tuple[str, ...]] = {}
    week: dict[int, tuple[str, ...]] = {}
    month: dict[int, tuple[str, ...]] = {}
    early: tuple[str, ...] = ()
    middle: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    weekend: dict[int, tuple[str, ...]] = {}
    part: tuple[str, ...] = ()
    week_end: tuple[str, ...] = ()
    month_end: tuple[str, ...] = ()
    of_month: tuple[str, ...] = ()
    of_month_before_verb: tuple[str, ...] = ()
    behind_day: tuple[str, ...] = ()
    of_every_month: tuple[str, ...] = ()
    ahead: dict[int, tuple[str, ...]] = {}
    days_ahead: tuple[str, ...] = ()
    weeks_ahead: tuple[str, ...] = ()
    evening_ahead: tuple[str, ...] = ()
    after_that: tuple[str, ...] = ()
    day_lead: tuple[str, ...] = ()
    day_join: tuple[str, ...] = ()
    counts_days: bool = True
    numbered_weekday: bool = False
    month_first: bool = False


@cache
def words_of(language: str) -> Words:
    """What is lacking of `language`, an ISO 639-1 code; nothing for one that is not there."""
    source = resources.files("resources") / "language" / "dates.toml"
    return Words.model_validate(tomllib.loads(source.read_text("utf-8")).get(language, {}))


def _days(words: Words, today: date) -> Iterator[tuple[str, Days | None]]:
    """Each phrase of a language with the days that it means on `today`."""
    monday, saturday = monday_of(today), monday_of(today) + timedelta(days=_SATURDAY)
    for phrases, days in (
        (words.nothing, None),
        (words.week_end, (max(today, monday + timedelta(days=_FRIDAY)), monday + timedelta(days=_SUNDAY))),
        (words.month_end, (month_end(today), month_end(today))),
        *((each, one(today + timedelta(days=count))) for count, each in words.day.items()),
        *((each, one(_coming(today, day))) for day, each in words.weekday.items()),
        *((each, whole_week(monday + timedelta(weeks=count))) for count, each in words.week.items()),
        *((each, whole_month(_months_on(today, count))) for count, each in words.month.items()),
        *((each, weekend(saturday + timedelta(weeks=count))) for count, each in words.weekend.items()),
    ):
        for phrase in phrases:
            yield phrase, days


def phrases_in(text: str, today: date, language: str, *, past: bool = False) -> list[Phrase]:
    """Where phrases of the table stand in `text`, the longest of those that overlap; `past` says that a day of a month
    without its year is the last such, and not the next.
    """
    words = words_of(language)
    found = [
        (*match.span(), days)
        for phrase, days in _days(words, today)
        for match in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE)
    ]
    # "On the 1st of every month" is whole.
    every = [rf"\s+{re.escape(one)}(?!\w)" for one in words.of_every_month]
    # "Am 3. Tag" is no day of a month; nor is, where a verb may follow, "auf den 3. Platz".
    a_name = rf"(?:{one_of(_written(language)[1])}|(?-i:[A-ZÄÖÜ]))" if words.of_month_before_verb else ""
    # Nor is "the 3rd floor"; "on the 3rd now" is.
    telling = rf"(?!(?:{one_of({*words.behind_day, *function_words(language)})})(?!\w))[^\W\d_]{{3,}}"
    others = dict.fromkeys(words.of_month, telling) | dict.fromkeys(words.of_month_before_verb, a_name)
    for phrase, other in others.items():
        behind = [*every, rf"(?!\w|\s+(?:of|de)?\s*{other})"]
        numbers = _written(language)[0] if "{nth}" in phrase else {}
        pattern = (
            re.escape(phrase).replace(r"\{n\}", r"(\d{1,2})").replace(r"\{nth\}", f"({one_of(numbers)})")
        )
        for match in re.finditer(rf"(?<!\w){pattern}(?:{'|'.join(behind)})", text, re.IGNORECASE):
            said = match.group(1)
            day = _day_of_month(today, int(said) if said.isdigit() else numbers[said.casefold()])
            found += [(*match.span(), one(day))] if day is not None else []
    found += _of_month(text, today, language, past=past)
    found += _parts_of_months(text, today, language, past=past)
    found += _parts_of_days(text, today, language, past=past)
    # "On Thursday at nine": the library takes an hour in words for a day of the month.
    found += [
        (hour.start, hour.end, None)
        for hour in find_hours(text, (language,))
        if hour.after is None and not any(sign.isdigit() for sign in text[hour.start : hour.end])
    ]
    return _apart(found)


def parts_of_month(day: date) -> tuple[Days, Days, Days]:
    """The first ten days of the month of `day`, the next ten, and the rest."""
    on = day.replace
    return (on(day=1), on(day=10)), (on(day=11), on(day=20)), (on(day=21), month_end(day))


def _parts_of_months(text: str, today: date, language: str, *, past: bool) -> Iterator[Phrase]:
    """Parts of a month that is named: "Ende April", "mid-June", "a principios de mayo"."""
    words, months = words_of(language), _written(language)[1]
    join = rf"(?:(?:{one_of(words.day_join)})\s+)?"
    for number, leads in enumerate((words.early, words.middle, words.late)):
        pattern = (
            rf"(?<!\w)(?:{one_of(leads)})[\s-]?(?P<month>{one_of(months)})"
            rf"(?:,?\s+{join}(?P<year>(?:19|20)\d\d))?(?!\w)"
        )
        for match in re.finditer(pattern, text, re.IGNORECASE):
            month = months[match["month"].casefold()]
            parts = (
                parts_of_month(date(year, month, 1))[number]
                for year in _years(today, int(match["year"] or 0), past=past)
            )
            meant = (
                part for part in parts if match["year"] or (part[0] <= today if past else part[1] >= today)
            )
            yield (*match.span(), next(meant))


@dataclass(frozen=True, slots=True)
class AheadSpan:
    """Where a text says that it means so many `days` before a day that it names, or the `evening` before it."""

    start: int
    end: int
    days: int
    evening: bool = False


def find_ahead(text: str, languages: Sequence[str]) -> AheadSpan | None:
    """How long before a day that is named `text` means ("the day before"), in one of `languages` (ISO 639-1)."""
    found = [one for code in languages for one in _all_ahead(text, code)]
    return max(found, key=lambda one: one.end - one.start, default=None)


def _all_ahead(text: str, language: str) -> Iterator[AheadSpan]:
    words, numbers = words_of(language), _counts(language)
    fixed = [(phrase, count, False) for count, each in words.ahead.items() for phrase in each]
    fixed += [(phrase, 1, True) for phrase in words.evening_ahead]
    for phrase, days, evening in fixed:
        for match in re.finditer(rf"(?<!\w){re.escape(phrase)}(?!\w)", text, re.IGNORECASE):
            yield AheadSpan(*match.span(), days, evening)
    for phrases, days in ((words.days_ahead, 1), (words.weeks_ahead, WEEK)):
        for phrase in phrases:
            pattern = re.escape(phrase).replace(r"\{n\}", rf"(\d{{1,2}}|{one_of(numbers)})")
            for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", text, re.IGNORECASE):
                said = match.group(1).casefold()
                yield AheadSpan(*match.span(), days * (int(said) if said.isdigit() else numbers[said]))


@cache
def _counts(language: str) -> Mapping[str, int]:
    """From two on, in words and small letters; none of a language that is not in the table."""
    from num2words import num2words  # noqa: PLC0415 - its tables of fifty languages are slow to load

    if words_of(language) == Words():
        return {}
    return {str(num2words(count, lang=language)).casefold(): count for count in range(2, MOST_AHEAD)}


def _parts_of_days(text: str, today: date, language: str, *, past: bool) -> Iterator[Phrase]:
    """Parts of a day that are one word with its name: "Freitagabend", "zondagmiddag"."""
    parts = words_of(language).part
    if not parts:
        return
    names = {day.in_words(language).casefold(): number for number, day in enumerate(Weekday, 1)}
    for match in re.finditer(rf"(?<!\w)({one_of(names)})(?:{one_of(parts)})(?!\w)", text, re.IGNORECASE):
        day = _coming(today, names[match[1].casefold()])
        yield (*match.span(), one(day - timedelta(weeks=1) if past else day))


def _of_month(text: str, today: date, language: str, *, past: bool) -> Iterator[Phrase]:
    """Days with their month, in words or figures: "the fourth of December", "el 3 de enero", "am ersten Mai"."""
    numbers, months, patterns = _written(language)
    for pattern in patterns:
        for match in pattern.finditer(text):
            said = {name: " ".join(words.casefold().split()) for name, words in match.groupdict("").items()}
            month, year = months[said["month"]], int(said["year"] or 0)
            figures = _FIGURES.match(said["day"])
            number = numbers[said["day"]] if figures is None else int(figures[0])
            days = [_existing(each, month, number) for each in _years(today, year, past=past)]
            meant = [day for day in days if day is not None and (year or (day < today) is past)]
            if meant:
                yield (*match.span(), one(meant[0]))


@cache
def _written(language: str) -> tuple[Mapping[str, int], Mapping[str, int], tuple[re.Pattern[str], ...]]:
    """The days of a month and the months in words, in small letters, and how a language puts them together."""
    from babel.dates import get_day_names, get_month_names  # noqa: PLC0415 - heavy, and of few texts
    from num2words import num2words  # noqa: PLC0415 - its tables of fifty languages are slow to load

    words, numbers = words_of(language), dict[str, int]()
    for day in range(1, 32):
        cardinal, ordinal = (str(num2words(day, lang=language, to=kind)) for kind in ("cardinal", "ordinal"))
        # "Am vierten", "der vierte", "ein vierter".
        forms = (ordinal, f"{ordinal}n", f"{ordinal}r", *((cardinal,) if words.counts_days else ()))
        numbers |= {
            said: day for form in forms for said in (form.casefold(), form.casefold().replace("-", " "))
        }
    months = {
        name.casefold(): number
        for kind in ("format", "stand-alone")
        for number, name in get_month_names("wide", kind, language).items()
    }
    weekdays = [
        name for kind in ("format", "stand-alone") for name in get_day_names("wide", kind, language).values()
    ]
    a_day, a_month = (
        rf"(?P<day>{one_of(numbers)}|\d{{1,2}}(?:st|nd|rd|th|er|[eºª°.])?)",
        f"(?P<month>{one_of(months)})",
    )
    leads, join = rf"(?:(?:{one_of(words.day_lead)})\s+)?", rf"(?:(?:{one_of(words.day_join)})\s+)?"
    lead = rf"(?<!\w)(?:{leads}(?:{one_of(weekdays)}),?\s+)?{leads}"
    year = rf"(?:,?\s+{join}(?P<year>(?:19|20)\d\d))?(?!\w)"
    ways = [rf"{lead}{a_day}\s+{join}{a_month}{year}"]
    if words.month_first:
        # "In May 10 people came."
        ways.append(rf"(?<!\w)(?<!in )(?:(?:{one_of(weekdays)}),?\s+)?{a_month}\s+{leads}{a_day}{year}")
    return numbers, months, tuple(re.compile(way, re.IGNORECASE) for way in ways)


def one_of(words: Iterable[str]) -> str:
    """A pattern of one of `words`, as they are spelt, the longest first; of none, nothing."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True)) or r"(?!)"


def _years(today: date, year: int, *, past: bool) -> Sequence[int]:
    """The years that may be meant: that which is said, or the nearest that have such a day."""
    nearest = range(today.year, today.year - 9, -1) if past else range(today.year, today.year + 9)
    return (year,) if year else nearest


def _existing(year: int, month: int, day: int) -> date | None:
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None


def _apart(found: Sequence[Phrase]) -> list[Phrase]:
    """Those that overlap no longer one."""
    kept: list[Phrase] = []
    for each in sorted(found, key=lambda one: (one[0] - one[1], one[0])):
        if all(each[1] <= other[0] or each[0] >= other[1] for other in kept):
            kept.append(each)
    return sorted(kept, key=lambda one: one[0])


# Days of a calendar


def one(day: date) -> Days:
    """A single day."""
    return day, day


def monday_of(day: date) -> date:
    """The Monday of its week."""
    return day - timedelta(days=day.weekday())


def whole_week(monday: date) -> Days:
    """Monday to Sunday."""
    return monday, monday + timedelta(days=WEEK - 1)


def weekend(saturday: date) -> Days:
    """Saturday and Sunday."""
    return saturday, saturday + timedelta(days=1)


def month_end(day: date) -> date:
    """The last day of its month."""
    return day.replace(day=calendar.monthrange(day.year, day.month)[1])


def whole_month(day: date) -> Days:
    """The first to the last of its month."""
    return day.replace(day=1), month_end(day)


def _months_on(day: date, count: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + count, 12)
    return date(year, month + 1, 1)


def _coming(today: date, weekday: int) -> date:
    """The next day of that name; a week from now where it is today's."""
    return today + timedelta(days=(weekday - 1 - today.weekday() - 1) % WEEK + 1)


def _day_of_month(today: date, day: int) -> date | None:
    """The next day of that number, None where no month has it."""
    for count in range(12):
        month = _months_on(today, count)
        if 1 <= day <= month_end(month).day and month.replace(day=day) >= today:
            return month.replace(day=day)
    return None
