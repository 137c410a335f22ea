"""Dreams ([E] §2.2): a week or a month looked back on, what came up in it, and one image. They feed nothing.

The span is what the job was `given`: `weekly`, `monthly`, or `emotional`, which looks back on the feelings that last.
"""

from datetime import datetime, timedelta

from engine.mood import Imprint
from engine.night.material import (
    most_telling,
    plain_words,
    private_refs,
    step_ref,
    told,
    usual_words,
)
from engine.night.phases.themes import themes, told_of
from engine.night.records import Job, NewLine, Span
from engine.night.telling import quoted
from engine.night.working import Draft, Phase, Rooms, Work
from engine.night.writing import write
from engine.trail import Step, StepKind

SECTION = "dream"
DAYS = {Span.WEEKLY: 7, Span.MONTHLY: 31}
MOST_THEMES, MOST_WORDS, FROM = 5, 60, 3


def look_back(work: Work) -> Draft:
    """What came up again and again, and where nothing did, what told most; or what feelings last of."""
    if span_of(work.job) is Span.EMOTIONAL:
        return Draft(work.engine(lambda: _felt(work)))
    said = work.engine(lambda: _told(work))
    found = themes(work, said)[:MOST_THEMES]
    lines = [_themed(work, theme) for theme in found] or [
        _quoted(work, step) for step in most_telling(said, FROM, usual_words(said))
    ]
    days = {step.said_at.date() for step in said}
    return Draft(lines, figures={"utterances": len(said), "days": len(days), "themes": len(found)})


def imagine(work: Work) -> Draft:
    """One image of it, in the model's own voice; it asserts nothing."""
    model, lacking = work.model, work.cannot_imagine()
    if model is None or lacking is not None:
        return Draft(outcome=lacking)
    said = work.engine(lambda: _told(work))
    chosen = most_telling(said, FROM, usual_words(said))
    if len(chosen) < FROM:
        return Draft()
    written = write(work, model, "dream", [quoted(plain_words(step)) for step in chosen])
    if written is None or len(written.split()) > MOST_WORDS:
        return Draft(left_out=1)
    cites = tuple(step_ref(step) for step in chosen)
    return Draft([NewLine(section=SECTION, text=written, cites=cites, weight=0.5, wrote=True)])


PHASES: tuple[tuple[str, Phase], ...] = (("look_back", look_back), ("image", imagine))


def span_of(job: Job) -> Span:
    """What a dream looks back on."""
    return Span(job.given or Span.WEEKLY)


def _told(work: Work) -> list[Step]:
    """What it is made of: what was told in the span, or what left a feeling that lasts."""
    if span_of(work.job) is Span.EMOTIONAL:
        return _moving(work)
    return told(work, work.now - timedelta(days=DAYS[span_of(work.job)]))


def lasting(rooms: Rooms, since: datetime | None) -> list[Imprint]:
    """The feelings that last and were made after `since`, by what was said: those can be looked back on."""
    imprints = [] if rooms.mood is None else rooms.mood.imprints()
    return [one for one in imprints if one.sources and (since is None or one.created_at > since)]


def _moving(work: Work) -> list[Step]:
    """What the person said that left a feeling that lasts, the latest of it, in its order."""
    private = private_refs(work.rooms)
    steps = [
        work.rooms.trail.step(ref.removeprefix("step:"))
        for imprint in lasting(work.rooms, None)
        for ref in imprint.sources
        if ref.startswith("step:") and ref not in private
    ]
    said = {step.id: step for step in steps if step.kind is StepKind.UTTERANCE and step.withdrawn_at is None}
    told_of = [step for step in said.values() if plain_words(step)]
    return sorted(told_of, key=lambda step: step.at)[-MOST_THEMES:]


def _felt(work: Work) -> list[NewLine]:
    """In the person's own words."""
    return [
        NewLine(
            section=SECTION,
            text=work.words.imprint.format(quote=quoted(plain_words(step))),
            cites=(step_ref(step),),
            weight=0.5,
        )
        for step in _moving(work)
    ]


def _themed(work: Work, theme: list[Step]) -> NewLine:
    cites = tuple(step_ref(step) for step in theme)
    return NewLine(section=SECTION, text=told_of(work, theme), cites=cites, weight=0.5)


def _quoted(work: Work, step: Step) -> NewLine:
    return NewLine(
        section=SECTION,
        text=work.words.in_quotes(quoted(plain_words(step))),
        cites=(step_ref(step),),
        weight=0.4,
    )
