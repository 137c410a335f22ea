"""Small decisions: one of a few answers to a fixed question about a text, by the model's own probabilities.

The question with its examples is a prefix that stays in the model's cache, so a decision reads only its text. Where
a question has a probe for the model, no examples are shown: the answer is read off the model's hidden state.
A model without `Scoring` writes its answer, held to the options by a grammar: one word, and no shares.
"""

import hashlib
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, model_validator

from engine.calling import Stop, never
from engine.decisions.calibration import Calibration, fit_calibration, uncalibrated
from engine.decisions.probe import RIDGE, Probe, ProbeMissingError, fit_probe, load_probe
from engine.decisions.shipped import shipped_calibration, shipped_probe
from engine.decisions.told import Labelled, ToldSet, told_texts
from engine.language import (
    PROBED_LAYERS,
    GenerationRequest,
    Lane,
    LanguageModel,
    NativeEmbedding,
    Place,
    QuestionCache,
    Role,
    Sampling,
    Scoring,
    Segment,
)

ANSWER_TOKENS = 12
LATEST = 16
"""Hidden states that are held: those of one message and its notes."""
MOST_AT_HOME = 600
"""Texts that a probe is fitted to on a person's own machine, where none came with the program."""
_LISTS = ("example", "labelled", "held")
GREEDY = Sampling(temperature=0, repeat_penalty=1.0)


class Question(BaseModel):
    """A question with its closed set of answers, each beginning with a token of its own.

    `example` is shown to the model, `labelled` is what it is calibrated on, `held` what it is tested on; `cautious` is
    the answer where the model gives none. `ask` holds `{text}`. With `probe` a model that lets its hidden state be seen
    is shown what stands in `shown`, with answers of any form: a probe is fitted to `example`, to `labelled`, and to
    what is made of the people of `told`, of whom those of `held_told` only test it, with its weights held down by
    `ridge`. One that `reads_with` another has that one's prompt, so that both are read off the same state, and besides
    its own texts those of the other with a second label, or all of them, where its file says what they are `read_as`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    options: tuple[str, ...]
    cautious: str
    instruction: str
    ask: str
    shown: tuple[Labelled, ...] = ()
    example: tuple[Labelled, ...]
    labelled: tuple[Labelled, ...]
    held: tuple[Labelled, ...] = ()
    told: tuple[ToldSet, ...] = ()
    held_told: tuple[ToldSet, ...] = ()
    probe: bool = False
    ridge: float = RIDGE
    reads_with: str = ""

    @model_validator(mode="after")
    def _is_closed(self) -> "Question":
        answers = {
            self.cautious,
            *(answer for _, answer in (*self.example, *self.labelled, *self.held)),
        }
        if len(self.options) < 2 or not answers <= set(self.options):
            raise ValueError("every answer is one of at least two options")
        return self

    @property
    def digest(self) -> str:
        """Changes with every word of the question, but for those that only test it."""
        unread = {"held", "held_told", "probe", "ridge", "reads_with"}
        unread |= {name for name in ("told", "shown") if not getattr(self, name)}
        words = self.model_dump_json(exclude=unread)
        return hashlib.sha256(words.encode()).hexdigest()

    @property
    def probe_digest(self) -> str:
        """That of the wording and of the depth at which the model is read."""
        return hashlib.sha256(f"{self.digest} {PROBED_LAYERS}".encode()).hexdigest()

    @property
    def fitted_to(self) -> tuple[Labelled, ...]:
        """What a probe is fitted to."""
        return (*self.example, *self.labelled, *told_texts(self.told))

    @property
    def tested_on(self) -> tuple[Labelled, ...]:
        """What nothing is fitted to."""
        return (*self.held, *told_texts(self.held_told))


@cache
def load_question(name: str) -> Question:
    """The question `name` of `resources/decisions`."""
    found = _table(name)
    first = found.get("reads_with")
    if not first:
        return Question.model_validate(found | _labelled(found, 1))
    other, read_as = _table(first), found.pop("read_as", None)
    of_other = _labelled(other, 2) if read_as is None else _read_as(other, read_as, found["cautious"])
    own = _labelled(found, 1)
    found |= {name: other[name] for name in ("instruction", "ask", "shown") if name in other}
    return Question.model_validate(found | {name: [*rows, *own[name]] for name, rows in of_other.items()})


def _table(name: str) -> dict[str, Any]:
    source = resources.files("resources") / "decisions" / f"{name}.toml"
    return tomllib.loads(source.read_text("utf-8"))


def _labelled(table: dict[str, Any], place: int) -> dict[str, list[Labelled]]:
    """The texts of every list of `table` with their label at `place`, where they have one."""
    return {
        name: [(row[0], row[place]) for row in table.get(name, []) if len(row) > place] for name in _LISTS
    }


def _read_as(table: dict[str, Any], labels: dict[str, str], otherwise: str) -> dict[str, list[Labelled]]:
    """The texts of every list of `table`, labelled by what `labels` say of all their own together, or of the first."""

    def label(own: Sequence[str]) -> str:
        return labels.get(" ".join(own)) or labels.get(own[0]) or otherwise

    return {name: [(text, label(own)) for text, *own in table.get(name, [])] for name in _LISTS}


@dataclass(frozen=True, slots=True)
class Decision:
    """The likeliest `option`, and the share of each; `scored` is whether they are probabilities."""

    option: str
    shares: dict[str, float]
    scored: bool


class Kept(Protocol):
    """Where what was fitted or read stays, such as the vault's cache."""

    def get(self, name: str) -> bytes | None:
        """What was put under `name`."""

    def put(self, name: str, blob: bytes) -> bool:
        """Keep it; False where there is no room."""


