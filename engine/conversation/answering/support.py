"""Whether what the person told holds the answer to what they ask: the second of the three stops of an answer.

A small model left alone answers "your brother's name is Ana" when it was only told of a sister (`one-mind.md`). What
is near in meaning need not be an answer, and recall cannot tell; the model can, where it is asked just that.
"""

import math
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from statistics import fmean

from engine.conversation.answering.asked import About, Asked, told_beside
from engine.conversation.grounding import content_words
from engine.conversation.reconstruction import Context, ContextItem, Speaker, Verdict, asks_when
from engine.conversation.utterance import MARKS, attributed_sentences, is_bare_question
from engine.dates import DateSpan, find_times
from engine.decisions import QUESTION, Decisions, with_notes
from engine.embedding import Embedder, vectors_of
from engine.language import LanguageModel
from engine.search import stems
from engine.settings import Settings
from engine.telling_time import day_in_words, day_of_week
from engine.tongues import ENGLISH, language_of, languages_of, unshouted

IN_NOTES, TO_DO = "answer_in_notes", "handoff"
HAVE_TO = "I have to: "
"""Before what there is to do among notes: an order ("Water the tomatoes") is hardly taken for an answer by itself."""
LONGEST_NOTE = 200
"""Characters of a note that stands beside a question a second time."""
MOST_SENTENCES = 4
"""Of one thing that was said, that are held against a question."""
OPEN_FROM, OPEN_BELOW = 0.01, 0.95
"""Shares between which all notes together leave open whether they hold an answer."""
MOST_ALONE, SURE_ALONE, ALONE_WORTH = 3, 0.8, 2
"""How many notes are asked by themselves then, the share of one that spares the others, and how often it counts beside
that of all together: of 160 questions in other words than were told, or of what is near to it, 135 are then decided
rightly, 126 by all together alone (decision 29).
"""
MOST_READ, WORD_WORTH = 8, 0.1
"""How many notes an answer is written from; and what a word in common counts beside nearness in meaning, a cosine."""
ANSWER, LONGEST_ANSWER = "answer", 60
"""The rewriting by which what was told is told again to who asks for it, and the tokens of that."""
_NOTED_ON = re.compile(r"^\([^()]*\) ")
"""The day on which a note was told."""
_NUMBER = re.compile(r"\d+")
Dated = Callable[[str, datetime], str]
_TOLD_BY_THEM = frozenset({"step", "fact", TO_DO})


def nearest(context: Context, most: int) -> list[ContextItem]:
    """What of `context` a question is held against, nearest first: at most so much that the person told, and what they
    have to do.
    """
    told = [item for item in context.items if _tells(item)]
    return told[:most] + [item for item in told[most:] if item.kind == TO_DO]


def as_told(text: str, _at: datetime) -> str:
    """A text as it was told, whatever day it is now."""
    return text


def notes_for(
    context: Context, said_last: Sequence[str], most: int, dated: Dated = as_told
) -> tuple[str, ...]:
    """The notes that a question is held against, nearest first: of `most` things that the person told, of what they
    have to do, and of what they said just now.

    A sentence each, in a line whatever was pasted: no note may pose as the question. `dated` gives a text that was said
    at a time with its days as they are called now.
    """
    near = nearest(context, most)
    lines = [f"({_day(item, context)}) {dated(one, item.when)}" for item in near for one in _noted(item)]
    asked = {item.text for item in context.items if item.asks}
    held = {" ".join(item.text.split()) for item in near}
    for line in reversed(said_last):
        if line in asked or is_bare_question(line):
            lines += told_beside(line)
        elif " ".join(line.split()) not in held:
            lines += _told_in(line)
    return tuple(" ".join(line.split()) for line in lines)


