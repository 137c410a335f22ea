"""Outcomes: what was decided and expected, and how it turned out ([E] §8.3)."""

from collections.abc import Iterable, Sequence
from typing import Any

from engine.cognition.beliefs.predictions import RIGHT, WRONG, calibration
from engine.cognition.beliefs.records import Calibration
from engine.cognition.growing.records import Assessment, Decided, Pitch, Result
from engine.cognition.keeping.keeper import Keep, Keeper
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import CognitionMoveError, Origin, labels
from engine.ids import new_id
from engine.settings import CognitionSettings
from engine.written import line, optional

ASPECTS = ("channel", "audience", "framing")
Tally = dict[str, Any]


class OutcomeBook:
    """The decisions of one companion with one person, and what came of them."""

    def __init__(self, keeper: Keeper, likeness: Likeness, settings: CognitionSettings) -> None:
        self._keeper, self._likeness, self._settings = keeper, likeness, settings

    def all(self, *, pitches: bool = False) -> list[Decided]:
        """Newest first; with `pitches` only those."""
        found = reversed(self._keeper.store.all(Decided))
        return [each for each in found if not pitches or each.pitch is not None]

    def open(self) -> list[Decided]:
        """Of which nobody said yet how they turned out."""
        return [each for each in self.all() if each.turned_out is None]

    def outcome(self, outcome_id: str) -> Decided:
        """Raises CognitionMissingError."""
        return self._keeper.one(Decided, outcome_id)

    def record(
        self,
        decision: str,
        predicted: str = "",
        *,
        context: str = "",
        confidence: float | None = None,
        trail: str | None = None,
        idea: str | None = None,
        pitch: Pitch | None = None,
        cites: tuple[str, ...] = (),
        origin: Origin = Origin.HAND,
        tags: tuple[str, ...] = (),
    ) -> Decided:
        """Note a decision with what is expected of it. Raises UnsourcedError, InvalidInputError."""
        sources = self._keeper.sources.require(cites, origin)
        now = self._keeper.clock.now()
        decided = Decided(
            id=new_id("out"), created_at=now, updated_at=now, origin=origin, cites=sources, tags=labels(tags),
            decision=line(decision, "decision"), predicted=optional(predicted, "predicted"),
            context=optional(context, "context"), confidence=_bounded(confidence, self._settings),
            trail=trail, idea=idea, pitch=pitch,
        )  # fmt: skip
        with self._keeper.changing() as keep:
            keep(decided)
        return decided

    def check(self, outcome_id: str, assessment: Assessment, actual: str = "", lesson: str = "") -> Decided:
        """The person says how it turned out, once; `actual` may be left out where it was noticed.

        Raises CognitionMoveError, CognitionMissingError, InvalidInputError.
        """
        with self._keeper.changing() as keep:
            decided = self.outcome(outcome_id)
            if decided.turned_out is not None:
                raise CognitionMoveError("How it turned out was said before.", "Undo that first.")
            noticed = "" if decided.seen is None else decided.seen.actual
            result = Result(
                at=self._keeper.clock.now(), actual=line(actual or noticed, "actual"), assessment=assessment,
                lesson=optional(lesson, "lesson"), cites=() if actual or decided.seen is None else decided.seen.cites,
            )  # fmt: skip
            return self._resulted(decided, result, keep)

    def notice(self, text: str, *, cites: tuple[str, ...]) -> Decided:
        """Keep how something turned out, as a turn noticed it: with the open decision that it is about, or alone.

        The person is to judge it. Raises UnsourcedError, InvalidInputError.
        """
        sources = self._keeper.sources.require(cites, Origin.TURN)
        result = Result(
            at=self._keeper.clock.now(), actual=line(text, "outcome"), assessment=None, cites=sources
        )
        with self._keeper.changing() as keep:
            waiting = {each.id: each for each in self.open() if each.seen is None}
            texts = {each.id: each.decision for each in waiting.values()}
            best = self._likeness.nearest(result.actual, texts, self._settings.same_matter)
            if best is not None:
                return self._resulted(waiting[best], result, keep)
            return self.record(result.actual, cites=sources, origin=Origin.TURN)

    def undo(self, outcome_id: str) -> Decided:
        """It is open again. Raises CognitionMissingError."""
        with self._keeper.changing() as keep:
            changes = {"result": None, "updated_at": self._keeper.clock.now()}
            opened = self.outcome(outcome_id).model_copy(update=changes)
            keep(opened)
        return opened

    def stats(self, tag: str | None = None) -> Tally:
        """Wins, partial ones and losses, the rate of success (0–1, partial ones count half), and what is open."""
        found = [each for each in self.all() if tag is None or tag.casefold() in each.tags]
        return self._tally(found) | {"open": sum(each.turned_out is None for each in found)}

    def calibration(self) -> Calibration:
        """How well the expectations that had a confidence fit how it turned out."""
        checked = [
            (each.confidence, self._worth(each.turned_out))
            for each in self.all()
            if each.confidence is not None and each.turned_out is not None
        ]
        return calibration(checked, self._settings)

    def pitch_stats(self) -> dict[str, dict[str, Tally]]:
        """Pitches by channel, by audience and by framing: what worked how often."""
        pitches = [(each, each.pitch) for each in self.all(pitches=True) if each.pitch is not None]
        return {
            aspect: {
                name: self._tally([each for each, pitch in pitches if getattr(pitch, aspect) == name])
                for name in sorted({getattr(pitch, aspect) for _, pitch in pitches} - {""})
            }
            for aspect in ASPECTS
        }

    def pitch_lessons(self) -> list[Decided]:
        """Pitches that taught something, newest first."""
        return [each for each in self.all(pitches=True) if each.turned_out and each.turned_out.lesson]

    def search(self, query: str, limit: int = 10) -> list[tuple[Decided, float]]:
        """The decisions most like `query` with their likeness (0–1), nearest first."""
        return self._likeness.ranked(query, {each.id: (each, each.decision) for each in self.all()}, limit)

    def _resulted(self, decided: Decided, result: Result, keep: Keep) -> Decided:
        resulted = decided.model_copy(update={"result": result, "updated_at": result.at})
        keep(resulted)
        return resulted

    def _tally(self, decided: Sequence[Decided]) -> Tally:
        results = [each.turned_out for each in decided if each.turned_out is not None]
        counts: Tally = {kind.value: _count(results, kind) for kind in Assessment}
        worth = [self._worth(each) for each in results]
        return counts | {"checked": len(results), "rate": sum(worth) / len(worth) if worth else None}

    def _worth(self, result: Result) -> float:
        worth = {Assessment.WIN: RIGHT, Assessment.PARTIAL: self._settings.partial}
        return WRONG if result.assessment is None else worth.get(result.assessment, WRONG)


def _count(results: Iterable[Result], kind: Assessment) -> int:
    return sum(each.assessment is kind for each in results)


def _bounded(confidence: float | None, settings: CognitionSettings) -> float | None:
    return None if confidence is None else min(settings.cap, max(0.0, confidence))
