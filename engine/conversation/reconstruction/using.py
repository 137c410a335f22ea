"""What becomes of a context after its turn: it is kept for a while, and what of it the answer used is counted.

Contexts are kept in memory only, since they hold words that must never lie about; only use counts for strengthening.
"""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass

from engine.conversation.reconstruction.records import Context, ContextItem
from engine.conversation.reconstruction.sources import Sources
from engine.errors import spare
from engine.search import stems

KEPT = 20


class KeptContexts:
    """The contexts of the last 20 turns, by loop. On the engine's thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Context] = OrderedDict()

    def put(self, context: Context) -> None:
        """Keep the context of a turn, in place of an earlier one of the same loop."""
        if context.loop_id is None:
            raise ValueError("a context is kept by its loop")
        self._kept[context.loop_id] = context
        self._kept.move_to_end(context.loop_id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def get(self, loop_id: str | None = None) -> Context | None:
        """The context of that loop, or the latest; None where it is not kept."""
        if loop_id is None:
            return next(reversed(self._kept.values()), None)
        return self._kept.get(loop_id)

    def clear(self) -> None:
        """Let go of every context."""
        self._kept.clear()

    def withdraw(self, refs: Collection[str], loops: Collection[str] = ()) -> None:
        """Let go of every context that rests on one of `refs`, and of those of the rounds `loops`."""
        for loop_id, context in list(self._kept.items()):
            if loop_id in loops or context.refs.intersection(refs):
                del self._kept[loop_id]


@dataclass(frozen=True)
class Used:
    """The items that an answer rests on."""

    items: tuple[ContextItem, ...]

    def note(self, sources: Sources, query: str, asked_by: str) -> None:
        """Tell each room; one that fails loses the count and nothing else."""
        spare("the count of facts used", lambda: self._note_facts(sources), None)
        spare("the count of memories used", lambda: self._note_nodes(sources, query, asked_by), None)
        spare("the count of documents used", lambda: self._note_documents(sources, asked_by), None)

    def _note_facts(self, sources: Sources) -> None:
        if sources.person is not None:
            sources.person.used(self._ids("fact"))

    def _note_nodes(self, sources: Sources, query: str, asked_by: str) -> None:
        if sources.memory is not None and self._ids("node"):
            sources.memory.mark_used(self._ids("node"), query, asked_by)

    def _note_documents(self, sources: Sources, asked_by: str) -> None:
        if sources.library is not None:
            for document_id in self._ids("document"):
                sources.library.cite(document_id, context=asked_by)

    def _ids(self, kind: str) -> list[str]:
        return [item.id for item in self.items if item.kind == kind]


def used_by(context: Context, answer: str) -> Used:
    """Items before the model that share with `answer` a word that the question did not have."""
    told = set(stems(answer)) - set(stems(context.query))
    before = [item for item in context.items if item.in_prompt or item.held]
    return Used(tuple(item for item in before if told & set(stems(item.shown or item.text))))
