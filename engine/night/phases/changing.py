"""What changed over time: themes that came up often and no more, or are new, counted in Steps at three time scales.

A count is only told where the person talked in the time in which nothing came up, and where nothing that they said then
is near to the theme: silence is no change.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from statistics import fmean

from engine.cognition import Prediction, PredictionStatus
from engine.intent import Goal
from engine.night.material import meanings, plain_words, step_ref, told
from engine.night.phases.themes import days_of, themes
from engine.night.records import NewLine
from engine.night.telling import finding, quoted, specificity
from engine.night.working import Work
from engine.trail import Step

WEEK, MONTH, QUARTER = SCALES_DAYS = (7, 28, 90)
"""Days of the three time scales ([E] §9.3)."""
LAST_WEEK, LAST_MONTH, BEFORE_WEEK = (WEEK, -1), (MONTH, -1), (QUARTER + 1, WEEK)
"""Since and until how many days ago; today is in the last week."""
LEAST_OFTEN, LEAST_NEW = 4, 3
"""Days on which a theme came up before it is said that it does no more, and before it is said to be new."""
LEAST_TALKED = 2
"""Days on which they talked in the time in which it did not come up."""
MOST_MOODS = 10_000
"""Moves of the mood that its mean is taken of, the latest."""
CHANGED = 0.2
"""What a change adds to how much a theme tells."""


def scales(work: Work) -> dict[str, dict[str, float]]:
    """What was at the three time scales, by their days ([E] §9.3). Read on the engine's thread.

    Times together, days and utterances; `goals` that something was done for, or that were closed; `predictions` that
    the person settled, and how many of them `came_true`; the mean valence of the `mood` (−1 to 1), where it moved.
    """
    return {str(days): _scale(work, work.now - timedelta(days=days)) for days in SCALES_DAYS}


def _scale(work: Work, since: datetime) -> dict[str, float]:
    rooms, said = work.rooms, told(work, since)
    settled = [one.status for one in rooms.cognition.predictions.all() if _settled_since(one, since)]
    moved = [] if rooms.mood is None else rooms.mood.journal(since, MOST_MOODS)
    mood = {"mood": round(fmean(one.point.valence for one in moved), 2)} if moved else {}
    return {
        "episodes": len({step.episode_id for step in said}),
        "days": len(days_of(said)),
        "utterances": len(said),
        "goals": sum(_moved_since(goal, since) for goal in rooms.intent.goals.all()),
        "predictions": len(settled),
        "came_true": settled.count(PredictionStatus.CORRECT),
        **mood,
    }


def _moved_since(goal: Goal, since: datetime) -> bool:
    noted = any(note.at >= since and note.at > goal.created_at for note in goal.notes)
    return noted or (not goal.is_open and goal.updated_at >= since)


def _settled_since(prediction: Prediction, since: datetime) -> bool:
    resolution = prediction.resolution
    return resolution is not None and prediction.is_settled and resolution.at >= since


def changes(work: Work) -> list[NewLine]:
    """What came up often and no more, and what is new. Raises LanguageError."""
    said = work.engine(lambda: told(work, work.now - timedelta(days=QUARTER)))
    lines = (_change(work, theme, said) for theme in themes(work, said))
    return [line for line in lines if line is not None]


def _change(work: Work, theme: Sequence[Step], said: Sequence[Step]) -> NewLine | None:
    """The change of the shortest scale at which there is one."""
    week, before_week, month = (_within(work, theme, *span) for span in (LAST_WEEK, BEFORE_WEEK, LAST_MONTH))
    lately, before_month = _within(work, theme, MONTH, WEEK), _within(work, theme, QUARTER + 1, MONTH)
    if not week and _often(lately, LEAST_OFTEN) and _is_quiet(work, theme, _within(work, said, *LAST_WEEK)):
        return _line(work, work.words.faded, theme, lately)
    if (
        not before_week
        and _often(week, LEAST_NEW)
        and _is_quiet(work, theme, _within(work, said, MONTH, WEEK))
    ):
        return _line(work, work.words.risen, theme, week)
    if (
        not month
        and _often(before_month, LEAST_OFTEN)
        and _is_quiet(work, theme, _within(work, said, *LAST_MONTH))
    ):
        return _line(work, work.words.gone, theme, before_month)
    return None


def _within(work: Work, steps: Sequence[Step], since: int, until: int) -> list[Step]:
    """What was said in the last `since` days, and not in the last `until` of them."""
    first, last = work.today - timedelta(days=since), work.today - timedelta(days=until)
    return [step for step in steps if first <= step.said_at.date() < last]


def _often(steps: Sequence[Step], least: int) -> bool:
    return len(days_of(steps)) >= least


def _is_quiet(work: Work, theme: Sequence[Step], said: Sequence[Step]) -> bool:
    """Whether they talked then, and of nothing that is near to the theme."""
    if len(days_of(said)) < LEAST_TALKED:
        return False
    own, others = (meanings(work, [plain_words(step) for step in steps]) for steps in (theme, said))
    return (
        own is not None
        and others is not None
        and float((own @ others.T).max()) < work.settings.theme_likeness
    )


def _line(work: Work, wording: str, theme: Sequence[Step], counted: Sequence[Step]) -> NewLine:
    quote = quoted(plain_words(theme[-1]))
    weight = specificity(plain_words(theme[-1])) + CHANGED
    text = wording.format(count=len(days_of(counted)), quote=quote)
    return finding(text, [step_ref(step) for step in theme], weight, quote=quote)
