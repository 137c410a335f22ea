"""The query planner: which words of a query are its topic, which ask for a time or a kind of remembering."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo
from functools import cache

from engine.search.planning.calendar import Calendar
from engine.search.planning.dating import dated
from engine.search.planning.explicit import explicit
from engine.search.planning.other_languages import has_grammar, windows_of_days, with_days
from engine.search.planning.phrases import Phrases, Said
from engine.search.planning.records import Intent, QueryPlan, TimeWindow
from engine.search.planning.tables import LANGUAGES, Bound, Language, Words, language

Span = tuple[int, int]
_EDGES = " \t\r\n,.;:?!-–、。，；：？！·…"
_NEVER = re.compile(r"(?!)")


class Planner:
    """Plans queries. Deterministic, without state of its own; callable from any thread."""

    def plan(self, query: str, now: datetime, zone: tzinfo) -> QueryPlan:
        """`query` taken apart; its window is relative to `now` (with a zone) on the calendar of `zone`.

        Any text is taken. Of several times, those that meet narrow each other; else the first one counts.
        """
        text = unicodedata.normalize("NFKC", query)
        probe = text.replace("_", " ")
        grammars = [grammar for grammar in _grammars() if grammar.may_read(probe)]
        times = _times(probe, Calendar(now, zone), grammars)
        taken: list[Span] = [(said.start, said.end) for said in times]
        intents: set[Intent] = set()
        for grammar in grammars:
            for intent, start, end in grammar.operators(probe):
                if not _overlaps((start, end), taken):
                    intents.add(intent)
                    taken.append((start, end))
        return QueryPlan(query, _without(text, taken), frozenset(intents), _narrowed(times))

    def window(self, text: str, now: datetime, zone: tzinfo) -> TimeWindow | None:
        """The time that `text` names; None where it names none."""
        return self.plan(text, now, zone).window

    def times(self, text: str, now: datetime, zone: tzinfo) -> tuple[TimeWindow, ...]:
        """Every time that `text`, said at `now`, may speak of, coming ones too: "on Friday" is the last or the next.

        Any text is taken; of languages without a grammar of their own here the days that are named.
        """
        probe = unicodedata.normalize("NFKC", text).replace("_", " ")
        grammars = [grammar for grammar in _grammars() if grammar.may_read(probe)]
        calendars = (Calendar(now, zone, ahead=ahead) for ahead in (False, True))
        read = [said for calendar in calendars for said in _times(probe, calendar, grammars, coming=True)]
        windows = [said.window for said in read]
        if not windows and not has_grammar(text):
            windows = windows_of_days(text, now, zone)
        return tuple(dict.fromkeys(windows))

    def dated(self, text: str, said: datetime, now: datetime | None, zone: tzinfo) -> str:
        """`text`, said at `said`, with "tomorrow" and "last week" called as they are at `now`, in square brackets.

        Without `now` they are called as they always will be. Of languages without a grammar of their own here only the
        days that can be no others are: "morgen", and not "am Freitag".
        """
        if not has_grammar(text):
            return with_days(text, said, now, zone)
        phrases = (grammar.phrases for grammar in _grammars() if grammar.may_read(text))
        return dated(text, phrases, said, now, zone)


class _Grammar:
    """One language's patterns, compiled once."""

    def __init__(self, table: Language) -> None:
        self.phrases = Phrases(table)
        self._table = table
        self._before = _beside(table.before, table, "before")
        self._after = _beside(table.after, table, "after")
        self._bounds = {
            bound: (_beside(sides.before, table, "before"), _beside(sides.after, table, "after"))
            for bound, sides in table.bounds.items()
        }
        self._opens = _beside(table.between.opens, table, "before")
        self._closes = _beside(table.between.closes, table, "after")
        self._joins = frozenset(table.between.joins)
        self._operators = _longest_first(table)

    def may_read(self, text: str) -> bool:
        """Cheap: languages with signs of their own are tried on those only."""
        return self._table.spaced or not text.isascii()

    def operators(self, text: str) -> Iterator[tuple[Intent, int, int]]:
        """Words of remembering, the longest first."""
        for intent, pattern in self._operators:
            for match in pattern.finditer(text):
                yield intent, match.start(), match.end()

    def joined(self, text: str, times: Sequence[Said]) -> list[Said]:
        """Times with what stands between two of them: from one to the other, one window."""
        found: list[Said] = []
        for said in times:
            previous = found[-1] if found else None
            if previous is None or not self._is_joined(text, previous, said):
                found.append(said)
                continue
            opening, closing = self._opens.search(text[: previous.start]), self._closes.match(text, said.end)
            start = opening.start() if opening else previous.start
            end = closing.end() if closing else said.end
            found[-1] = Said(start, end, previous.window.join(said.window))
        return found

    def bounded(self, text: str, said: Said) -> Said:
        """`said`, or where "since", "before" or "after" stands beside it, the side that is meant."""
        for bound, (before, after) in self._bounds.items():
            opening = before.search(text[: said.start])
            closing = after.match(text, said.end)
            if opening or closing:
                window = _side(bound, said.window)
                start = opening.start() if opening else said.start
                return said if window is None else Said(start, closing.end() if closing else said.end, window)
        return said

    def widened(self, text: str, said: Said) -> Said:
        """With the particles that belong to it, so that they do not stay behind."""
        start, end = said.start, said.end
        while (opening := self._before.search(text[:start])) is not None:
            start = opening.start()
        closing = self._after.match(text, end)
        return Said(start, closing.end() if closing else end, said.window)

    def _is_joined(self, text: str, first: Said, second: Said) -> bool:
        middle = text[first.end : second.start].strip().casefold()
        if middle not in self._joins:
            return False
        # "and" between two times lists them unless something opens or closes the span.
        says_span = self._opens.search(text[: first.start]) or self._closes.match(text, second.end)
        return says_span is not None or middle not in _LISTING


