"""The words for what the companion thinks."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.reminders.model import today
from ui.reminders.wording import day_words
from ui.shelf.records import Adding, Blank, Done, Entry, Form, Kind, Story, Verb
from ui.shelf.telling import Telling
from ui.thoughts import business, foreseeing, solving
from ui.thoughts.model import Thoughts
from ui.thoughts.operations import (
    BUSINESS,
    IDEA,
    MODEL,
    OUTCOME,
    PREDICTION,
    PRINCIPLE,
    TRAIL,
    Shown,
    Thought,
)
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row

translate = QCoreApplication.translate
SURE, RATHER, MAYBE = 0.8, 0.6, 0.4


def telling(thoughts: Thoughts) -> Telling[Thought]:
    """The words of the place."""
    return Telling(
        translate("Thoughts", "Thoughts"),
        translate(
            "Thoughts", "What I foresee and believe. It is my own inference, none of it a fact about you."
        ),
        row=row_of,
        story=lambda thought: story_of(thoughts, thought),
        done=done_words,
        blank=lambda: blank_of(thoughts.board),
        boards=lambda: boards_of(thoughts),
        adding=lambda: adding_of(thoughts),
    )


def sure_words(confidence: float) -> str:
    """How sure, in words."""
    if confidence >= SURE:
        return translate("Thoughts", "quite sure")
    if confidence >= RATHER:
        return translate("Thoughts", "rather sure")
    return translate("Thoughts", "maybe") if confidence >= MAYBE else translate("Thoughts", "hardly")


def status_words(thought: Thought) -> tuple[str, str]:
    """How it stands, with the token of its colour; nothing for what simply stands."""
    if thought.kind == PREDICTION and thought.status == "pending" and thought.deadline is not None:
        due = thought.deadline <= today()
        words = translate("Thoughts", "known {day}").format(day=day_words(thought.deadline, today()))
        return (translate("Thoughts", "What became of it?"), "accent") if due else (words, "muted")
    return {
        "proposed": (translate("Thoughts", "Is it so?"), "accent"),
        "correct": (translate("Thoughts", "Came true"), "good"),
        "partially_correct": (translate("Thoughts", "Partly true"), "warn"),
        "wrong": (translate("Thoughts", "Was wrong"), "bad"),
        "expired": (translate("Thoughts", "Never settled"), "muted"),
        "weakened": (translate("Thoughts", "Weakened"), "warn"),
        "invalidated": (translate("Thoughts", "Not so"), "muted"),
        "superseded": (translate("Thoughts", "Replaced"), "muted"),
        "challenged": (translate("Thoughts", "Challenged"), "warn"),
        "rejected": (translate("Thoughts", "Rejected"), "muted"),
        "open": (translate("Thoughts", "Open"), "accent"),
        "solved": (translate("Thoughts", "Solved"), "good"),
        "win": (translate("Thoughts", "Went well"), "good"),
        "partial": (translate("Thoughts", "Went so-so"), "warn"),
        "loss": (translate("Thoughts", "Went badly"), "bad"),
        "ready": (translate("Thoughts", "Ready"), "good"),
        "abandoned": (translate("Thoughts", "Given up"), "muted"),
        **business.badges(),
    }.get(thought.status, ("", "muted"))


def row_of(thought: Thought) -> Row:
    """As a row of the list."""
    about = day(thought.at)
    if thought.confidence is not None:
        about = f"{sure_words(thought.confidence).capitalize()} · {about}"
    if thought.plan is not None:
        about = f"{business.score_words(thought.plan)} · {about}"
    over = thought.status in {"invalidated", "superseded", "rejected", "abandoned"}
    return Row(thought.key, thought.text, about, *status_words(thought), faded=over)


def way_words(shown: Shown) -> str:
    """What it does to the thought, and when it was noted."""
    way = {
        "supports": translate("Thoughts", "speaks for it"),
        "confirms": translate("Thoughts", "speaks for it"),
        "weakens": translate("Thoughts", "speaks against it"),
        "challenges": translate("Thoughts", "speaks against it"),
        "invalidates": translate("Thoughts", "shows that it is not so"),
        "supposed": translate("Thoughts", "may be why"),
        "abandoned": translate("Thoughts", "was given up"),
        "solved": translate("Thoughts", "solved it"),
        "came": translate("Thoughts", "came of it"),
    }.get(shown.way, "")
    return " · ".join(part for part in (way, day(shown.at)) if part)


def story_of(thoughts: Thoughts, thought: Thought) -> Story:
    """In full."""
    badge, _ = status_words(thought)
    if thought.plan is not None:
        return business.story_of(thoughts, thought, thought.plan, badge)
    meter = None
    if thought.confidence is not None:
        words = translate("Thoughts", "{sure}, {percent}%").format(
            sure=sure_words(thought.confidence).capitalize(), percent=round(100 * thought.confidence)
        )
        meter = (thought.confidence, words)
    lines = [
        Line(one.text or translate("Thoughts", "Noted without words"), way_words(one), one.ref)
        for one in thought.shown
    ]
    expected = [Line(thought.expected)] if thought.expected else []
    lesson = [Line(thought.lesson)] if thought.lesson else []
    groups = [
        Group(translate("Thoughts", "Is it so?"), foreseeing.supposed_lines(thought), plain=True),
        Group(translate("Thoughts", "What was expected"), expected, plain=True),
        Group(_shows(thought.kind), lines, plain=True),
        Group(translate("Thoughts", "What it taught"), lesson, plain=True),
        Group(translate("Thoughts", "Where it is from"), _from_where(thought), plain=True),
    ]
    if thought.kind == PREDICTION:
        groups.append(
            Group(
                translate("Thoughts", "How well I foresee"),
                foreseeing.calibration_lines(thoughts),
                plain=True,
            )
        )
    plot = foreseeing.plot_of(thoughts) if thought.kind == PREDICTION else None
    return Story(
        badge, thought.text, meter=meter, groups=groups, verbs=verbs_of(thoughts, thought), plot=plot
    )


def _from_where(thought: Thought) -> list[Line]:
    """The way to what it was made from; nothing where the person wrote it down."""
    words = translate("Thoughts", "I came to it by myself."), translate("Thoughts", "Show what led me to it")
    return [Line(*words, thought.source)] if thought.source else []


def _shows(kind: str) -> str:
    return {
        TRAIL: translate("Thoughts", "How it was thought through"),
        IDEA: translate("Thoughts", "When it came up"),
        OUTCOME: translate("Thoughts", "How it turned out"),
    }.get(kind, translate("Thoughts", "What shows it"))


def verbs_of(thoughts: Thoughts, thought: Thought) -> list[Verb]:
    """What can be done with it as it stands."""
    if thought.kind == PREDICTION:
        return foreseeing.verbs_of(thoughts, thought)
    if thought.kind in {MODEL, PRINCIPLE}:
        return _of_belief(thoughts, thought)
    if thought.kind == TRAIL and thought.status == "open":
        return solving.verbs_of(thoughts, thought)
    if thought.kind == OUTCOME and thought.status == "open":
        return _of_outcome(thoughts, thought)
    return _of_idea(thoughts, thought) if thought.kind == IDEA else []


def _of_belief(thoughts: Thoughts, thought: Thought) -> list[Verb]:
    if thought.status in {"invalidated", "superseded", "rejected"}:
        words = translate("Thoughts", "It is so after all"), translate("Thoughts", "Let me believe it again")
        return [Verb(*words, lambda _: thoughts.revive(thought), "o")]
    model = thought.kind == MODEL
    why = Entry("text", translate("Thoughts", "What shows it?"), Kind.LINES, needed=True)
    form = Form(translate("Thoughts", "Note"), [why])
    return [
        Verb(
            translate("Thoughts", "Speaks for it"),
            translate("Thoughts", "Say what shows that it is so"),
            partial(thoughts.weigh, thought, "supports" if model else "confirms"),
            "y",
            form=form,
        ),
        Verb(
            translate("Thoughts", "Challenge"),
            translate("Thoughts", "Say what speaks against it"),
            partial(thoughts.weigh, thought, "weakens" if model else "challenges"),
            "c",
            form=form,
        ),
        Verb(
            translate("Thoughts", "Not so"),
            translate("Thoughts", "I am to believe it no more"),
            lambda _: thoughts.reject(thought),
            "x",
        ),
    ]


def _of_outcome(thoughts: Thoughts, thought: Thought) -> list[Verb]:
    entry = Entry("actual", translate("Thoughts", "What happened?"), Kind.LINES)
    form = Form(translate("Thoughts", "Note"), [entry])
    ways = (
        (translate("Thoughts", "Went well"), "win", "y"),
        (translate("Thoughts", "So-so"), "partial", "p"),
        (translate("Thoughts", "Went badly"), "loss", "n"),
    )
    tip = translate("Thoughts", "Say how it turned out")
    return [
        Verb(words, tip, partial(thoughts.judge, thought, way), key, form=form) for words, way, key in ways
    ]


def _of_idea(thoughts: Thoughts, thought: Thought) -> list[Verb]:
    if thought.status == "abandoned":
        words = translate("Thoughts", "Take up again"), translate("Thoughts", "It may come up again")
        return [Verb(*words, lambda _: thoughts.take_up(thought, "reopen"), "o")]
    drop = translate("Thoughts", "Give up"), translate("Thoughts", "Nothing is to come of it")
    verbs = [Verb(*drop, lambda _: thoughts.take_up(thought, "abandon"), "x")]
    if thought.status == "ready":
        words = translate("Thoughts", "Begin with it"), translate("Thoughts", "Make something of it")
        verbs.insert(0, Verb(*words, lambda _: thoughts.take_up(thought, "activate"), "d", main=True))
    return verbs


def boards_of(thoughts: Thoughts) -> list[Option]:
    """What can be looked at."""
    words = {
        PREDICTION: (translate("Thoughts", "Foreseen"), translate("Thoughts", "What I think will be")),
        MODEL: (translate("Thoughts", "Believed"), translate("Thoughts", "What I take to be so")),
        PRINCIPLE: (translate("Thoughts", "Principles"), translate("Thoughts", "Rules that insights became")),
        TRAIL: (
            translate("Thoughts", "Problems"),
            translate("Thoughts", "How problems were thought through"),
        ),
        OUTCOME: (
            translate("Thoughts", "Decisions"),
            translate("Thoughts", "What was decided, and what came of it"),
        ),
        IDEA: (translate("Thoughts", "Ideas"), translate("Thoughts", "What comes up again and again")),
        BUSINESS: (
            translate("Thoughts", "Business"),
            translate("Thoughts", "Ideas for a business, and what speaks for each"),
        ),
    }
    return [Option(key, counted(name, thoughts.count(key)), tip) for key, (name, tip) in words.items()]


def adding_of(thoughts: Thoughts) -> Adding | None:
    """What a person may write down here."""
    statement = Entry("statement", translate("Thoughts", "What do you think will be?"), needed=True)
    deadline = Entry("deadline", translate("Thoughts", "When will it be known?"), Kind.DAY)
    believed = Entry("statement", translate("Thoughts", "What is so?"), needed=True)
    problem = Entry("context", translate("Thoughts", "What is the problem?"), Kind.LINES, needed=True)
    decision = Entry("decision", translate("Thoughts", "What was decided?"), needed=True)
    expected = Entry("predicted", translate("Thoughts", "What should come of it?"))
    idea = Entry("concept", translate("Thoughts", "What is the idea?"), needed=True)
    add = translate("Thoughts", "Add")
    return {
        PREDICTION: Adding(
            add,
            translate("Thoughts", "Write down a prediction"),
            Form(add, [statement, deadline]),
            thoughts.foresee,
        ),
        MODEL: Adding(
            add, translate("Thoughts", "Write down what is so"), Form(add, [believed]), thoughts.believe
        ),
        TRAIL: Adding(
            add, translate("Thoughts", "Write down a problem"), Form(add, [problem]), thoughts.think_about
        ),
        OUTCOME: Adding(
            add,
            translate("Thoughts", "Write down a decision"),
            Form(add, [decision, expected]),
            thoughts.decide,
        ),
        IDEA: Adding(add, translate("Thoughts", "Write down an idea"), Form(add, [idea]), thoughts.conceive),
        BUSINESS: business.adding_of(thoughts),
    }.get(thoughts.board)


def blank_of(board: str) -> Blank:
    """What stands where nothing is."""
    return {
        PREDICTION: Blank(
            translate("Thoughts", "Nothing is foreseen."),
            translate(
                "Thoughts", "What I expect stands here with its day, so that you can tell me how wrong I was."
            ),
        ),
        MODEL: Blank(
            translate("Thoughts", "Nothing is believed yet."),
            translate("Thoughts", "What I come to take to be so stands here, with what shows it."),
        ),
        PRINCIPLE: Blank(
            translate("Thoughts", "No principles yet."),
            translate(
                "Thoughts", "What shows again and again becomes a principle, and you may challenge it."
            ),
        ),
        TRAIL: Blank(
            translate("Thoughts", "No problem was thought through yet."),
            translate("Thoughts", "How a problem was thought through stands here, dead ends too."),
        ),
        OUTCOME: Blank(
            translate("Thoughts", "No decision was noted yet."),
            translate("Thoughts", "What you decide stands here, and later how it turned out."),
        ),
        IDEA: Blank(
            translate("Thoughts", "No idea has come up twice yet."),
            translate("Thoughts", "Half an idea that comes back again and again is gathered here."),
        ),
        BUSINESS: Blank(
            translate("Thoughts", "No idea for a business yet."),
            translate("Thoughts", "Press Add, and say later what speaks for it."),
        ),
    }[board]


def done_words(done: Done[Thought]) -> str:
    """What was just done."""
    return {
        "make": translate("Thoughts", "Noted: {text}"),
        "unmake": translate("Thoughts", "Not noted after all: {text}"),
        "resolve": translate("Thoughts", "Settled: {text}"),
        "agree": translate("Thoughts", "Settled: {text}"),
        "weigh": translate("Thoughts", "Weighed: {text}"),
        "reject": translate("Thoughts", "Believed no more: {text}"),
        "revive": translate("Thoughts", "Believed again: {text}"),
        "solve": translate("Thoughts", "Solved: {text}"),
        "judge": translate("Thoughts", "Judged: {text}"),
        "activate": translate("Thoughts", "Begun: {text}"),
        "abandon": translate("Thoughts", "Given up: {text}"),
        "reopen": translate("Thoughts", "Gathered again: {text}"),
        "move": translate("Thoughts", "Moved on: {text}"),
        "score": translate("Thoughts", "Rated: {text}"),
        "note": translate("Thoughts", "Noted for: {text}"),
        "change": translate("Thoughts", "Changed: {text}"),
        "undo": translate("Thoughts", "Taken back: {text}"),
    }[done.verb].format(text=done.item.text)
