"""The words for imprints."""

from datetime import timedelta

from PySide6.QtCore import QCoreApplication

from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.imprints.model import CARRIED, FADED, Imprints
from ui.imprints.operations import Imprint
from ui.shelf.records import Adding, Blank, Course, Done, Entry, Form, Kind, Story, Verb
from ui.shelf.telling import Telling
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row

translate = QCoreApplication.translate
LEAST_TIME = timedelta(days=1)
"""Below it there is no course to see."""
STRONG, CLEAR = 0.66, 0.33
"""Strengths from which an imprint is called so."""


def telling(imprints: Imprints) -> Telling[Imprint]:
    """The words of the place."""
    return Telling(
        translate("Imprints", "Imprints"),
        translate("Imprints", "Feelings that stayed with your companion after the moment was over."),
        row=row_of,
        story=lambda imprint: story_of(imprints, imprint),
        done=done_words,
        blank=lambda: blank_of(imprints.board),
        boards=lambda: boards_of(imprints),
        adding=lambda: adding_of(imprints),
    )


def strength_words(strength: float) -> str:
    """How strong, in a word."""
    if strength >= STRONG:
        return translate("Imprints", "strong")
    return translate("Imprints", "clear") if strength >= CLEAR else translate("Imprints", "faint")


def row_of(imprint: Imprint) -> Row:
    """As a row of the list."""
    about = translate("Imprints", "since {day}").format(day=day(imprint.created_at))
    badge = translate("Imprints", "Over") if imprint.faded else strength_words(imprint.strength).capitalize()
    return Row(imprint.id, imprint.feeling, about, badge, "muted" if imprint.faded else "accent")


def story_of(imprints: Imprints, imprint: Imprint) -> Story:
    """In full."""
    by_hand = imprint.origin == "hand"
    from_where = (
        translate("Imprints", "You wished that it stays.")
        if by_hand
        else translate("Imprints", "It came of a strong moment between us.")
    )
    strength = translate("Imprints", "{now} now, {then} when it came")
    words = strength.format(
        now=strength_words(imprint.strength).capitalize(), then=strength_words(imprint.made_strength)
    )
    sources = [
        Line(translate("Imprints", "The moment it came from"), translate("Imprints", "Show it"), ref)
        for ref in [each for each in imprint.sources if each.startswith("step:")][:1]
    ]
    lines = [Line(from_where, day(imprint.created_at)), *sources]
    origin = Group(translate("Imprints", "Where it is from"), lines, plain=True)
    let_go = Verb(
        translate("Imprints", "Let go"),
        translate("Imprints", "Carry it no more"),
        lambda _: imprints.let_go(imprint),
        "x",
    )
    carry = Verb(
        translate("Imprints", "Carry it again"),
        translate("Imprints", "Let it colour how it feels as before"),
        lambda _: imprints.carry_again(imprint),
        "c",
    )
    ways = [carry] if imprint.let_go else [] if imprint.faded else [let_go]
    return Story(
        translate("Imprints", "Over") if imprint.faded else translate("Imprints", "Carried"),
        imprint.feeling,
        meter=(imprint.strength, words),
        groups=[origin],
        verbs=ways,
        course=course_of(imprint),
    )


def course_of(imprint: Imprint) -> Course | None:
    """How it faded; None for one that has only come."""
    first, last = (imprint.course[0], imprint.course[-1]) if imprint.course else (None, None)
    if first is None or last is None or last.at - first.at < LEAST_TIME:
        return None
    return Course(
        translate("Imprints", "How strong it was"), [(one.at, one.strength) for one in imprint.course]
    )


def boards_of(imprints: Imprints) -> list[Option]:
    """What can be looked at."""
    words = {
        CARRIED: (translate("Imprints", "Carried"), translate("Imprints", "What still colours how it feels")),
        FADED: (translate("Imprints", "Faded"), translate("Imprints", "What faded with time, or was let go")),
    }
    return [Option(key, counted(name, imprints.count(key)), tip) for key, (name, tip) in words.items()]


def adding_of(imprints: Imprints) -> Adding:
    """How the feeling of now is kept."""
    hint = translate("Imprints", "Such as: the evening when the boat floated")
    entry = Entry(
        "feeling", translate("Imprints", "What should stay of this?"), Kind.LINE, "", hint, needed=True
    )
    return Adding(
        translate("Imprints", "Keep this feeling"),
        translate("Imprints", "Let how your companion feels now stay with it"),
        Form(translate("Imprints", "Keep"), [entry]),
        imprints.make,
    )


def blank_of(board: str) -> Blank:
    """What stands where nothing is."""
    if board == FADED:
        return Blank(translate("Imprints", "Nothing has faded yet."))
    return Blank(
        translate("Imprints", "Nothing is carried yet."),
        translate(
            "Imprints", "When a moment between us is strong, the feeling of it stays here for some weeks."
        ),
    )


def done_words(done: Done[Imprint]) -> str:
    """What was just done."""
    words = {
        "make": translate("Imprints", "This stays: {feeling}"),
        "let_go": translate("Imprints", "Let go: {feeling}"),
        "carry_again": translate("Imprints", "Carried again: {feeling}"),
    }[done.verb]
    return words.format(feeling=done.item.feeling)
