"""Phases 3 to 6 of a brain run: what is believed is weighed by what was said since, and built ([E] §10.5).

Everything that they change carries the run's name, and is taken back with the run. A belief is built of statistics
alone: what came up on many days, in the person's own words, and at which part of the day they come. Insights are for a
model that is large enough to draw one; a small one weighs the principles that there are.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial

from engine.cognition import Direction, Domain, Insight, Model, Origin, PredictionStatus
from engine.errors import CompanionError
from engine.memory import conflicts
from engine.night.material import nearest, plain_words, step_ref, told_lately
from engine.night.phases.themes import days_of, themes
from engine.night.records import Change
from engine.night.telling import quoted, specificity
from engine.night.undoing import BELIEVED, EVIDENCE, MADE, PROPOSED
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence
from engine.trail import Step
from engine.vault import UnitOfWork

RECURRING, HABIT = "recurring", "habit"
"""Tags of the beliefs that a night builds."""
FRACTION = 0.75
"""Share of the days on which a habit is kept, at the least."""
PARTS = ((5, "night"), (11, "morning"), (17, "day"), (22, "evening"), (24, "night"))
"""Parts of a day, by the hour at which each ends."""
Making = Callable[[], Change | None]


def check_models(work: Work) -> Draft:
    """What was said since a belief was last weighed and bears on it speaks for it, or against it (§10.5)."""
    lately = work.engine(lambda: told_lately(work))
    models = work.engine(work.rooms.cognition.models.live)
    found = []
    for model in models:
        heard = [step for step in lately if step.at > model.updated_at]
        near = nearest(work, model.statement, heard)
        if near is not None:
            denied = conflicts(plain_words(near), model.statement)
            found.append((model.id, Direction.WEAKENS if denied else Direction.SUPPORTS, near))

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
        heard = [step for step in lately if step.said_at.date() >= prediction.deadline]
        near = nearest(work, prediction.statement, heard)
        if near is not None:
            denied = conflicts(plain_words(near), prediction.statement)
            found.append(
                (prediction.id, PredictionStatus.WRONG if denied else PredictionStatus.CORRECT, near)
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


def build_models(work: Work) -> Draft:
    """What came up on many days, and when the person comes, as beliefs; what stands is supported by what is new."""
    lately = work.engine(lambda: told_lately(work))
    found = [theme for theme in themes(work, lately) if len(days_of(theme)) >= work.settings.believed_days]
    habit = _habit(work, lately)

    def apply(_: UnitOfWork) -> Sequence[Change]:
        makings: list[Making] = [partial(_recurs, work, theme) for theme in found]
        if habit is not None:
            makings.append(partial(_is_kept, work, *habit))
        return _made(makings)

    return Draft(apply=apply, figures={"themes": len(found), "habits": int(habit is not None)})


def crystallise(work: Work) -> Draft:
    """Principles are confirmed, or challenged, by what was said since; a large model draws insights from themes."""
    lately = work.engine(lambda: told_lately(work))
    weighed = _principles_weighed(work, lately)
    drawn, left_out = _insights(work, lately)

    def apply(_: UnitOfWork) -> Sequence[Change]:
        makings: list[Making] = [partial(_confirm, work, *one) for one in weighed]
        return _made([*makings, *(partial(_draw, work, *one) for one in drawn)])

    figures = {"principles": len(weighed), "insights": len(drawn)}
    return Draft(apply=apply, left_out=left_out, figures=figures)


PHASES: tuple[tuple[str, Phase], ...] = (
    ("model_check", check_models),
    ("prediction_check", check_predictions),
    ("model_build", build_models),
    ("crystallise", crystallise),
)


def _made(makings: Iterable[Making]) -> list[Change]:
    """What could be made; what is no news, or what the person does not want, is not."""
    changes = []
    for making in makings:
        try:
            change = making()
        except CompanionError:
            continue
        if change is not None:
            changes.append(change)
    return changes


def _recurs(work: Work, theme: Sequence[Step]) -> Change | None:
    """The belief that a theme comes up again and again, or what is new of it as evidence."""
    refs = [step_ref(step) for step in theme]
    for model in _tagged(work, RECURRING):
        if not set(refs).isdisjoint(model.all_cites()):
            return _supported(work, model, [ref for ref in refs if ref not in model.all_cites()])
    told_best = max(theme, key=lambda step: specificity(plain_words(step)))
    statement = work.words.recurring.format(quote=quoted(plain_words(told_best)))
    return _believed(work, statement, Domain.BEHAVIORAL, RECURRING, refs)


def _habit(work: Work, lately: Sequence[Step]) -> tuple[str, list[Step]] | None:
    """The part of the day in which they come on nearly all days, with the latest Step of each such day."""
    parts: dict[date, dict[str, Step]] = defaultdict(dict)
    for step in lately:
        local = step.said_at
        parts[local.date()][_part(local.hour)] = step
    if len(parts) < work.settings.habit_days:
        return None
    counted = {name: [day[name] for day in parts.values() if name in day] for _, name in PARTS}
    name = max(counted, key=lambda each: len(counted[each]))
    others = [len(steps) for each, steps in counted.items() if each != name]
    is_clear = len(counted[name]) >= FRACTION * len(parts) and max(others) <= len(parts) / 2
    return (name, counted[name]) if is_clear else None


def _part(hour: int) -> str:
    return next(name for end, name in PARTS if hour < end)


def _is_kept(work: Work, part: str, steps: Sequence[Step]) -> Change | None:
    statement, refs = work.words.part_of_day[part], [step_ref(step) for step in steps]
    for model in _tagged(work, HABIT):
        if model.statement == statement:
            return _supported(work, model, [ref for ref in refs if ref not in model.all_cites()][-1:])
    return _believed(work, statement, Domain.BEHAVIORAL, HABIT, refs)


def _tagged(work: Work, tag: str) -> list[Model]:
    return [model for model in work.rooms.cognition.models.live() if tag in model.tags]


def _believed(work: Work, statement: str, domain: Domain, tag: str, refs: Sequence[str]) -> Change | None:
    models = work.rooms.cognition.models
    known = {model.id for model in models.all()}
    made = models.create(
        statement, domain, cites=tuple(refs), origin=Origin.RUN, run=work.job.id, tags=(tag,)
    )
    if made.id in known:
        return Change(what=EVIDENCE, ref=made.ref, before={"source": refs[-1]})
    return Change(what=BELIEVED, ref=made.ref)


def _supported(work: Work, model: Model, fresh: Sequence[str]) -> Change | None:
    if not fresh:
        return None
    changed = work.rooms.cognition.models.evidence(
        model.id, Direction.SUPPORTS, cites=tuple(fresh), origin=Origin.RUN, run=work.job.id
    )
    return Change(what=EVIDENCE, ref=changed.ref, before={"source": fresh[-1]})


def _principles_weighed(work: Work, lately: Sequence[Step]) -> list[tuple[str, Direction, Step]]:
    found = []
    for principle in work.engine(work.rooms.cognition.principles.live):
        heard = [step for step in lately if step.at > principle.updated_at]
        near = nearest(work, principle.statement, heard)
        if near is not None:
            denied = conflicts(plain_words(near), principle.statement)
            found.append((principle.id, Direction.CHALLENGES if denied else Direction.CONFIRMS, near))
    return found


def _confirm(work: Work, principle: str, direction: Direction, step: Step) -> Change:
    ref = step_ref(step)
    changed = work.rooms.cognition.principles.evidence(
        principle, direction, cites=(ref,), origin=Origin.RUN, run=work.job.id
    )
    return Change(what=EVIDENCE, ref=changed.ref, before={"source": ref})


def _insights(work: Work, lately: Sequence[Step]) -> tuple[list[tuple[str, list[str]]], int]:
    """What a model that is large enough says of themes that have something new, and how much had no ground."""
    if work.cannot_imagine() is not None:
        return [], 0
    known = work.engine(work.rooms.cognition.insights.all)
    cited = {ref for insight in known for ref in insight.cites}
    drawn, left_out = [], 0
    for theme in themes(work, lately):
        refs = [step_ref(step) for step in theme]
        if work.stopped() or cited.issuperset(refs):
            continue
        written = sentence(work, "insight", [plain_words(step) for step in theme], refs)
        left_out += written is None
        if written is not None:
            drawn.append((written, refs))
    return drawn, left_out


def _draw(work: Work, text: str, refs: Sequence[str]) -> Change | None:
    insights = work.rooms.cognition.insights
    known = {insight.id for insight in insights.all()}
    insight, principle = insights.absorb(text, run=work.job.id, cites=tuple(refs), domain=Domain.BEHAVIORAL)
    before = {} if principle is None else {"principle": principle.ref}
    return (
        None if insight.id in known else Change(what=MADE, ref=f"{Insight.kind}:{insight.id}", before=before)
    )
