"""What memories assert about the person: those that were made from what was said, not told by hand.

Of the companion's own, only what it is with this person can: how it speaks with them, the words they share, where they
stand. What it is for everyone holds no claim about anybody.
"""

from collections.abc import Iterator

from companion.inferred.records import Inferred, InferredRoom, Verb
from engine.memory import KINDS, Node, NodeKind, Scope, Tier
from engine.mind import Mind

OURS = frozenset({NodeKind.IDENTITY, NodeKind.EXPRESSION, NodeKind.COMPASS, NodeKind.SHORTHAND})
NOBODYS = frozenset({NodeKind.ARTIFACT, NodeKind.KNOWLEDGE})
"""What was made, and what is known of the world."""
LIVED = frozenset(
    kind
    for kind, row in KINDS.items()
    if row.scope is Scope.PERSON and row.tier in {Tier.EPISODIC, Tier.SEMANTIC}
)
ASSERTING = (LIVED - NOBODYS) | OURS
MOST = 1000
"""The latest of what was lived; what is older is found under Memories."""


def offered(mind: Mind) -> Iterator[Inferred]:
    """Nodes of these kinds, and what others hold of the person's values and struggles."""
    memory = mind.memory
    for node in (*memory.nodes(OURS), *memory.nodes(LIVED, limit=MOST)):
        text = asserted(node)
        if text:
            yield Inferred(
                ref=node.ref,
                room=InferredRoom.IDENTITY if node.kind in OURS else InferredRoom.MEMORY,
                kind=node.kind.value,
                text=text,
                at=node.updated_at,
                rests=node.sources,
                confidence=node.confidence,
                verbs=(Verb.OPEN, Verb.FORGET),
                private=node.private,
            )


def asserted(node: Node) -> str:
    """What a node says of the person; empty where it says nothing of them."""
    known = node.relational
    lines = [node.text] if node.kind in ASSERTING - {NodeKind.EXPRESSION} else []
    if known is not None:
        # Of an expression the rest is the person's own wish.
        styles = known.communication_style if node.kind is NodeKind.EXPRESSION else ()
        lines += [*styles, *known.user_values, *known.user_struggles]
    return "\n".join(lines)
