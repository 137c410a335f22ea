"""What was told and is no longer so, by something that was said since and that nothing was made of yet.

Reflection closes such a fact (`reflection/claims.py`), but only once it is quiet: who asks in the same minute would be
told what is over.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.conversation.answering.recounting import of_step
from engine.conversation.answering.support import LONGEST_NOTE, TO_DO, nearest
from engine.conversation.grounding import (
    OF_THE_SAME,
    content_words,
    in_common,
    names_time,
    points_by_time,
    tells_more,
    timeless,
)
from engine.conversation.reconstruction import Context, ContextItem, Verdict
from engine.conversation.utterance import clauses, has_mark, is_bare_question, own_words
from engine.decisions import REPLACES, SUPERSEDES, Decisions, with_earlier
from engine.language import LanguageModel
from engine.search import stems
from engine.settings import RecallSettings, ReflectSettings
from engine.tongues import ENGLISH
from engine.trail import Step

POINTED = 0.5
"""What pointing by a time counts beside a word in common."""
MOST_DECIDED = 3
"""Changes that are decided about before one answer: 0.7 s each on two cores beside other work."""


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence (`old`) of something recalled, and one (`new`) of a Step said since that may put it out of date.

    It surely does (`is_sure`) where what there is to do was made of the one and moved by the other.
    """

    item: ContextItem
    old: str
    step: Step
    new: str
    is_sure: bool = False


@dataclass(frozen=True, slots=True)
class Awaited:
    """A question that is typed whole, though not sent, with the notes that it is to be held against, and what of them
    may be over.
    """

    question: str
    notes: tuple[str, ...]
    changes: tuple[Change, ...] = ()


def possible_changes(context: Context, said: Sequence[Step], settings: RecallSettings) -> list[Change]:
    """The likeliest changes, nearest first: both sentences name the same, or both a time where the later one says
    little else ("they moved it to the 14th"); of what was told once, one.

    `said` is what they told and nothing was made of so far. What is sure stands first.
    """
    sure = _moved(context, said, settings)
    since = [
        (step, clause, content_words(clause), points_by_time(clause, step.at))
        for step in said
        for clause in clauses(own_words(step.text))
        if not has_mark(clause)
    ]
    found: list[list[Change]] = []
    for item in nearest(context, settings.checked):
        for old in _sentences(item):
            if any(_tells_the_same(item, old, one) for one in (*sure, *(others[0] for others in found))):
                continue
            told, is_timed = content_words(old), names_time(old, item.when)
            later = [
                (step, new, len(words & told) or points * is_timed * POINTED)
                for step, new, words, points in since
                if _is_since(step, item)
            ]
            later.sort(key=lambda one: (one[2], one[0].at), reverse=True)
            if later and later[0][2]:
                found.append([Change(item, old, step, new) for step, new, shared in later if shared])
    # Each with what speaks of it most, before any with what speaks of it less.
    ranked = sorted((rank, place) for place, of in enumerate(found) for rank in range(len(of)))
    return sure + [found[place][rank] for rank, place in ranked[:MOST_DECIDED]]


def changes_among(
    possible: Sequence[Change], decisions: Decisions, model: LanguageModel, settings: ReflectSettings
) -> list[Change]:
    """Those that are changes, as the model decides where it is not sure. On the language thread. Raises
    LanguageError.
    """

    def is_over(one: Change) -> bool:
        decided = decisions.decide(model, SUPERSEDES, with_earlier(one.old, one.new), hurried=True)
        return decided.shares[REPLACES] >= settings.supersedes_from

    return [one for one in possible if one.is_sure or is_over(one)]


def changed(
    context: Context, changes: Sequence[Change], dated: Callable[[str, datetime], str]
) -> tuple[Context, frozenset[str]]:
    """`context` with what was said since in the place of what is over, and the sentences that are.

    What tells much besides stays, with what was said since before it, and without its time where another is said.
    `dated` gives a text that was said at a time with its days as they are called now.
    """
    closing = [change for change in changes if not tells_more(change.old, change.new)]
    untimed = [change for change in changes if change not in closing and _is_at_another_time(change)]
    newer = {f"step:{step.id}": _since(context, step) for step in (change.step for change in changes)}
    for ref in {f"step:{change.step.id}" for change in changes if _is_shown(change.item)}:
        item = newer[ref]
        newer[ref] = item.model_copy(update={"shown": dated(item.text, item.when)[:LONGEST_NOTE]})
    for change in closing:
        # What is over itself takes nobody's place.
        newer.pop(change.item.ref, None)
    older = [item for item in context.items if item.ref not in newer]
    over = frozenset(sentence for change in closing for item in older for sentence in _over(item, change))
    kept: dict[str, ContextItem] = {}
    for item in context.items:
        places = [f"step:{one.step.id}" for one in changes if one.item.ref == item.ref]
        for ref in (*places, item.ref):
            if ref in newer:
                kept.setdefault(ref, newer[ref])
        left = _left(_untimed(item, untimed), over)
        if item.ref not in newer and left is not None:
            kept[item.ref] = left
    gone = over.union(change.old for change in untimed)
    return context.model_copy(update={"items": tuple(kept.values())}), gone


