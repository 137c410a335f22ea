"""The words of Night."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from engine.night.records import Job, JobKind, JobState
from ui.conversation.wording import clock_time
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.night.model import Nights
from ui.night.operations import DRIFT, FINDING, RUN, STATE, Nightly, is_open
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
        row=row_of,
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
        Option(RUN, translate("Night", "Runs"), translate("Night", "What was done, and what waits")),
        Option(
            DRIFT,
            counted(translate("Night", "Loose thoughts"), nights.count(DRIFT)),
            translate("Night", "Thoughts that wandered; they assert nothing"),
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


def badge_of(job: Job) -> tuple[str, str]:
    """How a run stands, with the token of its colour."""
    return {
        JobState.WAITING: (translate("Night", "Waits"), "muted"),
        JobState.RUNNING: (translate("Night", "Running"), "accent"),
        JobState.DONE: (translate("Night", "Done"), "good"),
        JobState.DEAD: (translate("Night", "Failed"), "bad"),
        JobState.CANCELLED: (translate("Night", "Cancelled"), "muted"),
    }[job.state]


def row_of(item: Nightly) -> Row:
    """As a row of the list."""
    if item.job is not None:
        about = f"{day(item.at)} · {clock_time(item.at)}"
        return Row(item.key, job_words(item.job), about, *badge_of(item.job), faded=False)
    if item.kind == STATE:
        return Row(item.key, state_words(item), "", *_paused_badge(item), faded=False)
    return Row(item.key, item.text, day(item.at), "", "muted", faded=False)


def state_words(item: Nightly) -> str:
    """Whether it thinks, and from when on."""
    if item.paused:
        return translate("Night", "Thinking alone is paused")
    return translate("Night", "I think when it is quiet, again from {time}").format(time=clock_time(item.at))


def story_of(nights: Nights, item: Nightly) -> Story:
    """In full, with its verbs."""
    if item.kind == STATE:
        return Story("", state_words(item), verbs=_state_verbs(nights, item))
    if item.job is not None:
        return _run_story(nights, item, item.job)
    lines = [Line(text, "" if at is None else day(at)) for text, at in item.sources]
    by = translate("Night", "in my own words, checked against what you said")
    above = by if item.line is not None and item.line.wrote else ""
    return Story(above, item.text, groups=[Group(translate("Night", "What it stands on"), lines)])


def _run_story(nights: Nights, item: Nightly, job: Job) -> Story:
    done = [Line(_round_words(one.phase, one.kept, one.changes, one.left_out)) for one in job.rounds]
    badge, _ = badge_of(job)
    verbs = []
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
                translate("Night", "Go on behind the last phase that was done"),
                partial(nights.retry, item),
                main=True,
            )
        )
    if not is_open(job) and any(one.changes for one in job.rounds):
        verbs.append(
            Verb(
                translate("Night", "Undo this run"),
                translate("Night", "Take back everything that it changed"),
                partial(nights.take_back, item),
            )
        )
    group = Group(translate("Night", "What was done"), done, plain=True)
    return Story(badge, job_words(job), groups=[group], verbs=verbs)


def _round_words(phase: str, kept: int, changes: int, left_out: int) -> str:
    name = phase.replace("_", " ").replace("-", " ").capitalize()
    told = [
        translate("Night", "{count} found").format(count=kept) if kept else "",
        translate("Night", "{count} changed").format(count=changes) if changes else "",
        translate("Night", "{count} left out, as it had no ground").format(count=left_out)
        if left_out
        else "",
    ]
    words = ", ".join(part for part in told if part) or translate("Night", "nothing")
    return f"{name}: {words}"


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
    return [
        Verb(
            translate("Night", "Think now"),
            translate("Night", "Do the whole night now"),
            partial(nights.begin, item),
            main=True,
        ),
        Verb(
            translate("Night", "Pause"),
            translate("Night", "Let me think of nothing alone until you say so"),
            partial(nights.pause, item),
        ),
    ]


def _paused_badge(item: Nightly) -> tuple[str, str]:
    return (translate("Night", "Paused"), "warn") if item.paused else ("", "muted")


def done_words(done: Done[Nightly]) -> str:
    """What was done."""
    return {
        "begin": translate("Night", "Done. What I found is under Findings."),
        "pause": translate("Night", "I think of nothing alone now."),
        "resume": translate("Night", "I think again when it is quiet."),
        "cancel": translate("Night", "Cancelled."),
        "retry": translate("Night", "I will try it again."),
        "take back": translate("Night", "Everything that this run changed is as it was."),
    }[done.verb]


def blank(nights: Nights) -> Blank:
    """What stands where nothing is."""
    return {
        FINDING: Blank(
            translate("Night", "Nothing came up yet"),
            translate("Night", "When you were away for a while, I think over what you told me."),
        ),
        RUN: Blank(translate("Night", "Nothing was done yet")),
        DRIFT: Blank(
            translate("Night", "No loose thoughts yet"),
            translate("Night", "They come at night, and assert nothing."),
        ),
    }[nights.board]
