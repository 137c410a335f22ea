"""All that a night may think of, by where it comes from ([E] §9.2): each with its words and its refs, nothing private.

What feeds said is quoted as theirs, its signs of a prompt defused: it is data. The mood's are the feelings that last,
as those name what they came of; insights feed principles alone (`one-mind.md`, "The night"), and no finding, brief,
diary or dream is among them.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.library.quoting import defused
from engine.memory import NodeKind, Tier
from engine.night.material import plain_words, private_refs, step_ref, told_lately
from engine.night.working import Rooms, Work

MOST_MEMORIES, MOST_HEADLINES = 200, 40
_LIVED = frozenset({Tier.EPISODIC, Tier.SEMANTIC})


class Source(StrEnum):
    """Where something comes from."""

    SAID = "said"
    OPEN = "open"
    GOAL = "goal"
    CORRECTION = "correction"
    MOOD = "mood"
    REASONING = "reasoning"
    OUTCOME = "outcome"
    IDEA = "idea"
    BUSINESS = "business"
    MEMORY = "memory"
    BELIEF = "belief"
    PREDICTION = "prediction"
    PRINCIPLE = "principle"
    FACT = "fact"
    BRIEFING = "briefing"
    DRIFT = "drift"


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that is known: its words, and what they stand on."""

    source: Source
    text: str
    refs: tuple[str, ...]


def things(work: Work, wanted: Collection[Source]) -> list[Thing]:
    """Everything of the `wanted` sources. Read on the engine's thread."""
    private = private_refs(work.rooms)
    found = [Thing(source, text, refs) for source in wanted for text, refs in _texts(work, source)]
    return [one for one in found if one.text.strip() and not private.intersection(one.refs)]


Texts = Iterator[tuple[str, tuple[str, ...]]]


def _texts(work: Work, source: Source) -> Texts:
    if source is Source.SAID:
        return ((plain_words(step), (step_ref(step),)) for step in told_lately(work))
    if source is Source.BRIEFING:
        return _headlines(work)
    return _OF_ROOMS[source](work.rooms)


def _open(rooms: Rooms) -> Texts:
    return ((one.text, (one.ref, *one.cites)) for one in rooms.intent.items.open())


def _goals(rooms: Rooms) -> Texts:
    return ((one.title, (one.ref, *one.cites)) for one in rooms.intent.goals.open())


def _corrections(rooms: Rooms) -> Texts:
    return ((one.correction, (one.ref, *one.cites)) for one in rooms.intent.corrections.all())


def _feelings(rooms: Rooms) -> Texts:
    lasting = [] if rooms.mood is None else rooms.mood.imprints()
    return ((one.feeling, one.sources) for one in lasting if one.sources)


def _reasoning(rooms: Rooms) -> Texts:
    """What was solved, with what solved it."""
    for one in rooms.cognition.reasoning.all():
        trail = one.standing
        if trail.solution is not None:
            yield f"{trail.context}: {trail.solution.text}", (trail.ref, *trail.all_cites())


def _outcomes(rooms: Rooms) -> Texts:
    """What was decided, and how it turned out where that is known."""
    for one in rooms.cognition.outcomes.all():
        ended = "" if one.turned_out is None else f": {one.turned_out.actual}"
        yield f"{one.decision}{ended}", (one.ref, *one.all_cites())


def _ideas(rooms: Rooms) -> Texts:
    return ((one.concept, (one.ref, *one.cites)) for one in rooms.cognition.ideas.all())


def _business(rooms: Rooms) -> Texts:
    return (
        (f"{one.name}: {one.description}".rstrip(": "), (one.ref, *one.cites))
        for one in rooms.cognition.business.all()
    )


def _memories(rooms: Rooms) -> Texts:
    lived = [one for one in rooms.memory.nodes(limit=MOST_MEMORIES) if one.kind.row.tier in _LIVED]
    return ((one.text, (one.ref, *one.sources)) for one in lived if one.kind is not NodeKind.NOTE)


def _beliefs(rooms: Rooms) -> Texts:
    return ((one.statement, (one.ref, *one.cites)) for one in rooms.cognition.models.live())


def _predictions(rooms: Rooms) -> Texts:
    return ((one.statement, (one.ref, *one.cites)) for one in rooms.cognition.predictions.pending())


def _principles(rooms: Rooms) -> Texts:
    return ((one.statement, (one.ref, *one.cites)) for one in rooms.cognition.principles.gathered())


def _facts(rooms: Rooms) -> Texts:
    return (
        (one.text, (one.ref, *(f"step:{step}" for step in one.source_step_ids)))
        for one in rooms.person.facts()
    )


def _headlines(work: Work) -> Texts:
    """The newest of the last days, with who says so."""
    for one in work.rooms.headlines()[:MOST_HEADLINES]:
        feed, title = (defused(" ".join(text.split())) for text in (one.feed, one.title))
        yield work.words.headline.format(feed=feed, title=title), (one.ref,)


_OF_ROOMS: Mapping[Source, Callable[[Rooms], Texts]] = {
    Source.OPEN: _open,
    Source.GOAL: _goals,
    Source.CORRECTION: _corrections,
    Source.MOOD: _feelings,
    Source.REASONING: _reasoning,
    Source.OUTCOME: _outcomes,
    Source.IDEA: _ideas,
    Source.BUSINESS: _business,
    Source.MEMORY: _memories,
    Source.BELIEF: _beliefs,
    Source.PREDICTION: _predictions,
    Source.PRINCIPLE: _principles,
    Source.FACT: _facts,
}
KNOWN = (Source.SAID, *_OF_ROOMS, Source.BRIEFING)
"""All but the drift's own journal."""
