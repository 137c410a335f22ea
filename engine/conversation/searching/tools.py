"""The tools themselves: each looks in one room, and finds nothing that was withdrawn or is private."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from engine.conversation.reconstruction import Sources
from engine.conversation.reconstruction.evidence import fact_item, may_be_recalled, recalled_item, step_items
from engine.conversation.searching.records import Call, Found, Tool
from engine.person import PersonalModel, Question
from engine.search import stems
from engine.settings import RecallSettings

PURPOSE = "tool"


@dataclass(frozen=True, slots=True)
class Tools:
    """Carries calls out. On the engine's thread; what was brought up is entered in the recall logs."""

    sources: Sources
    settings: RecallSettings

    def run(self, call: Call, exclude: Collection[str], asked_by: str) -> Found:
        """What `call` finds; `exclude` are Steps that are not to be found, `asked_by` the ref of who asks."""
        made: dict[Tool, Callable[[], Found]] = {
            Tool.CONVERSATION: lambda: self._conversation(call.query, exclude),
            Tool.PERSON: lambda: self._person(call.query),
            Tool.QUESTIONS: lambda: self._questions(call.query),
            Tool.MEMORY: lambda: self._memory(call.query, asked_by),
            Tool.ANSWER: Found,
        }
        return made[call.tool]()

    def _conversation(self, query: str, exclude: Collection[str]) -> Found:
        trail, limit = self.sources.trail, self.settings.searched_items
        hits = trail.search(query, limit=2 * limit, exclude=exclude)
        items = step_items(hits, self.settings)[:limit]
        kept = {item.id for item in items}
        trail.note_recalls(query, [hit for hit in hits if hit.step.id in kept], PURPOSE)
        return Found(tuple(items), refs=tuple(item.ref for item in items))

    def _person(self, query: str) -> Found:
        person = self.sources.person
        if person is None:
            return Found()
        matches = person.search(query, limit=self.settings.searched_items).matches
        items = tuple(fact_item(match) for match in matches if not match.fact.private)
        return Found(items, refs=tuple(ref for item in items for ref in (item.ref, *item.rests_on)))

    def _memory(self, query: str, asked_by: str) -> Found:
        sources, limit = self.sources, self.settings.searched_items
        if sources.memory is None:
            return Found()
        found = sources.memory.recall(
            query, limit, mood=sources.feeling(), profile=sources.profile, asked_by=asked_by
        )
        items = tuple(recalled_item(one, self.settings) for one in found if may_be_recalled(one.node))
        return Found(items, refs=tuple(ref for item in items for ref in (item.ref, *item.rests_on)))

    def _questions(self, query: str) -> Found:
        """Open questions that share a word with `query`, those that share most first."""
        person, wanted = self.sources.person, set(stems(query))
        if person is None:
            return Found()
        shares = {
            one.id: len(wanted & set(stems(f"{one.topic} {one.text}")))
            for one in person.questions()
            if one.is_waiting and not _is_private(person, one)
        }
        near = sorted((each for each in shares if shares[each]), key=lambda each: -shares[each])
        asked = [person.question(each) for each in near[: self.settings.searched_items]]
        facts = [f"fact:{each}" for one in asked for each in one.about]
        steps = [f"step:{each}" for one in asked for each in one.step_ids]
        return Found(told=tuple(one.text for one in asked), refs=(*facts, *steps))


def _is_private(person: PersonalModel, question: Question) -> bool:
    return any(person.fact(each).private for each in question.about)
