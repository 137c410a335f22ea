"""What stands in the stable prompt: active facts within a hard token budget, a share per lens ([P] §5.5).

Safety and boundaries come first whatever the shares; then each lens its share, then whatever is left over, by
confidence × freshness × use. What is left out is still found by search.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from math import log2

from engine.person.ageing import freshness
from engine.person.records import Fact, FactStatus, Lens, Source
from engine.person.showing.wording import wording
from engine.person.topics import known_topic
from engine.settings import PersonSettings

Count = Callable[[str], int]
LEAST_LINE = 2  # tokens below which no fact can be told


def project(
    facts: Iterable[Fact],
    budget: int,
    count: Count,
    *,
    person: str,
    now: datetime,
    settings: PersonSettings,
) -> tuple[Fact, ...]:
    """The facts that the prompt holds, in an order that only changes when they do. `count`: text to tokens."""
    allowed = [fact for fact in facts if fact.status is FactStatus.ACTIVE and not fact.private]
    ranked = sorted(allowed, key=lambda fact: (-weight(fact, now, settings), fact.created_at, fact.id))
    room = _Room(budget, count, _heading(person))
    room.take((fact for fact in ranked if concerns_safety(fact)), budget)
    left = budget - room.spent
    for lens, share in _shares(settings):
        room.take((fact for fact in ranked if fact.lens is lens), room.spent + share * left)
    room.take(ranked, budget)
    return tuple(sorted(room.fitting(person), key=_place))


class _Room:
    """What has been chosen within the budget. Each line is counted once, the whole at the end."""

    def __init__(self, budget: int, count: Count, heading: str) -> None:
        self._budget, self._count = budget, count
        self._chosen: dict[str, Fact] = {}
        self._costs: dict[str, int] = {}
        self.spent: float = count(heading)

    def take(self, facts: Iterable[Fact], limit: float) -> None:
        """Those that fit below `limit`, first come first served."""
        for fact in facts:
            if limit - self.spent < LEAST_LINE:
                return
            if fact.id not in self._chosen and self.spent + self._cost(fact) <= limit:
                self.spent += self._cost(fact)
                self._chosen[fact.id] = fact

    def fitting(self, person: str) -> list[Fact]:
        """What was chosen; less of the last, should the whole take more tokens than its lines."""
        chosen = list(self._chosen.values())
        while chosen and self._count(render_projection(sorted(chosen, key=_place), person)) > self._budget:
            chosen.pop()
        return chosen

    def _cost(self, fact: Fact) -> int:
        if fact.id not in self._costs:
            self._costs[fact.id] = self._count("\n" + _line(fact))
        return self._costs[fact.id]


def weight(fact: Fact, now: datetime, settings: PersonSettings) -> float:
    """Confidence × freshness × use: each doubling of its uses raises a fact by the same share."""
    return fact.confidence * freshness(fact, now, settings) * (1 + settings.use_weight * log2(1 + fact.uses))


def concerns_safety(fact: Fact) -> bool:
    """Whether a fact must always be before the model: an allergy, an illness, a boundary."""
    known = known_topic(fact.topic)
    return fact.safety or (known is not None and known.safety)


def render_projection(facts: Sequence[Fact], person: str = "") -> str:
    """Terse lines under one heading; "" without facts."""
    if not facts:
        return ""
    return "\n".join([_heading(person), *map(_line, facts)])


def _heading(person: str) -> str:
    words = wording()
    return words.heading.format(person=person or words.private_name)


def _shares(settings: PersonSettings) -> list[tuple[Lens, float]]:
    return [
        (Lens.IDENTITY, settings.identity_share),
        (Lens.WORLD, settings.world_share),
        (Lens.PULSE, settings.pulse_share),
        (Lens.JOURNEY, settings.journey_share),
    ]


def _line(fact: Fact) -> str:
    words = wording()
    line = words.line.format(text=" ".join(fact.text.split()))
    if fact.source is not Source.STATED:
        line = words.hedge[fact.source].format(line=line)
    if fact.lens is Lens.PULSE:
        line = words.since.format(line=line, date=f"{fact.valid_from:%-d %B %Y}")
    return line


def _place(fact: Fact) -> tuple[bool, int, datetime, str]:
    return not concerns_safety(fact), tuple(Lens).index(fact.lens), fact.created_at, fact.id
