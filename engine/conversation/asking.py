"""The companion's own questions: the next one is put at a natural pause, and what comes back is linked ([P] §5.3).

The program itself puts the question after the answer: a small model that is told to ask leaves it out, words it anew
or answers it. So what was proposed is what is asked, it is part of the answer as recorded and as read, and that it was
asked is true.
"""

from collections.abc import Callable
from dataclasses import dataclass

from engine.conversation.governing import Governor, Pending, Reply, Wanted, read_reply
from engine.conversation.reconstruction import Context, Verdict
from engine.conversation.registry import TurnFacts
from engine.conversation.utterance import has_mark
from engine.events import EventBus
from engine.person import (
    Action,
    Effort,
    Fact,
    FactRemembered,
    MatchStatus,
    PersonalModel,
    Question,
    SearchMode,
)
from engine.trail import Step, StepKind, Trail

ASKED = "asked"
"""In the details of an answer: the question that it ended with."""

_WANTED = {Action.CORRECT: Wanted.CORRECT, Action.FORGET: Wanted.FORGET, Action.DISPUTE: Wanted.DOUBT}


@dataclass(frozen=True)
class Asker:
    """One conversation's questions. `effort` is how much may be asked, `is_hard` whether the person has it hard now.

    `missing` asks for what they once asked themselves and had never told; it holds `{text}`.
    """

    person: PersonalModel
    trail: Trail
    governor: Governor | None
    effort: Callable[[], Effort]
    is_hard: Callable[[], bool]
    missing: str

    def follow(self, events: EventBus) -> None:
        """Settle a question with the fact that was made of its reply, whenever that is kept."""
        events.subscribe(FactRemembered, self._on_fact)

    def heard(self, turn: TurnFacts) -> None:
        """Take an utterance for the reply to what was asked just before it; one that asks itself is none."""
        asked = self._asked_last(turn)
        if asked is None or not asked.is_waiting or has_mark(turn.utterance.text):
            return
        match read_reply(turn.utterance.text):
            case Reply.LATER:
                self.person.ask_later(asked.id)
            case Reply.NEVER:
                self.person.dismiss(asked.id)
            case _:
                self.person.note_reply(asked.id, turn.utterance.id)

    def next(self, turn: TurnFacts, answer: str, context: Context | None = None) -> Question | None:
        """What may be asked after `answer`: nothing unless this is a natural pause, and within the quota.

        What `context` could not tell of the person's own life is put down first, to be asked another day.
        """
        self._put_down(turn, context)
        if not self._pauses(turn, answer) or self.is_hard():
            return None
        return self.person.next_question(self.effort(), episode=turn.loop.episode_id)

    def asked(self, turn: TurnFacts, question: Question) -> None:
        """`question` stands in the answer that was given: note it, and take a plain yes or no for its answer."""
        self.person.ask(question.id, turn.loop.episode_id)
        if self.governor is not None and (question.action is not None or question.about):
            wanted = _WANTED.get(question.action or Action.REMEMBER, Wanted.REMEMBER)
            self.governor.wait_for(Pending(wanted, question.text, question_id=question.id))

    def _put_down(self, turn: TurnFacts, context: Context | None) -> None:
        if context is None or context.verdict is not Verdict.NONE:
            return
        if turn.asked.of_person:
            self.person.note_missing(self.missing.format(text=context.query.strip()), turn.utterance.id)

    def _pauses(self, turn: TurnFacts, answer: str) -> bool:
        """Nobody waits for an answer: the person asked nothing, and we neither now nor the last time."""
        before = self._answered_last(turn)
        replied = before is not None and (ASKED in before.details or has_mark(before.text))
        return not (replied or has_mark(turn.utterance.text) or has_mark(answer))

    def _answered_last(self, turn: TurnFacts) -> Step | None:
        answers = self.trail.recent_steps(2, turn.loop.episode_id, {StepKind.ANSWER})
        return next((step for step in reversed(answers) if step.loop_id != turn.loop.id), None)

    def _asked_last(self, turn: TurnFacts) -> Question | None:
        before = self._answered_last(turn)
        wanted = None if before is None else before.details.get(ASKED)
        return next((one for one in self.person.questions() if one.id == wanted), None)

    def _on_fact(self, event: FactRemembered) -> None:
        for question in self.person.questions():
            if not question.is_waiting or question.action is not None or question.about:
                continue
            replied = question.reply_id in event.fact.source_step_ids
            if replied or (question.is_of_missing and self._answers(event.fact, question)):
                self.person.settle_by(question.id, event.fact.id)

    def _answers(self, fact: Fact, question: Question) -> bool:
        """Whether a fact that was kept meanwhile surely tells what is missing."""
        asked = self.trail.step(question.step_ids[0]).text if question.step_ids else question.text
        found = self.person.search(asked, SearchMode.VERIFY, limit=1)
        return found.status is MatchStatus.STRONG and found.matches[0].fact.id == fact.id
