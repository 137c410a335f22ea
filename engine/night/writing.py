"""Sentences that a model writes from notes, and whether they stand on them. What does not is left out.

Two checks, the cheap one first: every number and name must be in the notes, and a fair share of the words; then the
model decides whether the sentence stands in them, as it decides whether an answer does.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

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
from engine.night.telling import names, numbers
from engine.night.working import Work
from engine.search import sentences, stems


class PromptWording(BaseModel):
    """What asks for one sentence; the examples are notes and the sentence that was written of them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int
    instruction: str
    ask: str
    temperature: float | None = None
    example: tuple[tuple[str, str], ...] = ()


@cache
def prompt(name: str) -> PromptWording:
    """The prompt of a phase, as shipped in `resources/prompts/night/`; read once."""
    text = resources.files("resources").joinpath(f"prompts/night/{name}.toml").read_text(encoding="utf-8")
    return PromptWording.model_validate(tomllib.loads(text))


def sentence(
    work: Work, name: str, notes: Sequence[str], cites: Sequence[str], given: str = ""
) -> str | None:
    """One sentence of `notes` by the prompt `name` that stands on them; None without a model, or without ground.

    The notes shrink until they fit the context of the model in use. What is left out is kept with why, by what it was
    written of: `cites`. Raises LanguageError.
    """
    model = work.model
    if model is None or not notes:
        return None
    written, is_whole = _written(work, model, name, notes, given)
    reason = _fault(work, model, written, notes) if is_whole else Reason.UNFINISHED
    if reason is None:
        return written
    work.leave_out(written, reason, cites)
    return None


def _fault(work: Work, model: LanguageModel, written: str, notes: Sequence[str]) -> Reason | None:
    """Why a whole sentence is left out, the cheap reasons first."""
    if len(sentences(written)) != 1:
        return Reason.SEVERAL
    if not is_firm(written, notes, work.settings.shared_from):
        return Reason.NOT_IN_NOTES
    return None if stands(work, model, written, notes) else Reason.UNGROUNDED


def write(work: Work, model: LanguageModel, name: str, notes: Sequence[str], given: str = "") -> str | None:
    """What the model writes, on one line and whole; None where it was cut short. Raises LanguageError."""
    written, is_whole = _written(work, model, name, notes, given)
    return written if is_whole else None


def _written(
    work: Work, model: LanguageModel, name: str, notes: Sequence[str], given: str
) -> tuple[str, bool]:
    """What the model writes on one line, and whether that is whole."""
    wording = prompt(name)
    kept = list(notes[: work.settings.notes_most])
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
        return line, result.finish is Finish.STOP and bool(line)
    return "", False


def is_firm(written: str, notes: Sequence[str], least: float) -> bool:
    """Whether every number and name of a sentence, and at least that share of its words, stand in the notes."""
    held = " ".join(notes)
    folded = held.casefold()
    if not numbers(written) <= numbers(held) or not all(name in folded for name in names(written)):
        return False
    said, known = set(stems(written)), set(stems(held))
    return bool(said) and len(said & known) / len(said) >= least


def stands(work: Work, model: LanguageModel, written: str, notes: Sequence[str]) -> bool:
    """Whether the model finds what is written in the notes. Raises LanguageError."""
    began = work.clock.monotonic()
    share = work.rooms.decisions.grounded(model, notes, written)
    read = model.count(with_notes(notes, SENTENCE, written))
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
        stop=("\n",),
    )
