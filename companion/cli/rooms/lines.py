"""How the records of an answer are printed: a template for each kind of record.

    GOAL = Line(
        "{number:>3}  {title}[  for {project}]",
        marks=("{status:but active}", "{stale:?stale}"),
        below=("{notes.-1.at:day}  {notes.-1.text}", ("steps", Line("- {text}"))),
    )

A field is named by its path within the record. Behind its colon stands how it is said: as Python's format has it, one
of `MANNERS`, `but WORD` for nothing where it is that, or `?so|not so` for words in its place, by whether there is any.
What stands in [square brackets], a mark, and a line below are left out where one of their fields is empty; a doubled
bracket stands for itself.
"""

import re
import string
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

import typer

from companion.cli.invocation import warn
from companion.service import Json

Show = Callable[[Json], None]
"""Prints an answer, or a record of one."""
Words = Mapping[str, Mapping[str, str]]
"""What values of a field are said as, by the field's path."""
NONE = "Nothing was found."
WHETHER = "?"
BUT = "but "
SHORT = 12
"""Of an id: enough to name it by."""
SIDES = ("<", ">")
INDENT = "    "
_PIECES = re.compile(r"\[\[|\]\]|\[[^\[\]]*\]|[^\[\]]+")


def shown_day(stored: str) -> str:
    """The person's own day of a stored time."""
    if len(stored) == len("2026-02-08"):
        return date.fromisoformat(stored).isoformat()
    return datetime.fromisoformat(stored).astimezone().date().isoformat()


def shown_time(stored: str) -> str:
    """The person's own day and time of a stored one."""
    return f"{datetime.fromisoformat(stored).astimezone():%Y-%m-%d %H:%M}"


MANNERS: Mapping[str, Callable[[Any], str]] = {
    "day": shown_day,
    "time": shown_time,
    "hour": lambda stored: shown_time(stored)[-5:],
    "short": lambda name: name[:SHORT],
    "plain": lambda word: word.replace("_", " "),
    "flat": lambda text: " ".join(text.split()),
    "times": lambda number: "once" if number == 1 else f"{number} times",
    "count": lambda several: str(len(several)),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A record in a line, with what is to be known of it in brackets behind, and what belongs to it below.

    `below` has templates, and the names of records within it, each with their own line. `words` say values of a field
    in words; what has none is said as it is. `none` is said where an answer has no such record.
    """

    text: str
    marks: Sequence[str] = ()
    below: Sequence["str | tuple[str, Line]"] = ()
    words: Words = field(default_factory=dict)
    none: str = NONE

    def __call__(self, record: Json) -> None:
        """Print it."""
        for row in self.rows(record):
            typer.echo(row)

    def rows(self, record: Json) -> Iterator[str]:
        """Its lines."""
        marks = [mark for each in self.marks if (mark := _unless_empty(each, record, self.words))]
        text = told(self.text, record, self.words)
        yield f"{text}  [{', '.join(marks)}]" if marks else text
        for each in self.below:
            if isinstance(each, str):
                inner = [_unless_empty(each, record, self.words)]
            else:
                name, line = each
                inner = [row for one in records(record, name) for row in line.rows(one)]
            yield from (f"{INDENT}{row}" for text in inner for row in text.splitlines())


def shown(name: str, say: Show, none: str = "") -> Show:
    """Shows the answer's record of that name, or each of several, or says that there is none."""

    def show(found: Json) -> None:
        several = records(found, name)
        for one in several:
            say(one)
        if not several:
            warn(none or (say.none if isinstance(say, Line) else NONE))

    return show


def says(words: str) -> Show:
    """Says `words` to the person, with parts of the answer as `Line` has them."""
    return lambda found: warn(told(words, found))


def print_plain(found: Json, indent: str = "") -> None:
    """Shows what has no lines of its own: a name and its value a line, what lies within below it."""
    for name, held in found.items():
        words = f"{indent}{name.replace('_', ' ')}:"
        if isinstance(held, dict):
            typer.echo(words)
            print_plain(held, f"{indent}  ")
        elif isinstance(held, list) and held and isinstance(held[0], dict):
            typer.echo(words)
            for one in held:
                print_plain(one, f"{indent}  ")
                typer.echo()
        elif held not in (None, "", []):
            typer.echo(f"{words} {', '.join(map(str, held)) if isinstance(held, list) else held}")


def records(found: Json, name: str) -> list[Json]:
    """The records under a name, or the one that is there."""
    held = value_of(found, name)
    if held is None:
        return []
    return list(held) if isinstance(held, (list, tuple)) else [held]


def told(template: str, record: Json, words: Words | None = None) -> str:
    """The template with the record's fields in it."""
    return _filled(template, record, words or {})[0]


def value_of(record: Any, path: str) -> Any:
    """What lies at a path such as `notes.-1.text`; None where nothing does."""
    for part in path.split("."):
        if isinstance(record, list):
            at = int(part)
            record = record[at] if -len(record) <= at < len(record) else None
        elif record is not None:
            record = record[part]
    return record


def _unless_empty(template: str, record: Json, words: Words) -> str:
    text, lacks = _filled(template, record, words)
    return "" if lacks else text


def _filled(template: str, record: Json, words: Words) -> tuple[str, bool]:
    """The template filled, and whether a field was empty that does not stand in brackets."""
    whole, lacks = "", False
    for piece in _PIECES.findall(template):
        if piece in {"[[", "]]"}:
            whole += piece[0]
        elif piece.startswith("["):
            whole += _unless_empty(piece[1:-1], record, words)
        else:
            fields = _Fields(record, words)
            whole += fields.format(piece)
            lacks |= fields.lack
    return whole, lacks


class _Fields(string.Formatter):
    """Fills a template; afterwards `lack` tells whether a field was empty."""

    def __init__(self, record: Json, words: Words) -> None:
        self._record = record
        self._words = words
        self.lack = False

    def get_field(self, field_name: str, args: Any, kwargs: Any) -> tuple[Any, str]:
        value = value_of(self._record, field_name)
        return self._words.get(field_name, {}).get(str(value), value), field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        text = _said(value, format_spec)
        # Nought is none of what is counted, and as good as any other of what is measured.
        self.lack |= not text.strip() or (
            not value and isinstance(value, int) and not format_spec.startswith(WHETHER)
        )
        return text


def _said(value: Any, manner: str) -> str:
    if manner.startswith(WHETHER):
        so, _, not_so = manner.removeprefix(WHETHER).partition("|")
        return so if value else not_so
    if value is None or (manner.startswith(BUT) and value == manner.removeprefix(BUT)):
        return format("", manner) if manner.startswith(SIDES) else ""
    if manner in MANNERS:
        return MANNERS[manner](value)
    manner = "" if manner.startswith(BUT) else manner
    return format(", ".join(map(str, value)) if isinstance(value, list) else value, manner)
