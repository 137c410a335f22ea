"""The kinds of node: one row each, with tier, scope, ageing and protection (`one-mind.md`, rules "Nodes").

The five documents name types, tiers and collections of their own; `from_elara` and `from_continuity` translate.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from engine.errors import InvalidInputError
from engine.search import Collection


class Tier(StrEnum):
    """Which layer of memory a kind belongs to ([A] §2)."""

    CORE = "core"
    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"


class Scope(StrEnum):
    """Whether a kind is of the companion alone, or of the companion with one person ([C] §1)."""

    ENTITY = "entity"
    PERSON = "person"


class Ageing(StrEnum):
    """How a kind's strength fades: `replaced` gives way to its successor, `gravity` only sinks in the order."""

    NEVER = "never"
    SLOW = "slow"
    GRADUAL = "gradual"
    GRAVITY = "gravity"
    REPLACED = "replaced"


class NodeKind(StrEnum):
    """Every kind of node. What is claimed about the person is no node but a fact of the Personal Model."""

    CORE = "core"
    CORE_EXTENSION = "core_extension"
    COMPONENT = "component"
    VALUE = "value"
    CAPABILITY = "capability"
    IDENTITY = "identity"
    EXPRESSION = "expression"
    COMPASS = "compass"
    SHORTHAND = "shorthand"
    ANCHOR = "anchor"
    ARTIFACT = "artifact"
    INSIGHT = "insight"
    CONCEPT = "concept"
    KNOWLEDGE = "knowledge"
    DECISION = "decision"
    MOMENT = "moment"
    FEELING = "feeling"
    NOTE = "note"
    CONVERSATION = "conversation"
    MILESTONE = "milestone"
    KEY_MOMENT = "key_moment"
    EXPERIMENT = "experiment"
    DISCOVERY = "discovery"

    @property
    def row(self) -> "KindRow":
        """What holds for this kind."""
        return KINDS[self]


@dataclass(frozen=True, slots=True)
class KindRow:
    """What holds for a kind.

    `mergeable`: two of it may become one. `protected`: no job may merge or archive it. `documented`: it stands
    as Markdown of its own beside its record. `versioned`: one with a title takes the place of the one of that
    title, which is archived behind it. `collection` is where Elara Core keeps it ([E] §4.1).
    """

    tier: Tier
    scope: Scope
    ageing: Ageing
    mergeable: bool
    protected: bool
    documented: bool = False
    versioned: bool = False
    collection: Collection = Collection.MEMORIES


_FOREVER = KindRow(Tier.CORE, Scope.ENTITY, Ageing.NEVER, mergeable=False, protected=True)
_VERSIONED = replace(_FOREVER, versioned=True)
_REPLACED = KindRow(Tier.WORKING, Scope.PERSON, Ageing.REPLACED, mergeable=False, protected=True)
_KNOWN = KindRow(Tier.SEMANTIC, Scope.PERSON, Ageing.GRADUAL, mergeable=True, protected=False)
_LIVED = KindRow(Tier.EPISODIC, Scope.PERSON, Ageing.GRADUAL, mergeable=True, protected=False)
_MARKED = KindRow(
    Tier.EPISODIC,
    Scope.PERSON,
    Ageing.NEVER,
    mergeable=False,
    protected=True,
    collection=Collection.MILESTONES,
)

