"""What becomes of open things by what the person says: what is done is settled at once, what is off is put to them.

The decision `todo_status` reads one thing to do beside one thing that was said. What surely is done is fulfilled before
the answer, which says so; it can be opened again. What seems done, or is called off or put off, the reflection only
proposes as settled.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from engine.conversation import (
    ConversationRoom,
    Deed,
    TurnFacts,
    clauses,
    content_words,
    has_mark,
    own_words,
)
from engine.dates import find_hours
from engine.decisions import TODO_STATUS, with_todo
from engine.errors import NotFoundError
from engine.intent import HandoffItem, Intent, IntentMoveError, ItemKind
from engine.language import LanguageModel, Scoring
from engine.search import stems
from engine.settings import IntentSettings
from engine.telling_time import day_of_week
from engine.tongues import ENGLISH, language_of

STEP = "step:"
DONE, OPEN = "Done", "Open"
FULFILLED = "fulfilled"
MOST_FULFILLED, MOST_SPOKEN_OF = 2, 3
THEIRS = frozenset({ItemKind.PLAN, ItemKind.REMINDER})
"""What the person has to do: what the companion promised or left unfinished is not theirs."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """An open thing, the ways in which it is put, and what was said of it."""

    item: HandoffItem
    ways: tuple[str, ...]
    said: tuple[str, ...]


class Settling:
    """Finds what a message speaks of, and decides with a model what has become of it.

    Models under `judge_parameters` are not asked. Reads on the engine's thread, decides where the model is.
    """

    def __init__(self, intent: Intent, conversation: ConversationRoom, settings: IntentSettings) -> None:
        self._intent, self._conversation, self._settings = intent, conversation, settings

    def spoken_of(self, text: str) -> dict[str, Spoken]:
        """What is theirs to do and has a word of what `text` tells, those with the most first, by its label.

        What comes again is there once its day has come.
        """
        told = [one for one in clauses(own_words(text)) if not has_mark(one)]
        today = self._conversation.clock.local().date()
        found = [
            (label, item)
            for label, item in self._intent.spoken_of(" ".join(told), today).items()
            if item.what in THEIRS
        ]
        return {
            label: Spoken(
                item, self._ways(item), tuple(one for one in told if set(stems(item.text)) & set(stems(one)))
            )
            for label, item in found[:MOST_SPOKEN_OF]
        }

    def status(self, model: LanguageModel, spoken: Spoken, *, hurried: bool = False) -> dict[str, float]:
        """The shares of what has become of it, by what tells most surely that it is not open. Raises LanguageError."""
        decided = [
            self._conversation.decisions.decide(model, TODO_STATUS, text, hurried=hurried).shares
            for text in self._texts(spoken)
        ]
        return dict(min(decided, key=lambda shares: shares[OPEN], default={OPEN: 1.0}))

    def can_decide(self, model: LanguageModel) -> bool:
        """Whether `model` is large enough to be asked."""
        least = self._conversation.settings.recall.judge_parameters
        return isinstance(model, Scoring) and model.info.parameters >= least

    def settled(self, model: LanguageModel, words: str) -> list[str] | None:
        """The labels of what is over by `words`: done, called off or put off. They are asked before it counts."""
        if not self.can_decide(model):
            return None
        over = [
            label
            for label, one in self.spoken_of(words).items()
            if one.item.every is None and 1 - self.status(model, one)[OPEN] >= self._settings.settled_from
        ]
        return over[:MOST_FULFILLED] or None

    def _texts(self, spoken: Spoken) -> Iterator[str]:
        return (with_todo(way, one) for one in spoken.said for way in spoken.ways)

    def _ways(self, item: HandoffItem) -> tuple[str, ...]:
        """As it is noted, and the sentence that it was made of: the note leaves out the verb."""
        cited = [ref.removeprefix(STEP) for ref in item.cites if ref.startswith(STEP)][:1]
        noted = content_words(item.text)
        said: list[str] = []
        for step_id in cited:
            with suppress(NotFoundError):
                step = self._conversation.trail.step(step_id)
                said += clauses(own_words(step.text)) if step.withdrawn_at is None else ()
        return with_day(item), *sorted(said, key=lambda one: -len(noted & content_words(one)))[:1]


class Fulfilments:
    """The doer that ticks off what the person says is done."""

    name = "fulfilments"

    def __init__(self, intent: Intent, settling: Settling, settings: IntentSettings) -> None:
        self._intent, self._settling, self._settings = intent, settling, settings

    def listen(self, facts: TurnFacts) -> tuple[Spoken, ...] | None:
        """What the message speaks of."""
        return tuple(self._settling.spoken_of(facts.utterance.text).values()) or None

    def decide(self, model: LanguageModel, heard: Sequence[Spoken]) -> tuple[Spoken, ...] | None:
        """What of it surely is done. Raises LanguageError."""
        if not self._settling.can_decide(model):
            return None
        least = self._settings.fulfilled_from
        done = [
            one for one in heard if self._settling.status(model, one, hurried=True).get(DONE, 0.0) >= least
        ]
        return tuple(done[:MOST_FULFILLED]) or None

    def do(self, facts: TurnFacts, heard: Sequence[Spoken], decided: Sequence[Spoken]) -> Deed | None:
        """Fulfil it, with what was said as the evidence."""
        done: list[HandoffItem] = []
        for one in decided:
            with suppress(IntentMoveError, NotFoundError):
                done.append(self._intent.fulfil(one.item.id, facts.utterance))
        if not done:
            return None
        texts = [item.text.rstrip(".!") for item in done]
        whole = set(clauses(facts.utterance.text)) <= {each for one in decided for each in one.said}
        return Deed(
            FULFILLED,
            "\n".join(f"[Done: ticked off: {text}.]" for text in texts),
            "; ".join(texts),
            cites=tuple(item.ref for item in done),
            settles=whole,
            closes=not whole,
            gladdens=True,
        )


def with_day(item: HandoffItem) -> str:
    """What is to do, with its day and hour: `Order the candles (Friday 4 December 2026, 17:00)`."""
    if item.due is None:
        return item.text
    # An appointment says its hour itself.
    is_told = item.due_time is None or bool(item.lead_minutes and find_hours(item.text))
    at = "" if is_told else f", {item.due_time:%H:%M}"
    return f"{item.text.rstrip('.')} ({day_of_week(item.due, language_of(item.text) or ENGLISH)}{at})"
