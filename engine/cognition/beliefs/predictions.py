"""Predictions: said beforehand with a day on which they can be checked, and then checked ([E] §10.3)."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from engine.cognition.beliefs.confidence import bounded
from engine.cognition.beliefs.models import ModelBook
from engine.cognition.beliefs.records import (
    Calibration,
    Direction,
    Prediction,
    PredictionStatus,
    Resolution,
)
from engine.cognition.keeping.keeper import Keep, Keeper
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import (
    ABOUT_PEOPLE,
    CognitionMoveError,
    Domain,
    Origin,
    UnsourcedError,
    labels,
)
from engine.ids import new_id
from engine.memory import conflicts
from engine.settings import CognitionSettings
from engine.written import line, optional

SETTLED = frozenset(PredictionStatus) - {PredictionStatus.PENDING}
TEACHES = {PredictionStatus.CORRECT: Direction.SUPPORTS, PredictionStatus.WRONG: Direction.WEAKENS}

RIGHT, WRONG = 1.0, 0.0
Checked = Sequence[tuple[float, float]]


def prediction_as_of(prediction: Prediction, today: date, settings: CognitionSettings) -> Prediction:
    """`prediction` with its status on `today`; what nobody checked for long has expired."""
    status = PredictionStatus.PENDING
    if prediction.outcome is not None:
        status = prediction.outcome.status
    elif (today - prediction.deadline).days > settings.expires_days:
        status = PredictionStatus.EXPIRED
    return prediction.model_copy(update={"status": status})


class PredictionBook:
    """The predictions of one companion with one person. What comes of one teaches the model that it came from."""

    def __init__(
        self, keeper: Keeper, likeness: Likeness, models: ModelBook, settings: CognitionSettings
    ) -> None:
        self._keeper, self._likeness, self._models, self._settings = keeper, likeness, models, settings

    def all(self) -> list[Prediction]:
        """As they stand today, the earliest to be known first."""
        found = (self._as_of_today(each) for each in self._keeper.store.all(Prediction))
        return sorted(found, key=lambda prediction: (prediction.deadline, prediction.created_at))

    def pending(self, days_ahead: int | None = None) -> list[Prediction]:
        """What is not known yet, or will be within so many days; what is due too."""
        last = date.max if days_ahead is None else self._keeper.today() + timedelta(days=days_ahead)
        return [each for each in self._open() if each.deadline <= last]

    def due(self) -> list[Prediction]:
        """Whose day has come, and nobody said yet what became of it."""
        return [each for each in self._open() if each.deadline <= self._keeper.today()]

    def prediction(self, prediction_id: str) -> Prediction:
        """As it stands today. Raises CognitionMissingError."""
        return self._as_of_today(self._keeper.one(Prediction, prediction_id))

    def predict(
        self,
        statement: str,
        *,
        confidence: float | None = None,
        deadline: date | None = None,
        domain: Domain = Domain.GENERAL,
        source_model: str | None = None,
        cites: tuple[str, ...] = (),
        origin: Origin = Origin.HAND,
        tags: tuple[str, ...] = (),
    ) -> Prediction:
        """Say what will be. Without a day it is to be checked in two weeks; one like it that is open is returned.

        With a source model, that model's domain counts, and its sources where none are given. Raises
        CognitionMissingError, UnsourcedError, InvalidInputError.
        """
        said = line(statement, "statement")
        model = None if source_model is None else self._models.model(source_model)
        about = domain if model is None else model.domain
        given = cites or (() if model is None else model.cites)
        sources = self._keeper.sources.require(given, origin, about_person=about in ABOUT_PEOPLE)
        with self._keeper.changing() as keep:
            known = self._same(said)
            if known is not None:
                return known
            now = self._keeper.clock.now()
            start = self._settings.start if confidence is None else confidence
            prediction = Prediction(
                id=new_id("pred"), created_at=now, updated_at=now, origin=origin, statement=said, domain=about,
                confidence=bounded(start, about, self._settings), cites=sources, tags=labels(tags),
                deadline=deadline or self._keeper.today() + timedelta(days=self._settings.deadline_days),
                source_model=None if model is None else model.id,
            )  # fmt: skip
            keep(prediction)
        return prediction

    def resolve(
        self, prediction_id: str, status: PredictionStatus, actual: str = "", lesson: str = ""
    ) -> Prediction:
        """The person says what became of it. Raises CognitionError, InvalidInputError."""
        return self._resolved(prediction_id, status, actual, lesson, cites=(), proposed=False)

    def propose(
        self,
        prediction_id: str,
        status: PredictionStatus,
        cites: tuple[str, ...],
        actual: str = "",
        lesson: str = "",
    ) -> Prediction:
        """The model thinks that it came out so, as `cites` show; the person may agree or undo it.

        Raises CognitionError, UnsourcedError without something said, done or read.
        """
        shown = self._keeper.sources.require(cites, Origin.RUN)
        if set(shown) <= set(self.prediction(prediction_id).cites):
            raise UnsourcedError("What a prediction was made from does not show what became of it.")
        return self._resolved(prediction_id, status, actual, lesson, cites=shown, proposed=True)

    def notice(self, text: str, cites: tuple[str, ...]) -> Prediction | None:
        """Propose what a noticed outcome says of the due prediction that it is about: wrong where the two contradict.

        None where it is about none of them. Raises UnsourcedError.
        """
        due = {each.id: each for each in self.due()}
        best = self._likeness.nearest(text, _statements(due.values()), self._settings.same_matter)
        if best is None:
            return None
        denied = conflicts(text, due[best].statement)
        status = PredictionStatus.WRONG if denied else PredictionStatus.CORRECT
        return self.propose(best, status, cites, text)

    def agree(self, prediction_id: str) -> Prediction:
        """The person agrees with what was proposed. Raises CognitionError."""
        with self._keeper.changing() as keep:
            prediction = self.prediction(prediction_id)
            if prediction.outcome is None or not prediction.outcome.proposed:
                raise CognitionMoveError("Nothing was proposed for this prediction.")
            return self._settle(prediction, prediction.outcome.model_copy(update={"proposed": False}), keep)

    def undo(self, prediction_id: str) -> Prediction:
        """It is open again, and what it taught its model is taken back. Raises CognitionError."""
        with self._keeper.changing() as keep:
            prediction = self.prediction(prediction_id)
            if prediction.outcome is None:
                raise CognitionMoveError("This prediction is open.")
            if prediction.is_settled and prediction.source_model is not None:
                self._models.let_go_of(prediction.source_model, prediction.ref)
            return self._write(prediction, None, keep)

    def surfaced(self, prediction_id: str) -> None:
        """It was brought up today."""
        with self._keeper.changing() as keep:
            found = self._keeper.one(Prediction, prediction_id)
            keep(found.model_copy(update={"surfaced_on": self._keeper.today()}))

    def accuracy(self, domain: Domain | None = None) -> Calibration:
        """How well confidence fits what came true, in all or one domain: what the person settled and did not expire."""
        worth = {
            PredictionStatus.CORRECT: RIGHT,
            PredictionStatus.PARTLY: self._settings.partial,
            PredictionStatus.WRONG: WRONG,
        }
        checked = [
            (each.confidence, worth[each.status])
            for each in self.all()
            if each.is_settled and each.status in worth and domain in {None, each.domain}
        ]
        return calibration(checked, self._settings)

    def search(self, query: str, limit: int = 10) -> list[tuple[Prediction, float]]:
        """The predictions most like `query` with their likeness (0–1), nearest first."""
        return self._likeness.ranked(query, {each.id: (each, each.statement) for each in self.all()}, limit)

    def _open(self) -> list[Prediction]:
        return [each for each in self.all() if each.status is PredictionStatus.PENDING]

    def _same(self, statement: str) -> Prediction | None:
        pending = {each.id: each for each in self._open()}
        alike = self._likeness.alike(statement, _statements(pending.values()), self._settings.same_statement)
        return next((pending[name] for name in alike), None)

    def _resolved(
        self,
        prediction_id: str,
        status: PredictionStatus,
        actual: str,
        lesson: str,
        *,
        cites: tuple[str, ...],
        proposed: bool,
    ) -> Prediction:
        if status not in SETTLED:
            raise CognitionMoveError("A prediction comes out correct, wrong, partly correct, or expires.")
        resolution = Resolution(
            at=self._keeper.clock.now(), status=status, actual=optional(actual, "actual"),
            lesson=optional(lesson, "lesson"), cites=cites, proposed=proposed,
        )  # fmt: skip
        with self._keeper.changing() as keep:
            prediction = self.prediction(prediction_id)
            if prediction.is_settled:
                raise CognitionMoveError("What became of it was said before.", "Undo that first.")
            return self._settle(prediction, resolution, keep)

    def _settle(self, prediction: Prediction, resolution: Resolution, keep: Keep) -> Prediction:
        settled = self._write(prediction, resolution, keep)
        if not resolution.proposed:
            self._teach(settled, resolution)
        return settled

    def _teach(self, prediction: Prediction, resolution: Resolution) -> None:
        """What came true supports the model behind it, what did not weakens it; one given up learns nothing."""
        direction = TEACHES.get(resolution.status)
        if direction is None or prediction.source_model is None:
            return
        model = self._models.model(prediction.source_model)
        if model.is_live:
            self._models.evidence(model.id, direction, resolution.actual, cites=(prediction.ref,))

    def _write(self, prediction: Prediction, resolution: Resolution | None, keep: Keep) -> Prediction:
        changes = {"resolution": resolution, "updated_at": self._keeper.clock.now()}
        written = self._as_of_today(prediction.model_copy(update=changes))
        keep(written)
        return written

    def _as_of_today(self, prediction: Prediction) -> Prediction:
        return prediction_as_of(prediction, self._keeper.today(), self._settings)


def _statements(predictions: Iterable[Prediction]) -> dict[str, str]:
    return {each.id: each.statement for each in predictions}


def calibration(checked: Checked, settings: CognitionSettings) -> Calibration:
    """The calibration of pairs (confidence 0–1, how right it was: 1, partly, 0)."""
    scores = [score for _, score in checked]
    right, wrong = scores.count(RIGHT), scores.count(WRONG)
    counts = Calibration(
        checked=len(checked), correct=right, wrong=wrong, partly=len(checked) - right - wrong
    )
    if not checked:
        return counts
    accuracy, sure = _mean(scores), _mean([confidence for confidence, _ in checked])
    return counts.model_copy(
        update={
            "accuracy": accuracy,
            "mean_confidence": sure,
            "calibration_error": sure - accuracy,
            "expected_error": _expected_error(checked, settings.calibration_bins),
        }
    )


def _expected_error(checked: Checked, bins: int) -> float:
    """The mean distance of confidence and accuracy within equal steps of confidence, weighed by their numbers."""
    steps: dict[int, list[tuple[float, float]]] = {}
    for confidence, score in checked:
        steps.setdefault(min(bins - 1, int(confidence * bins)), []).append((confidence, score))
    apart = (abs(sum(confidence - score for confidence, score in step)) for step in steps.values())
    return min(1.0, sum(apart) / len(checked))


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
