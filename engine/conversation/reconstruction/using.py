"""Which of what was put before the model an answer used: that alone counts for strengthening."""

import logging
from dataclasses import dataclass

from engine.conversation.reconstruction.records import Context, ContextItem
from engine.conversation.reconstruction.sources import Sources
from engine.errors import CompanionError
from engine.search import stems

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Used:
    """The items that an answer rests on."""

    items: tuple[ContextItem, ...]

    def note(self, sources: Sources, query: str, asked_by: str) -> None:
        """Tell each room; one that fails loses the count and nothing else."""
        try:
            if sources.person is not None:
                sources.person.used(self._ids("fact"))
            if sources.memory is not None and self._ids("node"):
                sources.memory.mark_used(self._ids("node"), query, asked_by)
            if sources.library is not None:
                for document_id in self._ids("document"):
                    sources.library.cite(document_id, context=asked_by)
        except CompanionError as error:
            log.warning("what an answer used was not counted: %s", type(error).__name__)

    def _ids(self, kind: str) -> list[str]:
        return [item.id for item in self.items if item.kind == kind]


def used_by(context: Context, answer: str) -> Used:
    """Items before the model that share with `answer` a word that the question did not have."""
    told = set(stems(answer)) - set(stems(context.query))
    before = [item for item in context.items if item.in_prompt or item.held]
    return Used(tuple(item for item in before if told & set(stems(item.shown or item.text))))