_LISTING = frozenset({"and", "和", "と", "와", "과"})


def _times(
    text: str, calendar: Calendar, grammars: Iterable[_Grammar], *, coming: bool = False
) -> list[Said]:
    """The times of `text` in order, none overlapping: of two readings the longer one."""
    grammars = list(grammars)
    phrases = (each for g in grammars for each in g.phrases.find(text, calendar, coming=coming))
    read = [*explicit(text, calendar), *phrases]
    times: list[Said] = []
    for said in sorted(read, key=lambda said: (said.start - said.end, said.start)):
        if not _overlaps((said.start, said.end), [(other.start, other.end) for other in times]):
            times.append(said)
    times.sort(key=lambda said: said.start)
    for grammar in grammars:
        times = grammar.joined(text, times)
    for grammar in grammars:
        times = [grammar.bounded(text, said) for said in times]
    times = [said for said in times if not said.bare]
    for grammar in grammars:
        times = [grammar.widened(text, said) for said in times]
    return times


def _side(bound: Bound, window: TimeWindow) -> TimeWindow | None:
    """What lies since, before or after a window; None where that is no time."""
    match bound:
        case Bound.SINCE:
            return TimeWindow(window.start, None)
        case Bound.BEFORE:
            return None if window.start is None else TimeWindow(None, window.start)
        case Bound.AFTER:
            return None if window.end is None else TimeWindow(window.end, None)


def _narrowed(times: Sequence[Said]) -> TimeWindow | None:
    if not times:
        return None
    window = times[0].window
    for said in times[1:]:
        window = window.meet(said.window) or window
    return window


def _without(text: str, spans: Iterable[Span]) -> str:
    """`text` less `spans`, blanks and loose punctuation tidied; empty where no word is left."""
    left, at = [], 0
    for start, end in sorted(spans):
        left.append(text[at:start])
        at = max(at, end)
    core = " ".join(" ".join([*left, text[at:]]).split()).strip(_EDGES)
    return core if any(map(str.isalnum, core)) else ""


def _overlaps(span: Span, others: Iterable[Span]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _beside(words: Words, table: Language, side: str) -> re.Pattern[str]:
    """One of `words` directly before the end of a text, or directly at a place of it."""
    if not words:
        return _NEVER
    anyone = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    edge = r"(?<!\w)" if table.spaced else ""
    pattern = rf"{edge}(?:{anyone})\s*$" if side == "before" else rf"\s*(?:{anyone})"
    return re.compile(pattern, re.IGNORECASE)


def _longest_first(table: Language) -> list[tuple[Intent, re.Pattern[str]]]:
    edges = (r"(?<!\w)", r"(?!\w)") if table.spaced else ("", "")
    spoken = [(word, intent) for intent, words in table.intents.items() for word in words]
    return [
        (
            intent,
            re.compile(edges[0] + r"\s+".join(map(re.escape, word.split(" "))) + edges[1], re.IGNORECASE),
        )
        for word, intent in sorted(spoken, key=lambda each: -len(each[0]))
    ]


@cache
def _grammars() -> tuple[_Grammar, ...]:
    return tuple(_Grammar(language(code)) for code in LANGUAGES)
