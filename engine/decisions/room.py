"""All decisions of a home: each file is read once, what a model has read of it is shared by all who ask."""

import copy
import threading
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from engine.calling import Stop, never
from engine.decisions.decider import Decider, Decision, Kept, LatestStates, States, load_question
from engine.decisions.rewriting import Rewriter, load_rewrite
from engine.decisions.told import GROUNDED, HOLDS, SENTENCE, with_notes
from engine.language import LanguageError, LanguageModel
from engine.tongues import unshouted

REMEMBERED = 32


class DecidingStoppedError(LanguageError):
    """Who was to decide is to stop, as the person speaks or leaves."""


class Decisions:
    """Decides with whatever model it is handed. Callable from any thread, but the engine's: a decision reads.

    `kept` remembers calibrations, `states` what was read of the questions, for later processes.
    """

    def __init__(self, kept: Kept | None = None, states: States | None = None) -> None:
        self._kept, self._states = kept, states
        self._guard = threading.Lock()
        self._model: LanguageModel | None = None
        self._deciders: dict[str, Decider] = {}
        self._rewriters: dict[str, Rewriter] = {}
        self._decided: OrderedDict[tuple[str, str, str], Decision] = OrderedDict()
        self._last = LatestStates()
        self._should_stop: Stop = never

    def until(self, should_stop: Stop) -> "Decisions":
        """The same, of which none begins once it `should_stop`: then DecidingStoppedError is raised.

        One takes up to a second on a slow machine, and a message is decided about a dozen times.
        """
        view = copy.copy(self)
        view._should_stop = should_stop  # noqa: SLF001 - one of its own
        return view

    def decider(self, model: LanguageModel, name: str) -> Decider:
        """What answers the decision `name` (a file of `resources/decisions`) with `model`."""
        with self._guard:
            self._serve(model)
            if name not in self._deciders:
                asked = load_question(name)
                self._deciders[name] = Decider(model, asked, self._kept, self._states, self._last)
            return self._deciders[name]

    def decide(self, model: LanguageModel, name: str, text: str, *, hurried: bool = False) -> Decision:
        """The label of `text` and the share of each; `hurried` where an answer waits. Raises LanguageError.

        The latest decisions are remembered: what was decided of a draft is not read again once it is sent. Who writes
        all in capitals is read as if they did not: of 58 questions about the companion a small model mistakes 8 so.
        """
        text = unshouted(text)
        decider = self.decider(model, name)
        # A view of before a change of the model may still decide with the other one.
        key = (model.info.sha256, name, text)
        found = self._decided.get(key)
        if found is None:
            if self._should_stop():
                raise DecidingStoppedError("It is to stop.")
            found = decider.decide(text, hurried=hurried)
            with self._guard:
                self._decided[key] = found
                while len(self._decided) > REMEMBERED:
                    self._decided.popitem(last=False)
        return found

    def grounded(
        self, model: LanguageModel, notes: Sequence[str], sentence: str, *, hurried: bool = False
    ) -> float:
        """How likely a sentence to the person says only what stands in notes of theirs, 0–1. Raises LanguageError."""
        text = with_notes(notes, SENTENCE, sentence)
        return self.decide(model, GROUNDED, text, hurried=hurried).shares[HOLDS]

    def rewriter(self, model: LanguageModel, name: str) -> Rewriter:
        """What writes the rewriting `name` (a file of `resources/rewrites`) with `model`."""
        with self._guard:
            self._serve(model)
            if name not in self._rewriters:
                self._rewriters[name] = Rewriter(model, load_rewrite(name), self._states)
            return self._rewriters[name]

    def _serve(self, model: LanguageModel) -> None:
        if model is not self._model:
            self._model, self._deciders, self._rewriters = model, {}, {}
            self._decided.clear()
            self._last.forget()

    def forget(self) -> None:
        """Hold nothing of what was decided about."""
        with self._guard:
            self._decided.clear()
            self._last.forget()

    def is_warm(self, model: LanguageModel, names: Iterable[str], rewrites: Iterable[str] = ()) -> bool:
        """Whether nothing of these is left to be read, by this or a later process."""
        deciders = all(self.decider(model, name).is_warm for name in names)
        return deciders and all(self.rewriter(model, name).is_warm for name in rewrites)

    def warm(self, model: LanguageModel, names: Iterable[str], should_stop: Stop = never) -> None:
        """Have the examples of `names` read and saved before they are first needed. Raises LanguageError."""
        for name in names:
            if should_stop():
                return
            self.decider(model, name).warm()

    def calibrate(self, model: LanguageModel, names: Iterable[str], should_stop: Stop = never) -> None:
        """Fit `names` to their labelled examples, once for a model; dozens of readings, so only when idle."""
        for name in names:
            if not should_stop():
                self.decider(model, name).calibrate(should_stop)

    def keep(self) -> None:
        """Save what was read of every decision."""
        with self._guard:
            deciders = tuple(self._deciders.values())
        for one in deciders:
            one.keep()
