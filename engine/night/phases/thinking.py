"""A brain run ([E] §9.4): its fourteen phases in their order, and those that tell what there is.

Each takes its material by recall and statistics and states it in words that are true without a model: quotes, counts,
dates. A model only puts what it can ground into a sentence of its own, and decides. What is built is in `building`,
what is left to be done, asked and summed up in `concluding`.
"""

from collections.abc import Sequence
from datetime import timedelta

from engine.intent import HandoffItem
from engine.night.material import (
    BEARS_FROM,
    likeness,
    meanings,
    most_telling,
    open_items,
    plain_words,
    private_refs,
    step_ref,
    told_lately,
    usual_words,
)
from engine.night.phases import building, concluding
from engine.night.phases.changing import changes, scales
from engine.night.phases.sources import Source, Thing, things
from engine.night.phases.themes import days_of, themes, told_of
from engine.night.records import NewLine, Reason
from engine.night.telling import STATE, finding, quoted, specificity
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence
from engine.trail import Step

SUMMED = 3
QUIET_DAYS = 14


def summarise(work: Work) -> Draft:
    """What was told in each of the last times together that no run summed up yet, a sentence each."""
    lately = work.engine(lambda: told_lately(work))
    fresh = _unseen(work, "summed", lately)
    episodes = list(dict.fromkeys(step.episode_id for step in fresh))[-SUMMED:]
    lines, left_out, known = [], 0, usual_words(lately)
    for episode in episodes:
        if work.stopped():
            break
        said = [step for step in fresh if step.episode_id == episode]
        chosen = most_telling(said, work.settings.notes_most, known)
        notes = [plain_words(step) for step in chosen]
        cites = [step_ref(step) for step in chosen]
        written = sentence(work, "summarise", notes, cites)
        if written is not None and written in notes:  # then it is a quote, and told as one
            work.leave_out(written, Reason.QUOTE, cites)
            written = None
        left_out += written is None and work.model is not None
        lines.append(_summary(work, chosen, written))
    figures = {"scales": work.engine(lambda: scales(work))}
    seen = [f"summed:{step.id}" for step in fresh]
    return Draft(lines, seen=seen, left_out=left_out, figures=figures)


def find_patterns(work: Work) -> Draft:
    """Themes that came up on several days: how often and when, with the latest words of it; first what changed."""
    lately = work.engine(lambda: told_lately(work))
    lines = changes(work)
    told_of_change = {ref for line in lines for ref in line.cites}
    for theme in themes(work, lately):
        if not told_of_change.isdisjoint(step_ref(step) for step in theme):
            continue
        latest = theme[-1]
        more = len(days_of(theme)) - work.settings.theme_days
        weight = specificity(plain_words(latest)) + 0.1 * more
        cites, quote = [step_ref(step) for step in theme], quoted(plain_words(latest))
        lines.append(finding(told_of(work, theme), cites, weight, quote=quote))
    return Draft(lines)


def connect(work: Work) -> Draft:
    """Something open that something else may bear on: told on another day, corrected, or said by a feed.

    What feeds say must be nearer: it was not said to this person.
    """
    lately = work.engine(lambda: told_lately(work))
    items = work.engine(lambda: open_items(work))
    corrected = work.engine(lambda: things(work, (Source.CORRECTION,)))
    outside = work.engine(lambda: things(work, (Source.BRIEFING,)))
    lines = []
    for item in items:
        own = set(item.cites)
        told = [
            Thing(Source.SAID, plain_words(step), (step_ref(step),))
            for step in lately
            if step_ref(step) not in own and step.said_at.date() != item.first_seen.astimezone().date()
        ]
        known = [*told, *(one for one in corrected if own.isdisjoint(one.refs))]
        near = _bearing(work, item, known, work.settings.joined_from) or _bearing(
            work, item, outside, BEARS_FROM
        )
        if near is not None:
            text = work.words.joined.format(a=quoted(near.text), b=quoted(item.text).rstrip("."))
            lines.append(finding(text, [item.ref, *item.cites, *near.refs], specificity(near.text)))
    return Draft(lines)


def _bearing(work: Work, item: HandoffItem, known: Sequence[Thing], least: float) -> Thing | None:
    """The nearest in meaning, where it is near enough; None without a sentence model."""
    vectors = meanings(work, [item.text, *(one.text for one in known)]) if known else None
    if vectors is None:
        return None
    near = vectors[1:] @ vectors[0]
    return known[int(near.argmax())] if near.max() >= least else None


