"""Support for one turn: what was recalled, how far it can be relied on, and its tersest form.

Support is evidence for the current turn, never a source of truth ([P] §5.5, §6.2). The best item stands last, next
to the question: small models lean on what they read most recently.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.settings import RecallSettings, Settings
from engine.trail import StepHit, StepKind

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_WORD = re.compile(r"\w+")


class Verdict(StrEnum):
    """How well what is remembered carries an answer."""

    STRONG = "strong"
    WEAK = "weak"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class SupportItem:
    """One remembered thing as the model reads it: `text` may be an excerpt, `weight` is 0–1."""

    step_id: str
    said_by_person: bool
    text: str
    at: datetime
    weight: float


@dataclass(frozen=True, slots=True)
class Support:
    """What is put before the model for this turn; `items` best first, `recalled` everything found, best first."""

    verdict: Verdict
    items: tuple[SupportItem, ...]
    recalled: tuple[StepHit, ...]


NO_SUPPORT = Support(Verdict.NONE, (), ())


def weigh(hit: StepHit, settings: RecallSettings) -> float:
    """The hit's score, less for what the companion said itself and for questions that tell nothing."""
    weight = hit.score
    if hit.step.kind is StepKind.ANSWER:
        weight *= settings.answer_weight
    elif is_bare_question(hit.step.text):
        weight *= settings.question_weight
    return weight


def is_bare_question(text: str) -> bool:
    """True where every sentence asks."""
    sentences = [part.rstrip() for part in _SENTENCE.split(text.strip()) if part.strip()]
    return bool(sentences) and all(part.endswith(("?", "？")) for part in sentences)


def asks(text: str) -> bool:
    """True where something in it is a question."""
    return "?" in text or "？" in text


def asks_about(text: str, words: Sequence[str]) -> bool:
    """True for a question that holds one of `words`; signs without spaces (CJK) count wherever they stand."""
    if not asks(text):
        return False
    plain = " " + " ".join(re.findall(r"[\w']+", text.casefold().replace("’", "'"))) + " "
    return any((f" {word} " if word.isascii() else word) in plain for word in words)


def relevant(hits: Iterable[StepHit], settings: RecallSettings) -> list[StepHit]:
    """Hits above the floor, by meaning or by words, best first by weight; the same text only once."""
    kept: list[StepHit] = []
    seen: set[str] = set()
    for hit in sorted(hits, key=lambda hit: -weigh(hit, settings)):
        key = " ".join(_WORD.findall(hit.step.text.casefold()))
        if key in seen or not _above_floor(hit, settings):
            continue
        seen.add(key)
        kept.append(hit)
    return kept[: settings.memories]


def _above_floor(hit: StepHit, settings: RecallSettings) -> bool:
    if hit.similarity is None:
        return hit.score >= settings.lexical_floor
    return hit.similarity >= settings.floor


def verdict_of(hits: Sequence[StepHit], settings: RecallSettings) -> Verdict:
    """Strong where something the person told comes near enough in meaning, weak where anything is left at all.

    What the companion said itself never makes support strong: it may have been a guess.
    """
    evidence = telling(hits)
    if not evidence:
        return Verdict.NONE
    told = [hit for hit in evidence if hit.step.kind is StepKind.UTTERANCE]
    nearest = max((hit.similarity if hit.similarity is not None else hit.score for hit in told), default=0.0)
    return Verdict.STRONG if nearest >= settings.strong else Verdict.WEAK


def telling(hits: Sequence[StepHit]) -> list[StepHit]:
    """Hits that tell something: what the person told; where there is none of that, what the companion said."""
    told = [
        hit for hit in hits if hit.step.kind is StepKind.UTTERANCE and not is_bare_question(hit.step.text)
    ]
    return told or [hit for hit in hits if hit.step.kind is StepKind.ANSWER]


def excerpt(text: str, query: str, budget: int, count: Callable[[str], int]) -> str:
    """`text` cut to `budget` tokens by whole sentences, those sharing most words with `query` first.

    Sentences keep their order; a single sentence over the budget is cut at a word.
    """
    if count(text) <= budget:
        return text
    wanted = set(_WORD.findall(query.casefold()))
    sentences = [part.strip() for part in _SENTENCE.split(text) if part.strip()]
    by_overlap = sorted(
        range(len(sentences)), key=lambda i: (-len(wanted & set(_WORD.findall(sentences[i].casefold()))), i)
    )
    chosen: list[int] = []
    for index in by_overlap:
        trial = " ".join(sentences[i] for i in sorted([*chosen, index]))
        if count(trial) <= budget:
            chosen.append(index)
    if chosen:
        return " ".join(sentences[i] for i in sorted(chosen))
    return _cut_words(sentences[by_overlap[0]], budget, count)


def covers(read: Support, wanted: Support) -> bool:
    """Whether what was read for the beginning of an utterance serves for the whole of it.

    It does where verdict and best item are the same and all that is wanted stands in it: what stands beside was
    recalled for the same sentence, within the same budget, and further from the question.
    """
    if read.verdict is not wanted.verdict or not wanted.items or not read.items:
        return False
    ids = {item.step_id for item in read.items}
    return read.items[0].step_id == wanted.items[0].step_id and all(
        item.step_id in ids for item in wanted.items
    )


def find_support(
    found: Iterable[StepHit],
    text: str,
    *,
    is_held: Callable[[str], bool],
    count: Callable[[str], int],
    settings: Settings,
    hurried: bool = False,
) -> Support:
    """What is put before the model for `text` out of what search `found`.

    What the model has before its eyes already (`is_held`) supports an answer as well, but is not said twice.
    `hurried` takes `text` for a question: it is not finished yet.
    """
    hits = relevant(found, settings.recall)
    verdict = verdict_of(hits, settings.recall)
    if verdict is Verdict.WEAK and not (hurried or asks(text)):
        # Someone who tells something is not interrupted with what only may belong to it.
        return Support(verdict, (), tuple(hits))
    items = choose_items(
        [hit for hit in hits if not is_held(hit.step.id)],
        text,
        budget=settings.prompt.support_tokens,
        most=settings.prompt.support_items,
        count=count,
        settings=settings.recall,
    )
    return Support(verdict, items, tuple(hits))


def _cut_words(sentence: str, budget: int, count: Callable[[str], int]) -> str:
    words = sentence.split()
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if count(" ".join(words[:middle]) + " …") <= budget:
            low = middle
        else:
            high = middle - 1
    return " ".join(words[:low]) + " …" if low else ""


def choose_items(
    hits: Sequence[StepHit],
    query: str,
    *,
    budget: int,
    most: int,
    count: Callable[[str], int],
    settings: RecallSettings,
) -> tuple[SupportItem, ...]:
    """The best telling hits that fit `budget` tokens together, at most `most`, best first."""
    items: list[SupportItem] = []
    left = budget
    for hit in telling(hits):
        if len(items) == most:
            break
        # 14 tokens carry the date and the speaker; under that there is no room for a line.
        text = excerpt(hit.step.text, query, left - 14, count) if left > 24 else ""
        if not text:
            continue
        left -= count(text) + 14
        person = hit.step.kind is StepKind.UTTERANCE
        items.append(SupportItem(hit.step.id, person, text, hit.step.at, weigh(hit, settings)))
    return tuple(items)
