"""What was left to be done, as a brief tells it: with its day and hour, every day where it is so, and what it leans on.

A note may lean on what was said before it ("before she comes"): it takes the day of what it is near to in meaning, else
the person's own words stand beside it.
"""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from functools import partial

from engine.conversation import own_words
from engine.conversation.utterance import addressed
from engine.dates import find_hours, find_times, hours_named
from engine.decisions import EVERY, TENSE
from engine.intent import HandoffItem
from engine.mood import Seeming
from engine.night.material import (
    REJOICED,
    kind_said,
    meanings,
    plain_words,
    step_ref,
    told,
)
from engine.night.records import NewLine
from engine.night.telling import numbers, quoted
from engine.night.working import Work
from engine.search import sentences, stems
from engine.tongues import languages_of
from engine.trail import Step

TODAY, OPEN, AHEAD = "today", "open", "ahead"
MOST_GLAD = 8
"""Things told after it that are looked through for how something went."""
DAILY, SURELY_DAILY = 0.6, 0.9
"""Shares from which something with an hour is of every day, and something without one."""


def of_today(work: Work, items: Sequence[HandoffItem]) -> list[NewLine]:
    """What is due by today and not over, has an hour but no day, or is of every day: by the hour.

    Raises LanguageError.
    """
    lines = []
    for item in (one for one in _ordered(work, items) if not is_over(work, one)):
        words = work.engine(partial(_timed, work, item))
        hour = item.due_time is not None or bool(find_hours(words))
        near = item.due is None or item.due <= work.today
        guessed = near and item.every is None
        daily = guessed and _is_daily(work, item, words, DAILY if hour else SURELY_DAILY)
        if daily or (item.due is None and hour) or (item.due is not None and item.due <= work.today):
            told = words if daily else _dated(work, item, words)
            lines.append(_line(item, TODAY, told, due=work.today if daily else None))
    return lines


def is_over(work: Work, item: HandoffItem) -> bool:
    """Whether it was something to be at or to be done by then, and that day is gone: a task is only late, and what
    comes again is never over.
    """
    if item.every is not None:
        return False
    return item.due is not None and item.due < work.today and item.lead_minutes > 0


def asked_after(work: Work, items: Sequence[HandoffItem]) -> list[NewLine]:
    """What is over, as a question of how it went; where they told since of something that they rejoice at, with their
    words in its place: that may be the answer, and is never asked for. Raises LanguageError.
    """
    return [_asked_after(work, one, one.due) for one in _ordered(work, items) if one.due is not None]


def _asked_after(work: Work, item: HandoffItem, due: date) -> NewLine:
    named, day, glad = (
        work.engine(partial(_timed, work, item)),
        work.day_of(due),
        _glad_since(work, item, due),
    )
    if glad is None:
        return _line(item, OPEN, work.words.over.format(text=named, day=day))
    quote = quoted(plain_words(glad))
    text = work.words.over_gladly.format(text=named, day=day, quote=quote)
    return _line(item, OPEN, text, step_ref(glad), quote=quote)


def _glad_since(work: Work, item: HandoffItem, due: date) -> Step | None:
    """The first that they told after its hour of which the model takes the moment for a glad one; without a model, the
    first in which they seemed glad.
    """
    began = datetime.combine(due, item.due_time or time.min, work.clock.local().tzinfo)
    since = work.engine(partial(told, work, began, 1))[:MOST_GLAD]
    if work.model is not None:
        return next((step for step in since if kind_said(work, step) in REJOICED), None)
    mood = work.rooms.mood
    seen = [] if mood is None else work.engine(mood.seen)
    glad = {one.source for one in seen if one.seeming is Seeming.GLAD}
    return next((step for step in since if step_ref(step) in glad), None)


def dated(work: Work, items: Sequence[HandoffItem]) -> list[NewLine]:
    """What has a day to come. Read on the engine's thread."""
    return [
        _line(one, AHEAD, _dated(work, one, _timed(work, one)), due=one.due) for one in _ordered(work, items)
    ]


def undated(work: Work, items: Sequence[HandoffItem], said: Sequence[NewLine]) -> list[NewLine]:
    """What has no day, and what it leans on of what was `said` of days to come."""
    return [_leaning(work, one, said) for one in _ordered(work, items)]


def _ordered(work: Work, items: Sequence[HandoffItem]) -> list[HandoffItem]:
    return sorted(items, key=lambda one: (one.due or work.today, one.due_time or time.min, one.first_seen))


def _line(
    item: HandoffItem, section: str, text: str, *cites: str, due: date | None = None, quote: str = ""
) -> NewLine:
    refs = tuple(dict.fromkeys((item.ref, *item.cites, *cites)))
    return NewLine(section=section, text=text, cites=refs, weight=1.0, due=due or item.due, quote=quote)


