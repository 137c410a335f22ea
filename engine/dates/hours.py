"""Hours that a text names: "at half past nine", "um halb zehn", "over een half uur", "17h30".

The date library names no place of an hour and reads few of them, so they are read by a table of what each language says
(`resources/language/hours.toml`), with num2words' numbers. An hour is a time of the person's own day, without a zone.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from importlib import resources
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

NOON, HALF = 12, timedelta(hours=12)
EARLIEST = 7
"""The first hour of a day that somebody means who says neither "in the morning" nor "in the evening"."""
NIGHT_FROM, NIGHT_UNTIL = 22, 6
"""Who speaks between these means the next hour of that name, in the night too."""
BOTH_HALVES = range(5, 12)
"""The hours at which as much begins before noon as after it: trains at seven, and dinners."""
MINUTES, HOURS = 60, 24

Part = Literal["morning", "afternoon", "evening", "night"]
_BESIDE = re.compile(r"[\s,]*")
_SLOT = re.compile(r"(\{\w+\}|\s)")


class HourWords(BaseModel):
    """A language of `resources/language/hours.toml`, where its fields are told."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    one: dict[int, tuple[str, ...]] = {}
    hours: dict[int, tuple[str, ...]] = {}
    at: tuple[str, ...]
    clock: bool = False
    sure: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    shifted: dict[int, tuple[str, ...]] = {}
    past: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    not_before: tuple[str, ...] = ()
    parts: dict[Part, tuple[str, ...]] = {}
    named: dict[int, tuple[str, ...]] = {}
    after: tuple[str, ...]
    minute: tuple[str, ...]
    hour: tuple[str, ...]
    whiles: dict[int, tuple[str, ...]] = Field(alias="while")


@dataclass(frozen=True, slots=True)
class HourSpan:
    """Where a text (`start` to `end`, characters) names an hour: `at` a time of the day, or `after` so long from now.

    `either` says that it may be meant twelve hours later ("at five"); `written` that it is written as on a clock of 24
    hours, so that on a day that is named it is meant as it stands.
    """

    start: int
    end: int
    at: time = time.min
    after: timedelta | None = None
    either: bool = False
    written: bool = False

    def is_open_on(self, day: date | None, said_at: datetime) -> bool:
        """Whether only what is to happen at it tells which half of `day` it is of, said at `said_at`.

        Of the day that it is said on, the next hour of its name is meant.
        """
        later = day is not None and day != said_at.date()
        return later and self.either and not self.written and self.at.hour in BOTH_HALVES

    def in_half(self, *, evening: bool) -> "HourSpan":
        """The same, known to be before noon or after it."""
        hour = self.at.hour % NOON + (NOON if evening else 0)
        return replace(self, either=False, at=self.at.replace(hour=hour))


def find_hours(text: str, languages: Sequence[str] = ()) -> list[HourSpan]:
    """Every hour that `text` names, in its order, none overlapping another.

    `languages` are ISO 639-1 codes; of several, or without any, the one is taken that reads most of the text.
    """
    readings = [_read(text, language) for language in _known(languages)]
    return max(readings, key=lambda spans: sum(one.end - one.start for one in spans))


def moment_of(hour: HourSpan, day: date | None, said_at: datetime) -> datetime | None:
    """The moment, without a zone, that `hour` means on `day` (None where none was named), said at `said_at`.

    Where nothing tells which half of the day it is of, the next one that makes sense: "at five" is 17:00 where it is
    said at noon. None where it is over already.
    """
    now = said_at.replace(tzinfo=None)
    if hour.after is not None:
        return (now + hour.after + timedelta(seconds=30)).replace(second=0, microsecond=0)
    if day is not None and day != now.date():
        early = hour.either and not hour.written and hour.at.hour < EARLIEST
        if hour.at == time.min:
            return datetime.combine(day, hour.at) + timedelta(days=1)
        return datetime.combine(day, hour.at) + (HALF if early else timedelta(0))
    return _next(hour, now, today=day is not None)


def _next(hour: HourSpan, now: datetime, *, today: bool) -> datetime | None:
    first = datetime.combine(now.date(), hour.at)
    halves = [first, first + HALF] if hour.either else [first]
    ends_today = hour.at == time.min or not today
    ahead = [one for one in (*halves, *(each + timedelta(days=1) for each in halves)) if one > now]
    if not ends_today:
        ahead = [one for one in ahead if one.date() == now.date()]
    if not hour.either or now.hour >= NIGHT_FROM or now.hour < NIGHT_UNTIL:
        return min(ahead, default=None)
    return min((one for one in ahead if one.hour >= EARLIEST), default=None)


def _known(languages: Sequence[str]) -> list[str]:
    return [each for each in languages if each in hour_words()] or list(hour_words())


