"""The fourteen phases of a brain run ([E] §9.4), as far as a small model can bear them.

Each takes its material by recall and statistics and states it in words that are true without a model: quotes, counts,
dates. A model only puts what it can ground into a sentence of its own, and decides. Three phases are for structure:
they weigh evidence and propose, with the run's name, so that it is taken back with the run.
"""

from collections.abc import Sequence
from datetime import timedelta

from engine.cognition import Direction, Origin, PredictionStatus
from engine.errors import CompanionError
from engine.intent import HandoffItem
from engine.memory import conflicts
from engine.night.material import (
    likeness,
    local_day,
    meanings,
    plain_words,
    private_refs,
    step_ref,
    told,
    told_lately,
)
from engine.night.phases.themes import days_in_words, themes
from engine.night.records import Change, NewLine
from engine.night.telling import quoted, specificity, words
from engine.night.undoing import EVIDENCE, PROPOSED
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence
from engine.telling_time import day_in_words, day_of_week
from engine.trail import Step
from engine.vault import UnitOfWork

FINDING, STATE = "finding", "state"
SUMMED, SCALES_DAYS = 3, (7, 28, 90)
EVIDENCE_FROM = 0.6
"""Cosine from which something said bears on a belief."""
QUIET_DAYS = 14


def summarise(work: Work) -> Draft:
    """What was told in each of the last times together that no run summed up yet, a sentence each."""
    lately = work.engine(lambda: told_lately(work))
    fresh = _unseen(work, "summed", lately)
    episodes = list(dict.fromkeys(step.episode_id for step in fresh))[-SUMMED:]
    lines, left_out = [], 0
    for episode in episodes:
        if work.stopped():
            break
        said = [step for step in fresh if step.episode_id == episode]
        chosen = _most_telling(said, work.settings.notes_most)
        notes = [plain_words(step) for step in chosen]
        written = sentence(work, "summarise", notes)
        left_out += written is None and work.model is not None
        lines.append(_summary(work, chosen, written))
    figures = {"scales": work.engine(lambda: _scales(work))}
    seen = [f"summed:{step.id}" for step in fresh]
    return Draft(lines, seen=seen, left_out=left_out, figures=figures)


def find_patterns(work: Work) -> Draft:
    """Themes that came up on several days: how often and when, with the latest words of it."""
    lately = work.engine(lambda: told_lately(work))
    lines = []
    for theme in themes(work, lately):
        latest = theme[-1]
        days = sorted({local_day(step).date() for step in theme})
        text = words().theme.format(
            count=len(days), days=days_in_words(days, work.today), quote=quoted(plain_words(latest))
        )
        weight = min(1.0, specificity(plain_words(latest)) + 0.1 * (len(days) - work.settings.theme_days))
        lines.append(_finding(text, [step_ref(step) for step in theme], weight))
    return Draft(lines)


def check_models(work: Work) -> Draft:
    """What was said since a belief was last weighed and bears on it speaks for it, or against it (§10.5)."""
    lately = work.engine(lambda: told_lately(work))
    models = work.engine(work.rooms.cognition.models.live)
    found = []
    for model in models:
        heard = [step for step in lately if step.at > model.updated_at]
        nearest = _nearest(work, model.statement, heard)
        if nearest is not None:
            denied = conflicts(plain_words(nearest), model.statement)
            found.append((model.id, Direction.WEAKENS if denied else Direction.SUPPORTS, nearest))

    def apply(_: UnitOfWork) -> Sequence[Change]:
        changes = []
        for model_id, direction, step in found:
            ref = step_ref(step)
            try:
                changed = work.rooms.cognition.models.evidence(
                    model_id, direction, cites=(ref,), origin=Origin.RUN, run=work.job.id
                )
            except CompanionError:
                continue  # weighed before, or no longer believed: no news
            changes.append(Change(what=EVIDENCE, ref=changed.ref, before={"source": ref}))
        return changes

    return Draft(apply=apply, figures={"models": len(models)})


def check_predictions(work: Work) -> Draft:
    """What was said after a prediction fell due and is about it is proposed as its end; the person settles it."""
    lately = work.engine(lambda: told_lately(work))
    due = work.engine(work.rooms.cognition.predictions.due)
    found = []
    for prediction in due:
        heard = [step for step in lately if local_day(step).date() >= prediction.deadline]
        nearest = _nearest(work, prediction.statement, heard)
        if nearest is not None:
            denied = conflicts(plain_words(nearest), prediction.statement)
            found.append(
                (prediction.id, PredictionStatus.WRONG if denied else PredictionStatus.CORRECT, nearest)
            )

    def apply(_: UnitOfWork) -> Sequence[Change]:
        changes = []
        for prediction_id, status, step in found:
            try:
                proposed = work.rooms.cognition.predictions.propose(
                    prediction_id, status, (step_ref(step),), quoted(plain_words(step))
                )
            except CompanionError:
                continue  # made from those very words, or settled meanwhile
            changes.append(Change(what=PROPOSED, ref=proposed.ref))
        return changes

    return Draft(apply=apply, figures={"due": len(due)})


