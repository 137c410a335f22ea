"""What is inferred about Mira in memory, as the real rooms offer it."""

from datetime import timedelta
from typing import Any

from companion.service import Json
from engine.errors import NotFoundError
from tests.ui.facts.fake import NOW

SAID = {
    "step:s30": ("My sister Ana gets married on 12 June.", "Mira"),
    "step:s9": ("I was up half the night again, and the deadline is on Friday.", "Mira"),
    "step:s10": ("Let me answer in a word or two when you ask in the morning.", "Mira"),
    "fact:f20": ("Mira works as a garden designer.", "stated"),
    "node:n1": ("We planned the menu for the wedding: nothing with nuts, and a lemon cake.", "Ada"),
}


def row(ref: str, room: str, kind: str, days: int, text: str, **changes: Any) -> Json:
    """Something that was inferred `days` ago."""
    words = {
        "ref": ref,
        "room": room,
        "kind": kind,
        "text": text,
        "at": (NOW - timedelta(days=days)).isoformat(),
        "rests": ["step:s30"],
        "confidence": None,
        "verbs": [],
        "private": False,
    }
    return words | changes


def rows() -> list[Json]:
    """One of everything that a room may offer."""
    tired, memory = {"rests": ["step:s9"]}, {"verbs": ["open", "forget"], "confidence": 0.8}
    father = "Celebrations make her think of her father."
    return [
        row("seen:step:s9", "mood", "seeming", 1, "tired", verbs=["forget"], **tired),
        row("decline:step:s9", "mood", "decline", 1, "It got harder.", **tired),
        row(
            "model:m1",
            "cognition",
            "model",
            2,
            "Deadlines rob her of sleep",
            rests=["step:s9", "fact:f20"],
            verbs=["deny"],
            confidence=0.55,
        ),
        row(
            "prediction:p1",
            "cognition",
            "prediction",
            3,
            "She moves the wedding dinner indoors",
            verbs=["forget"],
            confidence=0.4,
        ),
        row("node:n5", "identity", "expression", 6, "Shorter in the mornings", **memory, rests=["step:s10"]),
        row(
            "node:n2",
            "memory",
            "insight",
            10,
            father,
            **memory,
            rests=["step:s30", "node:n1", "episode:2026-04-21"],
            private=True,
        ),
        row("reflection:l1", "notes", "note", 12, "She spoke of her sister with such warmth."),
    ]


class InferredBook:
    """Answers `inferred`, `inferred.why` and `inferred.take_back`; `asked` keeps every request."""

    def __init__(self, *, empty: bool = False) -> None:
        self.rows = [] if empty else rows()
        self.gone: list[Json] = []
        self.asked: list[tuple[str, Json]] = []

    def answer(self, request: str, parameters: Json) -> Json:
        self.asked.append((request, parameters))
        if request == "inferred":
            return {"inferred": self.rows}
        if request == "forget.restore":
            self.rows, self.gone = [*self.gone, *self.rows], []
            return {"back": {}}
        found = next((one for one in self.rows if one["ref"] == parameters["ref"]), None)
        if found is None:
            raise NotFoundError("Nothing like that is inferred.")
        if request == "inferred.why":
            return {"inferred": found, "sources": [self._source(ref) for ref in found["rests"]]}
        self.rows.remove(found)
        self.gone.append(found)
        return {}

    def withdraw(self, ref: str) -> None:
        """What was made from `ref` goes, as it does when that is taken back."""
        self.rows = [one for one in self.rows if ref not in one["rests"]]

    def count(self, request: str) -> int:
        return sum(each == request for each, _ in self.asked)

    def _source(self, ref: str) -> Json:
        text, who = SAID.get(ref, ("", ""))
        at = (NOW - timedelta(days=30)).isoformat() if text else None
        return {"ref": ref, "text": text, "at": at, "who": who}
