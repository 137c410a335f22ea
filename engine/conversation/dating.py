"""The days that a statement names in words of the moment, as dates: in another week "tomorrow" is another day."""

from collections.abc import Callable, Iterable
from datetime import date, datetime, timedelta
from statistics import fmean

from babel.dates import format_date

from engine.conversation.grounding import undated
from engine.dates import DateSpan, Prefer, find_dates
from engine.decisions import COMING, PAST, TENSE, Decisions
from engine.language import LanguageModel
from engine.telling_time import day_of_week, month_in_words
from engine.tongues import ENGLISH, language_of, languages_of

WEEK, MONTH = 7, 31
SURE_OF_TENSE = 0.6
"""Share from which a day is dated: "they moved me to days from Monday on" has 0.55 for the Monday gone by."""


def tense_of(decisions: Decisions, model: LanguageModel, texts: Iterable[str]) -> str:
    """Of when several wordings of the same are, taken together; empty where that is not clear. Raises LanguageError."""
    decided = [decisions.decide(model, TENSE, text).shares for text in dict.fromkeys(texts)]
    shares = {option: fmean(one[option] for one in decided) for option in decided[0]}
    best = max(shares, key=shares.__getitem__)
    return best if shares[best] >= SURE_OF_TENSE else ""


def days_of(text: str, said_at: datetime, prefer: Prefer = "future") -> list[DateSpan]:
    """The days that `text`, said at `said_at`, names in its own language; not those that only an hour tells."""
    found = find_dates(text, said_at, languages_of(text), prefer=prefer)
    return [one for one in found if not one.of_clock]


def dated(text: str, said_at: datetime, tense: Callable[[str], str], quote: str = "") -> str:
    """`text` with the days that it names in words of the moment ("tomorrow", "on Friday") as dates behind it: those
    that the `quote` means that it was made of ("not on Sunday, the Saturday after").

    `tense` decides of what may be the last such day or the next ("on Friday") which one is meant (`PAST`, `COMING`).
    Where it is neither, as all of them are or it is not clear, none is dated; nor is what has its days behind it
    already.
    """
    if undated(text)[1]:
        return text
    code = language_of(text) or ENGLISH
    days = _moments(text, quote, said_at, "future")
    if days and (earlier := _moments(text, quote, said_at, "past")) != days:
        meant = tense(text)
        days = earlier if meant == PAST else days if meant == COMING else []
    if not days:
        return text
    told = text.rstrip()
    end = told[-1] if told[-1] in ".!?…" else ""
    named = dict.fromkeys(_as_date(day, said_at.date(), code) for day in days)
    return f"{told.rstrip('.!?…')} ({', '.join(named)}){end}"


def _moments(text: str, quote: str, said_at: datetime, prefer: Prefer) -> list[date]:
    """The single days that are named from where one speaks."""
    said = {quote[one.start : one.end].casefold(): one for one in days_of(quote, said_at, prefer)}
    return [
        next((one.first for named, one in said.items() if words.casefold() in named), span.first)
        for span in days_of(text, said_at, prefer)
        if span.first == span.last
        and _is_of_the_moment(words := text[span.start : span.end], span, said_at, prefer)
    ]


def _is_of_the_moment(words: str, span: DateSpan, said_at: datetime, prefer: Prefer) -> bool:
    """Whether the day that they name would be another in another week or month: "tomorrow at 10" and "the 11th" are,
    the 4th of May is not.
    """

    def is_another(days: int) -> bool:
        found = days_of(words, said_at + timedelta(days=days), prefer)
        return bool(found) and found[0].first != span.first

    return any(is_another(-days) and is_another(days) for days in (WEEK, MONTH))


def _as_date(day: date, said_on: date, code: str) -> str:
    """A day as its language (ISO 639-1) writes it; who says "three years ago" tells the year and not the day."""
    if day.day == said_on.day and (day.year, day.month) != (said_on.year, said_on.month):
        if day.month == said_on.month:
            return str(day.year)
        return month_in_words(day) if code == ENGLISH else format_date(day, "LLLL y", locale=code)
    return day_of_week(day, code)
