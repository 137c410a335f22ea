"""The words for the one thing that the companion tries to do differently."""

from PySide6.QtCore import QCoreApplication

from engine.intent.records import Check, Intention, IntentionStatus
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.goals.model import OVER, Goals
from ui.shelf.records import Adding, Entry, Form, Given, Kind, Story, Verb
from ui.widgets.rows import Row

translate = QCoreApplication.translate


def title_of(intention: Intention) -> str:
    """What it is; where nothing is intended yet, what was noticed."""
    return intention.what or intention.reflection


def badge_of(intention: Intention) -> tuple[str, str]:
    """Where it stands, with the token of its colour."""
    if intention.status is IntentionStatus.CHECKED:
        return check_words(intention.checks[-1]), "good" if intention.checks[-1].followed else "warn"
    return {
        IntentionStatus.REFLECTED: (translate("Intention", "Noticed"), "accent"),
        IntentionStatus.INTENDED: (translate("Intention", "I try"), "accent"),
        IntentionStatus.GROWN: (translate("Intention", "Part of me"), "good"),
        IntentionStatus.REPLACED: (translate("Intention", "Replaced"), "muted"),
    }[intention.status]


def check_words(check: Check) -> str:
    """Whether it was followed."""
    return translate("Intention", "Followed") if check.followed else translate("Intention", "Not followed")


def row_of(intention: Intention) -> Row:
    """As a row of the list."""
    about = translate("Intention", "since {day}").format(day=day(intention.created_at))
    replaced = intention.status is IntentionStatus.REPLACED
    return Row(intention.id, title_of(intention), about, *badge_of(intention), faded=replaced)


def story_of(goals: Goals, intention: Intention) -> Story:
    """In full, with how it went, the latest first."""
    badge, _ = badge_of(intention)
    checks = [
        Line(one.note or check_words(one), f"{check_words(one)} · {day(one.at)}" if one.note else day(one.at))
        for one in reversed(intention.checks)
    ]
    lesson = [Line(intention.lesson)] if intention.lesson else []
    groups = [
        Group(translate("Intention", "How it went"), checks, plain=True),
        Group(translate("Intention", "What was learnt"), lesson, plain=True),
    ]
    noticed = intention.reflection if intention.what else ""
    verbs = verbs_of(goals, intention)
    return Story(badge, title_of(intention), quote=noticed, groups=groups, verbs=verbs)


def verbs_of(goals: Goals, intention: Intention) -> list[Verb]:
    """What can be done with it as it stands."""
    if intention.status in OVER:
        return []
    if intention.status is IntentionStatus.REFLECTED:
        form = Form(translate("Intention", "Set"), [_what()])
        words = translate("Intention", "Set"), translate("Intention", "Say what I shall do differently")
        return [Verb(*words, goals.intend, "s", form=form, main=True)]
    note = Entry("note", translate("Intention", "What happened?"), Kind.LINES)
    form = Form(translate("Intention", "Note"), [note])

    def followed(given: Given) -> None:
        goals.check(intention, given, followed=True)

    def not_followed(given: Given) -> None:
        goals.check(intention, given, followed=False)

    tips = (
        translate("Intention", "I did it since it was last looked at"),
        translate("Intention", "I did not do it since it was last looked at"),
    )
    checks = [
        Verb(translate("Intention", "Followed"), tips[0], followed, "y", form=form),
        Verb(translate("Intention", "Not followed"), tips[1], not_followed, "n", form=form),
    ]
    # It grows only from a check that it was followed.
    grown = bool(intention.checks) and intention.checks[-1].followed
    return [*([_growing(goals, intention)] if grown else []), *checks]


def _growing(goals: Goals, intention: Intention) -> Verb:
    lesson = Entry("lesson", translate("Intention", "What was learnt?"), Kind.LINES)
    return Verb(
        translate("Intention", "Grown"),
        translate("Intention", "It has become part of who I am"),
        lambda given: goals.grow(intention, given),
        "d",
        form=Form(translate("Intention", "Keep"), [lesson]),
        main=True,
    )


def adding_of(goals: Goals) -> Adding:
    """How an intention is set."""
    shown = translate("Intention", "What shows that it is needed?")
    stands = goals.intention is not None and goals.intention.what
    words = translate("Intention", "It takes the place of the one that stands.") if stands else ""
    return Adding(
        translate("Intention", "Set"),
        translate("Intention", "Set the one thing that I shall do differently"),
        Form(translate("Intention", "Set"), [_what(), Entry("reflection", shown, Kind.LINES)], words),
        goals.intend,
    )


def _what() -> Entry:
    hint = translate("Intention", "Such as: ask before giving advice")
    return Entry("what", translate("Intention", "What shall I do differently?"), hint=hint, needed=True)


def done_words(verb: str, intention: Intention) -> str:
    """What was just done."""
    return {
        "set": translate("Intention", "I try it from now on: {title}"),
        "followed": translate("Intention", "Followed: {title}"),
        "not followed": translate("Intention", "Not followed: {title}"),
        "grow": translate("Intention", "Part of me now: {title}"),
    }[verb].format(title=title_of(intention))
