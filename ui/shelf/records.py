"""What a shelf is told in: forms to fill in, verbs, a thing in full, and what was done. No Qt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Generic, TypeVar

from ui.frame.groups import Group

T = TypeVar("T")
Given = dict[str, str]
"""What a person filled in, by the keys of the entries; a day is `2026-05-03`, an hour `17:30`, or "" for none, and what
comes again `month`, or on some days of a week `week tuesday friday`.
"""


class Kind(StrEnum):
    """How an entry is filled in: a line, a few lines, a day or an hour or none, one of its options, one of them that
    says how soon something comes again.
    """

    LINE = "line"
    LINES = "lines"
    DAY = "day"
    HOUR = "hour"
    CHOICE = "choice"
    AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that a form asks for.

    `given` is what stands there at first, empty for nothing yet; `options` are keys with their words. What is `needed`
    may not stay empty.
    """

    key: str
    words: str
    kind: Kind = Kind.LINE
    given: str = ""
    hint: str = ""
    options: Sequence[tuple[str, str]] = ()
    needed: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """What is asked before something is done; `keep` are the words of the button that does it."""

    keep: str
    entries: Sequence[Entry]
    words: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """What can be done with the chosen thing: by its button, or by the letter `key` while the list has the focus.

    With a `form` it is filled in first. The `main` ones stand out.
    """

    words: str
    tip: str
    run: Callable[[Given], None]
    key: str = ""
    form: Form | None = None
    main: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """One of those that stand against each other: its words, where it is from, and the verb that lets it stand."""

    text: str
    about: str
    verb: Verb


@dataclass(frozen=True, slots=True)
class Adding:
    """How something new comes onto a shelf; `shortcut` works in the whole window."""

    words: str
    tip: str
    form: Form
    run: Callable[[Given], None]
    shortcut: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """Shares held against shares: each of `points` lies so far to the right, so far up (0–1), and tells something.

    `about` says how it is to be read.
    """

    title: str
    points: Sequence[tuple[float, float, str]]
    about: str


@dataclass(frozen=True, slots=True)
class Course:
    """How a share (0–1) went over time, in `points` of when and how much, which may each tell something."""

    title: str
    points: Sequence[tuple[datetime, float]]
    told: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """One thing in full: a line on where it is from, the sentence, what was said, more in groups, and its verbs.

    `sides` are those between which it is to be decided, above the verbs. A share of `meter` (0–1) is drawn as a bar
    with its words, which may be empty; `course` and `plot` stand below all else.
    """

    above: str
    text: str
    quote: str = ""
    meter: tuple[float, str] | None = None
    groups: Sequence[Group] = ()
    sides: Sequence[Side] = ()
    verbs: Sequence[Verb] = ()
    plot: Plot | None = None
    course: Course | None = None


@dataclass(frozen=True, slots=True)
class Blank:
    """What stands where nothing is: a title, and what will be here and when."""

    title: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A change that came back: its verb, and what it was done to."""

    verb: str
    item: T
