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
    chosen = _chosen(ranked, budget, count, person, settings)
    return tuple(sorted(chosen, key=_place))


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
    words = wording()
    heading = words.heading.format(person=person or words.private_name)
    return "\n".join([heading, *map(_line, facts)])


def _chosen(
    ranked: Sequence[Fact], budget: int, count: Count, person: str, settings: PersonSettings
) -> list[Fact]:
    chosen: list[Fact] = []

    def fits(fact: Fact, limit: float) -> bool:
        return count(render_projection([*chosen, fact], person)) <= limit

    def take(facts: Iterable[Fact], limit: float) -> None:
        chosen.extend(fact for fact in facts if fact not in chosen and fits(fact, limit))

    safety = [fact for fact in ranked if concerns_safety(fact)]
    for fact in safety:
        take([fact], budget)
    spent = count(render_projection(chosen, person)) if chosen else 0
    for lens, share in _shares(settings):
        before = count(render_projection(chosen, person)) if chosen else 0
        limit = min(budget, before + share * (budget - spent))
        for fact in [one for one in ranked if one.lens is lens]:
            take([fact], limit)
    for fact in ranked:
        take([fact], budget)
    return chosen


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
