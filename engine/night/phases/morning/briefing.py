"""The morning brief: what is due, what was promised, what comes, what was last talked of, what came up ([E] §9.7).

It needs no model, and asserts nothing of its own: each line is an intention, a date or somebody's words, and cites it.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, time, timedelta
from typing import TypeVar

from engine.conversation.utterance import addressed
from engine.intent import Goal, HandoffItem, ItemKind
from engine.mood import Seeming
from engine.night.material import (
    REJOICED,
    dated_words,
    day_meant,
    kind_said,
    lived_day,
    most_telling,
    noted_refs,
    open_items,
    plain_words,
    said_when,
    step_ref,
    told_lately,
    usual_words,
)
from engine.night.phases.morning.fitting import (
    ASKED,
    DRIFT,
    LEARNT,
    NIGHT,
    TOLD,
    is_late,
    length,
    room_below,
    within,
)
from engine.night.phases.morning.noted import (
    AHEAD,
    OPEN,
    TODAY,
    asked_after,
    dated,
    is_over,
    of_today,
    undated,
)
from engine.night.phases.weighed import updates
from engine.night.records import Job, JobKind, JobState, Line, NewLine
from engine.night.telling import FINDING, quoted, specificity
from engine.night.wording import raised
from engine.night.working import Draft, Phase, Work
from engine.trail import Step

TAKEN_UP = frozenset({"success", "anticipates", "enjoys", "plans"})
"""Kinds of moments that somebody likes to hear of again; who they are they know."""
MOST_JUDGED = 8
TOLD_RUNS = 50
"""Runs of a kind, the latest, that a brief may tell of."""
ABOUT_OPEN = frozenset({"decisions", "risks"})
"""Phases of a brain run whose findings are about an open thing that they cite first."""
LineT = TypeVar("LineT", bound=NewLine)


def due_today(work: Work) -> Draft:
    """What is for today or every day, then what they said of this day; behind it what is late, the latest first."""
    items = of_today(work, work.engine(lambda: open_items(work)))
    said = [line for line in mentioned(work) if line.due == work.today]

    def read() -> list[NewLine]:
        due = [*items, *_goals(work, lambda day: day <= work.today), *said]
        late = [line for line in due if is_late(line, work.today)]
        return [
            *(line for line in due if not is_late(line, work.today)),
            *sorted(late, key=lambda line: line.due or work.today, reverse=True),
        ]

    return Draft(work.engine(read))


def still_open(work: Work) -> Draft:
    """Reminders, promises of the companion's, and what was carried too often, without a day.

    Before them how that went whose hour is over: once, as they may not care to say; where they rejoiced since, that.
    """
    asked = {ItemKind.REMINDER, ItemKind.PROMISE}

    def read() -> tuple[list[HandoffItem], list[HandoffItem]]:
        told = {ref for line in work.store.lines(work.job.id) for ref in line.cites}
        items = open_items(work)
        left = [
            one
            for one in items
            if one.due is None
            and one.ref not in told
            and (one.what in asked or work.rooms.intent.is_overdue(one))
        ]
        over = [one for one in items if is_over(work, one)]
        known = _told_before(work, [_told(one.ref) for one in over])
        return [one for one in over if _told(one.ref) not in known], left

    over, left = work.engine(read)
    lines = [*asked_after(work, over), *undated(work, left, mentioned(work))]
    return Draft(lines, seen=[_told(one.ref) for one in over])


def coming_up(work: Work) -> Draft:
    """What has a day within the next ones."""
    last = work.today + timedelta(days=work.settings.brief_ahead_days)

    def ahead(day: date | None) -> bool:
        return day is not None and work.today < day <= last

    said = [line for line in mentioned(work) if ahead(line.due)]

    def read() -> list[NewLine]:
        items = dated(work, [one for one in open_items(work) if ahead(one.due)])
        found = [*items, *_goals(work, ahead, AHEAD), *_predictions(work, last), *said]
        return sorted(found, key=lambda one: one.due or last)

    return Draft(work.engine(read))


def thought_about(work: Work) -> Draft:
    """What came of each problem that they handed over and no brief told of yet; that nothing did, too."""

    def read() -> list[tuple[str, list[NewLine]]]:
        gone = work.store.dismissed()
        done = [job for job in work.store.jobs((JobState.DONE,), (JobKind.PROBLEM,)) if job.ref not in gone]
        known = _told_before(work, [_told(job.ref) for job in done])
        return [(job.ref, _thoughts(work, job)) for job in reversed(done) if _told(job.ref) not in known]

    left, fresh = work.engine(lambda: (_room(work), read()))
    told: dict[str, list[NewLine]] = {}
    for ref, lines in fresh[: work.settings.brief_lines]:
        told[ref] = within(lines, left)
        left -= sum(map(length, told[ref]))
        if len(told[ref]) < len(lines):
            break
    seen = [_told(ref) for ref, lines in told.items() if lines]
    return Draft([line for lines in told.values() for line in lines], seen=seen)


def _room(work: Work) -> int:
    """Words that the section has which is written now."""
    return room_below(work.store.lines(work.job.id), work.today, work.settings)


def _told_before(work: Work, names: Sequence[str]) -> set[str]:
    """Those that the brief of an earlier day told; one that is written anew tells them again."""
    today = [job.id for job in work.store.jobs(kinds=(JobKind.BRIEF,), limit=TOLD_RUNS) if _is_of(work, job)]
    return work.store.seen(names, but=today)


def _is_of(work: Work, job: Job) -> bool:
    begun = (job.started_at or job.created_at).astimezone(work.clock.local().tzinfo)
    return begun.date() == work.today


def _thoughts(work: Work, job: Job) -> list[NewLine]:
    """The problem with what matters most of it, written or quoted, and the next best."""
    found = sorted(work.store.lines(job.id), key=lambda line: (not line.wrote, -line.weight))
    best, problem = found[: work.settings.brief_problem], quoted(job.given).rstrip(".")
    texts = [work.words.thought.format(problem=problem, text=line.text) for line in best[:1]]
    lines = [
        NewLine(section=ASKED, text=text, quote=line.quote, cites=(line.ref, *line.cites), weight=0.9)
        for text, line in zip([*texts, *(line.text for line in best[1:])], best, strict=True)
    ]
    nothing = work.words.thought_nothing.format(problem=problem)
    return lines or [NewLine(section=ASKED, text=nothing, cites=(job.ref,), weight=0.9)]


def last_talked_of(work: Work) -> Draft:
    """What they told on the last day before this one that they told anything and may like to go on with.

    A day ends with the hour of the brief: what is said after midnight is of the evening before. Not what stands in the
    brief as well, as it is about a day to come, was noted as something to be done, or came up in the night; nor what
    was hard for them, which nobody wants to read over breakfast; nor who they are. Of what was thought back on, only
    what was kept, and what they rejoiced at.
    """
    lately = work.engine(lambda: told_lately(work))
    said = [step for step in lately if lived_day(work, step) < work.today] or lately
    if not said:
        return Draft()
    day = lived_day(work, said[-1])
    of_day = [step for step in said if lived_day(work, step) == day]
    ahead = mentioned(work)
    fresh = work.engine(lambda: _not_told(work, of_day, lately, ahead))
    latest = list({plain_words(step): step for step in fresh}.values())
    usually = usual_words(lately)
    wanted = _taken_up(
        work, most_telling(latest, MOST_JUDGED, usually), work.engine(lambda: _dropped(work, lately))
    )
    chosen = most_telling(wanted, work.settings.brief_told, usually)
    return Draft(
        work.engine(lambda: within([_talked_of(work, step) for step in chosen], _room(work))),
    )


def _not_told(
    work: Work, of_day: Sequence[Step], lately: Sequence[Step], said: Sequence[NewLine]
) -> list[Step]:
    """Those that stand in no line of the brief or of the night, and were not hard for them."""
    listed = {ref for line in said for ref in line.cites} | noted_refs(work.rooms) | _hard(work)
    lines = [*work.store.lines(work.job.id), *_found(work)]
    dropped = _dropped(work, lately) if work.model is None else frozenset()
    return [
        step
        for step in of_day
        if step_ref(step) not in listed
        and step.id not in dropped
        and not any(quoted(plain_words(step)) in line.text for line in lines)
    ]


def _taken_up(work: Work, steps: Sequence[Step], dropped: frozenset[str]) -> list[Step]:
    """Those that the model takes for moments of such a kind; without one those in which they seemed glad, or, where
    nobody ever looked how they seemed, all. Raises LanguageError.
    """
    if work.model is not None:
        return [
            step for step in steps if kind_said(work, step) in (REJOICED if step.id in dropped else TAKEN_UP)
        ]
    mood = work.rooms.mood
    seen = [] if mood is None else work.engine(mood.seen)
    glad = {one.source for one in seen if one.seeming is Seeming.GLAD}
    return [step for step in steps if not seen or step_ref(step) in glad]


def _hard(work: Work) -> set[str]:
    """The refs of what they said in which they seemed low, tired, tense or unwell."""
    mood = work.rooms.mood
    return set() if mood is None else {one.source for one in mood.seen() if one.seeming.hard}


def _dropped(work: Work, lately: Sequence[Step]) -> frozenset[str]:
    """The Steps that no fact came of, where they were thought back on at all."""
    kept = {step for fact in work.rooms.person.facts() for step in fact.source_step_ids}
    of_none = frozenset(step.id for step in lately if step.id not in kept)
    return of_none if len(of_none) < len(lately) else frozenset()


def _talked_of(work: Work, step: Step) -> NewLine:
    """What they said, so that it is true of today: "I bought a bicycle [18 May]"."""
    quote = quoted(dated_words(work, step))
    return NewLine(
        section=TOLD,
        text=work.words.said.format(day=raised(said_when(work, step)), quote=quote),
        quote=quote,
        cites=(step_ref(step),),
        weight=specificity(plain_words(step)),
    )


def mentioned(work: Work) -> list[NewLine]:
    """What they said of days from today on, in their words, unless it was noted as something to be done."""
    noted, lately = work.engine(lambda: (noted_refs(work.rooms), told_lately(work)))
    found, last = [], work.today + timedelta(days=work.settings.brief_ahead_days)
    for step in lately:
        if step_ref(step) in noted or lived_day(work, step) == work.today:
            continue
        day = day_meant(work, step, work.today, last)
        if day is not None:
            found.append(_mention(work, step, plain_words(step), day))
    return sorted(found, key=lambda line: (line.due or work.today, -line.weight))


def _mention(work: Work, step: Step, text: str, day: date) -> NewLine:
    quote = quoted(text)
    said = work.words.mentioned.format(quote=quote, said=said_when(work, step))
    if day != work.today:
        said = work.words.said.format(day=raised(work.weekday_of(day)), quote=quote)
    return NewLine(
        section=TODAY if day == work.today else AHEAD,
        text=said,
        quote=quote,
        cites=(step_ref(step),),
        weight=specificity(text),
        due=day,
    )


def newly_known(work: Work) -> Draft:
    """Facts since yesterday that were not learnt in a talk: by night, or from elsewhere; what they said they know."""

    def read() -> list[NewLine]:
        day_before = datetime.combine(work.today - timedelta(days=1), time(), work.clock.local().tzinfo)
        facts = [one for one in work.rooms.person.facts() if not one.private and one.created_at >= day_before]
        last = work.rooms.trail.recent_steps(1)
        apart = [one for one in facts if not one.source_step_ids or (last and one.created_at > last[-1].at)]
        known = _told_before(work, [_told(one.ref) for one in apart])
        fresh = [one for one in apart if _told(one.ref) not in known]
        return [
            NewLine(
                section=LEARNT,
                text=quoted(addressed(one.text)).rstrip("."),
                cites=(one.ref, *(f"step:{step}" for step in one.source_step_ids)),
                weight=specificity(one.text),
            )
            for one in fresh
        ]

    left, found = work.engine(lambda: (_room(work), read()))
    lines = within(sorted(found, key=lambda one: -one.weight)[: work.settings.brief_lines], left)
    return Draft(lines, seen=[_told(line.cites[0]) for line in lines])


def of_the_night(work: Work) -> Draft:
    """The findings that tell most, what became of what is believed, each once; and one loose thought."""

    def weighed() -> list[NewLine]:
        told = [
            one.model_copy(update={"section": NIGHT}) for one in updates(work, _runs(work, JobKind.BRAIN))
        ]
        return _untold(work, told)[: work.settings.shown_most]

    def read() -> list[NewLine]:
        return [_again(one, NIGHT) for one in _found(work)]

    lines = [*work.engine(read), *work.engine(weighed)]
    drifted = work.engine(
        lambda: _untold(work, [one for job in _runs(work, JobKind.DRIFT) for one in work.store.lines(job)])
    )
    lines += [_again(one, DRIFT) for one in drifted[:1]]
    lines = within(lines, work.engine(lambda: _room(work)))
    return Draft(lines, seen=[_name(line) for line in lines])


def _found(work: Work) -> list[Line]:
    """The findings of the night that are worth a line, the most telling first: none that the brief has already."""
    known = work.store.lines(work.job.id)
    found = [line for job in _runs(work, JobKind.BRAIN) for line in work.store.lines(job)]
    worth = [one for one in found if one.section == FINDING and one.weight >= work.settings.shown_from]
    fresh = [one for one in _untold(work, worth) if not _is_listed(one, known)]
    return sorted(fresh, key=lambda one: -one.weight)[: work.settings.shown_most]


def _is_listed(line: Line, known: Sequence[Line]) -> bool:
    """Whether its words stand in `known`, or what it asks about does."""
    if line.phase in ABOUT_OPEN and any(line.cites[0] in one.cites for one in known):
        return True
    return any(one.quote and one.quote in line.text for one in known)


PHASES: tuple[tuple[str, Phase], ...] = (
    (TODAY, due_today),
    (OPEN, still_open),
    (AHEAD, coming_up),
    (ASKED, thought_about),
    (TOLD, last_talked_of),
    (LEARNT, newly_known),
    (NIGHT, of_the_night),
)


def _goals(work: Work, near: Callable[[date], bool], section: str = TODAY) -> list[NewLine]:
    goals = [one for one in work.rooms.intent.goals.open() if one.deadline and near(one.deadline)]
    return [
        NewLine(
            section=section,
            text=_goal_words(work, one, one.deadline),
            cites=(one.ref, *one.cites),
            weight=1.0,
            due=one.deadline,
        )
        for one in goals
        if one.deadline is not None
    ]


def _goal_words(work: Work, goal: Goal, deadline: date) -> str:
    named = work.words.goal.format(text=quoted(addressed(goal.title)).rstrip("."))
    if deadline == work.today:
        return named
    if deadline < work.today:
        return work.words.overdue.format(text=named, day=work.day_of(deadline))
    return work.words.dated.format(text=named, day=work.weekday_of(deadline))


def _predictions(work: Work, last: date) -> list[NewLine]:
    return [
        NewLine(
            section=AHEAD,
            text=work.words.dated.format(
                text=work.words.prediction.format(text=quoted(one.statement).rstrip(".")),
                day=work.weekday_of(one.deadline),
            ),
            cites=(one.ref, *one.cites),
            weight=0.8,
            due=one.deadline,
        )
        for one in work.rooms.cognition.predictions.pending()
        if work.today <= one.deadline <= last
    ]


def _runs(work: Work, *kinds: JobKind) -> list[str]:
    """The runs of these kinds, the newest first."""
    return [job.id for job in work.store.jobs(kinds=kinds, limit=TOLD_RUNS)]


def _untold(work: Work, lines: Iterable[LineT]) -> list[LineT]:
    """Those that no brief told yet, each once."""
    each = {_name(one): one for one in lines}
    known = _told_before(work, list(each))
    return [one for name, one in each.items() if name not in known]


def _name(line: NewLine) -> str:
    """By what it stands on: the same is no news when yesterday is called by its date."""
    return _told(" ".join(sorted(ref for ref in line.cites if not ref.startswith("line:"))))


def _told(what: str) -> str:
    """What is remembered of it: no words, which would outlast their being forgotten."""
    return f"brief:{hashlib.sha256(what.encode()).hexdigest()[:32]}"


def _again(line: Line, section: str) -> NewLine:
    given = line.model_dump(include=set(NewLine.model_fields))
    return NewLine(**{**given, "section": section, "cites": (line.ref, *line.cites)})