@cache
def hour_words() -> Mapping[str, HourWords]:
    """The table by language; read once."""
    source = resources.files("resources") / "language" / "hours.toml"
    known = tomllib.loads(source.read_text("utf-8"))
    return {language: HourWords.model_validate(words) for language, words in known.items()}


@cache
def numbers_of(language: str) -> Mapping[str, int]:
    """Words for 0 to 59 in `language`, in small letters."""
    from num2words import num2words  # noqa: PLC0415 - its tables of fifty languages are slow to load

    words, found = hour_words()[language], dict[str, int]()
    for number in range(MINUTES):
        spoken = str(num2words(number, lang=language)).lower()
        others = (*words.one.get(number, ()), *words.hours.get(number, ()))
        found |= dict.fromkeys((spoken, spoken.replace("-", " "), spoken.replace("ß", "ss"), *others), number)
    return found


@dataclass(frozen=True, slots=True)
class _Pattern:
    """One way to say an hour, or a while: `shift` are minutes to add, `sign` is what is done with {m}."""

    expression: re.Pattern[str]
    shift: int = 0
    sign: int = 1
    part: Part | None = None
    written: bool = False
    is_while: bool = False
    named: int | None = None


@cache
def _patterns(language: str) -> tuple[_Pattern, ...]:
    words = hour_words()[language]
    return (*_clock_patterns(words, language), *_spoken_patterns(words, language), *_whiles(words, language))


def _clock_patterns(words: HourWords, language: str) -> Iterator[_Pattern]:
    """Written as on a clock, in any language: 17:30, 17h30, at 17.30, 17.30 uhr, 5 pm."""
    for phrase in ("{h}:{mm}", "{h}:{mm} {unit}", "{h}h{mm}", "{h}.{mm} {unit}", "{at} {h}.{mm}"):
        yield _Pattern(_compiled(phrase, words, language), written=words.clock)
    for digits in ("{h}", "{h}:{mm}", "{h}.{mm}"):
        yield _Pattern(_compiled(f"{digits} {{am}}", words, language), part="morning")
        yield _Pattern(_compiled(f"{digits} {{pm}}", words, language), part="afternoon")


def _spoken_patterns(words: HourWords, language: str) -> Iterator[_Pattern]:
    def pattern(phrase: str, **meaning: Any) -> _Pattern:
        return _Pattern(_compiled(phrase, words, language), **meaning)

    for phrase in words.sure:
        yield pattern(phrase, written=words.clock)
    for phrase in words.bare:
        yield pattern(f"{{at}} {phrase}", written=words.clock and phrase != "{h}")
    for shift, phrases in words.shifted.items():
        for phrase in phrases:
            yield pattern(_led(phrase, words), shift=shift)
    for sign, phrases in ((1, words.past), (-1, words.to)):
        for phrase in phrases:
            yield pattern(_led(phrase, words), sign=sign)
    for hour, phrases in words.named.items():
        for phrase in phrases:
            yield pattern(phrase, named=hour)


def _led(phrase: str, words: HourWords) -> str:
    """ "{h} y media" alone is as often a length as an hour; what begins otherwise, or names hours, is one."""
    _, second, *_ = phrase.split(" ")
    return f"{{at}} {phrase}" if phrase.startswith("{h}") and second not in words.hour else phrase


def _whiles(words: HourWords, language: str) -> Iterator[_Pattern]:
    for phrase in words.after:
        for minutes, lengths in words.whiles.items():
            for length in lengths:
                expression = _compiled(phrase.replace("{while}", length), words, language)
                yield _Pattern(expression, shift=minutes, is_while=True)
            for length in lengths if minutes == MINUTES else ():
                both = phrase.replace("{while}", f"{length} {{and}} {{m}} {{minute}}")
                yield _Pattern(_compiled(both, words, language), shift=minutes, is_while=True)
        for length in (
            "{n} {minute}",
            "{n} {hour}",
            "{n} {hour} {m} {minute}",
            "{n} {hour} {and} {m} {minute}",
        ):
            expression = _compiled(phrase.replace("{while}", length), words, language)
            yield _Pattern(expression, is_while=True)


