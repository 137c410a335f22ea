"""What another memory kept, sorted by what it is here: memories, claims about the person, corrections, what is open."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.errors import InvalidInputError
from engine.imports import Arrival, PastCorrection, PastItem, PastMemory, Skipped
from engine.imports.memories import CONTINUITY
from engine.intent import CorrectionType, ItemKind
from engine.memory import TELLABLE, NewNode, NodeKind, kind_from_continuity, kind_from_elara
from engine.mind import Mind
from engine.person import Action, Proposal, Source
from engine.vault import UnitOfWork

FACT = "fact"
OWN = "is of what another companion was, and nobody is that here"
LONGEST_FACT = 1000
Tell = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Sorted:
    """What is new of an arrival; `facts` are proposed, and wait for the person."""

    memories: tuple[NewNode, ...] = ()
    facts: tuple[str, ...] = ()
    corrections: tuple[PastCorrection, ...] = ()
    items: tuple[PastItem, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    source: str = ""


def sort(mind: Mind, arrival: Arrival) -> Sorted:
    """What of it is not here yet, forgotten or not; nothing is written."""
    skipped: list[Skipped] = []
    memories: dict[tuple[NodeKind, str], NewNode] = {}
    facts: dict[str, None] = {}
    for one in arrival.memories:
        if one.kind == FACT:
            facts[one.text[:LONGEST_FACT]] = None
            continue
        new = _node(arrival.source, one)
        if isinstance(new, Skipped):
            skipped.append(new)
        else:
            memories[new.kind, new.text] = new
    known = _known_memories(mind) if memories else set()
    told = {fact.text for fact in mind.person.facts(None, None)} if facts else set()
    mistakes = {each.mistake for each in mind.intent.corrections.all()}
    open_items = {(each.what.value, each.text) for each in mind.intent.items.all()}
    return Sorted(
        tuple(new for key, new in memories.items() if key not in known),
        tuple(text for text in facts if text not in told),
        tuple(each for each in arrival.corrections if each.mistake not in mistakes),
        tuple(each for each in arrival.items if (each.what, each.text) not in open_items),
        tuple(skipped),
        arrival.source,
    )


def take_in(mind: Mind, unit: UnitOfWork, kept: Sorted) -> list[Tell]:
    """Write it within the unit; returns what is to be told once that is committed."""
    told: list[Tell] = []
    for new in kept.memories:
        remembered = mind.memory.remember(new, unit)
        told.append(lambda remembered=remembered: mind.memory.announce(remembered))  # type: ignore[misc]  # bound now
    for text in kept.facts:
        by = f"import:{kept.source.casefold()}"
        proposal = Proposal(Action.REMEMBER, text, source=Source.OBSERVED, from_outside=True, by=by)
        update = mind.person.apply(proposal, unit)
        told.append(lambda update=update: mind.person.announce(update))  # type: ignore[misc]  # bound now
    for one in kept.corrections:
        mind.intent.corrections.add(
            one.mistake,
            one.correction,
            context=one.context,
            type=CorrectionType.TECHNICAL if one.technical else CorrectionType.TENDENCY,
            fails_when=one.fails_when,
            fine_when=one.fine_when,
        )
    for item in kept.items:
        mind.intent.note_item(ItemKind(item.what), item.text, None)
    return told


def _node(source: str, one: PastMemory) -> NewNode | Skipped:
    try:
        kind = kind_from_continuity(one.kind) if source == CONTINUITY else kind_from_elara(one.kind)
    except InvalidInputError:
        return Skipped(one.text[:80], f"is of a kind that is not known: {one.kind[:40]}")
    if kind not in TELLABLE:
        return Skipped(one.text[:80], OWN)
    return NewNode(kind, one.text, tags=one.tags, importance=one.importance, event_at=one.at)


def _known_memories(mind: Mind) -> set[tuple[NodeKind, str]]:
    """Those that were put away too: they do not come back by a file."""
    return {
        (node.kind, node.text)
        for archived in (False, True)
        for node in mind.memory.nodes(TELLABLE, archived=archived)
    }
