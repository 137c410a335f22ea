"""What is private: kept, and brought up by nobody but the person; it leaves in no answer and no file (`one-mind.md`).

Private spreads to everything derived. What is named here is what the person marked, with what that was said in;
`ConversationRoom.reached` tells what rests on it, as it does for what is forgotten.
"""

from collections.abc import Iterable

from engine.memory import Memory
from engine.person import PersonalModel
from engine.withdrawal import Refs

NODE = "node:"
WORDED = (NODE, "step:", "fact:")
"""What holds words that were said or thought: the name of a program or a book that is cited holds none."""


def kept_private(person: PersonalModel, memory: Memory) -> Refs:
    """The refs of every private fact and memory, and of what each was said in or made of.

    A memory that is private because of a private one that it was made of makes nothing else private: what went into
    it beside that one was never kept back.
    """
    nodes = memory.private_nodes()
    marked = {node.ref for node in nodes}
    reached = set(marked)
    for node in nodes:
        if marked.isdisjoint(node.sources):
            reached |= _worded(node.sources)
    for fact in person.facts(None, None):
        if fact.private:
            reached |= {fact.ref, *_worded(fact.cites), *(f"step:{step}" for step in fact.source_step_ids)}
    return frozenset(reached)


def _worded(refs: Iterable[str]) -> set[str]:
    return {ref for ref in refs if ref.startswith(WORDED)}