def connect(work: Work) -> Draft:
    """Something open that something else they told may bear on: near in meaning, said on another day."""
    lately = work.engine(lambda: told_lately(work))
    items = work.engine(lambda: _open_items(work))
    lines = []
    for item in items:
        own = set(item.cites)
        heard = [
            step
            for step in lately
            if step_ref(step) not in own and local_day(step).date() != item.first_seen.astimezone().date()
        ]
        nearest = _nearest(work, item.text, heard, work.settings.joined_from)
        if nearest is None:
            continue
        said = plain_words(nearest)
        text = words().joined.format(a=quoted(said), b=quoted(item.text).rstrip("."))
        lines.append(_finding(text, [item.ref, *item.cites, step_ref(nearest)], specificity(said)))
    return Draft(lines)


def find_gaps(work: Work) -> Draft:
    """What they asked of their own life and nothing told held: the companion's open questions."""

    def read() -> list[NewLine]:
        missing = [one for one in work.rooms.person.questions() if one.is_of_missing and one.is_waiting]
        return [
            _finding(
                words().unknown.format(quote=quoted(one.text)),
                [f"step:{step}" for step in one.step_ids],
                specificity(one.text),
            )
            for one in missing
            if one.step_ids
        ]

    return Draft(work.engine(read))


def find_contradictions(work: Work) -> Draft:
    """Memories that cannot both be so, and wait for the person's word."""

    def read() -> list[NewLine]:
        memory, private = work.rooms.memory, private_refs(work.rooms)
        pairs = [(memory.node(one.a), memory.node(one.b)) for one in memory.contradictions()]
        return [
            _finding(
                words().contradiction.format(a=quoted(a.text, 80), b=quoted(b.text, 80)),
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
            _finding(
                words().risk.format(
                    text=quoted(one.title).rstrip("."), days=_left((one.deadline - work.today).days)
                ),
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
        return _open_items(work)

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
            day = day_of_week(dated.due).removesuffix(f" {work.today.year}")
            text = words().joined.format(a=f"{quoted(dated.text)} ({day})", b=quoted(other.text))
            cites = (dated.ref, other.ref, *dated.cites, *other.cites)
            lines.append(_finding(text, cites, 0.7))
    return Draft(lines)


PHASES: tuple[tuple[str, Phase], ...] = (
    ("summarise", summarise),
    ("patterns", find_patterns),
    ("model_check", check_models),
    ("prediction_check", check_predictions),
    ("connections", connect),
    ("gaps", find_gaps),
    ("contradictions", find_contradictions),
    ("risks", find_risks),
    ("opportunities", find_chances),
)


def _finding(text: str, cites: Sequence[str], weight: float, *, wrote: bool = False) -> NewLine:
    return NewLine(
        section=FINDING, text=text, cites=tuple(dict.fromkeys(cites)), weight=round(weight, 3), wrote=wrote
    )


def _summary(work: Work, chosen: Sequence[Step], written: str | None) -> NewLine:
    """The written sentence where it has ground, else the words that tell most."""
    best = max(chosen, key=lambda step: specificity(plain_words(step)))
    day = day_in_words(local_day(chosen[-1]).date(), work.today)
    text = words().said.format(day=day, quote=quoted(plain_words(best))) if written is None else written
    cites = tuple(step_ref(step) for step in (chosen if written is not None else [best]))
    weight = 0.8 * specificity(text) if written is not None else 0.0  # the brief quotes them already
    return NewLine(section=STATE, text=text, cites=cites, weight=round(weight, 3), wrote=written is not None)


def _scales(work: Work) -> dict[str, dict[str, int]]:
    """Times together, days and utterances at three scales of time (§9.3)."""
    found = {}
    for days in SCALES_DAYS:
        said = told(work, work.now - timedelta(days=days))
        found[str(days)] = {
            "episodes": len({step.episode_id for step in said}),
            "days": len({local_day(step).date() for step in said}),
            "utterances": len(said),
        }
    return found


def _unseen(work: Work, what: str, steps: Sequence[Step]) -> list[Step]:
    """Those that no run has looked at for that."""
    seen = work.engine(lambda: work.store.seen([f"{what}:{step.id}" for step in steps]))
    return [step for step in steps if f"{what}:{step.id}" not in seen]


def _most_telling(steps: Sequence[Step], most: int) -> list[Step]:
    """Those that tell most, in the order in which they were said."""
    ranked = sorted(steps, key=lambda step: specificity(plain_words(step)), reverse=True)[:most]
    return sorted(ranked, key=lambda step: (step.at, step.id))


def _nearest(work: Work, text: str, steps: Sequence[Step], least: float = EVIDENCE_FROM) -> Step | None:
    """The Step nearest in meaning to `text`, where it is near enough; None without a sentence model."""
    vectors = meanings(work, [text, *(plain_words(step) for step in steps)]) if steps else None
    if vectors is None:
        return None
    near = vectors[1:] @ vectors[0]
    best = int(near.argmax())
    return steps[best] if near[best] >= least else None


def _open_items(work: Work) -> list[HandoffItem]:
    private = private_refs(work.rooms)
    return [one for one in work.rooms.intent.items.open() if not private.intersection(one.cites)]


def _left(days: int) -> str:
    return "one day" if days == 1 else f"{days} days"
