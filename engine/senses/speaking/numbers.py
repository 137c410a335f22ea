"""Numbers, dates, times and money in words, by num2words."""

import re
from collections.abc import Callable
from datetime import date
from typing import Final

from engine.senses.speaking.language import Spoken

ISO_DATE: Final = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?:[T ](?=\d{2}:\d{2})|\b)")
TIME: Final = re.compile(
    r"\b([01]?\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?\b(?:\s*([ap])(?:\.\s?m\.|\s?m\b))?", re.IGNORECASE
)
ORDINAL: Final = re.compile(r"\b(\d{1,6})(?:st|nd|rd|th)\b")
RANGE: Final = re.compile(r"(?<![\w.-])(\d{1,6}(?:\.\d+)?)\s?[-–]\s?(\d{1,6}(?:\.\d+)?)(?![\w-]|\.\d)")
PERCENT: Final = re.compile(r"(\d(?:[\d,.]*\d)?)\s?%")
YEAR: Final = re.compile(r"(?<![\w.,$€£-])(1[1-9]\d\d|20\d\d)(?![\w,%]|\.\d|-\d)")
NUMBER: Final = re.compile(r"(?<![\w.])(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(?![\w])")
DIGITS: Final = re.compile(r"(?<![\w.,])(?:\+\d[\d ()-]{6,}\d|0\d{2,}|\d{9,})(?![\w.,]\d)")
MONTHS: Final = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def in_words(text: str, spoken: Spoken) -> str:
    """`text` with its numbers spelt out; English fully, of other languages what is alike in all of them."""
    english = spoken.language == "en"
    if english:
        text = ISO_DATE.sub(_date, text)
        text = TIME.sub(_time, text)
        text = ORDINAL.sub(lambda found: _say(int(found[1]), spoken, "ordinal"), text)
    text = _money(text, spoken)
    text = RANGE.sub(lambda found: f"{found[1]} {spoken.words.get('to', '-')} {found[2]}", text)
    text = PERCENT.sub(lambda found: f"{found[1]} {spoken.words.get('percent', '%')}", text)
    text = _units(text, spoken)
    text = DIGITS.sub(lambda found: _one_by_one(found[0], spoken), text)
    if english:
        text = YEAR.sub(lambda found: _say(int(found[1]), spoken, "year"), text)
        text = NUMBER.sub(lambda found: _number(found, spoken), text)
    return text


def _say(number: float, spoken: Spoken, kind: str = "cardinal") -> str:
    from num2words import num2words  # noqa: PLC0415 - its tables of fifty languages are slow to load

    try:
        return str(num2words(number, lang=spoken.language, to=kind)).replace("-", " ")
    except (NotImplementedError, OverflowError, TypeError, ValueError):
        return str(number)


def _number(found: re.Match[str], spoken: Spoken) -> str:
    sign, whole, decimals = found[1], found[2].replace(",", ""), found[3]
    words = _say(int(whole), spoken)
    if decimals:
        digits = " ".join(_say(int(one), spoken) for one in decimals)
        words = f"{words} {spoken.words.get('point', '.')} {digits}"
    return f"minus {words}" if sign else words


def _one_by_one(digits: str, spoken: Spoken) -> str:
    said = [_say(int(one), spoken) for one in digits if one.isdigit()]
    plus = [spoken.words.get("plus", "+")] if digits.startswith("+") else []
    return " ".join([*plus, *said])


def _date(found: re.Match[str]) -> str:
    try:
        day = date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        return found[0]
    words = f"{MONTHS[day.month - 1]} {_ordinal(day.day)}, {_year(day.year)}"
    return f"{words}, " if found[0][-1] in "T " else words


def _ordinal(day: int) -> str:
    return _say(day, Spoken("en"), "ordinal")


def _year(year: int) -> str:
    return _say(year, Spoken("en"), "year")


def _time(found: re.Match[str]) -> str:
    hour, minute, half = int(found[1]), int(found[2]), (found[3] or "").lower()
    part = half or ("a" if hour < 12 else "p")
    if not half and (hour, minute) in {(12, 0), (0, 0)}:
        return "noon" if hour else "midnight"
    words = [_say(hour % 12 or 12, Spoken("en"))]
    if minute:
        words += (["oh"] if minute < 10 else []) + [_say(minute, Spoken("en"))]
    return f"{' '.join(words)} {part} m"


def _money(text: str, spoken: Spoken) -> str:
    thousands, decimals = (",", r"\.") if spoken.language == "en" else (r"\.", ",")
    amount = (
        rf"(\d{{1,3}}(?:{thousands}\d{{3}})+|\d+)(?:{decimals}(\d{{2}}))?(?![.,]?\d)"
        r"(\s(?:thousand|million|billion))?"
    )
    for sign, forms in spoken.money.items():
        before = re.compile(re.escape(sign) + r"\s?" + amount)
        after = re.compile(amount + r"\s?" + re.escape(sign))
        paid = _paid(forms, spoken)
        text = after.sub(paid, before.sub(paid, text))
    return text


def _paid(forms: tuple[str, ...], spoken: Spoken) -> Callable[[re.Match[str]], str]:
    one, many, part, parts = forms

    def words(found: re.Match[str]) -> str:
        whole, rest, power = int(re.sub(r"[.,]", "", found[1])), int(found[2] or 0), found[3] or ""
        said = f"{_say(whole, spoken)}{power} {one if whole == 1 and not power else many}"
        if not rest:
            return said
        return f"{said} {spoken.words.get('and', '')} {_say(rest, spoken)} {part if rest == 1 else parts}"

    return words


def _units(text: str, spoken: Spoken) -> str:
    if not spoken.units:
        return text
    signs = "|".join(re.escape(sign) for sign in sorted(spoken.units, key=len, reverse=True))
    return re.sub(rf"(?<=\d)\s?({signs})(?![\w/])", lambda found: f" {spoken.units[found[1]]}", text)
