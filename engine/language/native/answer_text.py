"""From token bytes to text: whole characters only, and nothing of a stop text."""

import codecs
from collections.abc import Sequence


class AnswerText:
    """Collects an answer's bytes and hands out what is certain to belong to it.

    What may be the beginning of a stop text is held back until it is clear; once a stop text stands, the
    answer ends before it.
    """

    def __init__(self, stops: Sequence[str] = ()) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._stops = tuple(stop for stop in stops if stop)
        self._text = ""
        self._given = 0
        self.stopped = False

    def feed(self, piece: bytes) -> str:
        """Take a token's bytes; returns the text that is now certain, perhaps none."""
        if self.stopped:
            return ""
        before = len(self._text)
        self._text += self._decoder.decode(piece)
        self._cut_at_stop(before)
        return self._give(len(self._text) if self.stopped else len(self._text) - self._withheld())

    def finish(self) -> str:
        """The answer is over: what was held back belongs to it after all."""
        return self._give(len(self._text))

    @property
    def text(self) -> str:
        """The whole answer as far as it was handed out."""
        return self._text[: self._given]

    def _cut_at_stop(self, before: int) -> None:
        found = [
            at
            for stop in self._stops
            if (at := self._text.find(stop, max(self._given, before - len(stop) + 1))) >= 0
        ]
        if found:
            self._text = self._text[: min(found)]
            self.stopped = True

    def _withheld(self) -> int:
        longest = max((len(stop) for stop in self._stops), default=1) - 1
        for length in range(min(longest, len(self._text) - self._given), 0, -1):
            if any(stop.startswith(self._text[-length:]) for stop in self._stops):
                return length
        return 0

    def _give(self, end: int) -> str:
        piece = self._text[self._given : end]
        self._given = max(self._given, end)
        return piece
