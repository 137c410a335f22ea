"""Models: what the companion takes to be so, and how firmly ([E] §10.2)."""

from collections import Counter
from datetime import datetime
from typing import Any

from engine.cognition.beliefs.confidence import bounded, evidence, model_as_of, require_fit, without_word
from engine.cognition.beliefs.records import Direction, Evidence, Model
from engine.cognition.keeping.keeper import Keep, Keeper
from engine.cognition.keeping.likeness import Likeness
from engine.cognition.keeping.records import ABOUT_PEOPLE, CognitionMoveError, Domain, Origin, Sourced, labels
from engine.ids import new_id
from engine.settings import CognitionSettings
from engine.written import line


class ModelBook:
    """The models of one companion about its world with one person."""

    def __init__(self, keeper: Keeper, likeness: Likeness, settings: CognitionSettings) -> None:
        self._keeper, self._likeness, self._settings = keeper, likeness, settings

    def all(self) -> list[Model]:
        """As they stand now, the surest first."""
        now = self._keeper.clock.now()
        models = [model_as_of(each, now, self._settings) for each in self._keeper.store.all(Model)]
        return sorted(models, key=lambda model: -model.confidence)

    def live(self) -> list[Model]:
        """What is still believed."""
        return [model for model in self.all() if model.is_live]

    def model(self, model_id: str) -> Model:
        """As it stands now. Raises CognitionMissingError."""
        return model_as_of(self._keeper.one(Model, model_id), self._keeper.clock.now(), self._settings)

    def create(
        self,
        statement: str,
        domain: Domain = Domain.GENERAL,
        *,
        confidence: float | None = None,
        cites: tuple[str, ...] = (),
        origin: Origin = Origin.HAND,
        run: str = "",
        tags: tuple[str, ...] = (),
    ) -> Model:
        """Believe something new; where it is believed already, what is cited supports that instead.

        `confidence` (0–1, 0.5 without) is held under the cap of the domain. Raises UnsourcedError where nothing new
        stands behind it, CognitionMoveError for what the person said is not so, InvalidInputError.
        """
        said = line(statement, "statement")
        sources = self._keeper.sources.require(cites, origin, about_person=domain in ABOUT_PEOPLE)
        with self._keeper.changing() as keep:
            known = self._same(said)
            if known is not None and known.is_live:
                supports = Direction.SUPPORTS
                shown = evidence(self._keeper, supports, said, cites=sources, origin=origin, run=run)
                return self._weighed(known, shown, keep)
            if known is not None and known.rejected_at is not None and origin is not Origin.HAND:
                raise CognitionMoveError("The person has said that this is not so.")
            now = self._keeper.clock.now()
            start = self._settings.start if confidence is None else confidence
            level = bounded(start, domain, self._settings)
            model = Model(
                id=new_id("model"), created_at=now, updated_at=now, statement=said, domain=domain,
                start=level, confidence=level, cites=sources, origin=origin, tags=labels(tags),
            )  # fmt: skip
            keep(model)
        return model

    def evidence(
        self,
        model_id: str,
        direction: Direction,
        text: str = "",
        *,
        cites: tuple[str, ...] = (),
        origin: Origin = Origin.HAND,
        run: str = "",
    ) -> Model:
        """Weigh what speaks for a model or against it; what is no news is refused ([E] §14.8).

        Raises UnsourcedError, CognitionMissingError, CognitionMoveError for a model that is no longer believed.
        """
        shown = evidence(self._keeper, direction, text, cites=cites, origin=origin, run=run)
        with self._keeper.changing() as keep:
            return self._weighed(self.model(model_id), shown, keep)

    def let_go_of(self, model_id: str, ref: str) -> None:
        """Take back the evidence that rests on `ref`."""
        with self._keeper.changing() as keep:
            keep(self._as_of_now(self.model(model_id).without(frozenset({ref}))))

    def take_word_back(self, model_id: str, at: datetime) -> Model:
        """Take back what the person said for or against a model at that moment. Raises CognitionMissingError."""
        with self._keeper.changing() as keep:
            weighed = self._as_of_now(without_word(self.model(model_id), at))
            keep(weighed)
        return weighed

    def invalidate(self, model_id: str) -> Model:
        """The person says that it is not so; it does not come back by itself."""
        return self._changed(model_id, rejected_at=self._keeper.clock.now())

    def revive(self, model_id: str) -> Model:
        """Undo what the person, or another model, put an end to."""
        return self._changed(model_id, rejected_at=None, successor=None)

    def supersede(self, model_id: str, by: str) -> Model:
        """Another model takes its place. Raises CognitionMissingError, CognitionMoveError for itself."""
        successor = self.model(by)
        if successor.id == self.model(model_id).id:
            raise CognitionMoveError("A model cannot take its own place.")
        return self._changed(model_id, successor=Sourced(cites=(successor.ref,)))

    def search(self, query: str, limit: int = 10) -> list[tuple[Model, float]]:
        """The models most like `query` with their likeness (0–1), nearest first."""
        return self._likeness.ranked(query, {each.id: (each, each.statement) for each in self.all()}, limit)

    def stats(self) -> dict[str, Any]:
        """How many there are by status and domain, and how sure those are that are believed."""
        models = self.all()
        sure = [model.confidence for model in models if model.is_live]
        return {
            "total": len(models),
            "by_status": dict(Counter(model.status.value for model in models)),
            "by_domain": dict(Counter(model.domain.value for model in models)),
            "mean_confidence": sum(sure) / len(sure) if sure else None,
        }

    def _same(self, statement: str) -> Model | None:
        """The model that says the same, one still believed first."""
        models = {model.id: model for model in self.all()}
        texts = {each.id: each.statement for each in models.values()}
        alike = self._likeness.alike(statement, texts, self._settings.same_statement)
        return min((models[name] for name in alike), key=lambda model: not model.is_live, default=None)

    def _weighed(self, model: Model, shown: Evidence, keep: Keep) -> Model:
        if not model.is_live:
            raise CognitionMoveError("That is no longer believed.", "Take it up again, or say it anew.")
        require_fit(model, shown)
        changes = {"evidence": (*model.evidence, shown), "updated_at": shown.at}
        weighed = self._as_of_now(model.model_copy(update=changes))
        keep(weighed)
        return weighed

    def _changed(self, model_id: str, **changes: Any) -> Model:
        now = self._keeper.clock.now()
        with self._keeper.changing() as keep:
            model = self.model(model_id).model_copy(update={**changes, "updated_at": now})
            changed = self._as_of_now(model)
            keep(changed)
        return changed

    def _as_of_now(self, model: Model) -> Model:
        return model_as_of(model, self._keeper.clock.now(), self._settings)
