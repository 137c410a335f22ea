"""What another memory kept, sorted by what it is here: memories, claims about the person, corrections, goals, what is
open, what was believed and reasoned.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial

from companion.requests.border import items
from companion.requests.handoff import Began
from companion.requests.intent import AddCorrection, AddGoal
from companion.requests.moving.thought_elsewhere import thoughts
from companion.requests.room import Setting, read
from engine.cognition import Kept
from engine.errors import InvalidInputError
from engine.imports import Arrival, PastCorrection, PastGoal, PastItem, PastMemory, Skipped
from engine.imports.memories import CONTINUITY
from engine.intent import CorrectionType, ItemKind
from engine.memory import TELLABLE, NewNode, NodeKind, kind_from_continuity, kind_from_elara
from engine.mind import Mind
from engine.person import Action, Proposal, Source
from engine.vault import UnitOfWork

FACT, CORRECTION, GOAL = "fact", "corrections.add", "goals.add"
MILESTONE = "milestone"
"""What Elara Core keeps in a collection of its own, and nobody can ask it to remember."""
OWN = "is of what another companion was, and nobody is that here"
LONGEST_FACT = 1000
Tell = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Sorted:
    """What is new of an arrival; facts, corrections, goals and items are proposed, and wait for the person."""

    memories: tuple[NewNode, ...] = ()
    facts: tuple[str, ...] = ()
    corrections: tuple[PastCorrection, ...] = ()
    goals: tuple[PastGoal, ...] = ()
    items: tuple[PastItem, ...] = ()
    thoughts: tuple[Kept, ...] = ()
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
    known = _known_memories(mind) if memories or facts else set()
    # What is known here as a memory is a fact where it went and came back.
    told = {text for _, text in known} | {fact.text for fact in mind.person.facts(None, None)}
    mistakes = {each.mistake for each in mind.intent.corrections.all()} | _offered(
        mind, CORRECTION, "mistake"
    )
    wanted = {each.title for each in mind.intent.goals.all()} | _offered(mind, GOAL, "title")
    open_items = {(each.what.value, each.text) for each in mind.intent.items.all()}
    open_items |= {(what.value, text) for what, text in items.offered_items(mind)}
    return Sorted(
        tuple(new for key, new in memories.items() if key not in known),
        tuple(text for text in facts if text not in told),
        tuple(each for each in arrival.corrections if each.mistake not in mistakes),
        tuple(each for each in arrival.goals if each.title not in wanted),
        tuple(each for each in arrival.items if (each.what, each.text) not in open_items),
        tuple(thoughts(mind.cognition, came_by(arrival.source), mind.clock.now(), arrival.thoughts, skipped)),
        tuple(skipped),
        arrival.source,
    )


def came_by(source: str) -> str:
    """What says of something that it came in from a program."""
    return f"import:{source.casefold().split()[0]}"


def take_in(setting: Setting, unit: UnitOfWork, kept: Sorted) -> list[Tell]:
    """Write it within the unit; returns what is to be told once that is committed."""
    mind, told = setting.mind, list[Tell]()
    for done, new in enumerate(kept.memories):
        setting.advance("importing", done, len(kept.memories))
        remembered = mind.memory.remember(new, unit)
        told.append(partial(mind.memory.announce, remembered))
    by = came_by(kept.source)
    for text in kept.facts:
        proposal = Proposal(Action.REMEMBER, text, source=Source.OBSERVED, from_outside=True, by=by)
        update = mind.person.apply(proposal, unit)
        told.append(partial(mind.person.announce, update))
    for one in kept.corrections:
        given = {
            "mistake": one.mistake,
            "correction": one.correction,
            "context": one.context,
            "type": (CorrectionType.TECHNICAL if one.technical else CorrectionType.TENDENCY).value,
            "fails_when": one.fails_when,
            "fine_when": one.fine_when,
        }
        checked = read(AddCorrection, given).model_dump(mode="json", exclude_defaults=True)
        mind.intent.offers.make(by, CORRECTION, checked)
    for goal in kept.goals:
        wanted = read(AddGoal, {name: value for name, value in asdict(goal).items() if value})
        mind.intent.offers.make(by, GOAL, wanted.model_dump(mode="json", exclude_defaults=True))
    texts = {what: tuple(one.text for one in kept.items if one.what == what.value) for what in ItemKind}
    began = {
        one.text: Began(text=one.text, first_seen=one.first_seen, carried=one.carried)
        for one in kept.items
        if one.first_seen is not None
    }
    items.offer_items(mind, by, texts, began=began)
    if kept.thoughts:
        mind.cognition.take_in(kept.thoughts)
        told.append(mind.cognition.announce)
    return told


def _node(source: str, one: PastMemory) -> NewNode | Skipped:
    try:
        kind = NodeKind.MILESTONE if one.kind == MILESTONE else _kind(source, one.kind)
    except InvalidInputError:
        return Skipped(one.text[:80], f"is of a kind that is not known: {one.kind[:40]}")
    if kind not in TELLABLE:
        return Skipped(one.text[:80], OWN)
    tags = (came_by(source), *one.tags)
    return NewNode(kind, one.text, tags=tags, importance=one.importance, event_at=one.at)


def _kind(source: str, name: str) -> NodeKind:
    return kind_from_continuity(name) if source == CONTINUITY else kind_from_elara(name)


def _offered(mind: Mind, verb: str, name: str) -> set[str]:
    """What was offered before, also what the person refused."""
    return {str(one.given[name]) for one in mind.intent.offers.all() if one.verb == verb}


def _known_memories(mind: Mind) -> set[tuple[NodeKind, str]]:
    """Those that were put away too: they do not come back by a file."""
    return {
        (node.kind, node.text)
        for archived in (False, True)
        for node in mind.memory.nodes(TELLABLE, archived=archived)
    }
