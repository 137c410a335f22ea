"""Numbers, dates, times and money in words, by num2words and Babel.

What differs between languages stands in `resources/senses/wording.toml`. Of a language that has no `[figures]` there,
numbers are left to the voice.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import Final

from engine.senses.speaking.language import Spoken

ISO_DATE: Final = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?:[T ](?=\d{2}:\d{2})|\b)")
TIME: Final = re.compile(
    r"\b([01]?\d|2[0-3])[:h]([0-5]\d)(?::[0-5]\d)?\b(?:\s*([ap])(?:\.\s?m\.|\s?m\b))?(?:\s?(?:Uhr|h)\b)?",
    re.IGNORECASE,
)
RANGE: Final = re.compile(r"(?<![\w.-])(\d{1,6}(?:[.,]\d+)?)\s?[-–]\s?(\d{1,6}(?:[.,]\d+)?)(?![\w-]|[.,]\d)")
PERCENT: Final = re.compile(r"(\d(?:[\d,.]*\d)?)\s?%")
YEAR: Final = re.compile(r"(?<![\w.,$€£-])(1[1-9]\d\d|20\d\d)(?![\w%]|[.,]\d|-\d)")
DIGITS: Final = re.compile(r"(?<![\w.,])(?:\+\d[\d ()-]{6,}\d|0\d{2,}|\d{9,})(?![\w.,]\d)")
TELEPHONE: Final = re.compile(
    r"(?<![\w.,+/-])(?:0\d{2,5}\s?[/-]\s?\d{5,}|(?:\(?\d{3}\)?[ -])?\d{3}-\d{4})(?![\w-])"
)
"""With the marks between the parts of a telephone number, which would be a range."""
MONTHS: Final = 12
AGREEING: Final = {1: "one", 2: "two"}


def in_words(text: str, spoken: Spoken) -> str:
    """`text` with its numbers spelt out, as far as its language has words for them."""
    known = bool(spoken.figures)
    if known:
        text = TELEPHONE.sub(lambda found: _one_by_one(found[0], spoken), text)
        text = _dates(text, spoken)
        text = _decades(text, spoken)
        text = TIME.sub(lambda found: _time(found, spoken), text)
        text = _ordinals(text, spoken)
    text = _money(text, spoken)
    text = RANGE.sub(lambda found: f"{found[1]} {spoken.words.get('to', '-')} {found[2]}", text)
    text = PERCENT.sub(lambda found: f"{found[1]} {spoken.words.get('percent', '%')}", text)
    text = _units(text, spoken)
    text = DIGITS.sub(lambda found: _one_by_one(found[0], spoken), text)
    if known:
        text = YEAR.sub(lambda found: _say(int(found[1]), spoken, "year"), text)
        text = _pattern(spoken).sub(lambda found: _number(found, spoken), text)
    return text


def _say(number: float, spoken: Spoken, kind: str = "cardinal") -> str:
    from num2words import num2words  # noqa: PLC0415 - its tables of fifty languages are slow to load

    try:
        return str(num2words(number, lang=spoken.language, to=kind)).replace("-", " ")
    except (NotImplementedError, OverflowError, TypeError, ValueError):
        return str(number)


# Plain numbers


def _pattern(spoken: Spoken) -> re.Pattern[str]:
    """A number as the language writes it: sign, whole part, decimals, and the word after it."""
    thousands, point = spoken.figures["thousands"], re.escape(spoken.figures["point"])
    return re.compile(
        rf"(?<![\w.,])([-−]?)(\d{{1,3}}(?:{thousands}\d{{3}})+(?!\d)|\d+)(?:{point}(\d+))?(?!\w|[.,]\d)(?=(\s+[^\W\d]+)?)"
    )


def _number(found: re.Match[str], spoken: Spoken) -> str:
    sign, whole, decimals, after = found[1], int(re.sub(r"\D", "", found[2])), found[3], found[4]
    words = _before(after, whole, spoken) if after and not decimals else _say(whole, spoken)
    if decimals:
        words = f"{words} {spoken.words.get('point', '.')} {_decimals(decimals, spoken)}"
    return f"{spoken.words.get('minus', 'minus')} {words}" if sign else words


def _decimals(digits: str, spoken: Spoken) -> str:
    """One by one, or as a number where the language says them so."""
    if spoken.figures.get("decimals") == "number" and len(digits) < 3 and digits[0] != "0":
        return _say(int(digits), spoken)
    return " ".join(_say(int(one), spoken) for one in digits)


def _before(after: str, number: int, spoken: Spoken) -> str:
    """A number before a word, whose gender one and two may follow."""
    name = AGREEING.get(number, "")
    before = spoken.figures.get(f"{name}_before", "")
    if before and re.search(before, after.strip()):
        return spoken.figures[f"{name}_then"]
    return spoken.figures.get(name, "") or _say(number, spoken)


def _one_by_one(digits: str, spoken: Spoken) -> str:
    said = [_say(int(one), spoken) for one in digits if one.isdigit()]
    plus = [spoken.words.get("plus", "+")] if digits.startswith("+") else []
    return " ".join([*plus, *said])


# Days and times


def _dates(text: str, spoken: Spoken) -> str:
    text = ISO_DATE.sub(lambda found: _date(found, (1, 2, 3), spoken), text)
    written = spoken.figures.get("date", "")
    order = (3, 1, 2) if spoken.figures.get("date_order") == "month first" else (3, 2, 1)
    return re.sub(written, lambda found: _date(found, order, spoken), text) if written else text


def _decades(text: str, spoken: Spoken) -> str:
    """Ten years by their first, as `decade` finds it: its number is called n, what is left of the word is `end`."""

    def words(found: re.Match[str]) -> str:
        said = _say(int(found["n"]), spoken, "year" if len(found["n"]) == 4 else "cardinal")
        if spoken.language == "en":
            return said[:-1] + "ies" if said.endswith("y") else said + "s"
        return said + found["end"]

    return re.sub(spoken.figures["decade"], words, text) if "decade" in spoken.figures else text


def _date(found: re.Match[str], order: tuple[int, int, int], spoken: Spoken) -> str:
    """As the language writes a day in full; its numbers are said afterwards."""
    from babel.dates import format_date  # noqa: PLC0415 - heavy, and few answers name a day

    year, month, of_month = (int(found[at]) for at in order)
    if month > MONTHS >= of_month:  # "31/12/2026" has its day first, whatever is usual
        month, of_month = of_month, month
    try:
        day = date(year, month, of_month)
    except ValueError:
        return found[0]
    words = format_date(day, spoken.figures.get("day", "long"), locale=spoken.language)
    if spoken.language == "en":  # the order of months and ordinals is English alone
        words = f"{format_date(day, 'MMMM', locale='en')} {_say(day.day, spoken, 'ordinal')}, {day.year}"
    return f"{words}, " if found[0][-1] in "T " else words


def _time(found: re.Match[str], spoken: Spoken) -> str:
    hour, minute, half = int(found[1]), int(found[2]), (found[3] or "").lower()
    if spoken.language == "en":
        return _english_time(hour, minute, half, spoken)
    clock = spoken.clock
    hours = clock.get(str(hour)) or clock["hour"].format(_say(hour, spoken))
    if not minute:
        return clock.get("whole", "{}").format(hours)
    return clock["minutes"].format(hour=hours, minute=_say(minute, spoken))


def _english_time(hour: int, minute: int, half: str, spoken: Spoken) -> str:
    if not half and (hour, minute) in {(12, 0), (0, 0)}:
        return "noon" if hour else "midnight"
    words = [_say(hour % 12 or 12, spoken)]
    if minute:
        words += (["oh"] if minute < 10 else []) + [_say(minute, spoken)]
    return f"{' '.join(words)} {half or ('a' if hour < 12 else 'p')} m"


def _ordinals(text: str, spoken: Spoken) -> str:
    """Places in a row, as `[ordinal]` recognises them: each pattern has the number first, or after a word."""
    for pattern, ending in spoken.ordinals.items():
        text = re.sub(pattern, lambda found, ending=ending: _ordinal(found, ending, spoken), text)  # type: ignore[misc] # bound in this round
    return text


def _ordinal(found: re.Match[str], ending: str, spoken: Spoken) -> str:
    """`ending` is put in place of the last letter, or after it where it begins with `+`."""
    words = _say(int(found["n"]), spoken, "ordinal")
    if ending.startswith("+"):
        return words + ending[1:]
    return words[:-1] + ending if ending else words


# Money and units


def _money(text: str, spoken: Spoken) -> str:
    thousands = spoken.figures.get("thousands", "[.,]")
    point = re.escape(spoken.figures.get("point", ","))
    amount = (
        rf"(\d{{1,3}}(?:{thousands}\d{{3}})+|\d+)(?:{point}(\d{{2}}))?(?![.,]?\d)"
        rf"(\s(?:{spoken.figures.get('powers', '(?!)')}))?"
    )
    for sign, forms in spoken.money.items():
        text = _large_sum(text, sign, forms[1], spoken)
        before = re.compile(re.escape(sign) + r"\s?" + amount)
        after = re.compile(amount + r"\s?" + re.escape(sign))
        paid = _paid(forms, spoken)
        text = after.sub(paid, before.sub(paid, text))
    return text


def _large_sum(text: str, sign: str, many: str, spoken: Spoken) -> str:
    """ "$2.5 million": the currency is said last, and the rest is a number like any other."""
    amount = (
        rf"(\d+{re.escape(spoken.figures.get('point', ','))}\d+\s(?:{spoken.figures.get('powers', '(?!)')}))"
    )
    mark = re.escape(sign)
    return re.sub(
        rf"{mark}\s?{amount}|{amount}\s?{mark}", lambda found: f"{found[1] or found[2]} {many}", text
    )


def _paid(forms: tuple[str, ...], spoken: Spoken) -> Callable[[re.Match[str]], str]:
    one, many, part, parts = forms

    def words(found: re.Match[str]) -> str:
        whole, rest, power = int(re.sub(r"\D", "", found[1])), int(found[2] or 0), found[3] or ""
        said = _before(one if whole == 1 else many, whole, spoken)
        said = f"{said}{power} {one if whole == 1 and not power else many}"
        if not rest:
            return said
        few = _before(part if rest == 1 else parts, rest, spoken)
        return f"{said} {spoken.words.get('and', '')} {few} {part if rest == 1 else parts}"

    return words


def _units(text: str, spoken: Spoken) -> str:
    if not spoken.units:
        return text
    signs = "|".join(re.escape(sign) for sign in sorted(spoken.units, key=len, reverse=True))
    return re.sub(rf"(?<=\d)\s?({signs})(?![\w/])", lambda found: f" {spoken.units[found[1]]}", text)
