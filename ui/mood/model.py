"""The view-model of the companion's mood. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import partial

from ui.doors import Door, Fault, Loading
from ui.history import Steps
from ui.mood import operations
from ui.mood.records import Arc, MoodNow, Moved
from ui.observable import Signal

MOST = 400
"""How many moments are drawn; of more, those that stand for all of the time."""
LATEST = 12
"""How many of what moved it are told one by one."""
NUDGE = {"valence": 0.2, "energy": 0.1, "openness": 0.1}
"""How far one press moves each axis."""


Given = dict[str, object]


class Span(StrEnum):
    """How far back is looked."""

    DAYS = "last:3d"
    WEEKS = "last:14d"
    MONTHS = "last:90d"

    @property
    def days(self) -> int:
        """How many days it reaches back."""
        return int(self.value.removeprefix("last:").removesuffix("d"))


class Axis(StrEnum):
    """What can be moved by hand."""

    VALENCE = "valence"
    ENERGY = "energy"
    OPENNESS = "openness"


@dataclass(frozen=True, slots=True)
class Talk:
    """A time together: how it went, and when it was moved first and last in it."""

    arc: Arc
    begin: datetime
    end: datetime


class Feelings:
    """How it feels, what moved it, and the verbs of the place."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self.now: MoodNow | None = None
        self.journal: list[Moved] = []  # over the whole span, newest first
        self.latest: list[Moved] = []  # the last of it, one by one
        self.arcs: dict[str, Arc] = {}
        self.span = Span.WEEKS
        self.loading = Loading.IDLE
        self.fault: Fault | None = None
        self.absent = False  # it has no mood at all: nothing is asked of it
        self.told_of = Loading.IDLE  # what moved it
        self.untold: Fault | None = None  # why that could not be read
        self.changed: Signal[[]] = Signal()
        self.told: Signal[[str]] = Signal()  # nudge, mode, reset_temperament or undo
        self.steps = Steps()  # what was done by hand, with the ways back
        self.failed: Signal[[Fault]] = Signal()
        self._unwatch = operations.watch(door, self.feel)

    def close(self) -> None:
        """Hear nothing more of it."""
        self._unwatch()

    def be_absent(self, *, absent: bool) -> None:
        """Whether this companion has no mood: what could not be read of it is no fault then."""
        if absent != self.absent:
            self.absent = absent
            self.now, self.fault, self.untold = None if absent else self.now, None, None
            self.changed.emit()

    def feel(self) -> None:
        """Read how it feels, and nothing else; what is wrong with that, `load` tells."""
        if not self.absent:
            operations.now(self._door, self._felt, _passed_over)

    def load(self) -> None:
        """Read everything anew; what is shown stays meanwhile."""
        if self.absent:
            return
        self.loading, self.fault = Loading.LOADING, None
        operations.now(self._door, self._felt, self._broken)
        self._read_journal()
        operations.arcs(self._door, MOST, self._went, self._not_told)
        self.changed.emit()

    def choose_span(self, span: Span) -> None:
        self.span = span
        self._read_journal()

    def nudge(self, axis: Axis, *, up: bool) -> None:
        """Move it a little by hand; taken back, it moves back by as much as it moved."""
        self._move({axis.value: NUDGE[axis] if up else -NUDGE[axis]}, "nudge")

    def switch_mode(self, mode: str) -> None:
        """Let a mode hold; "" ends the one that does."""
        note, before = self.steps.noting(), self.now

        def felt(now: MoodNow) -> None:
            note(None if before is None else partial(self._leave_mode, before, mode))
            self._told("mode", now)

        operations.change(self._door, "mode", {"mode": mode or None}, felt, self.failed.emit)

    def _leave_mode(self, before: MoodNow, mode: str) -> None:
        """Let the mode hold that held before, and feel as then: a mode moves how it feels."""
        note = self.steps.noting()

        def felt(now: MoodNow) -> None:
            note(partial(self.switch_mode, mode))
            self._told("undo", now)

        def moved_back(now: MoodNow) -> None:
            by = {axis.value: getattr(before.point, axis) - getattr(now.point, axis) for axis in Axis}
            operations.change(self._door, "nudge", by, felt, self.failed.emit)

        operations.change(self._door, "mode", {"mode": before.mode}, moved_back, self.failed.emit)

    def reset(self) -> None:
        """Let it come to rest where it did at first."""
        note = self.steps.noting()

        def felt(now: MoodNow) -> None:
            note(None if now.was is None else partial(self._rest_again, now.was.model_dump(mode="json")))
            self._told("reset_temperament", now)

        operations.change(self._door, "reset_temperament", {}, felt, self.failed.emit)

    def _rest_again(self, was: Given) -> None:
        note = self.steps.noting()

        def felt(now: MoodNow) -> None:
            note(self.reset)
            self._told("undo", now)

        operations.change(self._door, "rest_again", was, felt, self.failed.emit)

    def _move(self, by: Mapping[str, float], verb: str) -> None:
        note, before = self.steps.noting(), self.now

        def felt(now: MoodNow) -> None:
            other = "undo" if verb == "nudge" else "nudge"
            note(None if before is None else partial(self._move, _way_back(before, now, by), other))
            self._told(verb, now)

        operations.change(self._door, "nudge", by, felt, self.failed.emit)

    def arc_of(self, moved: Moved) -> Arc | None:
        """How the time together went in which it was moved."""
        return self.arcs.get(moved.episode or "")

    @property
    def talks(self) -> list[Talk]:
        """The times together over which it is known how it went, the latest first."""
        moments: dict[str, list[datetime]] = {}
        for moved in self.journal:
            arc = self.arc_of(moved)
            if arc is not None and arc.samples > 1:
                moments.setdefault(arc.episode, []).append(moved.at)
        return [Talk(self.arcs[key], min(times), max(times)) for key, times in moments.items()]

    def _told(self, verb: str, now: MoodNow) -> None:
        self._felt(now)
        self._read_journal()
        self.told.emit(verb)

    def _read_journal(self) -> None:
        self.untold = None
        if self.told_of is not Loading.READY:
            self.told_of = Loading.LOADING
        asked = {"since": self.span.value, "limit": LATEST}
        operations.journal(self._door, asked, self._moved_lately, self._not_told)
        asked = {"since": self.span.value, "limit": MOST, "spread": True}
        operations.journal(self._door, asked, self._moved, self._not_told)

    def _felt(self, now: MoodNow) -> None:
        self.now, self.loading = now, Loading.READY
        self.changed.emit()

    def _moved_lately(self, latest: list[Moved]) -> None:
        self.latest = latest
        self.changed.emit()

    def _moved(self, journal: list[Moved]) -> None:
        self.journal, self.told_of = journal, Loading.READY
        self.changed.emit()

    def _went(self, arcs: list[Arc]) -> None:
        self.arcs = {arc.episode: arc for arc in arcs}
        self.changed.emit()

    def _not_told(self, fault: Fault) -> None:
        if self.absent:
            return
        self.told_of, self.untold = Loading.FAILED, fault
        self.changed.emit()

    def _broken(self, fault: Fault) -> None:
        if self.absent:
            return
        self.loading, self.fault = Loading.FAILED, fault
        self.changed.emit()


def _way_back(before: MoodNow, now: MoodNow, by: Mapping[str, float]) -> dict[str, float]:
    """At the bounds it goes less far than it was moved, and never further."""
    return {
        axis: -max(min(getattr(now.point, axis) - getattr(before.point, axis), max(far, 0.0)), min(far, 0.0))
        for axis, far in by.items()
    }


def _passed_over(_: Fault) -> None:
    """`load` asks how it feels with it, and tells what is wrong."""