def holds_answer(decisions: Decisions, model: LanguageModel, notes: Sequence[str], question: str) -> float:
    """How likely the notes, likeliest first, hold the answer to a question, 0–1. On the language thread. Raises
    LanguageError.

    Where all of them together leave it open, the likeliest are asked by themselves too: beside others a small model
    takes what only names the same for an answer ("Which street do I live in?" of "I live with my cousin"), and misses
    one in other words ("who's having an operation?" of "my granda is getting a new hip": 0.89, and of eight 0.06).
    """

    def held_by(some: Sequence[str]) -> float:
        text = with_notes(some, QUESTION, question)
        return decisions.decide(model, IN_NOTES, text, hurried=True).shares["Yes"]

    if not notes:
        return 0.0
    together = held_by(notes)
    if len(notes) == 1 or not OPEN_FROM <= together < OPEN_BELOW:
        return together
    alone = 0.0
    for note in notes[:MOST_ALONE]:
        alone = max(alone, held_by([note]))
        if alone >= SURE_ALONE:
            break
    return _both(together, *[alone] * ALONE_WORTH)


def likeliest(
    notes: Sequence[str], question: str, embedder: Embedder | None, most: int | None = None
) -> list[str]:
    """The notes that may answer a question, at most `most`: those first that have most of its words and, with an
    `embedder`, are nearest to it in meaning, else the nearest of what was recalled.
    """
    asked = set(stems(question))
    worth = [WORD_WORTH * len(asked & set(stems(note))) for note in notes]
    vectors = vectors_of(embedder, [question, *notes], "choosing what an answer is written from")
    if vectors is not None:
        worth = [words + float(near) for words, near in zip(worth, vectors[1:] @ vectors[0], strict=True)]
    best = sorted(range(len(notes)), key=worth.__getitem__, reverse=True)
    return [notes[place] for place in best[:most]]


def _both(*shares: float) -> float:
    """Shares as one: the mean of their log odds."""
    return 1 / (1 + math.exp(-fmean(math.log(max(one, 1e-6) / max(1 - one, 1e-6)) for one in shares)))


def with_day(answer: str, question: str, notes: Sequence[str], now: datetime) -> str:
    """`answer` to a question of when with the day that it leaves out ("You have to be there before 11."), where the
    note that it has most words of names one, and only one, that is to come.
    """
    said = content_words(answer)
    telling = max(notes, key=lambda note: len(said & content_words(note)), default="")
    days = {one.first for one in _days_in(telling, now) if one.first == one.last >= now.date()}
    if not asks_when(question) or len(days) != 1 or _days_in(answer, now):
        return answer
    day = day_of_week(min(days), language_of(answer) or ENGLISH)
    return f"{answer.rstrip('.')} ({day})."


def misses(answer: str, question: str, notes: Sequence[str], now: datetime) -> bool:
    """Whether an answer names a day that no note has ("on Friday", of the 19th), or no time at all though that is asked
    for and a note tells one.
    """
    told, known = set(stems(" ".join(notes))), {one.first for note in notes for one in _days_in(note, now)}
    noted_on = " ".join(found[0] for note in notes if (found := _NOTED_ON.match(note)))
    known |= {one.first for one in find_times(noted_on, now, (ENGLISH,)).days}
    named = find_times(answer, now, languages_of(answer))
    others = [one for one in named.days if one.first not in known]
    if not all(set(stems(answer[one.start : one.end])) <= told for one in others):
        return True
    return asks_when(question) and not named.places and bool(_timed(notes, now))


def nearest_note(answer: str, question: str, notes: Sequence[str], now: datetime) -> list[str]:
    """The note alone that an answer is written from anew: with most words of the question, of those that tell a time
    where that is asked for, then with most words of the answer. None where there is none.
    """
    asked, told = content_words(question), content_words(answer)
    among = _timed(notes, now) if asks_when(question) else notes

    def words_of(note: str) -> tuple[int, int]:
        words = content_words(note)
        return len(asked & words), len(told & words)

    return sorted(among, key=words_of, reverse=True)[:1]


def _timed(notes: Sequence[str], now: datetime) -> list[str]:
    return [one for one in notes if find_times(_NOTED_ON.sub("", one), now, languages_of(one)).places]


