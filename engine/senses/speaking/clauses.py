"""Cutting an answer that still comes into what can be spoken: first a clause, then sentences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.settings import SpeakingSettings

ENDS: Final = re.compile(r"[.!?…。！？]+[\"'”’)\]*_]*(?=\s)|\n+|[。！？]")
LAST_END: Final = re.compile(r"(?:[!?…。！？]|(?<!\d)\.)[\"'”’)\]*_]*\s*$")
"""What ends like a sentence, with nothing after it yet; "3." may go on with decimals."""
COMMAS: Final = re.compile(r"[,;:—–](?=\s)|\s[-–—](?=\s)")
NOT_ENDS: Final = re.compile(
    r"(?:\b(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr|vs|approx|e\.g|i\.e|z\.B|d\.h|ca|bzw|Jr|Sr|Hr|Fr|[A-Z])|^\s*\d{1,3})\.$",
    re.MULTILINE,
)
"""What ends with a full stop and goes on: short forms, initials, the number of a list's entry."""

FENCE: Final = "```"


@dataclass(frozen=True, slots=True)
class Clause:
    """A run of an answer as it was written; `closed` says that a sentence ends with it."""

    text: str
    closed: bool = True


class ClauseCutter:
    """Takes an answer piece by piece. Nothing is lost or doubled: the clauses joined are the answer."""

    def __init__(self, settings: SpeakingSettings) -> None:
        self._settings = settings
        self._text = ""
        self._first = True

    def add(self, piece: str) -> Iterator[Clause]:
        """The clauses that are whole with `piece`."""
        self._text += piece
        while (clause := self._next()) is not None:
            yield clause

    def settled(self) -> Iterator[Clause]:
        """What ends like a sentence, where nothing more has come for a moment: it need not wait for the next."""
        text = self._text
        if LAST_END.search(text) and not NOT_ENDS.search(text) and text.count(FENCE) % 2 == 0:
            self._text, self._first = "", False
            yield Clause(text)

    def end(self) -> Iterator[Clause]:
        """The rest, once the answer has ended."""
        rest, self._text, self._first = self._text, "", True
        if rest.strip():
            yield Clause(rest)

    def _next(self) -> Clause | None:
        if self._text.count(FENCE) % 2:
            return None
        end = self._sentence_end()
        comma = self._comma() if self._may_cut(end) else None
        cut = comma if comma is not None else end
        if cut is None or not self._text[:cut].strip():
            return None
        head, self._text = self._text[:cut], self._text[cut:]
        self._first = False
        return Clause(head, closed=cut == end)

    def _may_cut(self, end: int | None) -> bool:
        """A first clause is wanted soon, and a sentence that does not end is cut somewhere."""
        length = len(self._text) if end is None else end
        return length > self._settings.longest_clause or (
            self._first and length > self._settings.first_clause
        )

    def _sentence_end(self) -> int | None:
        for found in ENDS.finditer(self._text):
            head = self._text[: found.end()]
            if head.strip() and not NOT_ENDS.search(head) and head.count(FENCE) % 2 == 0:
                return found.end()
        return None

    def _comma(self) -> int | None:
        least = self._settings.first_clause if self._first else self._settings.longest_clause // 2
        found = next((one for one in COMMAS.finditer(self._text) if one.end() >= least), None)
        return found.end() if found else None
