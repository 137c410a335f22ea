"""Claim extraction: how a sentence becomes a fact, in three stops.

1. Segmentation: the person's own words in sentences that can be quoted (`utterance.py`).
2. Salience: which of them tell something lasting, by the decision `keep_about_person` (`claims.py`).
3. Decontextualisation: what stands together is written out as statements that stand alone (`statements.py`), with the
   day that "Friday" was (`dating.py`).

A statement that puts a known fact out of date ("they moved me to days") says so, by the decision `supersedes`.

Runs on the thinking thread after the answer, with the background's patience.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from engine.calling import Stop
from engine.conversation.answering.asked import ANAPHORA, KEEP
from engine.conversation.dating import dated, tense_of
from engine.conversation.reflection.claims import (
    JUDGES,
    MANNER,
    TOLD,
    Claim,
    Message,
    Salience,
    nothing_known,
)
from engine.conversation.reflection.statements import StatementWriter
from engine.decisions import SUPERSEDES, TENSE, Decisions
from engine.language import Cancellation, LanguageModel
from engine.person import Fact
from engine.settings import ReflectSettings
from engine.trail import Step

REFLECTION_DECISIONS = (KEEP, JUDGES, TOLD, MANNER, SUPERSEDES, TENSE, ANAPHORA, "sentiment")


@dataclass(frozen=True)
class ClaimExtractor:
    """Extracts with one loaded model. `known` finds the facts that are nearest to a statement, the nearest first.

    A `cancellation` ends what is being written; what came of it then is for nobody. `moved` are the refs of what was
    said earlier of things to do that the message moves.
    """

    model: LanguageModel
    decisions: Decisions
    settings: ReflectSettings
    known: Callable[[str], Sequence[Fact]] = nothing_known
    cancellation: Cancellation | None = None
    moved: frozenset[str] = frozenset()

    def of(
        self,
        utterance: Step,
        before: Sequence[Step],
        should_stop: Stop,
        handled: Sequence[str] = (),
    ) -> tuple[Claim, ...]:
        """The claims of `utterance`, in order; as far as it got where it was to stop. Raises LanguageError.

        `before` was said before it, oldest first; `handled` are quotes that became something else already.
        """
        message = Message(utterance, before)
        salience = Salience(self.model, self.decisions, self.settings, self.known, self.moved)
        passages, manner = salience.passages(message, should_stop, handled)
        writer = StatementWriter(message, salience, self.cancellation)
        for passage in passages:
            if should_stop():
                break
            writer.write(passage)
        told = [self._dated(claim, message) for claim in writer.told]
        return (
            *(claim if should_stop() else salience.superseding(claim, message) for claim in told),
            *manner,
        )

    def _dated(self, claim: Claim, message: Message) -> Claim:
        """With its days as dates, by its own words and by those that it was made of."""

        def tense(sentence: str) -> str:
            return tense_of(self.decisions, self.model, (sentence, claim.quote))

        return replace(claim, text=dated(claim.text, message.said_at, tense, claim.quote))
