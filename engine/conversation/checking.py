"""Does what was recalled hold what the person asks about themselves? By the model's own logits, before the answer.

A small model left alone answers "your brother's name is Ana" when it was only told of a sister (`one-mind.md`). What
is near in meaning need not be an answer, and recall cannot tell; the model can, where it is asked just that.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable

from engine.conversation.reconstruction import Context, Verdict
from engine.language import Decider, LanguageModel, load_question
from engine.language.decision.decider import Kept
from engine.settings import RecallSettings

QUESTION = "note_answers"
REMEMBERED = 16


def _never() -> bool:
    return False


class SupportCheck:
    """Judges the support of questions about the person; its examples stay in the model's cache.

    `text_of` is for the engine's thread, `share` and `warm` for any other, one at a time.
    """

    def __init__(self, settings: RecallSettings, kept: Kept) -> None:
        self._settings, self._kept = settings, kept
        self._guard = threading.Lock()
        self._model: LanguageModel | None = None
        self._decider: Decider | None = None
        self._shares: OrderedDict[str, float] = OrderedDict()

    def text_of(self, context: Context) -> str | None:
        """What is to be judged; None where nothing was brought up that could be held against the question."""
        before = [
            item
            for item in context.items
            if item.in_prompt or (item.held and item.strength is Verdict.STRONG)
        ]
        lines = [f'"{item.shown or item.text}"' for item in before[: self._settings.checked]]
        return f"{' '.join(lines)}\nQuestion: {context.query.strip()}" if lines else None

    def share(self, model: LanguageModel, text: str, *, hurried: bool = True) -> float:
        """How likely the notes hold what is asked, 0–1. Raises LanguageError."""
        with self._guard:
            decider = self._decider_of(model)
            if text not in self._shares:
                self._shares[text] = decider.decide(text, hurried=hurried).shares["yes"]
                while len(self._shares) > REMEMBERED:
                    self._shares.popitem(last=False)
            return self._shares[text]

    def warm(self, model: LanguageModel, should_stop: Callable[[], bool] = _never) -> None:
        """Have the examples read before the first question, and fit the judgement once for a model; when idle.

        Raises LanguageError.
        """
        with self._guard:
            decider = self._decider_of(model)
        decider.calibrate(should_stop)
        if not should_stop():
            decider.decide(load_question(QUESTION).labelled[0][0])

    def forget(self) -> None:
        """Hold nothing of what was judged."""
        self._shares.clear()

    def _decider_of(self, model: LanguageModel) -> Decider:
        if self._decider is None or model is not self._model:
            self._model, self._decider = model, Decider(model, load_question(QUESTION), self._kept)
            self._shares.clear()
        return self._decider


def judged(context: Context, share: float, settings: RecallSettings) -> Context:
    """`context` with the verdict that the model's judgement gives it; what answers nothing is not put before it."""
    if share >= settings.carried_from:
        reason = f"{context.reason} The model finds the answer in it ({share:.2f})."
        return context.model_copy(update={"verdict": Verdict.STRONG, "reason": reason, "carries": share})
    items = tuple(item.model_copy(update={"shown": ""}) for item in context.items)
    reason = f"What was found does not hold the answer ({share:.2f})."
    return context.model_copy(
        update={"verdict": Verdict.NONE, "reason": reason, "items": items, "carries": share}
    )
