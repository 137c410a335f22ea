"""Does what was recalled hold what is asked about the person? By the model's own logits, before the answer.

A small model left alone answers "your brother's name is Ana" when it was only told of a sister (`one-mind.md`). What
is near in meaning need not be an answer, and recall cannot tell; the model can, where it is asked just that.
"""

import math
import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from engine.conversation.prompting.wording import Wording
from engine.conversation.reconstruction import (
    CUT,
    Context,
    Speaker,
    Verdict,
    is_bare_question,
    may_tell,
    naming,
    of_oneself,
    telling,
)
from engine.conversation.utterance import (
    ASKS,
    asked_of_them,
    begun_answer,
    begun_telling,
    capital,
    same_words,
)
from engine.decisions import Decider, Kept, load_question
from engine.language import Cancellation, LanguageModel
from engine.search import begins_with_phrase, stems
from engine.settings import RecallSettings
from engine.stopping import Stop, never

QUESTION = "note_answers"
NO_NOTES = "(none)"
ASKED = "\nQ: "
REMEMBERED = 16
LEAST = 1e-9
_POLAR = frozenset({"yes", "no"})
_WORD = re.compile(r"\w+")
_TOLD = frozenset({"step", "fact"})


@dataclass(frozen=True, slots=True)
class Judgement:
    """The model's shares: the notes say it, they do not, or no memory is asked for; they add up to 1.

    `words` are the first of those that it found.
    """

    said: float
    unsaid: float
    advice: float
    words: str = ""


@dataclass(frozen=True, slots=True)
class Awaited:
    """What is to be judged of a question that is being typed, as far as it stands; `whole` is all of it."""

    text: str
    whole: bool

    @property
    def notes(self) -> str:
        """What of it does not change while only the question grows."""
        return self.text.partition(ASKED)[0]


class SupportCheck:
    """Judges the support of questions; its examples stay in the model's cache.

    `text_of` is for the engine's thread, `judge` and `warm` for any other, one at a time.
    """

    def __init__(self, settings: RecallSettings, kept: Kept) -> None:
        self._settings, self._kept = settings, kept
        self._guard = threading.Lock()
        self._model: LanguageModel | None = None
        self._decider: Decider | None = None
        self._judged: OrderedDict[str, Judgement] = OrderedDict()

    def text_of(self, context: Context, spoken: Sequence[str] = ()) -> str:
        """What is to be judged: what was brought up, best first, and what the person has just `spoken`.

        What the companion said itself counts only where nobody else told anything, as in the note itself. Who only
        asked has told nothing.
        """
        known = telling([item for item in context.items if item.in_prompt or item.held])
        noted = naming(known, context.question)[: self._settings.checked]
        notes = [item.shown if item.shown.endswith(CUT) else item.telling for item in noted]
        apart = {item.text for item in context.items if item.of_time is False}
        told = [line for line in spoken if not is_bare_question(line) and line not in apart]
        lines = dict.fromkeys([*notes, *told])
        # What is known to tell of the time that is asked about need not name it.
        timeless = bool(context.temporal.asked and noted) and all(item.of_time for item in noted)
        question = f"{context.temporal.asked}{ASKS}" if timeless else context.question
        # A line each, whatever was pasted: no note may pose as the question.
        quoted = " ".join(f'"{_in_a_line(line)}"' for line in lines)
        return f"Notes: {quoted or NO_NOTES}{ASKED}{_in_a_line(question)}"

    def judge(self, model: LanguageModel, text: str, *, hurried: bool = True) -> Judgement:
        """Whether the notes hold what is asked. Raises LanguageError."""
        with self._guard:
            decider = self._decider_of(model)
            if text not in self._judged:
                found = decider.decide(text, hurried=hurried)
                said, unsaid, advice = (found.shares[one] for one in ("said", "not said", "advice"))
                if not tells(found.words, text):
                    said, unsaid = 0.0, said + unsaid
                self._judged[text] = Judgement(said, unsaid, advice, found.words)
                while len(self._judged) > REMEMBERED:
                    self._judged.popitem(last=False)
            return self._judged[text]

    def prepare(
        self, model: LanguageModel, awaited: Awaited, cancellation: Cancellation | None = None
    ) -> None:
        """Judge what is `awaited`, or have as much of it read as stands there. Raises LanguageError."""
        if awaited.whole:
            self.judge(model, awaited.text)
            return
        with self._guard:
            self._decider_of(model).read_ahead(awaited.text, cancellation)

    def serves(self, model: LanguageModel) -> bool:
        """Whether `model` is to judge: a small one, or one that is not calibrated, refuses what it was told."""
        with self._guard:
            if not self._can_judge(model):
                return False
            return self._settings.judge_uncalibrated or self._decider_of(model).is_calibrated

    def warm(self, model: LanguageModel) -> None:
        """Have the examples read before the first question. Raises LanguageError."""
        if not self._can_judge(model):
            return
        with self._guard:
            decider = self._decider_of(model)
        decider.warm()

    def calibrate(self, model: LanguageModel, should_stop: Stop = never) -> None:
        """Fit the judgement to labelled examples, once for a model; dozens of readings, so only when idle.

        Raises LanguageError.
        """
        if not self._can_judge(model):
            return
        with self._guard:
            decider = self._decider_of(model)
        decider.calibrate(should_stop)

    def keep(self) -> None:
        """Save what was read of the examples."""
        if self._decider is not None:
            self._decider.keep()

    def forget(self) -> None:
        """Hold nothing of what was judged."""
        self._judged.clear()

    def _can_judge(self, model: LanguageModel) -> bool:
        return model.info.parameters >= self._settings.judge_parameters

    def _decider_of(self, model: LanguageModel) -> Decider:
        if self._decider is None or model is not self._model:
            self._model, self._decider = model, Decider(model, load_question(QUESTION), self._kept)
            self._judged.clear()
        return self._decider


