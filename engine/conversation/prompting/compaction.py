"""Old turns become a summary: written by the model, checked for what it lost and for what it made up.

The check is deterministic. A sentence of the model with a name or number that nobody said is dropped; a sentence
that was said and holds a name, number, date or promise the summary lacks is put beside it as a quote.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.conversation.prompting.particulars import particulars, promises
from engine.conversation.prompting.stream import Compaction
from engine.conversation.prompting.wording import Wording
from engine.errors import CompanionError
from engine.events import Event
from engine.language import (
    Cancellation,
    GenerationRequest,
    Lane,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
)
from engine.search import sentences
from engine.settings import PromptSettings

SUMMING_UP = Sampling(temperature=0.0, repeat_penalty=1.1)
LONGEST_QUOTE = 240
TOLD_ASIDE = frozenset({Place.BLOCK, Place.ASIDE})
"""What stood around a message for its answer alone, and was said by nobody."""


@dataclass(frozen=True, slots=True)
class Compacted(Event):
    """A summary stands for turns of the open stream."""


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the conversation and who said it."""

    text: str
    by_person: bool


def supported(summary: str, source: str) -> list[str]:
    """The sentences of `summary` without a name or number that does not stand in `source`."""
    known = source.casefold()
    return [one for one in sentences(summary) if all(item in known for item in particulars(one))]


def lost(source: Iterable[Said], summary: str) -> list[Said]:
    """What was said and `summary` lacks: promises first, then sentences with the most particulars.

    A question tells nothing; what the companion said counts only where it promised.
    """
    found: list[tuple[bool, int, Said]] = []
    known = summary.casefold()
    for one in source:
        missing = {item for item in particulars(one.text) if item not in known}
        promised = promises(one.text) and one.text.casefold() not in known
        if one.text.endswith(("?", "？")) or not (promised or (missing and one.by_person)):
            continue
        found.append((promised, len(missing), one))
    found.sort(key=lambda item: (not item[0], -item[1]))
    return list(dict.fromkeys(one for _, _, one in found))


def summarise(
    plan: Compaction,
    model: LanguageModel,
    wording: Wording,
    settings: PromptSettings,
    cancellation: Cancellation | None = None,
) -> Segment:
    """The summary that stands for `plan`, made in the background lane; without the model's words where it fails."""
    said = list(_said(plan, wording))
    source = "\n".join(one.text for one in said)
    text = " ".join(supported(_written(plan, model, wording, settings, cancellation), source))
    quotes = _quotes(lost(said, text), wording, settings.quote_tokens, model.count)
    lines = [wording.summary.heading, *([text] if text else []), *quotes]
    return Segment(Role.SYSTEM, "\n".join(lines), Place.SUMMARY, cites=plan.cites)


def _written(
    plan: Compaction,
    model: LanguageModel,
    wording: Wording,
    settings: PromptSettings,
    cancellation: Cancellation | None,
) -> str:
    talk = "\n".join(
        f"{'Companion' if one.role is Role.ASSISTANT else 'Person'}: {one.text.strip()}"
        for one in plan.earlier
        if one.place not in TOLD_ASIDE
    )
    prompt = (
        Segment(Role.SYSTEM, wording.summary.instruction.strip(), Place.STABLE),
        Segment(Role.USER, f"{talk}\n\n{wording.summary.ask}", Place.UTTERANCE),
    )
    request = GenerationRequest(
        tuple(map(model.encode, prompt)), settings.summary_tokens, Lane.BACKGROUND, SUMMING_UP
    )
    try:
        return model.generate(request, cancellation=cancellation).text
    except CompanionError:
        return ""


def _said(plan: Compaction, wording: Wording) -> Iterable[Said]:
    for segment in plan.earlier:
        if segment.place is Place.SUMMARY:
            yield from _said_before(segment.text, wording)
        elif segment.place not in TOLD_ASIDE:
            by_person = segment.role is Role.USER
            yield from (Said(one[:LONGEST_QUOTE], by_person) for one in sentences(segment.text))


def _said_before(summary: str, wording: Wording) -> Iterable[Said]:
    """The earlier summary's own sentences, and its quotes as they were said."""
    for line in summary.splitlines()[1:]:
        quoted = re.fullmatch(r'- (.+?): "(.*)"', line)
        if quoted is None:
            yield from (Said(one, by_person=True) for one in sentences(line))
        else:
            yield Said(quoted[2], by_person=quoted[1] == wording.person_speaker)


def _quotes(found: Sequence[Said], wording: Wording, budget: int, count: Callable[[str], int]) -> list[str]:
    """As many quotes as fit; what does not is left to recall."""
    lines = []
    for one in found:
        speaker = wording.person_speaker if one.by_person else wording.companion_speaker
        line = wording.summary.quote.format(speaker=speaker, text=one.text.replace('"', "'"))
        budget -= count(line) + 1
        if budget < 0:
            break
        lines.append(line)
    return lines
