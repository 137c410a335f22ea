"""Governs a turn before its answer: listens, has the model asked where the gate opens, commits, keeps what waits."""

import logging
from dataclasses import replace

from engine.conversation.deeds import Deed
from engine.conversation.governing.carrying import Carrier
from engine.conversation.governing.gate import Gate
from engine.conversation.governing.records import Asking, Governed, Pending, Target, Understood, Wanted
from engine.conversation.governing.replies import Reply, read_reply
from engine.conversation.governing.targets import find_targets, search_facts
from engine.conversation.governing.understanding import Understanding
from engine.conversation.governing.wording import governing_words
from engine.conversation.registry import TurnFacts
from engine.decisions import MOST_BEFORE, Decisions
from engine.embedding import EmbeddingError
from engine.language import LanguageModel
from engine.person import MatchStatus
from engine.settings import GoverningSettings
from engine.trail import Step, StepKind

log = logging.getLogger(__name__)
SPOKEN_BEFORE = 2


class Governor:
    """One conversation's governed changes. On the engine's thread, but for `decide`."""

    def __init__(
        self, gate: Gate | None, carrier: Carrier, settings: GoverningSettings, decisions: Decisions
    ) -> None:
        self._gate, self._carrier = gate, carrier
        self._person, self._trail = carrier.person, carrier.trail
        self._settings, self._decisions = settings, decisions
        self._waited, self._listened = 0, ""
        self._governed: dict[str, Governed] = {}
        self.pending: Pending | None = None

    name = "governed changes"

    def listen(self, turn: TurnFacts) -> Asking | Deed | None:
        """What the model is to be asked of this utterance; None for an ordinary one, what was done for a reply that
        settles what waited.
        """
        if self._settled(turn):
            return _as_deed(self.governed(turn.loop.id))
        opened = self._open(turn.utterance.text)
        if opened is None:
            return None
        before = self._said_before(turn)
        targets = find_targets(
            self._person,
            self._trail,
            opened.clause,
            before,
            exclude=turn.utterance.id,
            settings=self._settings,
        )
        return replace(
            opened,
            targets=targets,
            before=tuple(step.text[:160] for step in self._told_before(turn)),
            said_at=turn.utterance.said_at,
            search=lambda text: search_facts(self._person, text, self._settings),
        )

    def decide(self, model: LanguageModel, heard: Asking) -> Understood | None:
        """What is wanted, None for nothing. Raises LanguageError."""
        understanding = Understanding(model, self._decisions, governing_words(), self._settings)
        found = understanding.of(heard)
        return None if found.wanted is Wanted.NONE else found

    def do(self, facts: TurnFacts, heard: Asking, decided: Understood) -> Deed | None:
        """Commit what was understood, or put it to the person."""
        done = self._noted(facts, self._carrier.carry(facts, decided))
        return _as_deed(None if done is None else replace(done, quote=heard.clause), facts.utterance.text)

    def governed(self, loop_id: str) -> Governed | None:
        """What was done in a turn of this process."""
        return self._governed.get(loop_id)

    def wait_for(self, pending: Pending) -> None:
        """Something was asked outside of this: the next turns may settle it by a word."""
        self.pending, self._waited = pending, 0

    def _open(self, text: str) -> Asking | None:
        if self._gate is None:
            return None
        try:
            return self._gate.open(text)
        except EmbeddingError as error:
            log.warning("free words are not governed: %s", type(error).__name__)
            return None

    def _said_before(self, turn: TurnFacts) -> list[Step]:
        spoken = self._trail.recent_steps(SPOKEN_BEFORE + 1, episode_id=turn.loop.episode_id)
        return [step for step in spoken if step.id != turn.utterance.id][-SPOKEN_BEFORE:]

    def _told_before(self, turn: TurnFacts) -> list[Step]:
        """Who "she" is may stand some utterances back, with small talk between."""
        told = self._trail.recent_steps(
            MOST_BEFORE + 1, kinds=(StepKind.UTTERANCE,), episode_id=turn.loop.episode_id
        )
        return [step for step in told if step.id != turn.utterance.id][-MOST_BEFORE:]

    def _settled(self, turn: TurnFacts) -> bool:
        waiting = self.pending
        if waiting is None:
            return False
        if turn.utterance.id != self._listened:
            self._waited, self._listened = self._waited + 1, turn.utterance.id
        reply = read_reply(turn.utterance.text)
        target = self._meant(turn.utterance.text, reply, waiting)
        settles = target is not None or (reply is Reply.YES and waiting.question_id is not None)
        if reply is Reply.NO or settles:
            self.pending = None
            done = (
                self._carrier.settle(turn, waiting, target)
                if settles
                else self._carrier.decline(turn, waiting)
            )
            self._noted(turn, done)
            return True
        if self._waited >= self._settings.waiting_turns:
            self.pending = None
        return False

    def _meant(self, text: str, reply: Reply | int | None, waiting: Pending) -> Target | None:
        """Which of the targets: the only one by a yes, one by its number, or by words (“the one about the dog”)."""
        targets = waiting.targets
        if isinstance(reply, int):
            return targets[reply] if reply < len(targets) else None
        if reply is not None:
            return targets[0] if reply is Reply.YES and len(targets) == 1 else None
        if len(targets) < 2:
            return None
        found = self._person.named_by(text)
        named = found.facts[0].ref if found.status is MatchStatus.STRONG and len(found.facts) == 1 else None
        return next((one for one in targets if one.ref == named), None)

    def _noted(self, turn: TurnFacts, governed: Governed | None) -> Governed | None:
        if governed is None:
            return None
        self._governed = {turn.loop.id: governed}
        if governed.pending is not None:
            self.wait_for(governed.pending)
        return governed


def _as_deed(done: Governed | None, said: str = "") -> Deed | None:
    if done is None:
        return None
    handles = (done.quote,) if done.quote else ()
    # "Forget that …, I moved to Wells": what else was said is still to be heard.
    whole = not done.quote or " ".join(done.quote.split()) == " ".join(said.split())
    return Deed(
        done.kind, done.line, done.text, cites=done.cites, hush=done.hush, settles=whole, handles=handles
    )