class States(Kept, Protocol):
    """Where what was read of a question stays, for every later process."""

    def has(self, name: str) -> bool:
        """Whether something stands under `name`, without reading it."""


class LatestStates:
    """The hidden states that were computed last, for questions that are read with one another and for what is decided
    ahead of being asked.
    """

    def __init__(self) -> None:
        self._held: dict[tuple[Segment, ...], list[float]] = {}

    def get(self, prompt: tuple[Segment, ...]) -> list[float] | None:
        """That of `prompt`, where it is among them."""
        return self._held.get(prompt)

    def put(self, prompt: tuple[Segment, ...], state: list[float]) -> None:
        """In the place of the oldest."""
        if len(self._held) >= LATEST:
            del self._held[next(iter(self._held))]
        self._held[prompt] = state

    def forget(self) -> None:
        """Hold none."""
        self._held.clear()


class Decider:
    """Answers one question with one loaded model. Callable from any thread, one call at a time.

    Uncalibrated until `calibrate` was run for this model and this wording of the question; `kept` remembers it.
    `states` keeps what was read of the question itself; `last` is shared with those that may be read with it.
    """

    def __init__(
        self,
        model: LanguageModel,
        question: Question,
        kept: Kept | None = None,
        states: States | None = None,
        last: LatestStates | None = None,
    ) -> None:
        self._model, self._question, self._kept, self._states = model, question, kept, states
        self._last = last or LatestStates()
        self._bare = tuple(map(model.encode, _prefix(question, question.shown)))
        self._calibration = self._remembered() or uncalibrated(len(question.options))
        self._measured: list[list[float]] = []
        self._ask_with(self._remembered_probe())

    def _ask_with(self, probe: Probe | None) -> None:
        self._probe = probe
        shown = tuple(map(self._model.encode, _prefix(self._question, self._question.example)))
        self._prefix = shown if probe is None else self._bare
        self._restored = self._saved = self._read = self._unfit = False

    @property
    def calibration(self) -> Calibration:
        return self._calibration

    def decide(self, text: str, *, hurried: bool = False) -> Decision:
        """Decide about `text`; `hurried`, where an answer waits for it.

        Raises LanguageError, ContextOverflowError for a text that is too long.
        """
        options = self._question.options
        if not isinstance(self._model, Scoring):
            written = self.write(text, hurried=hurried)
            return Decision(written, {one: float(one == written) for one in options}, scored=False)
        if self._probe is not None and isinstance(self._model, NativeEmbedding):
            shares = self._probe.shares(self._state(text, self._model, hurried=hurried))
        else:
            shares = self._calibration.apply(self.score(text, self._model, hurried=hurried))
        best = max(range(len(options)), key=shares.__getitem__)
        return Decision(options[best], dict(zip(options, shares, strict=True)), scored=True)

    def score(self, text: str, model: Scoring, *, hurried: bool = False) -> list[float]:
        """The model's own shares of the options, before calibration.

        Raises LanguageError; ProbeMissingError where they begin alike, since they were to be read off its state.
        """
        asked = self._question
        self._restore(hurried=hurried)
        try:
            shares = model.choose(self._prompt(text), asked.options, hurried=hurried)
        except ValueError as error:
            if asked.probe and isinstance(model, NativeEmbedding):
                raise ProbeMissingError(asked.name, self._model.info.name) from error
            raise
        self._read = True
        return shares

    def _state(self, text: str, model: NativeEmbedding, *, hurried: bool = False) -> list[float]:
        prompt = self._prompt(text)
        state = self._last.get(prompt)
        if state is None:
            self._restore(hurried=hurried)
            state = model.hidden_state(prompt, hurried=hurried)
            self._last.put(prompt, state)
            self._read = True
        return state

    @property
    def _reads_state(self) -> bool:
        return self._probe is not None and isinstance(self._model, NativeEmbedding)

    @property
    def is_warm(self) -> bool:
        """Whether nothing is left to be read of the question by this or a later process."""
        return self._question.reads_with != "" or self._states is None or self._states.has(self._state_key)

    def warm(self) -> None:
        """Have the question read ahead and saved, unless an earlier process did. Raises LanguageError.

        One that is read with another has nothing of its own to be read.
        """
        if not self._question.reads_with and isinstance(self._model, Scoring) and not self._read:
            self._restore()
            if not self._read:
                self.decide(self._question.example[0][0])
            self.keep()

    def keep(self) -> None:
        """Save what was read of the question, once, so that no later process reads it again."""
        model, states = self._model, self._states
        own = not self._question.reads_with
        if states is None or not own or self._saved or not isinstance(model, QuestionCache):
            return
        if state := model.keep_question(self._prefix, for_state=self._reads_state):
            self._saved = states.put(self._state_key, state)
            self._unfit = False

    def _restore(self, *, hurried: bool = False) -> None:
        """Put back what an earlier process has read, or what other questions took the place of; what does not fit is
        read anew and saved again.
        """
        model, states = self._model, self._states
        own = not self._question.reads_with
        if states is None or not own or not isinstance(model, QuestionCache):
            return
        for_state = self._reads_state
        if self._restored and (
            self._unfit or model.has_question(self._prefix, for_state=for_state, hurried=hurried)
        ):
            return
        self._restored = True
        state = states.get(self._state_key)
        if state:
            self._read = self._saved = model.restore_question(state, for_state=for_state) > 0
            self._unfit = not self._read

    def calibrate(self, should_stop: Stop = never, *, anew: bool = False) -> Calibration:
        """Fit to the question's labelled texts, unless that is kept; reads every one of them, so run it idle.

        `anew` fits though something is kept or shipped, as after a change of how the model is computed.

        Does nothing for a model without Scoring; where it is to stop before all are read, it goes on from there.
        """
        if self._question.probe and isinstance(self._model, NativeEmbedding):
            self._fit_probe(self._model, should_stop, anew=anew)
            return self._calibration
        model, remembered = self._model, None if anew else self._remembered()
        if remembered is None and isinstance(model, Scoring):
            for text, _ in self._question.labelled[len(self._measured) :]:
                if should_stop():
                    return self._calibration
                self._measured.append(self.score(text, model))
            asked = self._question
            labels = [asked.options.index(answer) for _, answer in asked.labelled]
            self._calibration = fit_calibration(self._measured, labels)
            self._remember()
        return self._calibration

    def _fit_probe(self, model: NativeEmbedding, should_stop: Stop, *, anew: bool) -> None:
        if self._probe is not None and not anew:
            return
        asked = self._question
        shown = asked.fitted_to if anew else asked.fitted_to[:: 1 + len(asked.fitted_to) // MOST_AT_HOME]
        for text, _ in shown[len(self._measured) :]:
            if should_stop():
                return
            self._measured.append(model.hidden_state(self.bare_prompt(text)))
        labels = [asked.options.index(answer) for _, answer in shown]
        self._ask_with(fit_probe(asked.probe_digest, self._measured, labels, len(asked.options), asked.ridge))
        if self._kept is not None and self._probe is not None:
            self._kept.put(self._probe_key, self._probe.dump())

    @property
    def probe(self) -> Probe | None:
        """What decides, where one was fitted or shipped for this model."""
        return self._probe

    def write(self, text: str, *, hurried: bool = False) -> str:
        """The option that the model writes down, held to them by a grammar where it can be."""
        asked = self._question
        request = GenerationRequest(
            self._prompt(text),
            ANSWER_TOKENS,
            lane=Lane.BACKGROUND,
            sampling=GREEDY,
            schema={"type": "string", "enum": list(asked.options)},
            hurried=hurried,
        )
        written = self._model.generate(request).text
        return read_option(written, asked.options) or asked.cautious

    def bare_prompt(self, text: str) -> tuple[Segment, ...]:
        """What the model reads where a probe decides: no examples before `text`."""
        return (*self._bare, self._asked(text))

    def _prompt(self, text: str) -> tuple[Segment, ...]:
        return (*self._prefix, self._asked(text))

    def _asked(self, text: str) -> Segment:
        return self._model.encode(Segment(Role.USER, self._question.ask.format(text=text), Place.UTTERANCE))

    def _remembered(self) -> Calibration | None:
        blob = None if self._kept is None else self._kept.get(self._key)
        if blob is None:
            return shipped_calibration(self._question.digest, self._model.info.sha256)
        try:
            scale, *biases = map(float, json.loads(blob))
        except (ValueError, TypeError):
            return None
        return Calibration(scale, tuple(biases)) if len(biases) == len(self._question.options) else None

    def _remembered_probe(self) -> Probe | None:
        asked, model = self._question, self._model
        if not asked.probe or not isinstance(model, NativeEmbedding):
            return None
        blob = None if self._kept is None else self._kept.get(self._probe_key)
        if blob is None:
            return shipped_probe(asked.name, asked.probe_digest, model.info.sha256)
        try:
            return load_probe(blob)
        except ValueError:
            return None

    def _remember(self) -> None:
        if self._kept is not None:
            found = self._calibration
            self._kept.put(self._key, json.dumps([found.scale, *found.biases]).encode())

    @property
    def _key(self) -> str:
        return f"calibration/{self._question.name}/{self._question.digest}/{self._model.info.sha256}"

    @property
    def _probe_key(self) -> str:
        return f"probe/{self._question.name}/{self._question.probe_digest}/{self._model.info.sha256}"

    @property
    def _state_key(self) -> str:
        """What was read is told by the words of the prompt, and not by the texts that a probe was fitted to."""
        words = "".join(f"{one.role}{one.text}" for one in self._prefix)
        edition = hashlib.sha256(words.encode()).hexdigest()[:16]
        return f"{self._model.info.sha256[:16]}/{self._question.name}/{edition}"


def read_option(answer: str, options: Sequence[str]) -> str | None:
    """The option that a written answer begins with, quoted or not, in any case; the longest of several."""
    said = answer.strip().strip("\"'`*").strip().casefold()
    fitting = [option for option in options if said.startswith(option.casefold())]
    return max(fitting, key=len, default=None)


def _prefix(question: Question, examples: Sequence[Labelled]) -> list[Segment]:
    segments = [Segment(Role.SYSTEM, question.instruction.strip(), Place.STABLE)]
    for text, answer in examples:
        segments.append(Segment(Role.USER, question.ask.format(text=text), Place.STABLE))
        segments.append(Segment(Role.ASSISTANT, answer, Place.STABLE))
    return segments
