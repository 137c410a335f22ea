"""The words that a night tells in, by language, and how a language calls a day."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib import resources
from tomllib import loads

from babel.dates import format_date
from pydantic import BaseModel, ConfigDict

from engine.tongues import ENGLISH


class NightWords(BaseModel):
    """The words of findings and of the brief; each holds the names that stand in braces.

    `day` to `weekday_of_year` are patterns of Unicode TR 35; `near` are yesterday, today and tomorrow.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    locale: str
    quote: str
    day: str
    day_of_year: str
    weekday: str
    weekday_of_year: str
    near: tuple[str, str, str]
    last_night: str
    last: str
    item: dict[str, str]
    overdue: str
    dated: str
    over: str
    over_gladly: str
    timed: str
    carried: str
    goal: str
    prediction: str
    said: str
    mentioned: str
    contradiction: str
    thought: str
    thought_nothing: str
    theme: str
    supported: str
    audit: str
    lost: str
    theme_lately: str
    faded: str
    risen: str
    gone: str
    joined: str
    headline: str
    unknown: str
    risk: str
    risk_last: str
    recurring: str
    part_of_day: dict[str, str]
    lingering: str
    outcome: str
    ripe: str
    believed: str
    principle: str
    followed: str
    held_again: str
    held_no_more: str
    came_true: str
    imprint: str
    bearing: dict[str, str]
    diary: dict[str, str]
    history: dict[str, str]
    felt: dict[str, str]
    free: str
    quiet: str
    more: str
    more_late: str
    section: dict[str, str]
    summary: dict[str, str]

    def in_quotes(self, text: str) -> str:
        """`text` between the quotation marks of the language."""
        return self.quote.format(quote=text)

    def day_of(self, day: date, today: date) -> str:
        """`yesterday`, `today` or `tomorrow`, else `18 September`, with its year where that is another one."""
        away = (day - today).days
        if abs(away) <= 1:
            return self.near[away + 1]
        return self._written(day, self.day if day.year == today.year else self.day_of_year)

    def weekday_of(self, day: date, today: date) -> str:
        """The same for a day that is near enough to be called by its weekday: `Friday 22 May`."""
        away = (day - today).days
        if abs(away) <= 1:
            return self.near[away + 1]
        return self._written(day, self.weekday if day.year == today.year else self.weekday_of_year)

    def full_day(self, day: date) -> str:
        """`Friday 22 May 2026`, as a heading."""
        return raised(self._written(day, self.weekday_of_year))

    def month(self, day: date) -> str:
        """`May 2026`, as a line begins."""
        return raised(str(format_date(day, "LLLL y", locale=self.locale)))

    def listed(self, names: Sequence[str]) -> str:
        """`3 May, 7 May and yesterday`."""
        return names[0] if len(names) == 1 else self.last.format(some=", ".join(names[:-1]), last=names[-1])

    def _written(self, day: date, pattern: str) -> str:
        return str(format_date(day, pattern, locale=self.locale))


@cache
def words(language: str = ENGLISH) -> NightWords:
    """As shipped in `resources/night/words/` for `language` (ISO 639-1), else in English; read once."""
    folder = resources.files("resources") / "night" / "words"
    source = folder / f"{language}.toml"
    if not source.is_file():
        source = folder / f"{ENGLISH}.toml"
    return NightWords.model_validate(loads(source.read_text("utf-8")))


def raised(text: str) -> str:
    """As a line begins."""
    return text[:1].upper() + text[1:]