def find_gaps(work: Work) -> Draft:
    """What they asked of their own life and nothing told held: the companion's open questions."""

    def read() -> list[NewLine]:
        missing = [one for one in work.rooms.person.questions() if one.is_of_missing and one.is_waiting]
        return [
            finding(
                work.words.unknown.format(quote=quoted(asked)),
                [f"step:{one.step_ids[0]}"],
                specificity(asked),
            )
            for one in missing
            if one.step_ids and (asked := work.rooms.trail.step(one.step_ids[0]).text)
        ]

    return Draft(work.engine(read))


def find_contradictions(work: Work) -> Draft:
    """Memories that cannot both be so, and wait for the person's word."""

    def read() -> list[NewLine]:
        memory, private = work.rooms.memory, private_refs(work.rooms)
        pairs = [(memory.node(one.a), memory.node(one.b)) for one in memory.contradictions()]
        return [
            finding(
                work.words.contradiction.format(a=quoted(a.text, 80), b=quoted(b.text, 80)),
                (a.ref, b.ref, *a.sources, *b.sources),
                0.9,
            )
            for a, b in pairs
            if not private.intersection((a.ref, b.ref))
        ]

    return Draft(work.engine(read))


def find_risks(work: Work) -> Draft:
    """Deadlines within days of goals that nothing was noted of for long."""

    def read() -> list[NewLine]:
        last = work.today + timedelta(days=work.settings.ahead_days)
        near = [one for one in work.rooms.intent.goals.open() if one.deadline and one.deadline <= last]
        return [
            finding(
                _left(work, one.title, (one.deadline - work.today).days),
                (one.ref, *one.cites),
                0.85,
            )
            for one in near
            if one.deadline is not None
            and one.deadline > work.today
            and work.now - one.updated_at > timedelta(days=QUIET_DAYS)
        ]

    return Draft(work.engine(read))


def find_chances(work: Work) -> Draft:
    """Two open things of which one comes within days, and that belong together: to be done in one go."""

    def read() -> list[HandoffItem]:
        return open_items(work)

    items = work.engine(read)
    vectors = meanings(work, [one.text for one in items])
    if vectors is None or len(items) < 2:
        return Draft()
    near, last = likeness(vectors), work.today + timedelta(days=work.settings.ahead_days)
    lines = []
    for row, dated in enumerate(items):
        if dated.due is None or not work.today <= dated.due <= last:
            continue
        column = int(near[row].argmax())
        other = items[column]
        if near[row, column] >= work.settings.joined_from and other.due != dated.due:
            timed = work.words.dated.format(text=quoted(dated.text), day=work.weekday_of(dated.due))
            text = work.words.joined.format(a=timed, b=quoted(other.text))
            cites = (dated.ref, other.ref, *dated.cites, *other.cites)
            lines.append(finding(text, cites, 0.7))
    return Draft(lines)


PHASES: tuple[tuple[str, Phase], ...] = (
    ("summarise", summarise),
    ("patterns", find_patterns),
    *building.PHASES,
    ("connections", connect),
    ("gaps", find_gaps),
    ("contradictions", find_contradictions),
    ("risks", find_risks),
    ("opportunities", find_chances),
    *concluding.PHASES,
)


def _summary(work: Work, chosen: Sequence[Step], written: str | None) -> NewLine:
    """The written sentence where it has ground, else the words that tell most."""
    best = max(chosen, key=lambda step: specificity(plain_words(step)))
    day = work.day_of(chosen[-1].said_at.date())
    text = work.words.said.format(day=day, quote=quoted(plain_words(best))) if written is None else written
    cites = tuple(step_ref(step) for step in (chosen if written is not None else [best]))
    weight = 0.8 * specificity(text) if written is not None else 0.0  # the brief quotes them already
    return NewLine(section=STATE, text=text, cites=cites, weight=round(weight, 3), wrote=written is not None)


def _unseen(work: Work, what: str, steps: Sequence[Step]) -> list[Step]:
    """Those that no run has looked at for that."""
    seen = work.engine(lambda: work.store.seen([f"{what}:{step.id}" for step in steps]))
    return [step for step in steps if f"{what}:{step.id}" not in seen]


def _left(work: Work, goal: str, days: int) -> str:
    wording = work.words.risk_last if days == 1 else work.words.risk
    return wording.format(text=quoted(goal).rstrip("."), count=days)
