"""Which of what was found is put before the model, and how far it carries an answer."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.conversation.reconstruction.records import Context, ContextItem, Speaker, Verdict
from engine.conversation.utterance import attributed_sentences, speaker_label
from engine.memory import conflicts
from engine.search import stems
from engine.settings import PromptSettings

WORD = re.compile(r"\w+")
CUT = " …"
"""What an excerpt ends with."""

Count = Callable[[str], int]
Dated = Callable[[str, datetime], str]
LINE_TOKENS, QUOTE_TOKENS = 16, 38
"""Tokens around the text: date and speaker; or the marks of a quotation and its source."""

LEAST_TOKENS = 10
"""Under that there is no room for a line."""


def best_first(items: Iterable[ContextItem]) -> list[ContextItem]:
    """By weight; the same words only once."""
    kept: list[ContextItem] = []
    seen: set[str] = set()
    for item in sorted(items, key=lambda item: -item.score):
        key = " ".join(WORD.findall(item.text.casefold()))
        if key not in seen:
            seen.add(key)
            kept.append(item)
    return kept


def of_speaker(items: Sequence[ContextItem], question: str) -> list[ContextItem]:
    """`items`, which know whether the one person said them whom `question` names, where several talk in them.

    In a talk that was brought along ("Ana: I'm in Oslo.") everybody tells of themselves: what Ben said does not answer
    what Ana did.
    """
    said_by = {item.ref: speaker_label(item.text).casefold() for item in items}
    asked = f" {' '.join(WORD.findall(question.casefold()))} "
    named = {one for one in said_by.values() if one and f" {' '.join(WORD.findall(one))} " in asked}
    if len(named) != 1:
        return list(items)
    return [
        item.model_copy(update={"of_speaker": said_by[item.ref] in named}) if said_by[item.ref] else item
        for item in items
    ]


def telling(items: Sequence[ContextItem]) -> list[ContextItem]:
    """Items that tell something of the time that is asked about, and by whom it is asked about.

    What the companion said itself counts only where nobody else told anything.
    """
    told = [item for item in items if not item.asks and False not in (item.of_time, item.of_speaker)]
    first = [item for item in told if item.kind != "step" or item.speaker is Speaker.PERSON]
    return first or told


def verdict_of(items: Sequence[ContextItem]) -> Verdict:
    """That of the strongest item that tells something; none where nothing does."""
    strengths = {item.strength for item in telling(items)}
    return next((one for one in (Verdict.STRONG, Verdict.WEAK) if one in strengths), Verdict.NONE)


@dataclass(frozen=True)
class Choosing:
    """Fills the support lines of one turn.

    `count` gives the tokens of a text, `dated` a text that was said at a time with its days as they are called now.
    `asks`: an answer is wanted, which may rest on more than a remark.
    """

    query: str
    count: Count
    prompt: PromptSettings
    dated: Dated
    asks: bool = False

    @property
    def tokens(self) -> int:
        """What all lines together may take."""
        return int(self.prompt.support_tokens * (self.prompt.asked_share if self.asks else 1))

    @property
    def most(self) -> int:
        """How many lines there may be."""
        return self.prompt.asked_items if self.asks else self.prompt.support_items

    def choose(self, items: Sequence[ContextItem]) -> list[ContextItem]:
        """`items` with `shown` filled in for those that fit: best first, nothing twice.

        Nothing of the running talk is said again. A fact is, though it stands in the stable part: a small
        model keeps to the note before the message, and answers by what lies near where the fact is not in it.
        """
        left = self.tokens
        chosen: list[ContextItem] = []
        shown: dict[str, str] = {}
        told = [item for item in telling(items) if item.strength is not Verdict.NONE]
        for item in told:
            if len(chosen) == self.most:
                break
            said = item.held and item.kind != "fact"
            if said or any(self._same(item, other) for other in chosen):
                continue
            room = left - (QUOTE_TOKENS if item.speaker is Speaker.OUTSIDE else LINE_TOKENS)
            alone = any(other.ref in item.rests_on for other in chosen)
            text = self._fitting(item, room, alone=alone)
            if text:
                left = room - self.count(text)
                chosen.append(item)
                shown[item.ref] = text
        return [item.model_copy(update={"shown": shown.get(item.ref, "")}) for item in items]

    def _fitting(self, item: ContextItem, room: int, *, alone: bool) -> str:
        """What of an item goes into so many tokens: with what it leans on, where that fits and is not shown yet."""
        telling = self._told(item, item.telling)
        if not alone and self.count(telling) <= room:
            return telling
        return (
            excerpt(self._told(item, item.text), self.query, room, self.count) if room > LEAST_TOKENS else ""
        )

    def _told(self, item: ContextItem, text: str) -> str:
        """What somebody said; what was written is quoted as it stands."""
        return text if item.speaker is Speaker.OUTSIDE else self.dated(text, item.when)

    @staticmethod
    def _same(item: ContextItem, other: ContextItem) -> bool:
        """Whether `item` would say again what `other` says."""
        if item.ref in other.rests_on or (other.ref in item.rests_on and not item.before):
            return True
        return set(stems(item.text)) <= set(stems(other.telling)) and not conflicts(item.text, other.text)


def covers(read: Context, wanted: Context) -> bool:
    """Whether what was read for the beginning of an utterance serves for the whole of it.

    It does where the verdict is the same and all that is wanted stands in it: what stands beside was recalled for the
    same sentence, within the same budget. The order is the one that was read; to turn it round costs the first word
    more than it tells the model.
    """
    ours, theirs = read.shown, wanted.shown
    if read.verdict is not wanted.verdict or not ours or not theirs:
        return False
    return {item.ref for item in theirs} <= {item.ref for item in ours}


def as_read(read: Context, wanted: Context) -> Context:
    """`wanted` with the block of `read`, which covers it: what was put before the model is what it has read."""
    shown = {item.ref: item for item in read.shown}
    items = [
        item.model_copy(update={"shown": shown[item.ref].shown if item.ref in shown else ""})
        for item in wanted.items
    ]
    known = {item.ref for item in items}
    items += [item for ref, item in shown.items() if ref not in known]
    order = {item.ref: place for place, item in enumerate(read.shown)}
    ranked = sorted(items, key=lambda item: order.get(item.ref, len(order)))
    return wanted.model_copy(update={"items": tuple(ranked)})


def excerpt(text: str, query: str, budget: int, count: Count) -> str:
    """`text` cut to `budget` tokens by whole sentences, those sharing most words with `query` first.

    Sentences keep their order, and who said them; a single sentence over the budget is cut at a word.
    """
    if count(text) <= budget:
        return text
    wanted = set(WORD.findall(query.casefold()))
    parts = attributed_sentences(text)
    by_overlap = sorted(
        range(len(parts)), key=lambda i: (-len(wanted & set(WORD.findall(parts[i].casefold()))), i)
    )
    chosen: list[int] = []
    for index in by_overlap:
        trial = " ".join(parts[i] for i in sorted([*chosen, index]))
        if count(trial) <= budget:
            chosen.append(index)
    if chosen:
        return " ".join(parts[i] for i in sorted(chosen))
    return _cut_words(parts[by_overlap[0]], budget, count)


def _cut_words(sentence: str, budget: int, count: Count) -> str:
    words = sentence.split()
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if count(" ".join(words[:middle]) + CUT) <= budget:
            low = middle
        else:
            high = middle - 1
    return " ".join(words[:low]) + CUT if low else ""