def retold(changes: Sequence[Change], question: str, words: Mapping[str, str], language: str) -> str:
    """The nearest change that names what the question names, told as it was said; "" where none does.

    `words` stand around it, by languages.
    """
    named = content_words(question)
    change = next((one for one in changes if named & content_words(f"{one.old} {one.new}")), None)
    if change is None:
        return ""
    own = own_words(change.step.text)
    return words.get(language, words[ENGLISH]).format(said=own if len(own) <= LONGEST_NOTE else change.new)


def without(text: str, over: Collection[str]) -> str:
    """`text` without the sentences that are `over`; empty where nothing is left that tells anything."""
    left = text
    for sentence in over:
        left = left.replace(sentence, " ")
    if left == text:
        return text
    return left.strip() if stems(left) and not is_bare_question(left) else ""


def _moved(context: Context, said: Sequence[Step], settings: RecallSettings) -> list[Change]:
    """What was told of something to do before it was moved, with its time, and what moved it."""
    found: list[Change] = []
    for todo in (item for item in context.items if item.kind == TO_DO):
        by = max(
            (step for step in said if f"step:{step.id}" in todo.rests_on),
            key=lambda one: one.at,
            default=None,
        )
        if by is None:
            continue
        timed = [one for one in clauses(own_words(by.text)) if not has_mark(one) and names_time(one, by.at)]
        named = content_words(todo.text)
        for item in nearest(context, settings.checked):
            if item.kind == TO_DO or not _is_since(by, item) or not set(item.cites) & set(todo.rests_on):
                continue
            for old in _sentences(item):
                if timed and named & content_words(old) and names_time(old, item.when):
                    new = max(timed, key=lambda one: len(named & content_words(one)))
                    found.append(Change(item, old, by, new, is_sure=True))
    return found


def _sentences(item: ContextItem) -> list[str]:
    if item.kind != "step":
        return [item.text]
    return [clause for clause in clauses(item.text) if not has_mark(clause)]


def _is_since(step: Step, item: ContextItem) -> bool:
    """Whether it was said after what `item` tells, which was not made of it either."""
    return step.at > item.when and f"step:{step.id}" not in item.cites


def _over(item: ContextItem, change: Change) -> list[str]:
    """The sentences of `item` that the change closes."""
    if item.when >= change.step.at:
        return []
    return [sentence for sentence in _sentences(item) if _tells_the_same(item, sentence, change)]


def _tells_the_same(item: ContextItem, sentence: str, change: Change) -> bool:
    """Whether `sentence` of `item` is what the change is of, or one was made of the other."""
    if sentence == change.old:
        return True
    is_made_of_it = item.ref in change.item.rests_on or change.item.ref in item.rests_on
    return is_made_of_it and in_common(sentence, change.old) > OF_THE_SAME


def _since(context: Context, step: Step) -> ContextItem:
    """What was said since as an item: it names what it is about, and tells of the time that is asked about whichever
    it names ("mum comes on Sunday instead").
    """
    known = next((one for one in context.items if one.ref == f"step:{step.id}"), of_step(step, step.text))
    update = {"before": "", "asks": False, "of_time": None, "of_speaker": None, "shown": ""}
    return known.model_copy(update=update)


def _is_shown(item: ContextItem) -> bool:
    """Whether it stands before the question since it may answer that: what there is to do stands there always."""
    return item.in_prompt and (item.kind != TO_DO or item.strength is Verdict.STRONG)


def _is_at_another_time(change: Change) -> bool:
    """Whether the change is of the time of what it is of: that of the old sentence is over then."""
    said_at = (change.item.when, change.step.at)
    both = all(names_time(text, at) for text, at in zip((change.old, change.new), said_at, strict=True))
    return change.is_sure or both


def _untimed(item: ContextItem, changes: Sequence[Change]) -> ContextItem:
    """`item` without the time of what the changes are of: it surely is another."""
    parts = {"before": item.before, "text": item.text, "shown": item.shown}
    for change in changes:
        for old in _over(item, change):
            rest = timeless(old, item.when)
            parts = {name: text.replace(old, rest) for name, text in parts.items()}
    return item.model_copy(update=parts)


def _left(item: ContextItem, over: Collection[str]) -> ContextItem | None:
    """What of `item` still is so, with what it leans on."""
    before, text = without(item.before, over), without(item.text, over)
    if (before, text) == (item.before, item.text):
        return item
    left = item.model_copy(update={"before": before, "text": text})
    shown = left.telling[:LONGEST_NOTE] if item.shown else ""
    return left.model_copy(update={"shown": shown}) if text else None
