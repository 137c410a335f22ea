"""The words for ideas for a business: what speaks for one, who offers something like it, how far it has come."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from ui.frame.groups import Group, Line
from ui.shelf.records import Adding, Entry, Form, Given, Kind, Story, Verb
from ui.thoughts.model import Thoughts
from ui.thoughts.operations import Plan, Thought

translate = QCoreApplication.translate
MOST = 5
"""Points that each of what speaks for it may have."""


def badges() -> dict[str, tuple[str, str]]:
    """How far a business may have come, with the tokens of their colours."""
    return {
        "exploring": (translate("Business", "Being thought about"), "muted"),
        "validated": (translate("Business", "Found good"), "accent"),
        "building": (translate("Business", "Being built"), "accent"),
        "launched": (translate("Business", "Begun"), "good"),
    }


def aspects() -> dict[str, str]:
    """What may speak for a business, in the order in which it is asked."""
    return {
        "problem": translate("Business", "How much the problem hurts"),
        "market": translate("Business", "How many have it"),
        "effort": translate("Business", "How little effort it takes"),
        "monetization": translate("Business", "How surely it is paid for"),
        "fit": translate("Business", "How well it fits you"),
    }


def score_words(plan: Plan) -> str:
    """What speaks for it, in a number."""
    if not plan.score:
        return translate("Business", "Not rated yet")
    words = translate("Business", "{points} of {most} points")
    return words.format(points=sum(plan.score.values()), most=MOST * len(aspects()))


def story_of(thoughts: Thoughts, thought: Thought, plan: Plan, badge: str) -> Story:
    """In full, with what happened with it, the latest first."""
    points = translate("Business", "{what}: {points} of {most}")
    told = (
        (translate("Business", "For whom"), [plan.audience]),
        (translate("Business", "What sets it apart"), [plan.angle]),
        (
            translate("Business", "What speaks for it"),
            [
                points.format(what=words, points=plan.score[name], most=MOST)
                for name, words in aspects().items()
                if name in plan.score
            ],
        ),
        (translate("Business", "How it went"), list(reversed(plan.notes))),
    )
    groups = [Group(title, [Line(one) for one in lines if one], plain=True) for title, lines in told]
    rivals = [Line(one.name, " · ".join(one.about)) for one in plan.rivals]
    groups.insert(3, Group(translate("Business", "Who offers something like it"), rivals, plain=True))
    meter = None
    if plan.score:
        meter = sum(plan.score.values()) / (MOST * len(aspects())), score_words(plan)
    verbs = verbs_of(thoughts, thought, plan)
    return Story(badge, thought.text, quote=plan.description, meter=meter, groups=groups, verbs=verbs)


def verbs_of(thoughts: Thoughts, thought: Thought, plan: Plan) -> list[Verb]:
    """What can be done with it as it stands."""
    if thought.status == "abandoned":
        words = translate("Business", "Take up again"), translate("Business", "Think about it again")
        return [Verb(*words, lambda _: thoughts.move(thought, "exploring"), "o")]
    return [
        _scoring(thoughts, thought, plan),
        _moving(thoughts, thought),
        *_noting(thoughts, thought),
        Verb(
            translate("Business", "Change"),
            translate("Business", "Name or describe it anew"),
            partial(thoughts.redraw, thought),
            "e",
            form=Form(translate("Business", "Keep"), entries_of(thought, plan)),
        ),
        Verb(
            translate("Business", "Give up"),
            translate("Business", "Nothing is to come of it"),
            lambda _: thoughts.move(thought, "abandoned", "abandon"),
            "x",
        ),
    ]


def _scoring(thoughts: Thoughts, thought: Thought, plan: Plan) -> Verb:
    numbers = [(str(points), str(points)) for points in range(1, MOST + 1)]
    entries = [
        Entry(name, words, Kind.CHOICE, str(plan.score.get(name, "")), options=numbers, needed=True)
        for name, words in aspects().items()
    ]
    return Verb(
        translate("Business", "Rate"),
        translate("Business", "Say what speaks for it, from 1 to 5"),
        partial(thoughts.score, thought),
        "s",
        form=Form(translate("Business", "Keep"), entries, translate("Business", "More is better.")),
        main=not plan.score,
    )


def _moving(thoughts: Thoughts, thought: Thought) -> Verb:
    stages = [(key, words) for key, (words, _) in badges().items()]
    asked = translate("Business", "How far has it come?")
    entry = Entry("status", asked, Kind.CHOICE, thought.status, options=stages)

    def move(given: Given) -> None:
        thoughts.move(thought, given["status"])

    return Verb(
        translate("Business", "Move on"),
        translate("Business", "Say how far it has come"),
        move,
        "d",
        form=Form(translate("Business", "Keep"), [entry]),
    )


def _noting(thoughts: Thoughts, thought: Thought) -> list[Verb]:
    keep = translate("Business", "Note")
    happened = Entry("note", translate("Business", "What happened?"), Kind.LINES, needed=True)
    rival = [
        Entry("name", translate("Business", "Who offers something like it?"), needed=True),
        Entry("strengths", translate("Business", "What do they do well?")),
        Entry("weaknesses", translate("Business", "What do they do badly?")),
        Entry("url", translate("Business", "Where are they?")),
    ]
    return [
        Verb(
            translate("Business", "Note progress"),
            translate("Business", "Write down what happened with it"),
            partial(thoughts.note, thought),
            "n",
            form=Form(keep, [happened]),
        ),
        Verb(
            translate("Business", "Note a rival"),
            translate("Business", "Write down who offers something like it"),
            partial(thoughts.compete, thought),
            "c",
            form=Form(keep, rival),
        ),
    ]


def adding_of(thoughts: Thoughts) -> Adding:
    """How an idea for a business is written down."""
    add = translate("Business", "Add")
    return Adding(
        add,
        translate("Business", "Write down an idea for a business"),
        Form(add, entries_of(None, None)),
        thoughts.plan,
    )


def entries_of(thought: Thought | None, plan: Plan | None) -> list[Entry]:
    """What an idea for a business is made of, with what stands there now."""
    name = thought.text if thought is not None else ""
    described = (plan.description, plan.audience, plan.angle) if plan is not None else ("", "", "")
    description, audience, angle = described
    return [
        Entry("name", translate("Business", "What is it called?"), given=name, needed=True),
        Entry("description", translate("Business", "What is it?"), Kind.LINES, description),
        Entry("audience", translate("Business", "For whom?"), given=audience),
        Entry("angle", translate("Business", "What sets it apart?"), given=angle),
    ]
