"""Problems that the person hands over for the night ([E] §9.5), in five phases.

What they told that bears on it; what was solved or decided before that is like it; what they have at hand for it; what
was seen to hold; and, where the model can say that on the ground of all this, what matters most of it.
"""

from collections.abc import Collection, Sequence
from functools import partial

from engine.night.material import dated_words, meanings, plain_words, step_ref, told_about
from engine.night.phases.sources import Source, things
from engine.night.records import NewLine, Outcome
from engine.night.telling import FINDING, quoted, specificity
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence
from engine.trail import Step

LEAST = 0.3
"""Cosine from which something said bears on a problem."""
RECALLED = 24
"""Steps that recall gives, of which those that are near are quoted."""
MOST_THINGS = 3
LIKE_IT = (Source.REASONING, Source.OUTCOME, Source.MEMORY)
AT_HAND = (Source.FACT, Source.OPEN, Source.GOAL, Source.IDEA, Source.BUSINESS, Source.CORRECTION)
HELD = (Source.PRINCIPLE, Source.BELIEF, Source.PREDICTION)


def understand(work: Work) -> Draft:
    """What they told that bears on it, whenever that was, as quotes; the nearest first."""
    said = work.engine(lambda: told_about(work, work.job.given, RECALLED))
    near = _nearest(work, [plain_words(step) for step in said], LEAST)[: work.settings.notes_most]
    return Draft(work.engine(lambda: [_quote(work, said[row], share) for row, share in near]))


def gather(work: Work, wanted: Collection[Source]) -> Draft:
    """What is known from the `wanted` sources that is near to it, the nearest first."""
    known = work.engine(lambda: things(work, wanted))
    near = _nearest(work, [one.text for one in known], work.settings.joined_from)[:MOST_THINGS]
    lines = [
        NewLine(
            section=FINDING,
            text=work.words.bearing[known[row].source].format(text=quoted(known[row].text)),
            quote=quoted(known[row].text),
            cites=known[row].refs,
            weight=round(share, 3),
        )
        for row, share in near
    ]
    return Draft(lines, figures={"known": len(known)})


def recommend(work: Work) -> Draft:
    """What matters most of it in one sentence, where the model can say that on their ground alone."""
    if work.model is None:
        return Draft(outcome=Outcome.NO_MODEL)
    found = work.engine(lambda: work.store.lines(work.job.id))
    best = sorted(found, key=lambda line: -line.weight)[: work.settings.notes_most]
    cites = tuple(dict.fromkeys(ref for line in best for ref in line.cites))
    written = sentence(work, "solve", [line.quote or line.text for line in best], cites, work.job.given)
    if written is None:
        return Draft(left_out=bool(best))
    line = NewLine(section=FINDING, text=written, cites=cites, weight=specificity(written), wrote=True)
    return Draft([line])


def _nearest(work: Work, texts: Sequence[str], least: float) -> list[tuple[int, float]]:
    """The places of `texts` that are near in meaning to the problem, with the cosine; the nearest first."""
    vectors = meanings(work, [work.job.given, *texts]) if texts else None
    if vectors is None:
        return []
    near = vectors[1:] @ vectors[0]
    return [(int(row), min(1.0, float(near[row]))) for row in near.argsort()[::-1] if near[row] >= least]


def _quote(work: Work, step: Step, share: float) -> NewLine:
    quote = quoted(dated_words(work, step))
    return NewLine(
        section=FINDING,
        text=work.words.said.format(day=work.day_of(step.said_at.date()), quote=quote),
        quote=quote,
        cites=(step_ref(step),),
        weight=round(share, 3),
    )


PHASES: tuple[tuple[str, Phase], ...] = (
    ("understand", understand),
    ("analogies", partial(gather, wanted=LIKE_IT)),
    ("approaches", partial(gather, wanted=AT_HAND)),
    ("evaluate", partial(gather, wanted=HELD)),
    ("recommend", recommend),
)
