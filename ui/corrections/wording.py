"""The words for corrections."""

from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from engine.intent.records import Minded
from ui.corrections.model import Corrections
from ui.corrections.operations import KnownCorrection
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.shelf.records import Adding, Blank, Done, Entry, Form, Kind, Story, Verb
from ui.shelf.telling import Telling, talk_line
from ui.widgets.rows import Row

translate = QCoreApplication.translate
OFTEN = 2


def telling(corrections: Corrections) -> Telling[KnownCorrection]:
    """The words of the place."""
    return Telling(
        translate("Corrections", "Corrections"),
        translate(
            "Corrections", "What I did wrong, and what I do instead. None of it is forgotten by itself."
        ),
        row=lambda one: row_of(corrections, one),
        story=lambda one: story_of(corrections, one),
        done=done_words,
        blank=blank_of,
        adding=lambda: adding_of(corrections),
        seek=translate("Corrections", "Try a sentence…"),
        unfound=translate("Corrections", "None of them would speak up at this sentence."),
    )


def row_of(corrections: Corrections, one: KnownCorrection) -> Row:
    """As a row: what to do instead; tested against a sentence, how well it fits."""
    fit = corrections.fits.get(one.id)
    badge, tone = ("", "muted")
    if corrections.needle and fit is not None:
        badge, tone = translate("Corrections", "Speaks up"), "good"
    elif one.dormant:
        badge = translate("Corrections", "Not needed for a long time")
    about = translate("Corrections", "instead of: {mistake}").format(mistake=one.mistake)
    return Row(one.id, one.correction, about, badge, tone)


def _minded_words(count: int) -> str:
    """In how many talks it was minded."""
    if not count:
        return translate("Corrections", "No talk has called for it yet.")
    if count == 1:
        return translate("Corrections", "Minded in one talk so far.")
    return translate("Corrections", "Minded in {count} talks so far.").format(count=count)


def _minded_line(one: Minded) -> Line:
    """The way to an answer that it had a part in."""
    words = translate("Corrections", "In an answer on {day}.").format(day=day(one.at))
    return replace(talk_line((one.ref,)), text=words)


def story_of(corrections: Corrections, one: KnownCorrection) -> Story:
    """In full."""
    changed = [
        Line(_minded_words(one.activations)),
        *map(_minded_line, reversed(one.minded)),
        Line(
            translate("Corrections", "Told {count} times, first on {day}.").format(
                count=one.times, day=day(one.created_at)
            )
        )
        if one.times >= OFTEN
        else Line(translate("Corrections", "Told on {day}.").format(day=day(one.created_at))),
    ]
    groups = [
        Group(translate("Corrections", "What went wrong"), [Line(one.mistake)], plain=True),
        Group(translate("Corrections", "It speaks up when"), _said(one.fails_when), plain=True),
        Group(translate("Corrections", "It stays silent when"), _said(one.fine_when), plain=True),
        Group(translate("Corrections", "What it has changed"), changed, plain=True),
        Group(translate("Corrections", "Where it is from"), [talk_line(one.cites)], plain=True),
    ]
    verbs = [
        Verb(
            translate("Corrections", "Change"),
            translate("Corrections", "Word it anew"),
            lambda given: corrections.change(one, given),
            "e",
            form=Form(translate("Corrections", "Keep"), entries_of(one)),
        ),
        Verb(
            translate("Corrections", "Delete"),
            translate("Corrections", "I need not mind it any more"),
            lambda _: corrections.remove(one),
            "x",
        ),
    ]
    return Story(translate("Corrections", "Do this instead"), one.correction, groups=groups, verbs=verbs)


def entries_of(one: KnownCorrection | None) -> list[Entry]:
    """What a correction is made of, with what stands there now."""
    mistake, instead = (one.mistake, one.correction) if one else ("", "")
    fails, fine = (one.fails_when, one.fine_when) if one else ("", "")
    return [
        Entry(
            "mistake",
            translate("Corrections", "What went wrong?"),
            Kind.LINE,
            mistake,
            translate("Corrections", "Such as: gave three suggestions at once"),
            needed=True,
        ),
        Entry(
            "correction",
            translate("Corrections", "What should I do instead?"),
            Kind.LINE,
            instead,
            translate("Corrections", "Such as: ask what would help first"),
            needed=True,
        ),
        Entry(
            "fails_when",
            translate("Corrections", "When does it go wrong?"),
            Kind.LINE,
            fails,
            translate("Corrections", "Such as: when I come home tired"),
        ),
        Entry(
            "fine_when",
            translate("Corrections", "When is it fine all the same?"),
            Kind.LINE,
            fine,
            translate("Corrections", "Such as: when I ask for a list"),
        ),
    ]


def adding_of(corrections: Corrections) -> Adding:
    """How one is written down."""
    return Adding(
        translate("Corrections", "Add"),
        translate("Corrections", "Say what to do differently"),
        Form(translate("Corrections", "Mind this"), entries_of(None)),
        corrections.add,
    )


def blank_of() -> Blank:
    """What stands where nothing is."""
    return Blank(
        translate("Corrections", "Nothing to do differently yet."),
        translate(
            "Corrections", "Say in a talk what I did wrong, or press Add, and I will mind it from then on."
        ),
    )


def done_words(done: Done[KnownCorrection]) -> str:
    """What was just done."""
    return {
        "add": translate("Corrections", "I will mind it: {text}"),
        "change": translate("Corrections", "Changed: {text}"),
        "remove": translate("Corrections", "No longer minded: {text}"),
        "bring_back": translate("Corrections", "Minded again: {text}"),
    }[done.verb].format(text=done.item.correction)


def _said(text: str) -> list[Line]:
    return [Line(text)] if text else []
