"""Which of what was put before the model an answer used: that alone counts for strengthening."""

import logging
from dataclasses import dataclass

from engine.conversation.reconstruction.records import Context, ContextItem
from engine.conversation.reconstruction.sources import Sources
from engine.degradation import spare
from engine.search import stems

log = logging.getLogger(__name__)


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
