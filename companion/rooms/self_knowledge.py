"""What the companion's knowledge of itself rests on, read from the other rooms at the moment it is asked for."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.composition.foundation import Foundation
from companion.composition.rooms import Rooms
from engine.conversation import ConversationRoom, particulars, supported
from engine.identity import Ability, Evidence, Experience, Input, Loop, Surroundings, wording
from engine.memory import WorkingItem
from engine.mood import Mood
from engine.trail import RECALLED_KINDS, Step
from engine.vault import Document

NOTES = "notes/"
EVIDENCE = 4
FACTS_TOKENS = 400


@dataclass(frozen=True)
class SelfKnowledge:
    """Reads for one mind; nothing is kept here."""

    base: Foundation
    rooms: Rooms
    conversation: ConversationRoom

    def surroundings(self) -> Surroundings:
        """All of it, as the room wants it."""
        persona = self.conversation.persona
        return Surroundings(
            experiences=self.experiences,
            names=self.names,
            claims=self.claims,
            abilities=self.abilities,
            loops=self.loops,
            resumes=lambda: self.rooms.intent.greeting().resumes,
            feeling=self.feeling,
            facts=self.facts,
            evidence=self.evidence,
            grounded=grounded,
            display_name=persona.companion,
            person_name=persona.person,
        )

    def experiences(self) -> list[Experience]:
        """Notes on exchanges, and the companion's own questions, open and resolved, without what is private."""
        notes = list(self._notes())
        meant = {ref: one for one in notes for ref in one.sources}
        working = self.rooms.memory.working.read()
        asked = [_question(item, Input.UNRESOLVED, meant) for item in working.unresolved]
        settled = [_question(item, Input.RESOLVED, meant) for item in working.resolved]
        return [*notes, *(one for one in (*asked, *settled) if one is not None)]

    def names(self) -> set[str]:
        """Of the person, and of whoever is named in what is known of them."""
        persona = self.conversation.persona
        named = {word for claim in self.claims() for word in particulars(claim) if word.isalpha()}
        return {name for name in (persona.person, *named) if name}

    def claims(self) -> list[str]:
        """What is known of the person, whatever became of it."""
        return [fact.text for fact in self.rooms.person.facts(status=None)]

    def abilities(self) -> list[Ability]:
        """What the parts that are really there can do."""
        words, model = wording().abilities, self.conversation.language
        sentences, kept = self.base.embedder is not None, not self.base.vault.is_throwaway
        return [
            Ability(
                name=words.answer,
                can=model is not None,
                detail=words.no_model if model is None else model.info.name,
            ),
            Ability(name=words.meaning, can=sentences, detail="" if sentences else words.no_sentences),
            Ability(name=words.remember, can=kept, detail="" if kept else words.throwaway),
            Ability(name=words.read, can=True),
            Ability(name=words.hear, can=False, detail=words.absent),
            Ability(name=words.see, can=False, detail=words.absent),
        ]

    def loops(self) -> list[Loop]:
        """What is carried and open."""
        named = self.rooms.intent.named
        return [
            Loop(
                ref=item.ref,
                text=item.text,
                changed_at=item.updated_at,
                due=item.due,
                named=item.ref in named,
            )
            for item in self.rooms.intent.items.open()
        ]

    def feeling(self, episode_id: str) -> str:
        """How an Episode felt, in words; nothing in a profile that feels nothing."""
        mood: Mood | None = self.rooms.mood
        if mood is None:
            return ""
        return ", ".join(named.name for named in mood.state().named[:2])

    def facts(self) -> list[Evidence]:
        """The active facts that stand in a prompt."""
        name = self.conversation.persona.person
        told = self.rooms.person.projection(FACTS_TOKENS, self.conversation.count, name)
        return [Evidence(ref=fact.ref, text=fact.text) for fact in told]

    def evidence(self, query: str) -> list[Evidence]:
        """What was said that supports a query."""
        hits = self.rooms.trail.search(query, EVIDENCE)
        return [Evidence(ref=f"step:{hit.step.id}", text=hit.step.text) for hit in hits]

    def _notes(self) -> Iterator[Experience]:
        private = {
            step
            for fact in self.rooms.person.facts(status=None)
            if fact.private
            for step in fact.source_step_ids
        }
        for path in self.base.vault.documents.list(NOTES):
            document = self.base.vault.documents.get(path)
            if document is None or not self._is_ours(document):
                continue
            steps = [
                step
                for step in self.rooms.trail.steps_of(document.meta["loop"])
                if step.kind in RECALLED_KINDS
            ]
            if steps and not any(step.withdrawn_at or step.id in private for step in steps):
                yield _note(document, steps)

    def _is_ours(self, document: Document) -> bool:
        meta = document.meta
        ours = (meta.get("companion"), meta.get("person")) == (self.base.companion, self.base.person)
        return ours and "loop" in meta and bool(document.text.strip())


def grounded(text: str, talk: str) -> str:
    """`text` without the sentences that name what the talk does not."""
    return " ".join(supported(text, talk))


def _note(document: Document, steps: list[Step]) -> Experience:
    return Experience(
        text=document.text.strip(),
        intensity=min(1.0, max(0.0, float(document.meta.get("intensity", 0.0)))),
        alignment=min(1.0, max(-1.0, float(document.meta.get("alignment", 0.0)))),
        at=steps[0].at,
        sources=tuple(f"step:{step.id}" for step in steps),
    )


def _question(item: WorkingItem, kind: Input, meant: dict[str, Experience]) -> Experience | None:
    """A question means as much as the exchange that it came from; without one it rests on nothing."""
    note = next((meant[ref] for ref in item.sources if ref in meant), None)
    if note is None:
        return None
    text = f"{item.text} {item.how}" if item.how else item.text
    return Experience(
        text=text,
        intensity=note.intensity,
        alignment=note.alignment,
        at=item.at,
        sources=note.sources,
        kind=kind,
        question=item.id,
    )