def _in_a_line(text: str) -> str:
    return " ".join(text.split())


def tells(words: str, text: str) -> bool:
    """Whether `words`, found for what is judged, stand in its notes and say more than its question does.

    A yes or a no, and what has no words to compare, may. Notes that do not mention whom is asked about tell nothing.
    """
    notes, _, question = text.partition(ASKED)
    if not may_tell(notes, question):
        return False
    found = set(stems(words))
    if found <= _POLAR:
        return True
    return bool(found & set(stems(notes)) and found - set(stems(question)))


def settles(context: Context, whether: Sequence[str]) -> bool:
    """Whether a note speaks of all that a question for a yes or a no asks: then the answer is a matter of reading.

    The model looks for words, and "I don't drink coffee" has none that answer "Do I drink coffee?". `whether` are
    the words that such a question begins with. What is asked of the person must be told of themselves.
    """
    # Where a time is asked about, what tells of it need not name it.
    timeless = context.temporal.asked
    asked = set(stems(timeless or context.question))
    if not asked or not begins_with_phrase(context.question, whether):
        return False
    known = [one for one in telling(context.items) if one.kind in _TOLD and one.speaker is Speaker.PERSON]
    told = [one.text for one in known if one.of_time or not timeless]
    of_themselves = of_oneself(context.question)
    own = [text for text in told if not of_themselves or of_oneself(text)]
    return any(asked <= set(stems(text)) for text in own)


def carries(judgement: Judgement, context: Context, settings: RecallSettings) -> float:
    """How likely the notes hold what is asked, 0–1: what the model finds in them, and how near they are to it.

    A model that looks for words finds some in what is about something else; that is seldom near the question.
    """
    said, unsaid = max(judgement.said, LEAST), max(judgement.unsaid, LEAST)
    notes = [item for item in context.items if (item.in_prompt or item.held) and item.of_time is not False]
    cosines = [item.similarity for item in notes if item.similarity is not None]
    # What could only be compared by its words speaks neither for nor against.
    near = max(cosines, default=settings.near_middle if notes else 0.0)
    odds = math.log(said / unsaid) + settings.near_weight * (near - settings.near_middle)
    return 1 / (1 + math.exp(-odds))


def judged(
    context: Context, judgement: Judgement, settings: RecallSettings, *, asks_help: bool = True
) -> Context:
    """`context` with the verdict of the model's judgement; what answers nothing is not put before it.

    A question that asks for no memory keeps what recall says; one without a word that `asks_help` must be surer of it.
    """
    if judgement.advice >= (settings.other_from if asks_help else settings.other_unasked_from):
        return context
    share = carries(judgement, context, settings)
    if share >= settings.carried_from:
        reason = f"{context.reason} The model finds the answer in it ({share:.2f})."
        update = {"verdict": Verdict.STRONG, "reason": reason, "carries": share, "found": judgement.words}
        return context.model_copy(update=update)
    items = tuple(item.model_copy(update={"shown": ""}) for item in context.items)
    reason = f"What was found does not hold the answer ({share:.2f})."
    update = {"verdict": Verdict.NONE, "reason": reason, "items": items, "carries": share}
    return context.model_copy(update=update)


def opening_of(context: Context, text: str, wording: Wording) -> str:
    """What the answer to `text` is begun with, before the model has read its notes; "" for what was not judged.

    Who knows nothing of what is asked begins by saying so: left alone, a small model makes something up, or says "where
    I live" of where the person lives. Whether their shoe size is still known is answered by telling it: left alone, it
    says "Yes, I still know your shoe size". What else is asked is begun as most answers to it begin.
    """
    if same_words(context.question, text):
        # It may have been left without its mark.
        text = context.question
    if context.carries is None:
        settled = context.verdict is Verdict.STRONG and settles(context, wording.asks_whether)
        return begun_telling(text) if settled and context.question == text else ""
    if context.verdict is Verdict.NONE:
        return f"{wording.untold_opening(text)} {asked_of_them(text)}".strip()
    if context.question != text:
        # "Do you remember how I drink my tea?": begun with "You", it goes on with "don't remember".
        return capital(asked_of_them(text, by_name=True))
    return begun_answer(text, found_in(context))


def found_in(context: Context) -> str:
    """What the model found in what is shown, as it stands there; its last word whole."""
    words = context.found.strip(" \t\n.,;:!?\"'")
    notes = [item for item in context.items if item.in_prompt or item.held]
    for item in notes if words else ():
        whole = re.search(rf"(?<!\w){re.escape(words)}\w*", item.telling, re.IGNORECASE)
        if whole is not None:
            return whole[0]
    return ""