KINDS = MappingProxyType(
    {
        NodeKind.CORE: _FOREVER,
        NodeKind.CORE_EXTENSION: _FOREVER,
        NodeKind.COMPONENT: _VERSIONED,
        NodeKind.VALUE: _VERSIONED,
        NodeKind.CAPABILITY: _VERSIONED,
        NodeKind.IDENTITY: KindRow(Tier.CORE, Scope.PERSON, Ageing.SLOW, mergeable=True, protected=False),
        NodeKind.EXPRESSION: _REPLACED,
        NodeKind.COMPASS: _REPLACED,
        NodeKind.SHORTHAND: _REPLACED,
        NodeKind.ANCHOR: KindRow(
            Tier.SEMANTIC, Scope.PERSON, Ageing.GRAVITY, mergeable=True, protected=False
        ),
        NodeKind.ARTIFACT: _KNOWN,
        NodeKind.INSIGHT: _KNOWN,
        NodeKind.CONCEPT: _KNOWN,
        NodeKind.KNOWLEDGE: _KNOWN,
        NodeKind.DECISION: _KNOWN,
        NodeKind.MOMENT: _LIVED,
        NodeKind.FEELING: _LIVED,
        NodeKind.NOTE: KindRow(
            Tier.EPISODIC, Scope.PERSON, Ageing.GRADUAL, mergeable=False, protected=True, documented=True
        ),
        NodeKind.CONVERSATION: KindRow(
            Tier.EPISODIC,
            Scope.PERSON,
            Ageing.GRADUAL,
            mergeable=True,
            protected=False,
            collection=Collection.CONVERSATIONS,
        ),
        NodeKind.MILESTONE: _MARKED,
        NodeKind.KEY_MOMENT: _MARKED,
        NodeKind.EXPERIMENT: _MARKED,
        NodeKind.DISCOVERY: _MARKED,
    }
)

TELLABLE = tuple(kind for kind in NodeKind if KINDS[kind].tier in {Tier.EPISODIC, Tier.SEMANTIC})
"""Kinds that a person may tell by hand or in a file: what happened and what is known, never who the companion is."""

_OF_ELARA = {
    "conversation": NodeKind.CONVERSATION,
    "fact": NodeKind.KNOWLEDGE,
    "moment": NodeKind.MOMENT,
    "feeling": NodeKind.FEELING,
    "decision": NodeKind.DECISION,
}
_OF_CONTINUITY = {
    "CORE": NodeKind.CORE,
    "CORE_EXTENSION": NodeKind.CORE_EXTENSION,
    "CAPABILITY": NodeKind.CAPABILITY,
    "ANCHOR": NodeKind.ANCHOR,
    "ARTIFACT": NodeKind.ARTIFACT,
    "IDENTITY": NodeKind.IDENTITY,
    "EXPRESSION": NodeKind.EXPRESSION,
    "VALUE": NodeKind.VALUE,
    "EPISODE": NodeKind.COMPASS,
}


def kinds_of(tier: Tier) -> frozenset[NodeKind]:
    """The kinds of one tier ([A] §2)."""
    return frozenset(kind for kind, row in KINDS.items() if row.tier is tier)


def kind_from_elara(name: str) -> NodeKind:
    """The kind of an [E] §4.1 memory type; a fact that is not about the person is knowledge.

    Raises InvalidInputError for a name that Elara does not have.
    """
    return _translated(_OF_ELARA, name)


def kind_from_continuity(name: str) -> NodeKind:
    """The kind of a [C] §2 memory type. Raises InvalidInputError for a name that Continuity does not have."""
    return _translated(_OF_CONTINUITY, name)


def continuity_of(kind: NodeKind) -> str:
    """What Continuity calls a kind that a person may tell: what happened to the two is an anchor, what is known an
    artifact ([C] §2).
    """
    named = next((name for name, one in _OF_CONTINUITY.items() if one is kind), None)
    return named or ("ANCHOR" if kind.row.tier is Tier.EPISODIC else "ARTIFACT")


def elara_of(kind: NodeKind) -> str:
    """What Elara Core calls a kind that a person may tell: what happened a moment, what is known a fact ([E] §4.1)."""
    named = next((name for name, one in _OF_ELARA.items() if one is kind), None)
    return named or ("moment" if kind.row.tier is Tier.EPISODIC else "fact")


def _translated(names: dict[str, NodeKind], name: str) -> NodeKind:
    if name not in names:
        raise InvalidInputError("kind", f"is none of {', '.join(names)}", "Choose one of them.")
    return names[name]
