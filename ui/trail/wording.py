"""The words of the trail."""

from collections.abc import Sequence
from textwrap import shorten

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from ui.conversation.wording import clock_time, full_date
from ui.frame.groups import Group, Line
from ui.mood.records import Arc
from ui.mood.wording import arc_words
from ui.shelf.records import Blank, Course, Done, Story, Verb
from ui.shelf.telling import Telling
from ui.trail.model import BY_TIME, SURPRISING, Times
from ui.trail.operations import Episode, Said
from ui.widgets.choices import Option
from ui.widgets.rows import Row

translate = QCoreApplication.translate
SURPRISING_FROM, STRIKING_FROM = 0.85, 0.96
"""From which share of what was less unexpected it is marked."""
LEAST_MEASURED, LEAST_FOUND = 2, 2
LONGEST = 100
"""Letters of what was said that a dot of the curve tells."""


def telling(times: Times) -> Telling[Episode]:
    """The words of the place."""
    return Telling(
        translate("Trail", "History"),
        translate("Trail", "What we said, time by time. Nothing of it was ever rewritten."),
        row=lambda episode: row_of(times, episode),
        story=lambda episode: story_of(times, episode),
        done=_done_words,
        blank=lambda: blank_of(times),
        boards=lambda: boards_of(times),
        seek=translate("Trail", "What was said about…"),
        unfound=translate("Trail", "Nothing like it was said."),
    )


def type_words(kind: str) -> str:
    """What a time together was for."""
    return {
        "work": translate("Trail", "Work"),
        "drift": translate("Trail", "Drifting"),
        "mixed": translate("Trail", "A talk"),
    }.get(kind, kind.replace("_", " ").capitalize())


def title_words(episode: Episode) -> str:
    """What a person knows it by: how they began it; where nothing of that stands, when it was."""
    began = " ".join(episode.began.split())
    return translate("Trail", "“{words}”").format(words=began) if began else full_date(episode.started)


def about_words(episode: Episode) -> str:
    """When it was, what for, and how it felt."""
    told = [full_date(episode.started)] if episode.began else []
    plain = episode.type == "mixed" and not episode.projects
    told += [] if plain else [type_words(episode.type), *episode.projects]
    if episode.mood_arc is not None:
        arc = Arc(episode=episode.id, pattern=episode.mood_arc.pattern, samples=2, start=None, end=None)
        told.append(arc_words(arc))
    return " · ".join(told)


def row_of(times: Times, episode: Episode) -> Row:
    """As a row: how it began, or what was found in it or surprised."""
    found = times.standing_out(episode)
    if found is not None:
        quoted = translate("Trail", "“{words}”").format(words=" ".join(found.text.split()))
        return Row(episode.id, quoted, about_words(episode))
    badge = translate("Trail", "Open") if episode.ended is None else ""
    return Row(episode.id, title_words(episode), about_words(episode), badge, "good")


def story_of(times: Times, episode: Episode) -> Story:
    """In full: what was reached and decided, and everything that was said."""
    noted = [Line(one.event, one.why) for one in (*episode.milestones, *episode.decisions)]
    said = [Line(one.text, _who(one)) for one in times.said(episode)]
    groups = [
        Group(translate("Trail", "Reached and decided"), noted),
        Group(
            translate("Trail", "What was said"),
            said,
            translate("Trail", "One moment…"),
            plain=True,
            at=times.sought_at(episode),
        ),
    ]
    copy = Verb(
        translate("Trail", "Copy as text"),
        translate("Trail", "Put this talk on the clipboard, as Markdown"),
        lambda _: _copy(times, episode),
        "c",
    )
    sought = times.sought(episode)
    course = course_of(times.said(episode))
    verbs = [copy, *_saving(times, episode)]
    return Story(
        about_words(episode), title_words(episode), sought, groups=groups, verbs=verbs, course=course
    )


def _saving(times: Times, episode: Episode) -> list[Verb]:
    """To a file: this talk; and where something was looked for or narrowed, every talk that is shown."""
    one = Verb(
        translate("Trail", "Save as…"),
        translate("Trail", "Save this talk to a file, as Markdown"),
        lambda _: times.save_wanted.emit([episode]),
        "s",
    )
    found = times.shown()
    whole = bool(times.needle) or (bool(times.narrowing) and not times.more)
    if not whole or len(found) < LEAST_FOUND:
        return [one]
    words = translate("Trail", "Save all {count} found…").format(count=len(found))
    tip = translate("Trail", "Save every talk that is shown to one file, as Markdown")
    return [one, Verb(words, tip, lambda _: times.save_wanted.emit(found), "a")]


def course_of(said: Sequence[Said]) -> Course | None:
    """How unexpected what was said was, one after the other; nothing to see before two of it were measured."""
    measured = [(one, one.surprise) for one in said if one.surprise is not None]
    if len(measured) < LEAST_MEASURED:
        return None
    return Course(
        translate("Trail", "How much it surprised me"),
        [(one.at, share) for one, share in measured],
        [shorten(one.text, LONGEST, placeholder="…") for one, _ in measured],
    )


def blank_of(times: Times) -> Blank:
    """What stands where nothing is."""
    if times.narrowing:
        return Blank(
            translate("Trail", "No talk is among these."),
            translate("Trail", "Choose another time, project or kind above."),
        )
    return Blank(
        translate("Trail", "We have not talked yet."),
        translate("Trail", "Every word of every talk will stand here, with its time."),
    )


def _who(one: Said) -> str:
    told = f"{one.speaker.capitalize()}, {clock_time(one.at)}"
    mark = surprise_words(one)
    return f"{told} · {mark}" if mark else told


def surprise_words(one: Said) -> str:
    """How unexpected it was; empty for most, and where that was not measured."""
    if one.surprise is None or one.surprise < SURPRISING_FROM:
        return ""
    if one.surprise >= STRIKING_FROM:
        return translate("Trail", "surprised me much")
    return translate("Trail", "surprised me")


def boards_of(times: Times) -> list[Option]:
    """What can be looked at; nothing to choose while nothing was measured."""
    if not times.surprised:
        return []
    return [
        Option(BY_TIME, translate("Trail", "By time"), translate("Trail", "The latest first")),
        Option(
            SURPRISING,
            translate("Trail", "Most surprising"),
            translate("Trail", "What you said that I expected least, that first"),
        ),
    ]


def _copy(times: Times, episode: Episode) -> None:
    QGuiApplication.clipboard().setText(times.as_text(episode))
    times.done.emit(Done("copy", episode))


def _done_words(_: Done[Episode]) -> str:
    return translate("Trail", "This talk is on the clipboard.")
