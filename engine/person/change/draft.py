"""A change while it is made: the facts as they were and as they will be, written together at its end."""

from dataclasses import dataclass, field
from datetime import datetime

from engine.person.records import Action, Fact, FactStatus, Question

_TAKEN_BACK = frozenset({Action.CORRECT, Action.FORGET, Action.DISPUTE})


@dataclass
class Draft:
    """What one update touches, in the order of touching."""

    action: Action
    at: datetime
    before: dict[str, Fact] = field(default_factory=dict)
    after: dict[str, Fact] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)

    def add(self, fact: Fact) -> Fact:
        """A fact that was not there; always the last, as the one that the update is for."""
        self.after[fact.id] = fact
        return fact

    def change(self, fact: Fact, **changes: object) -> Fact:
        """A fact as it is from now on."""
        self.before.setdefault(fact.id, fact)
        present = self.after.pop(fact.id, fact)
        self.after[fact.id] = present.model_copy(update={**changes, "updated_at": self.at})
        return self.after[fact.id]

    def retire(self, fact: Fact, because: str, by: str | None = None) -> Fact:
        """A fact that holds no longer; `by` is the one in its place."""
        return self.change(
            fact,
            status=FactStatus.RETIRED,
            superseded_by=by,
            valid_until=self.at,
            retired_because=because,
        )

    def remove(self, fact: Fact) -> None:
        """A fact that only waited and is gone."""
        self.before.setdefault(fact.id, fact)
        self.after.pop(fact.id, None)

    def note(self, question: Question) -> None:
        """A question that was opened or settled."""
        self.questions[question.id] = question

    @property
    def withdrawn(self) -> list[Fact]:
        """Facts that were active and are not, or that are private from now on."""
        return [fact for fact in self.before.values() if self._is_withdrawn(fact)]

    def refs(self) -> frozenset[str]:
        """What must stop shaping answers: those facts; where they were taken back, their Steps too."""
        refs = {fact.ref for fact in self.withdrawn}
        if self.action in _TAKEN_BACK:
            refs |= {f"step:{step}" for fact in self.withdrawn for step in fact.source_step_ids}
        return frozenset(refs)

    def _is_withdrawn(self, fact: Fact) -> bool:
        present = self.after.get(fact.id)
        if fact.status is not FactStatus.ACTIVE:
            return False
        if present is None or present.status is not FactStatus.ACTIVE:
            return True
        return present.private and not fact.private
