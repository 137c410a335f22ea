"""Phases 12 to 14 of a brain run: what is to be decided, what is to be asked, and what it comes down to ([E] §9.4)."""

from datetime import date, timedelta
from functools import partial

from engine.cognition import IdeaStatus
from engine.night.material import (
    dated_words,
    day_meant,
    meanings,
    noted_refs,
    open_items,
    plain_words,
    private_refs,
    step_ref,
    told_lately,
)
from engine.night.records import NewLine, Outcome
from engine.night.telling import FINDING, STATE, finding, quoted, specificity
from engine.night.working import Draft, Phase, Work
from engine.night.writing import sentence
from engine.trail import Step

FOLLOWED_DAYS = 7
"""Days for which it is asked how something went."""
FOLLOWED = 0.4
"""What a day that was told before adds to how much a line tells."""
SETTLED_DAYS = 14
"""Days after which it is asked how a decision turned out."""
LEAST_SUMMED = 2


def decide(work: Work) -> Draft:
    """What waits for the person's decision: carried for long, decided and never looked at again, or ripe."""

    def read() -> list[NewLine]:
        found = [*_lingering(work), *_undecided(work), *_ripe(work)]
        private = private_refs(work.rooms)
        return [line for line in found if not private.intersection(line.cites)]

    return Draft(work.engine(read))


def ask(work: Work) -> Draft:
    """What they said was to come, whose day is over, and of which they said nothing since."""
    lately = work.engine(lambda: told_lately(work))
    noted = work.engine(lambda: noted_refs(work.rooms))
    came = [step for step in lately if step_ref(step) not in noted]
    lines = []
    for step in came:
        day = work.engine(partial(_day_over, work, step))
        since = [one for one in lately if day is not None and one.id != step.id and _is_since(one, step, day)]
        if day is None or _is_told_of(work, step, since):
            continue
        quote = quoted(work.engine(partial(dated_words, work, step)))
        text = work.words.followed.format(quote=quote, day=work.day_of(day))
        weight = FOLLOWED + specificity(plain_words(step))
        lines.append(finding(text, [step_ref(step)], weight, quote=quote))
    return Draft(lines, figures={"looked_at": len(came)})


def conclude(work: Work) -> Draft:
    """What the run found in one sentence, where the model can say that on the ground of its findings."""
    lines = work.engine(lambda: work.store.lines(work.job.id))
    found = sorted((line for line in lines if line.section == FINDING), key=lambda line: -line.weight)
    shown = [line for line in found if line.weight >= work.settings.shown_from][: work.settings.notes_most]
    if len(shown) < LEAST_SUMMED:
        return Draft()
    if work.model is None:
        return Draft(outcome=Outcome.NO_MODEL)
    cites = tuple(dict.fromkeys(ref for line in shown for ref in line.cites))
    written = sentence(work, "conclude", [line.text for line in shown], cites)
    if written is None:
        return Draft(left_out=1)
    return Draft([NewLine(section=STATE, text=written, cites=cites, weight=specificity(written), wrote=True)])


PHASES: tuple[tuple[str, Phase], ...] = (("decisions", decide), ("questions", ask), ("synthesis", conclude))


def _lingering(work: Work) -> list[NewLine]:
    return [
        finding(
            work.words.lingering.format(
                text=quoted(item.text).rstrip("."),
                day=work.day_of(item.first_seen.astimezone().date()),
            ),
            [item.ref, *item.cites],
            0.8,
        )
        for item in open_items(work)
        if item.due is None and work.rooms.intent.is_overdue(item)
    ]


def _undecided(work: Work) -> list[NewLine]:
    before = work.now - timedelta(days=SETTLED_DAYS)
    return [
        finding(
            work.words.outcome.format(
                text=quoted(one.decision).rstrip("."),
                day=work.day_of(one.created_at.astimezone().date()),
            ),
            [one.ref, *one.cites],
            0.7,
        )
        for one in work.rooms.cognition.outcomes.open()
        if one.created_at < before
    ]


def _ripe(work: Work) -> list[NewLine]:
    return [
        finding(
            work.words.ripe.format(text=quoted(one.concept).rstrip("."), count=len(one.standing)),
            [one.ref, *one.all_cites()],
            0.7,
        )
        for one in work.rooms.cognition.ideas.all()
        if one.status is IdeaStatus.READY
    ]


def _day_over(work: Work, step: Step) -> date | None:
    """The day that a Step speaks of as one to come, where that is over since not long ago."""
    after = step.said_at.date() + timedelta(days=1)
    first = max(after, work.today - timedelta(days=FOLLOWED_DAYS))
    return day_meant(work, step, first, work.today - timedelta(days=1))


def _is_since(one: Step, step: Step, day: date) -> bool:
    return one.at > step.at and one.said_at.date() >= day


def _is_told_of(work: Work, step: Step, since: list[Step]) -> bool:
    """Whether one of what was said since is near to it in meaning; without a sentence model, whether there is any."""
    if not since:
        return False
    vectors = meanings(work, [plain_words(one) for one in (step, *since)])
    return vectors is None or bool((vectors[1:] @ vectors[0]).max() >= work.settings.joined_from)
