"""What the person told in the last while, and what they keep to themselves. Read on the engine's thread."""

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from functools import partial

import numpy as np

from engine.conversation.answering.asked import ABOUT
from engine.conversation.answering.reactions import kind_of
from engine.conversation.utterance import is_bare_question, own_words
from engine.dates import DateSpan, find_dates
from engine.embedding import Vectors, vectors_of
from engine.forgetting import kept_private
from engine.intent import HandoffItem
from engine.memory import Node
from engine.night.telling import Usual, quoted, specificity, usual
from engine.night.working import Rooms, Work
from engine.person import Action
from engine.search import sentences
from engine.telling_time import day_in_words
from engine.tongues import ENGLISH, languages_of
from engine.trail import Step, StepKind

PURPOSE = "looking for themes"
LEAST_WORDS = 4
JUDGED_LETTERS = 400
"""Letters of something said by which a model takes it for a kind of moment: its most telling words."""
BEARS_FROM = 0.6
"""Cosine from which something said bears on a belief."""
REJOICED = frozenset({"success", "anticipates"})
"""Kinds of moments that somebody is full of: they are told although no fact came of them."""
_BRACKETED = re.compile(r"\[([^\]\s][^\]]*)\]")
_TAKE_BACK = frozenset({Action.FORGET.value, Action.DISPUTE.value})


def told(work: Work, since: datetime, least_words: int = LEAST_WORDS) -> list[Step]:
    """What the person said from `since` on that tells something, in so many words at the least; oldest first."""
    steps = work.rooms.trail.recent_steps(work.settings.told_most, kinds=(StepKind.UTTERANCE,))
    return telling(work, [step for step in steps if step.at >= since], least_words)


def told_about(work: Work, text: str, most: int) -> list[Step]:
    """What the person ever told, elsewhere too, that recall finds for `text`, the best first."""
    found = [hit.step for hit in work.rooms.trail.search(text, most)]
    return telling(work, [step for step in found if step.kind is StepKind.UTTERANCE])


def told_lately(work: Work) -> list[Step]:
    """Within the days that a run looks at ([E] §9.2)."""
    return told(work, work.now - timedelta(days=work.settings.episode_days))


def private_refs(rooms: Rooms) -> frozenset[str]:
    """The refs of what is private, and of what it was said in: the night looks at none of it."""
    return kept_private(rooms.person, rooms.memory)


def chosen(work: Work, nodes: Sequence[Node]) -> list[Node]:
    """Those of `nodes` that were chosen to be slept on ([C] §8); all where none was."""
    wanted = {ref.removeprefix("node:") for ref in work.job.sleep.memories}
    return [node for node in nodes if not wanted or node.id in wanted]


def step_ref(step: Step) -> str:
    """How a Step is cited."""
    return f"step:{step.id}"


def within(rooms: Rooms, refs: Sequence[str]) -> dict[str, str]:
    """The Episode's ref of each Step among `refs`."""
    found = (rooms.trail.step(ref.removeprefix("step:")) for ref in refs if ref.startswith("step:"))
    return {step_ref(step): f"episode:{step.episode_id}" for step in found}


def lived_day(work: Work, step: Step) -> date:
    """The day of which it was said, as people live it: it ends with the hour of the brief, not at midnight."""
    return (step.said_at - timedelta(hours=work.settings.brief_from)).date()


def said_when(work: Work, step: Step) -> str:
    """What the day is called today on which it was said: `last night` after midnight, `yesterday`, `18 September`."""
    day = step.said_at.date()
    return work.words.last_night if lived_day(work, step) < day == work.today else work.day_of(day)


def plain_words(step: Step) -> str:
    """What the person states in a Step, in their own words: not what was pasted or leads to that, nor what they ask."""
    said = [one for one in sentences(own_words(step.text)) if not one.rstrip().endswith(":")]
    stated = [one for one in said if not is_bare_question(one)]
    return " ".join(" ".join(stated).split())


def day_meant(work: Work, step: Step, first: date, last: date) -> date | None:
    """The first day that a Step speaks of as one to come, from `first` to `last`; None for none.

    A sentence that speaks of a day gone by ("we had dinner on Friday") is not about the next such day. Finding dates
    takes milliseconds each: many are looked through beside the engine's thread, and once for all phases of a run.
    """
    known = (step.id, first, last)
    if known not in work.days:
        work.days[known] = _day_meant(work, step, first, last)
    return work.days[known]


def _day_meant(work: Work, step: Step, first: date, last: date) -> date | None:
    text, said_at = plain_words(step), step.said_at
    spans = [one for one in find_dates(text, said_at, languages_of(text)) if not one.of_clock]
    near = [one for one in spans if first <= one.last and one.first <= last and _is_short(one)]
    if not near:
        return None
    named = work.engine(partial(work.rooms.trail.dated, text, step.at, for_today=False))
    is_past = named != text and day_in_words(near[0].first, None) not in named
    return None if is_past else max(near[0].first, first)


