"""Sentences that a model writes from notes, and whether they stand on them. What does not is left out.

Two checks, the cheap one first: every number and name must be in the notes, and a fair share of the words; then the
model decides whether the sentence stands in them, as it decides whether an answer does.
"""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from engine.decisions import SENTENCE, with_notes
from engine.language import (
    ContextOverflowError,
    Finish,
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
)
from engine.night.records import Reason
from engine.night.telling import names, numbers, quoted
from engine.night.working import Work
from engine.search import function_stems, sentences, stems
from engine.tongues import ENGLISH

NOTE_LETTERS = 400
"""Letters of a note that a model reads: what is longer would crowd the others out."""
_WORD = re.compile(r"\w[\w'’-]*")
_OWNED = re.compile(r"['’]s?$")


class PromptWording(BaseModel):
    """What asks for one sentence; the examples are notes and the sentence that was written of them.

    `held_to` is the JSON schema of a structured phase's reply (`schema` in the file); prose has none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    instruction: str
    ask: str
    temperature: float | None = None
    held_to: dict[str, Any] | None = Field(default=None, alias="schema")
    example: tuple[tuple[str, str], ...] = ()


@cache
def prompt(name: str) -> PromptWording:
    """The prompt of a phase, as shipped in `resources/prompts/night/`; read once."""
    text = resources.files("resources").joinpath(f"prompts/night/{name}.toml").read_text(encoding="utf-8")
    return PromptWording.model_validate(tomllib.loads(text))


class Written(NamedTuple):
    """What a model wrote on one line, whether that is whole, and the notes that it read."""

    text: str
    is_whole: bool
    notes: Sequence[str]


def sentence(
    work: Work, name: str, notes: Sequence[str], cites: Sequence[str], given: str = ""
) -> str | None:
    """One sentence of `notes` by the prompt `name` that stands on them; None without a model, or without ground.

    The notes shrink until they fit the context of the model in use, and are checked against as it read them. What is
    left out is kept with why, by what it was written of: `cites`. Raises LanguageError.
    """
    model = work.model
    if model is None or not notes:
        return None
    made = written(work, model, name, notes, given)
    reason = _fault(work, model, made.text, made.notes) if made.is_whole else Reason.UNFINISHED
    if reason is None:
        return made.text
    work.leave_out(made.text, reason, cites)
    return None


def _fault(work: Work, model: LanguageModel, text: str, notes: Sequence[str]) -> Reason | None:
    """Why a whole sentence is left out, the cheap reasons first."""
    if len(sentences(text)) != 1:
        return Reason.SEVERAL
    if not is_firm(text, notes, work.settings.shared_from, work.job.language):
        return Reason.NOT_IN_NOTES
    return None if stands(work, model, text, notes) else Reason.UNGROUNDED


def write(work: Work, model: LanguageModel, name: str, notes: Sequence[str], given: str = "") -> str | None:
    """What the model writes, on one line and whole; None where it was cut short. Raises LanguageError."""
    made = written(work, model, name, notes, given)
    return made.text if made.is_whole else None


def written(work: Work, model: LanguageModel, name: str, notes: Sequence[str], given: str = "") -> Written:
    """What the model writes of the first notes that fit, each cut to its most telling words. Raises LanguageError."""
    wording = prompt(name)
    kept = [quoted(note, NOTE_LETTERS) for note in notes[: work.settings.notes_most]]
    while kept:
        request = _request(work, model, wording, kept, given)
        began = work.clock.monotonic()
        try:
            result = model.generate(request, cancellation=work.cancellation)
        except ContextOverflowError:
            kept.pop()
            continue
        work.spend(result.prompt_tokens + len(result.tokens), work.clock.monotonic() - began)
        line = " ".join(result.text.split()).strip('"“” ')
        return Written(line, result.finish is Finish.STOP and bool(line), kept)
    return Written("", is_whole=False, notes=())


def is_firm(text: str, notes: Sequence[str], least: float, language: str = ENGLISH) -> bool:
    """Whether every number and name of a sentence, and at least that share of its words, stand in the notes.

    A name stands there as a word of its own; the word that begins the sentence may be one.
    """
    held = " ".join(notes)
    said, known = set(stems(text)), set(stems(held))
    words = set(map(bare_name, _WORD.findall(held.casefold())))
    first = set(stems(next(iter(_WORD.findall(text)), ""))) - function_stems(language)
    named = {bare_name(name) for name in names(text)}
    if not numbers(text) <= numbers(held) or not named <= words or not first <= known:
        return False
    return bool(said) and len(said & known) / len(said) >= least


def bare_name(name: str) -> str:
    """A name without what says that something is theirs: `lotte` of `lotte's`."""
    return _OWNED.sub("", name)


def stands(work: Work, model: LanguageModel, text: str, notes: Sequence[str]) -> bool:
    """Whether the model finds what was written in the notes. Raises LanguageError."""
    began = work.clock.monotonic()
    share = work.rooms.decisions.grounded(model, notes, text)
    read = model.count(with_notes(notes, SENTENCE, text))
    work.spend(read, work.clock.monotonic() - began)
    return share >= work.settings.grounded_from


def _request(
    work: Work, model: LanguageModel, wording: PromptWording, notes: Sequence[str], given: str
) -> GenerationRequest:
    segments = [Segment(Role.SYSTEM, wording.instruction.strip(), Place.STABLE)]
    for asked, said in wording.example:
        segments.append(Segment(Role.USER, asked.strip(), Place.STABLE))
        segments.append(Segment(Role.ASSISTANT, said, Place.STABLE))
    listed = "\n".join(f"- {note}" for note in notes)
    asked = wording.ask.strip().format(notes=listed, given=given)
    segments.append(Segment(Role.USER, asked, Place.UTTERANCE))
    # Beside the temperature as is usual for small models: [E] names none.
    sampling = Sampling(
        temperature=work.settings.written_temperature, top_p=0.9, top_k=40, min_p=0.1, repeat_penalty=1.1
    )
    if wording.temperature is not None:
        sampling = Sampling(temperature=wording.temperature, top_p=0.95, min_p=0.05, repeat_penalty=1.1)
    return GenerationRequest(
        tuple(map(model.encode, segments)),
        work.settings.sentence_tokens,
        lane=Lane.BACKGROUND,
        sampling=sampling,
        schema=wording.held_to,
        stop=("\n",),
    )