def _days_in(text: str, now: datetime) -> list[DateSpan]:
    return find_times(_NOTED_ON.sub("", text), now, languages_of(text)).days


def stands(decisions: Decisions, model: LanguageModel, notes: Sequence[str], answer: str) -> float:
    """How likely an answer says only what stands in those of the notes that it speaks of, 0–1.

    Fewer notes are read faster, and those that speak of something else make a small model doubt. On the language
    thread. Raises LanguageError.
    """
    said = set(stems(answer))
    spoken_of = [note for note in notes if said & set(stems(note))] or notes
    return decisions.grounded(model, spoken_of, answer, hurried=True)


def judged(context: Context, asked: Asked, share: float, settings: Settings) -> Context:
    """`context` with the verdict of the model; what does not answer a question of their life is not put before it.

    What answers stands beside the question, also where it was said a minute ago: a small model does not look back.
    """
    if share >= settings.recall.carried_from:
        reason = f"{context.reason} The model finds the answer in it ({share:.2f})."
        items = _beside(context, settings.prompt.support_items)
        update = {"verdict": Verdict.STRONG, "reason": reason, "items": items, "carries": share}
        return context.model_copy(update=update)
    if asked.about is not About.ME:
        # It may matter to who asks for a dinner, but does not answer them.
        weaker = Verdict.WEAK if context.verdict is Verdict.STRONG else context.verdict
        return context.model_copy(update={"verdict": weaker, "carries": share})
    items = tuple(item.model_copy(update={"shown": ""}) for item in context.items)
    reason = f"What was found does not hold the answer ({share:.2f})."
    update = {"verdict": Verdict.NONE, "reason": reason, "items": items, "carries": share}
    return context.model_copy(update=update)


def told_near(context: Context | None, most: int) -> list[str]:
    """What they told that is nearest to what is asked, and does not stand before the answer already."""
    items = () if context is None else context.items
    near = [item for item in items if _tells(item) and item.kind != TO_DO][:most]
    return [" ".join(item.text.split())[:LONGEST_NOTE] for item in near if not item.shown]


def unfounded(answer: str, known: str, shown: frozenset[str]) -> frozenset[str]:
    """What of an answer from notes does not stand in `known`: words of the prompt's examples (`shown`), and figures
    ("on the 30th").
    """
    made_up = content_words(answer) - content_words(known)
    figures = frozenset(_NUMBER.findall(answer)) - frozenset(_NUMBER.findall(known))
    return shown & made_up | figures


def _beside(context: Context, most: int) -> tuple[ContextItem, ...]:
    if any(item.kind != TO_DO and item.strength is Verdict.STRONG for item in context.shown):
        return context.items
    # What there is to do stands there whatever is asked, and need not be the answer.
    telling = {item.ref for item in [one for one in context.items if _tells(one)][:most]}
    return tuple(
        item.model_copy(update={"shown": item.telling[:LONGEST_NOTE]}) if item.ref in telling else item
        for item in context.items
    )


def _day(item: ContextItem, context: Context) -> str:
    now = context.temporal.now
    return day_in_words(item.when.astimezone(now.tzinfo).date(), now.date())


def _noted(item: ContextItem) -> list[str]:
    return [f"{HAVE_TO}{item.text}"] if item.kind == TO_DO else _told_in(item.before, item.text)


def _told_in(*texts: str) -> list[str]:
    """The sentences of `texts` that tell something, each by itself, as the probe has learned them.

    Beside one another, or beside another question, they make a small model doubt what it reads.
    """
    said = [unshouted(text) for text in texts if text]
    told = [
        one.rstrip(" .") for text in said for one in attributed_sentences(text) if not one.endswith(MARKS)
    ]
    return [one for one in told if one][:MOST_SENTENCES] or said[-1:]


def _tells(item: ContextItem) -> bool:
    told = item.kind in _TOLD_BY_THEM and item.speaker is Speaker.PERSON
    return told and item.of_time is not False and item.of_speaker is not False and not item.asks