def kind_said(work: Work, step: Step) -> str:
    """Which kind of moment the model takes a Step for (`reactions`); empty without one. Raises LanguageError."""
    if work.model is None:
        return ""
    text, began = quoted(plain_words(step), JUDGED_LETTERS), work.clock.monotonic()
    kind = kind_of(work.rooms.decisions, work.model, text)
    work.spend(work.model.count(text), work.clock.monotonic() - began)
    return kind


def noted_refs(rooms: Rooms) -> frozenset[str]:
    """The refs of what was noted as something to be done, done by now or not."""
    return frozenset(ref for item in rooms.intent.items.all() for ref in item.cites)


def open_items(work: Work) -> list[HandoffItem]:
    """What is open of what was left for later; nothing private."""
    private = private_refs(work.rooms)
    return [one for one in work.rooms.intent.items.open() if not private.intersection(one.cites)]


def nearest(work: Work, text: str, steps: Sequence[Step], least: float = BEARS_FROM) -> Step | None:
    """The Step nearest in meaning to `text`, where it is near enough; None without a sentence model."""
    vectors = meanings(work, [text, *(plain_words(step) for step in steps)]) if steps else None
    if vectors is None:
        return None
    near = vectors[1:] @ vectors[0]
    best = int(near.argmax())
    return steps[best] if near[best] >= least else None


def dated_words(work: Work, step: Step) -> str:
    """What is quoted of a Step: `plain_words`, with the days that it names called as they are today, in brackets.

    Only in English, as they are called so, and where that reads well: not "tonight" as "[yesterday, night]", nor
    "March [March 2026]", nor the day on which it was said, which stands before it.
    """
    said = plain_words(step)
    if work.job.language != ENGLISH:
        return said
    dated = work.rooms.trail.dated(said, step.at)
    named = _BRACKETED.findall(dated)
    own_day = day_in_words(step.said_at.date(), work.today)
    reads_well = all(
        "," not in one and one.split()[0] not in said.split() and one != own_day for one in named
    )
    return dated if reads_well else said


def most_telling(steps: Sequence[Step], most: int, known: Usual | None = None) -> list[Step]:
    """The `most` that tell most, beside what is usual in `known`, in the order in which they were said."""
    ranked = sorted(steps, key=lambda step: specificity(plain_words(step), known), reverse=True)[:most]
    return sorted(ranked, key=lambda step: (step.at, step.id))


def usual_words(steps: Sequence[Step]) -> Usual:
    """What is usual in what they said."""
    return usual(plain_words(step) for step in steps)


def meanings(work: Work, texts: Sequence[str]) -> Vectors | None:
    """An array (texts, dimension) of rows of length 1, each embedded once; None without a sentence model."""
    missing = list(dict.fromkeys(text for text in texts if text not in work.meanings))
    made = vectors_of(work.rooms.embedder, missing, PURPOSE)
    if made is None and (missing or not texts):
        return None
    work.meanings.update(zip(missing, made if made is not None else (), strict=True))
    return np.stack([work.meanings[text] for text in texts])


def likeness(vectors: Vectors) -> Vectors:
    """An array (texts, texts) of cosines, with nothing on the diagonal."""
    near = np.asarray(vectors @ vectors.T)
    np.fill_diagonal(near, -1.0)
    return near


def telling(work: Work, steps: Sequence[Step], least_words: int = LEAST_WORDS) -> list[Step]:
    """Those that tell something: nothing private, and not what only asked, of which no fact was kept.

    Nor what asked for something to be forgotten or doubted: that would say it again.
    """
    rooms, most = work.rooms, work.settings.told_most
    private = private_refs(rooms)
    updates = rooms.trail.recent_steps(most, kinds=(StepKind.UPDATE,))
    # An answer that rested on what is known better since is hidden; what it answered is a question all the same.
    answers = rooms.trail.recent_steps(most, kinds=(StepKind.ANSWER,), withdrawn=True)
    taken_back = {step.loop_id for step in updates if step.details.get("action") in _TAKE_BACK}
    asked = {step.loop_id for step in answers if ABOUT in step.details}
    kept = {step for fact in rooms.person.facts() for step in fact.source_step_ids}
    return [
        step
        for step in steps
        if step.loop_id not in taken_back
        and step_ref(step) not in private
        and (step.loop_id not in asked or step.id in kept)
        and len(plain_words(step).split()) >= least_words
    ]


def _is_short(span: DateSpan) -> bool:
    """A day or a weekend; of a longer time nothing is for a certain day."""
    return span.last - span.first <= timedelta(days=1)
