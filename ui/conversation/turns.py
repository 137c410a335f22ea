"""A turn as the window shows it: an exchange that may still be waiting, streaming or broken."""

import itertools
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from engine.conversation.records import Exchange, Recalled, Searched, TurnStatus
from ui.doors import Fault
from ui.facts import Change

_keys = itertools.count(1)


class Phase(StrEnum):
    """Where a turn stands. The last four are ends; a finished turn from the trail has only those."""

    QUEUED = "queued"
    THINKING = "thinking"
    STREAMING = "streaming"
    DONE = "done"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


ENDED = frozenset({Phase.DONE, Phase.STOPPED, Phase.INTERRUPTED, Phase.FAILED})
RETRIED = frozenset({Phase.STOPPED, Phase.INTERRUPTED, Phase.FAILED})
"""Ends after which what was said is said again; where the answer ended well, it is asked for in the place of that."""

PHASE_OF = {
    TurnStatus.OPEN: Phase.INTERRUPTED,
    TurnStatus.DONE: Phase.DONE,
    TurnStatus.STOPPED: Phase.STOPPED,
    TurnStatus.INTERRUPTED: Phase.INTERRUPTED,
}


@dataclass(slots=True, eq=False)
class Turn:
    """One utterance and its answer. `revision` grows with every change, so that layouts can be kept by it.

    `loop_id` is known once the utterance was heard, that is, kept in the vault; `off_record` ones never are. `harder`
    asks for more thought than usual, `surface` is where it was said, empty for written here. `searches` are what the
    model looked for of itself before its answer. `note` is what the companion wrote down of it for itself; `expanded`
    and `note_open` say whether what was recalled, and the note, are shown. `changes` are what it changed of what is
    known, by their ids; `remark` is what could not be done about it.
    """

    utterance: str
    at: datetime = field(default_factory=lambda: datetime.now(UTC))
    phase: Phase = Phase.QUEUED
    loop_id: str | None = None
    recalled: tuple[Recalled, ...] = ()
    searches: tuple[Searched, ...] = ()
    note: str | None = None
    fault: Fault | None = None
    expanded: bool = False
    note_open: bool = False
    off_record: bool = False
    harder: bool = False
    surface: str = ""
    changes: dict[str, Change] = field(default_factory=dict)
    remark: str = ""
    revision: int = 0
    key: int = field(default_factory=lambda: next(_keys))
    _parts: list[str] = field(default_factory=list)

    @property
    def answer(self) -> str:
        if len(self._parts) > 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0] if self._parts else ""

    @answer.setter
    def answer(self, text: str) -> None:
        self._parts = [text] if text else []

    def append(self, text: str) -> None:
        """Add streamed text; joined only when it is read."""
        self._parts.append(text)

    @property
    def ended(self) -> bool:
        return self.phase in ENDED

    @property
    def can_retry(self) -> bool:
        """Whether it can be asked again, as it ended badly or its answer was poor."""
        return self.ended

    @property
    def unanswered(self) -> bool:
        """Whether it ended without a whole answer."""
        return self.phase in RETRIED

    @property
    def replaceable(self) -> bool:
        """Whether other words can take its place: it is over, and what was kept of it can be taken back."""
        return self.ended and not self.off_record

    @property
    def local_at(self) -> datetime:
        return self.at.astimezone()

    def length(self) -> int:
        """Letters in both texts, for estimating a height."""
        return len(self.utterance) + sum(map(len, self._parts))


def turn_of(exchange: Exchange) -> Turn:
    """A turn read back from the trail."""
    turn = Turn(
        utterance=exchange.utterance,
        at=exchange.at,
        phase=PHASE_OF[exchange.status],
        loop_id=exchange.loop_id,
        recalled=exchange.recalled,
        searches=exchange.searches,
        note=exchange.note,
    )
    turn.answer = exchange.answer or ""
    return turn
