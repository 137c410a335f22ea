"""Problems that the person hands over for the night ([E] §9.5): what they told before that bears on each."""

from engine.night.material import local_day, meanings, plain_words, step_ref, told_lately
from engine.night.records import NewLine, Outcome
from engine.night.telling import FINDING, quoted, specificity, words
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence
from engine.telling_time import day_in_words
from engine.trail import Step

LEAST = 0.3
"""Cosine from which something said bears on a problem."""


def gather(work: Work) -> Draft:
    """Understand and find analogies: the notes that bear on it, as quotes, the nearest first."""
    lines = [
        NewLine(
            section=FINDING,
            text=words().said.format(
                day=day_in_words(local_day(step).date(), work.today),
                quote=quoted(plain_words(step)),
            ),
            cites=(step_ref(step),),
            weight=round(share, 3),
        )
        for step, share in bearing(work)
    ]
    return Draft(lines)


def recommend(work: Work) -> Draft:
    """What matters most of it in one sentence, where the model can say that on their ground alone."""
    if work.model is None:
        return Draft(outcome=Outcome.NO_MODEL)
    steps = [step for step, _ in bearing(work)]
    written = sentence(work, "solve", [plain_words(step) for step in steps], work.job.given)
    if written is None:
        return Draft(left_out=bool(steps))
    cites = tuple(step_ref(step) for step in steps)
    line = NewLine(section=FINDING, text=written, cites=cites, weight=specificity(written), wrote=True)
    return Draft([line])


def bearing(work: Work) -> list[tuple[Step, float]]:
    """What was said that is near in meaning to the problem, with the cosine; the nearest first."""
    lately = work.engine(lambda: told_lately(work))
    vectors = meanings(work, [work.job.given, *(plain_words(step) for step in lately)]) if lately else None
    if vectors is None:
        return []
    near = vectors[1:] @ vectors[0]
    order = near.argsort()[::-1][: work.settings.notes_most]
    return [(lately[row], float(near[row])) for row in order if near[row] >= LEAST]


PHASES: tuple[tuple[str, Phase], ...] = (("gather", gather), ("recommend", recommend))
