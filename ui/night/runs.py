"""The words of what was done: a run or a problem in full, and what may be done with it."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QCoreApplication, QLocale

from engine.night.records import DIED, Job, JobKind, JobState, Outcome, Reason, Round
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.night.model import Nights
from ui.night.operations import PROBLEM, Going, Nightly, Source, is_open
from ui.night.phases import phase_words
from ui.shelf.records import Form, Story, Verb

translate = QCoreApplication.translate


def job_words(job: Job) -> str:
    """What a run does."""
    if job.kind is JobKind.PROBLEM:
        return job.given
    return {
        JobKind.SESSION: translate("Night", "Remembering our talk"),
        JobKind.INTEGRATION: translate("Night", "Sleeping on what is new"),
        JobKind.CONSOLIDATION: translate("Night", "Putting memories in order"),
        JobKind.DISCOVERY: translate("Night", "Finding what belongs together"),
        JobKind.REFLECT: translate("Night", "Thinking back on what you told me"),
        JobKind.DIARY: translate("Night", "Writing my diary"),
        JobKind.EMERGENCE: translate("Night", "Looking at who I am becoming"),
        JobKind.BRAIN: translate("Night", "Thinking over what you told me"),
        JobKind.PORTRAIT: translate("Night", "Looking at how I have been"),
        JobKind.DREAM: translate("Night", "Dreaming of the last days"),
        JobKind.DRIFT: translate("Night", "Letting my thoughts wander"),
        JobKind.BRIEF: translate("Night", "Writing the brief for the morning"),
    }[job.kind]


def badge_of(job: Job, going: Going | None) -> tuple[str, str]:
    """How a run stands, with the token of its colour."""
    return {
        JobState.WAITING: (translate("Night", "Waits"), "muted"),
        JobState.RUNNING: (translate("Night", "Running"), "accent"),
        JobState.DONE: (translate("Night", "Done"), "good"),
        JobState.DEAD: (translate("Night", "Failed"), "bad"),
        JobState.CANCELLED: (translate("Night", "Cancelled"), "muted"),
    }[JobState.RUNNING if going is not None else job.state]


def problem_badge(item: Nightly, job: Job, going: Going | None) -> tuple[str, str]:
    """How a problem stands: what is done is answered, or nothing bears on it."""
    if job.state is not JobState.DONE:
        return badge_of(job, going)
    if item.answers:
        return translate("Night", "Answered"), "good"
    return translate("Night", "Nothing bears on it"), "muted"


def going_words(going: Going) -> str:
    """What it is at, and how far it has come."""
    words = translate("Night", "{phase} · {done} of {of} done")
    if not going.phase:
        words = translate("Night", "{done} of {of} done")
    return words.format(phase=phase_words(going.phase), done=going.done, of=going.of)


def dismissal(nights: Nights, item: Nightly) -> Verb:
    """The verb by which it is seen no more."""
    return Verb(
        translate("Night", "Dismiss"),
        translate("Night", "See it no more, here and in the brief; Undo brings it back"),
        partial(nights.dismiss, item),
        key="d",
    )


def source_words(source: Source) -> str:
    """When it was said, or that it can be opened."""
    return translate("Night", "See it") if source.at is None else day(source.at)


def told_line(told: Nightly, about: str = "") -> Line:
    """A line of a run with the way to what it stands on: what was said of it first, else the first of it."""
    said = next((one for one in told.sources if one.at is not None), next(iter(told.sources), None))
    if said is None:
        return Line(told.text, about)
    return Line(told.text, about or source_words(said), said.ref)


def _left_out_words(told: Nightly) -> str:
    """Why a sentence that a model wrote is told nowhere."""
    reason = None if told.line is None else told.line.reason
    return {
        Reason.UNFINISHED: translate("Night", "It was not finished"),
        Reason.SEVERAL: translate("Night", "It was not one sentence"),
        Reason.NOT_IN_NOTES: translate("Night", "It says what you never said"),
        Reason.UNGROUNDED: translate("Night", "What you said does not bear it out"),
        Reason.DRIFTED: translate("Night", "It went too far from what it was made of"),
        Reason.QUOTE: translate("Night", "It only repeats you"),
        None: "",
    }[reason]


def run_story(nights: Nights, item: Nightly, job: Job) -> Story:
    """A run, or a problem, in full with its verbs."""
    going = nights.going_of(job)
    badge, _ = problem_badge(item, job, going) if item.kind == PROBLEM else badge_of(job, going)
    written = nights.written(item)
    left_out = [told_line(one, _left_out_words(one)) for one in written.left_out]
    meter = None if going is None else (going.done / max(1, going.of), going_words(going))
    fault = [Line(words) for words in _fault_words(job)]
    groups = [
        *([Group(translate("Night", "What went wrong"), fault, plain=True)] if fault else []),
        Group(translate("Night", "What came of it"), [told_line(one) for one in written.lines]),
        *([Group(translate("Night", "Left out, and why"), left_out)] if left_out else []),
        Group(
            translate("Night", "What was done"), [Line(_round_words(one)) for one in job.rounds], plain=True
        ),
        *_scale_groups(job),
    ]
    return Story(badge, job_words(job), meter=meter, groups=groups, verbs=_run_verbs(nights, item, job))


def _run_verbs(nights: Nights, item: Nightly, job: Job) -> list[Verb]:
    """What may be done with a run; to be undone is only what it changed and was not undone yet."""
    verbs, written = [], nights.written(item)
    if is_open(job):
        verbs.append(
            Verb(
                translate("Night", "Cancel"),
                translate("Night", "Do it no further; what it did stands"),
                partial(nights.cancel, item),
            )
        )
    elif job.state in {JobState.DEAD, JobState.CANCELLED}:
        verbs.append(
            Verb(
                translate("Night", "Try again"),
                translate("Night", "Go on from where it stopped"),
                partial(nights.retry, item),
                main=True,
            )
        )
    if not is_open(job) and item.kind == PROBLEM:
        verbs.append(dismissal(nights, item))
    if not is_open(job) and written.changes:
        verbs.append(
            Verb(
                translate("Night", "Undo this run"),
                translate("Night", "Take back everything that it changed"),
                partial(nights.take_back, item),
                form=_meant(translate("Night", "Undo this run")),
            )
        )
    if not is_open(job) and job.night and written.night_changes:
        verbs.append(
            Verb(
                translate("Night", "Undo this night"),
                translate("Night", "Take back everything that was changed in the same night"),
                partial(nights.take_night_back, item),
                form=_meant(translate("Night", "Undo this night")),
            )
        )
    return verbs


def _meant(keep: str) -> Form:
    """Asks first: it is not taken back by another press."""
    words = translate(
        "Night",
        "Everything that it changed goes back to what it was. What it wrote stays here to be read, "
        "and a later run may come to the same again.",
    )
    return Form(keep, [], words)


def _fault_words(job: Job) -> list[str]:
    """How it failed the last time, and how often by then."""
    if not job.fault:
        return []
    ended = translate("Night", "The program ended while I was at it.")
    failed = translate("Night", "It stopped with a fault inside the program: {fault}.").format(
        fault=job.fault
    )
    times = translate("Night", "That was {count} times in a row.").format(count=job.tries)
    return [ended if job.fault == DIED else failed, *([times] if job.tries > 1 else [])]


def _round_words(done: Round) -> str:
    told = [
        (done.kept, translate("Night", "{count} found")),
        (done.changes, translate("Night", "{count} changed")),
        (done.left_out, translate("Night", "{count} left out, as nothing you said bears them out")),
    ]
    counted_words = [words.format(count=count) for count, words in told if count]
    words = ", ".join([*counted_words, *_outcome_words(done.outcome)])
    return f"{phase_words(done.phase)}: {words or translate('Night', 'nothing')}"


def _scale_groups(job: Job) -> list[Group]:
    """What the last week, four weeks and three months held, where the run counted it ([E] §9.3)."""
    scales: Mapping[str, Mapping[str, float]] = {}
    for done in job.rounds:
        scales = done.figures.get("scales", scales)
    lines = [Line(_scale_words(days, counted)) for days, counted in scales.items()]
    return [Group(translate("Night", "Over time"), lines, plain=True)] if lines else []


def _scale_words(days: str, counted: Mapping[str, float]) -> str:
    words = [
        translate("Night", "Last {days} days").format(days=days),
        translate("Night", "talks: {count}").format(count=counted["episodes"]),
        translate("Night", "days with a talk: {count}").format(count=counted["days"]),
        translate("Night", "things you told me: {count}").format(count=counted["utterances"]),
    ]
    if goals := counted.get("goals"):
        words.append(translate("Night", "goals that moved on: {count}").format(count=goals))
    if settled := counted.get("predictions"):
        came_true = translate("Night", "foreseen and come true: {count} of {of}")
        words.append(came_true.format(count=counted["came_true"], of=settled))
    if "mood" in counted:
        mood = translate("Night", "my mood on average: {mood} (−1 heavy, 1 light)")
        words.append(mood.format(mood=QLocale().toString(counted["mood"], "f", 2)))
    return " · ".join(words)


def _outcome_words(outcome: Outcome) -> list[str]:
    """Why a phase came to nothing, or to less, where that is not that there was nothing."""
    known = {
        Outcome.UNPARSED: translate("Night", "what the model wrote could not be read"),
        Outcome.FAILED: translate("Night", "the model failed, and I did it without one"),
        Outcome.NO_MODEL: translate("Night", "not done, as there is no model"),
        Outcome.TOO_SMALL: translate("Night", "not done, as the model is too small for it"),
    }
    return [known[outcome]] if outcome in known else []