def _compiled(phrase: str, words: HourWords, language: str) -> re.Pattern[str]:
    """`phrase` with its slots, and with what leads to an hour before it; not within a longer number or a sum."""
    # An article is no hour: "um eine Antwort bitten".
    articles = (
        {each for those in words.one.values() for each in those} if phrase.startswith("{at} {h}") else set()
    )
    spoken, lead = (
        _any([each for each in numbers_of(language) if each not in articles]),
        rf"(?:{_any(words.at)})\s*",
    )
    slots = {
        "{at}": f"(?:{lead})",
        "{h}": rf"(?P<h>\d{{1,2}}|{spoken})",
        "{m}": rf"(?P<m>\d{{1,2}}|{spoken})",
        "{mm}": r"(?P<m>[0-5]\d)",
        "{n}": rf"(?P<n>\d{{1,3}}|{spoken})",
        "{minute}": f"(?:{_any(words.minute)})",
        "{hour}": f"(?P<hour>{_any(words.hour)})",
        "{and}": r"\w{1,3}",
        "{unit}": "(?:uhr|uur|h|heures|ore|horas)",
        "{am}": r"a\.?m\b",
        "{pm}": r"p\.?m\b",
    }
    parts = [part for part in _SLOT.split(phrase) if part]
    body = ""
    for place, part in enumerate(parts):
        if part == " ":
            before, after = parts[place - 1], parts[place + 1]
            joined = before in slots and (
                after not in slots or after in {"{minute}", "{hour}", "{unit}", "{am}", "{pm}"}
            )
            body += r"\s*" if joined or before == "{at}" else r"\s+"
        else:
            body += slots.get(part) or re.escape(part).replace("'", "['’]").replace(r"\ ", r"\s+")
    optional = "" if phrase.startswith("{at}") or "{minute}" in phrase or "{n}" in phrase else f"(?:{lead})?"
    beyond = rf"(?!\s+(?:{_any(words.not_before)})\b)" if words.not_before else ""
    return re.compile(rf"(?<![\w.,:-]){optional}{body}(?!\w)(?![.,:]\d)(?!\s?[%€$£]){beyond}", re.IGNORECASE)


def _any(words: Sequence[str]) -> str:
    """One of `words`, the longest first; a star is the rest of a word."""
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(one).replace("'", "['’]").replace(r"\*", r"\w*") for one in ordered)


@cache
def _one_of(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_any(words)})(?!\w)" if words else r"(?!)", re.IGNORECASE)


def _read(text: str, language: str) -> list[HourSpan]:
    found = [
        span
        for pattern in _patterns(language)
        for match in pattern.expression.finditer(text)
        if (span := _span(match, pattern, language)) is not None
    ]
    kept: list[HourSpan] = []
    for each in sorted(found, key=lambda one: (one.start - one.end, one.start)):
        if all(each.end <= other.start or each.start >= other.end for other in kept):
            kept.append(each)
    kept.sort(key=lambda one: one.start)
    return [_of_its_part(text, one, language) for one in kept]


def _span(match: re.Match[str], pattern: _Pattern, language: str) -> HourSpan | None:
    given = {name: held for name, held in match.groupdict().items() if held is not None}
    count = {name: _number(held, language) for name, held in given.items() if name in {"h", "m", "n"}}
    if pattern.is_while:
        minutes = count.get("n", 0) * (MINUTES if "hour" in given else 1) + count.get("m", 0) + pattern.shift
        return HourSpan(*match.span(), after=timedelta(minutes=minutes)) if minutes else None
    if pattern.named is not None:
        return HourSpan(*match.span(), at=time(pattern.named))
    hour, minute = count["h"], count.get("m", 0)
    if hour > HOURS or minute >= MINUTES:
        return None
    at = _clock_time(hour * MINUTES + pattern.sign * minute + pattern.shift)
    if pattern.part is not None:
        return HourSpan(*match.span(), at=_in_part(at, pattern.part))
    digits = given["h"].isdigit()
    either = hour <= NOON and not given["h"].startswith("0")
    return HourSpan(*match.span(), at=at, either=either, written=pattern.written and digits)


def _clock_time(minutes: int) -> time:
    hour, minute = divmod(minutes % (HOURS * MINUTES), MINUTES)
    return time(hour, minute)


def _of_its_part(text: str, hour: HourSpan, language: str) -> HourSpan:
    """Of the part of the day that stands before it in the text, or directly behind it."""
    if not hour.either:
        return hour
    for part, phrases in hour_words()[language].parts.items():
        for match in _one_of(phrases).finditer(text):
            behind = match.start() >= hour.end and _BESIDE.fullmatch(text[hour.end : match.start()])
            if match.end() <= hour.start or behind:
                end = match.end() if behind else hour.end
                return HourSpan(hour.start, end, at=_in_part(hour.at, part))
    return hour


def _in_part(at: time, part: Part) -> time:
    """Nine in the evening is 21:00, twelve at night is midnight, two at night is 2:00."""
    hour = at.hour % NOON
    after_noon = (
        part == "afternoon" or (part == "evening" and hour > 0) or (part == "night" and hour >= NIGHT_UNTIL)
    )
    return at.replace(hour=hour + NOON if after_noon else hour)


def _number(given: str, language: str) -> int:
    return int(given) if given.isdigit() else numbers_of(language)[given.lower()]