def _is_daily(work: Work, item: HandoffItem, words: str, least: float) -> bool:
    """Whether the model takes it for something of every day, as it is noted or as a fact of the same words tells it,
    and it names no other; never without one.
    """
    if work.model is None or find_times(words, work.clock.local()).days:
        return False
    for text in (words, *work.engine(partial(_as_facts, work, item))):
        began = work.clock.monotonic()
        share = work.rooms.decisions.decide(work.model, TENSE, text).shares[EVERY]
        work.spend(work.model.count(text), work.clock.monotonic() - began)
        if share >= least:
            return True
    return False


def _as_facts(work: Work, item: HandoffItem) -> list[str]:
    """What is known from the same words and says the same: the note alone has lost the "I take" of a habit."""
    said, noted = {ref.removeprefix("step:") for ref in item.cites}, set(stems(item.text))
    facts = [one.text for one in work.rooms.person.facts() if not said.isdisjoint(one.source_step_ids)]
    return [text for text in facts if noted and 2 * len(noted & set(stems(text))) > len(noted)]


def _dated(work: Work, item: HandoffItem, words: str) -> str:
    """With the day that it is or was for, where that is not today."""
    if item.due is None or item.due == work.today:
        return words
    if item.due < work.today:
        return work.words.overdue.format(text=words, day=work.day_of(item.due))
    return work.words.dated.format(text=words, day=work.weekday_of(item.due))


def _leaning(work: Work, item: HandoffItem, said: Sequence[NewLine]) -> NewLine:
    """It with the day of what was said before it in the same talk and is near to it, else with its own words."""
    words, source, before = work.engine(
        lambda: (_carried(work, item), _source(work, item.cites), _before(work, item, said))
    )
    if source is None or not before:
        return _line(item, OPEN, words)
    vectors = meanings(work, [quoted(item.text), *(text for text, _, _ in before)])
    if vectors is not None:
        near = vectors[1:] @ vectors[0]
        _, day, cites = before[int(near.argmax())]
        if near.max() >= work.settings.joined_from:
            named = work.engine(partial(_timed, work, item))
            text = work.words.dated.format(text=named, day=work.weekday_of(day))
            return _line(item, OPEN, text, *cites, due=day)
    quote = quoted(plain_words(source))
    if not set(stems(quote)) - set(stems(words)):
        return _line(item, OPEN, words)
    return _line(item, OPEN, f"{words}: {work.words.in_quotes(quote)}", quote=quote)


Dated = tuple[str, date, tuple[str, ...]]
"""Words of something that has a day, the day, and what it stands on."""


def _before(work: Work, item: HandoffItem, said: Sequence[NewLine]) -> list[Dated]:
    """What has a day and was told before it in the same talk, noted or only said; a sentence each."""
    own = _source(work, item.cites)
    if own is None:
        return []
    told: list[Dated] = [(one.quote, one.due, one.cites) for one in said if one.due is not None]
    told += [(one.text, one.due, one.cites) for one in work.rooms.intent.items.open() if one.due is not None]
    sources = [(one, _source(work, one[2])) for one in told]
    return [
        (part, day, cites)
        for (text, day, cites), step in sources
        if step is not None and step.episode_id == own.episode_id and (step.at, step.id) < (own.at, own.id)
        for part in sentences(text)
    ]


def _source(work: Work, cites: Sequence[str]) -> Step | None:
    """The first Step that is cited."""
    refs = [ref for ref in cites if ref.startswith("step:")]
    return work.rooms.trail.step(refs[0].removeprefix("step:")) if refs else None


def _carried(work: Work, item: HandoffItem) -> str:
    """What it is, and since when it is open where that is not since yesterday."""
    named = _timed(work, item)
    first = item.first_seen.astimezone(work.clock.local().tzinfo).date()
    is_old = work.today - first > timedelta(days=1)
    return work.words.carried.format(text=named, day=work.day_of(first)) if is_old else named


def _timed(work: Work, item: HandoffItem) -> str:
    """Its words, with the hour that it is for, or that the person named, where the note left it out."""
    text = quoted(addressed(item.text)).rstrip(".")
    hour = "" if item.due_time is None or find_hours(text) else f"{item.due_time:%H:%M}"
    if item.due_time is None and not numbers(text):
        hour = next((found for ref in item.cites if (found := _hour_named(work, ref))), "")
    timed = work.words.timed.format(text=text, time=hour) if hour else text
    return work.words.item[item.what.value].format(text=timed)


def _hour_named(work: Work, ref: str) -> str:
    """The only hour that the person names in a Step."""
    if not ref.startswith("step:"):
        return ""
    step = work.rooms.trail.step(ref.removeprefix("step:"))
    said = own_words(step.text)
    named = hours_named(said, step.said_at, languages_of(said))
    return named[0] if len(named) == 1 else ""
