"""Old turns become a summary: written by the model, checked for what it lost and for what it made up.

The check is deterministic. A sentence of the model with a name or number that nobody said is dropped; a sentence
that was said and holds a name, number, date or promise the summary lacks is put beside it as a quote.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from engine.conversation.prompting.stream import Compaction
from engine.conversation.prompting.wording import Wording
from engine.errors import CompanionError
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


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_PROMISE = re.compile(r"\b(?:I'll|I’ll|I will|I promise|remind|don't forget|let's)\b", re.IGNORECASE)
_DATES = _words(
    """
    january february april june july august september october november december monday
    tuesday wednesday thursday friday saturday sunday tomorrow yesterday tonight
    """
)
# Capitals that begin a sentence and name nobody.
_STARTERS = _words(
    """
    a about after again all also an and any are as at because before but can could did do does for
    from had has have he her here hers him his how i i'd i'll i'm i've if in is it it's its just
    last let let's like maybe me more most my never next no not now of ok okay on one only or our
    please she so some sorry still sure tell thank thanks that that's the their them then there
    these they this those to today too was we we're we've well were what what's when where which
    while who why will with would yes you you're your person companion
    """
)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of the conversation and who said it."""

    text: str
    by_person: bool


def particulars(text: str) -> set[str]:
    """Names, numbers and dates of `text`, case folded. A capital at its beginning counts unless it is a common word."""
    names = {
        word.casefold() for word in _WORD.findall(text) if word[0].isupper() or word.casefold() in _DATES
    }
    return {name.removesuffix("'s").removesuffix("’s") for name in names - _STARTERS} | set(
        _NUMBER.findall(text)
    )


def promises(text: str) -> bool:
    """True where something is promised or asked to be kept in mind."""
    return bool(_PROMISE.search(text))


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
        if one.place is not Place.BLOCK
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
        elif segment.place is not Place.BLOCK:
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
