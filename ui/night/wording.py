"""The words of Night."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from engine.night.records import DIED, Job, JobKind, JobState, Outcome, Reason, Round
from ui.conversation.wording import clock_time
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.night.model import Nights
from ui.night.operations import DRIFT, FINDING, PROBLEM, RUN, STATE, Going, Nightly, Source, is_open
from ui.night.phases import phase_words
from ui.shelf.records import Adding, Blank, Done, Entry, Form, Kind, Story, Verb
from ui.shelf.telling import Telling
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row

translate = QCoreApplication.translate


def telling(nights: Nights) -> Telling[Nightly]:
    """The words of the place."""
    return Telling(
        translate("Night", "Night"),
        translate("Night", "What I think of while you are away. Nothing of it is a fact about you."),
        row=partial(row_of, nights),
        story=partial(story_of, nights),
        done=done_words,
        blank=partial(blank, nights),
        boards=partial(boards, nights),
        adding=partial(adding, nights),
    )


def boards(nights: Nights) -> list[Option]:
    """What is above the list."""
    return [
        Option(
            FINDING,
            counted(translate("Night", "Findings"), nights.count(FINDING)),
            translate("Night", "What came up when I thought over what you told me"),
        ),
        Option(
            PROBLEM,
            counted(translate("Night", "Problems"), nights.count(PROBLEM)),
            translate("Night", "What you handed over to be thought about, and what came of it"),
        ),
        Option(RUN, translate("Night", "Runs"), translate("Night", "What was done, and what waits")),
        Option(
            DRIFT,
            counted(translate("Night", "Diary and dreams"), nights.count(DRIFT)),
            translate("Night", "What I wrote of the day, dreamt, and let wander; it asserts nothing"),
        ),
    ]


def adding(nights: Nights) -> Adding:
    """A problem for the night."""
    form = Form(
        translate("Night", "Think about it"),
        [Entry("text", translate("Night", "What shall I think about?"), Kind.LINES, needed=True)],
    )
    return Adding(
        translate("Night", "New problem"),
        translate("Night", "Hand over something to be thought about in the night"),
        form,
        nights.hand_over,
    )


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


def row_of(nights: Nights, item: Nightly) -> Row:
    """As a row of the list."""
    if item.job is not None:
        going = nights.going_of(item.job)
        about = f"{day(item.at)} · {clock_time(item.at)}" if going is None else going_words(going)
        badge = badge_of(item.job, going)
        if item.kind == PROBLEM:
            badge = problem_badge(item, item.job, going)
        return Row(item.key, job_words(item.job), about, *badge, faded=False)
    if item.kind == STATE:
        return Row(item.key, state_words(nights, item), "", *_paused_badge(item), faded=False)
    about = " · ".join(part for part in (section_words(item), day(item.at)) if part)
    return Row(item.key, item.text, about, "", "muted", faded=False)


def section_words(item: Nightly) -> str:
    """What a page of the journal is; nothing for a finding."""
    section = "" if item.line is None else item.line.section
    return {
        "diary": translate("Night", "My diary"),
        "dream": translate("Night", "A dream"),
        "drift": translate("Night", "A loose thought"),
    }.get(section, "")


def state_words(nights: Nights, item: Nightly) -> str:
    """Whether it thinks, and from when on."""
    if item.paused:
        return translate("Night", "Thinking alone is paused")
    if nights.going is not None:
        return translate("Night", "I am thinking now")
    return translate("Night", "I think when it is quiet, again from {time}").format(time=clock_time(item.at))


def story_of(nights: Nights, item: Nightly) -> Story:
    """In full, with its verbs."""
    if item.kind == STATE:
        return Story("", state_words(nights, item), verbs=_state_verbs(nights, item))
    if item.job is not None:
        return _run_story(nights, item, item.job)
    lines = [Line(one.text, _source_words(one), one.ref) for one in item.sources]
    by = translate("Night", "in my own words, checked against what you said")
    wrote = by if item.line is not None and item.line.wrote else ""
    above = " · ".join(part for part in (section_words(item), wrote) if part)
    return Story(above, item.text, groups=[Group(translate("Night", "What it stands on"), lines)])


def _source_words(source: Source) -> str:
    return translate("Night", "See it") if source.at is None else day(source.at)


def told_line(told: Nightly, about: str = "") -> Line:
    """A line of a run with the way to what it stands on: what was said of it first, else the first of it."""
    said = next((one for one in told.sources if one.at is not None), next(iter(told.sources), None))
    if said is None:
        return Line(told.text, about)
    return Line(told.text, about or _source_words(said), said.ref)


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


def _run_story(nights: Nights, item: Nightly, job: Job) -> Story:
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


def _outcome_words(outcome: Outcome) -> list[str]:
    """Why a phase came to nothing, or to less, where that is not that there was nothing."""
    known = {
        Outcome.UNPARSED: translate("Night", "what the model wrote could not be read"),
        Outcome.FAILED: translate("Night", "the model failed, and I did it without one"),
        Outcome.NO_MODEL: translate("Night", "not done, as there is no model"),
        Outcome.TOO_SMALL: translate("Night", "not done, as the model is too small for it"),
    }
    return [known[outcome]] if outcome in known else []


def _state_verbs(nights: Nights, item: Nightly) -> list[Verb]:
    if item.paused:
        return [
            Verb(
                translate("Night", "Think again"),
                translate("Night", "Let me think when it is quiet"),
                partial(nights.resume, item),
                main=True,
            )
        ]
    pause = Verb(
        translate("Night", "Pause"),
        translate("Night", "Let me think of nothing alone until you say so"),
        partial(nights.pause, item),
    )
    if nights.going is not None:
        return [pause]
    begin = Verb(
        translate("Night", "Think now"),
        translate("Night", "Do the whole night now"),
        partial(nights.begin, item),
        main=True,
    )
    return [begin, pause]


def _paused_badge(item: Nightly) -> tuple[str, str]:
    return (translate("Night", "Paused"), "warn") if item.paused else ("", "muted")


def done_words(done: Done[Nightly]) -> str:
    """What was done."""
    return {
        "begin": translate("Night", "Done. What I found is under Findings."),
        "begin in part": translate("Night", "Not all of it was done. What failed or waits is under Runs."),
        "pause": translate("Night", "I think of nothing alone now."),
        "resume": translate("Night", "I think again when it is quiet."),
        "cancel": translate("Night", "Cancelled."),
        "hand over": translate("Night", "I will think about it in the night: {text}"),
        "retry": translate("Night", "I will try it again."),
        "take back": translate("Night", "Everything that this run changed is as it was."),
        "take night back": translate("Night", "Everything that this night changed is as it was."),
    }[done.verb].format(text=done.item.text)


def blank(nights: Nights) -> Blank:
    """What stands where nothing is."""
    return {
        FINDING: Blank(
            translate("Night", "Nothing came up yet"),
            translate("Night", "When you were away for a while, I think over what you told me."),
        ),
        PROBLEM: Blank(
            translate("Night", "You handed nothing over yet"),
            translate(
                "Night", "What you want to be thought about in the night stands here with what came of it."
            ),
        ),
        RUN: Blank(translate("Night", "Nothing was done yet")),
        DRIFT: Blank(
            translate("Night", "The diary is empty"),
            translate("Night", "What I write of a day, dream and let wander stands here after a night."),
        ),
    }[nights.board]
