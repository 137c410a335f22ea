"""Small texts that a model writes: a claim that stands alone, what is to be reminded of, a note put right.

A model that was taught to (`ModelInfo.rewrites`) reads the instruction alone. For any other, it has examples behind it;
like a decision's they are a prefix that stays in the model's cache and is kept for later processes, so that a
rewriting reads only its text and writes a dozen tokens.
"""

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.decisions.decider import States
from engine.language import (
    Cancellation,
    GenerationRequest,
    GenerationResult,
    Lane,
    LanguageModel,
    Place,
    QuestionCache,
    Role,
    Sampling,
    Segment,
)

GREEDY = Sampling(temperature=0, repeat_penalty=1.0)
MESSAGE, BEFORE, ASKED = "Message: ", "Before: ", "They were asked: "
NOTE, SAID = "Note: ", "They say: "
QUESTIONED, QUESTIONED_POLITELY = "They ask: ", "They ask politely: "
NOTHING = "-"
"""What a model that was taught writes of a text of which there is nothing to write."""
LONGEST, MOST_BEFORE = 240, 3
"""Characters of each sentence of a context, and how many of what was said before stand in it: who "she" is may have
been named before some small talk.
"""


class Rewrite(BaseModel):
    """What is to be written of a text: `resources/rewrites/NAME.toml`; each example a text and what is made of it.

    `taught` says that models are taught it, by many more examples than stand here.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    instruction: str
    taught: bool = True
    example: tuple[tuple[str, str], ...]

    @property
    def digest(self) -> str:
        """Changes with every word."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


@cache
def load_rewrite(name: str) -> Rewrite:
    """The one called `name`."""
    source = resources.files("resources") / "rewrites" / f"{name}.toml"
    return Rewrite.model_validate(tomllib.loads(source.read_text("utf-8")))


def message_in_context(message: str, before: Sequence[str] = (), asked: str = "") -> str:
    """A message as every rewriting reads it: with what was said `before` it, and what they were `asked`."""
    return "\n".join(
        (*_before(before), *([ASKED + asked] if asked else ()), MESSAGE + " ".join(message.split()))
    )


def note_in_context(note: str, said: str, before: Sequence[str] = ()) -> str:
    """A note as its correction reads it: with what was said `before`, and what is `said` of it."""
    return "\n".join((NOTE + note, *_before(before), SAID + " ".join(said.split())))


def question_in_context(notes: Sequence[str], question: str, *, politely: bool = False) -> str:
    """A question as its answer reads it: below the notes, and told apart where they are to be spoken to `politely`."""
    asked = QUESTIONED_POLITELY if politely else QUESTIONED
    return "\n".join((*(NOTE + " ".join(note.split()) for note in notes), asked + " ".join(question.split())))


def _before(said: Sequence[str]) -> list[str]:
    latest = [" ".join(one.split())[-LONGEST:] for one in said[-MOST_BEFORE:]]
    return [BEFORE + " / ".join(latest)] if latest else []


class Rewriter:
    """Writes with one loaded model. Callable from any thread but the engine's."""

    def __init__(self, model: LanguageModel, task: Rewrite, states: States | None = None) -> None:
        self.is_taught = taught = task.taught and model.info.rewrites
        self._model, self._states = model, None if taught else states
        self._lane = Lane.REWRITE if taught else Lane.QUESTION
        segments = [Segment(Role.SYSTEM, task.instruction.strip(), Place.STABLE)]
        for text, written in () if taught else task.example:
            segments.append(Segment(Role.USER, text, Place.STABLE))
            segments.append(Segment(Role.ASSISTANT, written, Place.STABLE))
        self._prefix = tuple(map(model.encode, segments))
        self._key = f"{model.info.sha256[:16]}/{task.name}/{task.digest[:16]}"
        self._ready = False

    def write(
        self, text: str, most_tokens: int, *, hurried: bool = False, cancellation: Cancellation | None = None
    ) -> list[str]:
        """The lines that are made of `text`, as far as it came until `cancellation`. Raises LanguageError."""
        written = self.generate(text, most_tokens, hurried=hurried, cancellation=cancellation).text
        lines = (line.strip(" -•\t") for line in written.splitlines())
        return [line for line in lines if line]

    def generate(
        self,
        text: str,
        most_tokens: int,
        *,
        avoided: tuple[int, ...] = (),
        hurried: bool = False,
        cancellation: Cancellation | None = None,
    ) -> GenerationResult:
        """What is made of `text` without the tokens `avoided`, as the model wrote it, and what that took. Raises
        LanguageError.
        """
        self._restore()
        prompt = (*self._prefix, self._model.encode(Segment(Role.USER, text, Place.UTTERANCE)))
        sampling = replace(GREEDY, avoided=avoided)
        request = GenerationRequest(prompt, most_tokens, lane=self._lane, sampling=sampling, hurried=hurried)
        return self._model.generate(request, cancellation=cancellation)

    @property
    def is_warm(self) -> bool:
        """Whether nothing is left to be read of the examples by this or a later process."""
        return self._lane is Lane.REWRITE or self._states is None or self._states.has(self._key)

    def warm(self) -> None:
        """Have the examples read and kept, unless an earlier process did. Raises LanguageError."""
        model = self._model
        if self._lane is Lane.REWRITE or self._restore() or not isinstance(model, QuestionCache):
            return
        model.read_question(self._prefix)
        if self._states is not None and (state := model.keep_question(self._prefix)):
            self._states.put(self._key, state)

    def _restore(self) -> bool:
        model = self._model
        if self._states is None or not isinstance(model, QuestionCache):
            return False
        if not self._ready or not model.has_question(self._prefix):
            state = self._states.get(self._key)
            self._ready = bool(state) and model.restore_question(state or b"") > 0
        return self._ready
