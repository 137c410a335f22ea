"""What is kept of an exchange: claims as facts, actions as memories and links, what is on the companion's mind.

All within the absorbing transaction. Nothing of an exchange in which nothing was worth keeping is remembered, and
nothing that stands neither in what was said nor in the answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.conversation.reflection.claims import Claim
from engine.conversation.registry import TurnFacts, no_feeling
from engine.conversation.utterance import own_words
from engine.memory import Feeling, LinkType, Memory, NewNode, NodeKind, Remembered, WorkingSlot
from engine.person import Action, Fact, Lens, Outcome, PersonalModel, Proposal, Update, Volatility
from engine.search import stems
from engine.settings import ReflectSettings
from engine.trail import IMPORTED, Step, StepKind, Trail
from engine.vault import UnitOfWork

BY = "companion"
NEAREST = 12
"""Known facts that are looked at for what a statement means by a time alone."""


def proposal_of(claim: Claim, said: Step, settings: ReflectSettings) -> Proposal:
    """What is put to the Personal Model for a claim: its words stand in `said`, and the sentence is its quote."""
    proposal = Proposal(
        Action.REMEMBER,
        claim.text,
        lens=Lens.IDENTITY if claim.asks_manner else None,
        volatility=Volatility.EPHEMERAL if claim.unsure else None,
        confidence=settings.unsure_confidence if claim.unsure else None,
        identity_changing=claim.changes_identity,
        judges_other=claim.judges_other,
        changes_manner=claim.asks_manner,
        supersedes=claim.supersedes,
        valid_from=said.at,
        # What was told another program, long ago, overrules nothing that was told since.
        from_outside=IMPORTED in said.details,
        by=BY,
    )
    return proposal.stated_in(said.id, claim.quote)


@dataclass
class Keeper:
    """Keeps for one conversation. `announce` tells the house once it is durable."""

    trail: Trail
    person: PersonalModel
    memory: Memory
    settings: ReflectSettings
    speaker: Callable[[], str]
    feeling: Callable[[], Feeling | None] = no_feeling
    _steps: list[Step] = field(default_factory=list)
    _updates: list[Update] = field(default_factory=list)
    _remembered: list[Remembered] = field(default_factory=list)

    def keep(
        self, unit: UnitOfWork, turn: TurnFacts, body: Mapping[str, Any], claims: Sequence[Claim]
    ) -> None:
        """Write what is worth keeping of `turn`; `body` is its reflection, empty where that was not complete."""
        self._steps, self._updates, self._remembered = [], [], []
        for claim in claims:
            self._claim(unit, turn, claim)
        self._resolve(body)
        if not all(claim.asks_manner for claim in claims):
            self._act(unit, turn, body)

    def known(self, text: str) -> Sequence[Fact]:
        """The facts that are nearest to a statement, the nearest first. On any thread."""
        return self.person.nearest(text, NEAREST, self.settings.superseded_near)

    def announce(self) -> None:
        """Tell of what `keep` wrote, once."""
        steps, updates, remembered = self._steps, self._updates, self._remembered
        self._steps, self._updates, self._remembered = [], [], []
        for step in steps:
            self.trail.announce(step)
        for update in updates:
            self.person.announce(update)
        for one in remembered:
            self.memory.announce(one)

    def _claim(self, unit: UnitOfWork, turn: TurnFacts, claim: Claim) -> None:
        """As the Personal Model lets it be."""
        proposal = proposal_of(claim, turn.utterance, self.settings)
        update = self.person.apply(proposal, unit)
        if update.outcome is Outcome.DROPPED:
            return
        details = {"update": update.id, "action": update.action.value, "outcome": update.outcome.value}
        self._steps.append(
            self.trail.record(turn.loop, StepKind.UPDATE, "", self.speaker(), details=details, unit=unit)
        )
        self._updates.append(update)

    def _act(self, unit: UnitOfWork, turn: TurnFacts, body: Mapping[str, Any]) -> None:
        verbs = {
            "remember": self._remember,
            "link": self._link,
            "search": self._search,
            "reflect": self._reflect,
        }
        for action in body.get("actions", ())[: self.settings.actions]:
            content = str(action.get("content", "")).strip()
            verb = verbs.get(str(action.get("action")))
            if verb is not None and is_grounded(content, turn, self.settings.grounded_from):
                verb(unit, turn, content, action.get("importance", 5) / 10)
        for question in body.get("unresolved", ()):
            if is_grounded(str(question), turn, self.settings.grounded_from):
                self.memory.working.add(WorkingSlot.UNRESOLVED, str(question), turn.sources)

    def _remember(self, unit: UnitOfWork, turn: TurnFacts, content: str, importance: float) -> None:
        new = NewNode(
            NodeKind.MOMENT,
            content,
            importance=importance,
            feeling=self.feeling(),
            sources=turn.sources,
        )
        self._remembered.append(self.memory.remember(new, unit))

    def _link(self, unit: UnitOfWork, turn: TurnFacts, content: str, importance: float) -> None:
        """What is to be linked is kept, and joined with what is nearest to it."""
        near = self.memory.recall(content, 1, asked_by=f"step:{turn.utterance.id}")
        self._remember(unit, turn, content, importance)
        node = self._remembered[-1].node
        if near and near[0].node.id != node.id:
            self.memory.link(node.id, near[0].node.id, LinkType.RELATES_TO, source=BY)

    def _search(self, _unit: UnitOfWork, turn: TurnFacts, content: str, _importance: float) -> None:
        """What is found is at hand in the working memory."""
        asked_by = f"step:{turn.utterance.id}"
        for found in self.memory.recall(content, self.settings.references, asked_by=asked_by):
            self.memory.working.add(WorkingSlot.REFERENCE, found.node.text, (found.node.ref, *turn.sources))

    def _reflect(self, _unit: UnitOfWork, turn: TurnFacts, content: str, _importance: float) -> None:
        """Queued as a task: it is thought about when there is time."""
        self.memory.working.add(WorkingSlot.TASK, content, turn.sources)

    def _resolve(self, body: Mapping[str, Any]) -> None:
        """Settle what the exchange answered, with how ([A] §2)."""
        working = self.memory.working.read()
        open_items = {item.text: item for item in (*working.tasks, *working.unresolved)}
        for one in body.get("resolved", ()):
            item, how = open_items.pop(str(one.get("question")), None), str(one.get("how", "")).strip()
            if item is not None and how:
                self.memory.working.resolve(item.id, how)


def is_grounded(content: str, turn: TurnFacts, share: float) -> bool:
    """Whether enough of its words stand in the exchange, in the person's own words or in the answer."""
    told = set(stems(content))
    answer = "" if turn.answer is None else turn.answer.text
    said = set(stems(own_words(turn.utterance.text))) | set(stems(answer))
    return bool(told) and len(told & said) >= share * len(told)
