"""Who the companion becomes ([A] §9): a little every day, the components each week, and each month its history.

Daily what it was asked and could not answer becomes a question of its own. Weekly the ten components are read anew out
of the notes on what was lived, in the words of a model where one is there. The history of a month is told in counts,
quotes, and what it said of itself before and says now; it is never written over (`core/history.md`).
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta

from engine.identity import Component, ComponentName
from engine.memory import WorkingSlot
from engine.night.material import (
    most_telling,
    plain_words,
    private_refs,
    step_ref,
    telling,
    usual_words,
)
from engine.night.records import Change, Job, NewLine, Span
from engine.night.telling import quoted
from engine.night.undoing import RISEN, WONDERED
from engine.night.working import Draft, Phase, Work
from engine.trail import Step, StepKind
from engine.vault import UnitOfWork

SECTION = "history"
MOST_WONDERED, QUOTES, MOST_SAID = 3, 5, 5000
EVOLVING = (ComponentName.PURPOSE, ComponentName.VALUES)
"""Components of which a month says how they changed ([A] §9)."""


def wonder(work: Work) -> Draft:
    """What they asked since the last night, and nothing that was told held, as open questions of its own; a few."""

    def read() -> list[Step]:
        missing = [one for one in work.rooms.person.questions() if one.is_of_missing and one.is_waiting]
        steps = [work.rooms.trail.step(one.step_ids[0]) for one in missing if one.step_ids]
        known = work.store.seen([_wondered(step) for step in steps])
        private = private_refs(work.rooms)
        fresh = [step for step in steps if _wondered(step) not in known and step_ref(step) not in private]
        return fresh[-MOST_WONDERED:]

    steps = work.engine(read)

    def apply(_: UnitOfWork) -> Sequence[Change]:
        working = work.rooms.memory.working
        texts = [(work.words.unknown.format(quote=quoted(step.text)), step_ref(step)) for step in steps]
        open_now = {item.text for item in working.read().unresolved}
        added = [
            working.add(WorkingSlot.UNRESOLVED, text, [ref]) for text, ref in texts if text not in open_now
        ]
        return [Change(what=WONDERED, ref=f"working:{item.id}") for item in added]

    return Draft(apply=apply, seen=[_wondered(step) for step in steps], figures={"asked": len(steps)})


def emerge(work: Work) -> Draft:
    """The ten components anew, each where the rules of identity let it have a new version."""
    worded = work.rooms.identity.word_all(work.model, work.cancellation, work.stopped)

    def apply(_: UnitOfWork) -> Sequence[Change]:
        kept = [work.rooms.identity.keep(one).component for one in worded]
        return [Change(what=RISEN, ref=f"node:{one.node}") for one in kept if one is not None]

    return Draft(apply=apply, figures={"looked_at": len(worded)})


def tell_history(work: Work) -> Draft:
    """The month that is over: on how many days they talked, what was told, and what it says of itself since."""

    def read() -> list[NewLine]:
        first, end = _month(work)
        said = _said(work, first, end)
        return [*_talked(work, said, first), *_became(work, first, end)]

    return Draft(work.engine(read))


PHASES: Mapping[Span, tuple[tuple[str, Phase], ...]] = {
    Span.DAILY: (("questions", wonder),),
    Span.WEEKLY: (("components", emerge),),
    Span.MONTHLY: (("components", emerge), (SECTION, tell_history)),
}


def phases(job: Job) -> tuple[tuple[str, Phase], ...]:
    """What is done of it in its span."""
    return PHASES[Span(job.given or Span.WEEKLY)]


def _month(work: Work) -> tuple[datetime, datetime]:
    """From when to when the last whole month was, on the person's calendar."""
    last = work.today.replace(day=1) - timedelta(days=1)
    zone = work.clock.local().tzinfo
    return (
        datetime.combine(last.replace(day=1), time(), zone),
        datetime.combine(work.today.replace(day=1), time(), zone),
    )


def _said(work: Work, first: datetime, end: datetime) -> list[Step]:
    steps = work.rooms.trail.recent_steps(MOST_SAID, kinds=(StepKind.UTTERANCE,))
    return telling(work, [step for step in steps if first <= step.at < end])


def _talked(work: Work, said: Sequence[Step], first: datetime) -> list[NewLine]:
    if not said:
        return []
    told, days = work.words.history, _days(said)
    month = work.words.month(first.date())
    met = told["once" if len(days) == 1 else "talked"].format(month=month, count=len(days))
    best = most_telling(said, QUOTES, usual_words(said))
    quotes = [(quoted(plain_words(step)), step) for step in best]
    lines = [_line(met, [step_ref(step) for step in said])]
    return [
        *lines,
        *(
            _line(work.words.diary["told"].format(quote=quote), [step_ref(step)], quote)
            for quote, step in quotes
        ),
    ]


def _became(work: Work, first: datetime, end: datetime) -> list[NewLine]:
    """What it came to say of its purpose and values in that month, beside what it said before."""
    lines = []
    for name in EVOLVING:
        versions = [one for one in work.rooms.identity.components.history(name) if one.made.at < end]
        if versions and versions[-1].made.at >= first:
            earlier = [one for one in versions if one.made.at < first]
            lines.append(_evolved(work, versions[-1], earlier[-1] if earlier else None))
    return lines


def _evolved(work: Work, now: Component, before: Component | None) -> NewLine:
    told, quote = work.words.history, quoted(now.text)
    refs = [f"node:{now.node}", *now.sources]
    if before is None:
        return _line(told["became"].format(quote=quote), refs, quote)
    text = told["instead"].format(quote=quote, before=quoted(before.text))
    return _line(text, [*refs, f"node:{before.node}", *before.sources], quote)


def _line(text: str, cites: Sequence[str], quote: str = "") -> NewLine:
    return NewLine(section=SECTION, text=text, cites=tuple(dict.fromkeys(cites)), weight=0.5, quote=quote)


def _days(steps: Sequence[Step]) -> set[date]:
    return {step.said_at.date() for step in steps}


def _wondered(step: Step) -> str:
    return f"wondered:{step.id}"
