"""The words of Night."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from engine.night.records import Waits
from ui.conversation.wording import clock_time
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.night.model import Nights
from ui.night.operations import DRIFT, FINDING, PROBLEM, RUN, STATE, Nightly
from ui.night.runs import badge_of, dismissal, going_words, job_words, problem_badge, run_story, source_words
from ui.night.waking import kept_words, paused_badge, state_verbs, state_words
from ui.shelf.records import Adding, Blank, Done, Entry, Form, Kind, Story
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
        return Row(item.key, state_words(nights, item), "", *paused_badge(item), faded=False)
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


def story_of(nights: Nights, item: Nightly) -> Story:
    """In full, with its verbs."""
    if item.kind == STATE:
        return Story("", state_words(nights, item), verbs=state_verbs(nights, item))
    if item.job is not None:
        return run_story(nights, item, item.job)
    lines = [Line(one.text, source_words(one), one.ref) for one in item.sources]
    by = translate("Night", "in my own words, checked against what you said")
    wrote = by if item.line is not None and item.line.wrote else ""
    above = " · ".join(part for part in (section_words(item), wrote) if part)
    stands_on = Group(translate("Night", "What it stands on"), lines)
    return Story(above, item.text, groups=[stands_on], verbs=[dismissal(nights, item)])


def done_words(done: Done[Nightly]) -> str:
    """What was done, or what kept it from being done."""
    if done.verb == "begin in part" and done.item.waits:
        return f"{kept_words(done.item.waits)}. {translate('Night', 'What waits is under Runs.')}"
    return {
        "begin": translate("Night", "Done. What I found is under Findings."),
        "begin in part": translate("Night", "Not all of it was done. What failed or waits is under Runs."),
        "pause": translate("Night", "I think of nothing alone now."),
        "resume": translate("Night", "I think again when it is quiet."),
        "still paused": f"{kept_words(Waits.PAUSE_FILE)}.",
        "cancel": translate("Night", "Cancelled."),
        "hand over": translate("Night", "I will think about it in the night: {text}"),
        "retry": translate("Night", "I will try it again."),
        "dismiss": translate("Night", "You see it no more: {text}"),
        "show again": translate("Night", "It is there again: {text}"),
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
