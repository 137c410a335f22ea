"""The words for what is carried: its kinds, since when, for which day, and what was done."""

from collections.abc import Callable
from datetime import date, time
from functools import partial

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from engine.intent.records import LAST, Every, ItemKind, ItemStatus, Recurrence
from engine.telling_time import WORKING_DAYS, Weekday
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.reminders.model import LATER, NOW, OVER, THOUGHT, Reminders
from ui.reminders.operations import KINDS, Item
from ui.shelf.again_field import again_key, weekday_words
from ui.shelf.hour_field import hour_words
from ui.shelf.records import Adding, Blank, Done, Entry, Form, Kind, Story, Verb
from ui.shelf.telling import Telling, talk_line
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row

translate = QCoreApplication.translate


def kind_words(what: ItemKind) -> str:
    """What it is, as a person calls it."""
    return {
        ItemKind.PLAN: translate("Reminders", "Plan"),
        ItemKind.REMINDER: translate("Reminders", "Reminder"),
        ItemKind.PROMISE: translate("Reminders", "Promised you"),
        ItemKind.UNFINISHED: translate("Reminders", "Left unfinished"),
    }[what]


def day_words(wanted: date, today: date) -> str:
    """`today`, `tomorrow`, `on Friday`, `since Monday`, or the day in full."""
    ahead = (wanted - today).days
    shown = QDate(wanted.year, wanted.month, wanted.day)
    near = {
        -1: translate("Reminders", "since yesterday"),
        0: translate("Reminders", "today"),
        1: translate("Reminders", "tomorrow"),
    }
    if ahead in near:
        return near[ahead]
    if 0 < ahead < 7:
        return translate("Reminders", "on {day}").format(day=QLocale().toString(shown, "dddd"))
    full = QLocale().toString(shown, "d MMMM" if wanted.year == today.year else "d MMMM yyyy")
    words = translate("Reminders", "since {day}") if ahead < 0 else translate("Reminders", "on {day}")
    return words.format(day=full)


def when_words(wanted: date, at: time | None, today: date) -> str:
    """`today at 17:00`, or its day alone."""
    words = day_words(wanted, today)
    if at is None:
        return words
    return translate("Reminders", "{day} at {time}").format(day=words, time=hour_words(at))


def about_words(reminders: Reminders, item: Item) -> str:
    """Its kind, and since when it is known."""
    seen = day_words(item.first_seen.astimezone().date(), reminders.day())
    since = (
        seen if seen.startswith(("since", "today")) else translate("Reminders", "from {day}").format(day=seen)
    )
    return f"{kind_words(item.what)} · {since}"


def badge_of(reminders: Reminders, item: Item) -> tuple[str, str]:
    """What stands out of it, with the token of its colour."""
    if item.status is ItemStatus.FULFILLED:
        return translate("Reminders", "Done"), "good"
    if item.status is ItemStatus.DROPPED:
        return translate("Reminders", "Dropped"), "muted"
    if item.status is ItemStatus.PROPOSED:
        return translate("Reminders", "Seems done"), "accent"
    if item.due is not None:
        words = when_words(item.due, item.due_time, reminders.day())
        tone = "bad" if reminders.is_late(item) else "accent" if item.due == reminders.day() else "muted"
        due = translate("Reminders", "due {day}").format(day=words)
        return f"{due}, {again_words(item)}" if item.every is not None else due, tone
    return (translate("Reminders", "Open for a long time"), "warn") if item.overdue else ("", "muted")


def again_words(item: Item) -> str:
    """How often it comes again: `every Tuesday and Friday`; nothing where it does not."""
    when = item.when
    if when is None or when.every is None:
        return ""
    days = QLocale().createSeparatedList([weekday_words(day) for day in Weekday if day in when.weekdays])
    if when.nth:
        words = translate("Reminders", "every {nth} {day} of the month")
        return words.format(nth=nth_words(when.nth), day=days)
    if when.interval > 1:
        several = {
            Every.DAY: translate("Reminders", "every {count} days"),
            Every.WEEK: translate("Reminders", "every {count} weeks on {day}"),
            Every.MONTH: translate("Reminders", "every {count} months"),
            Every.YEAR: translate("Reminders", "every {count} years"),
        }
        return several[when.every].format(count=when.interval, day=days)
    weekly = translate("Reminders", "every {day}").format(day=days)
    if item.days == WORKING_DAYS:
        weekly = translate("Reminders", "every weekday")
    return {
        Every.DAY: translate("Reminders", "every day"),
        Every.WEEK: weekly,
        Every.MONTH: translate("Reminders", "every month"),
        Every.YEAR: translate("Reminders", "every year"),
    }[when.every]


def nth_words(nth: int) -> str:
    """Which weekday of its kind in a month."""
    return {
        1: translate("Reminders", "first"),
        2: translate("Reminders", "second"),
        3: translate("Reminders", "third"),
        4: translate("Reminders", "fourth"),
        LAST: translate("Reminders", "last"),
    }[nth]


def telling(reminders: Reminders) -> Telling[Item]:
    """The words of the place."""
    return Telling(
        translate("Reminders", "Reminders and promises"),
        translate("Reminders", "What we carry from one time together to the next."),
        row=lambda item: row_of(reminders, item),
        story=lambda item: story_of(reminders, item),
        done=done_words,
        blank=lambda: blank_of(reminders.board),
        boards=lambda: boards_of(reminders),
        adding=lambda: adding_of(reminders),
    )


def row_of(reminders: Reminders, item: Item) -> Row:
    """As a row of the list."""
    over = item.status in {ItemStatus.FULFILLED, ItemStatus.DROPPED}
    return Row(item.id, item.text, about_words(reminders, item), *badge_of(reminders, item), faded=over)


def story_of(reminders: Reminders, item: Item) -> Story:
    """In full."""
    badge, _ = badge_of(reminders, item)
    above = " · ".join(part for part in (kind_words(item.what), badge) if part)
    carried = translate("Reminders", "Carried over from talk to talk {count} times, first on {day}")
    lines = [Line(translate("Reminders", "First on {day}").format(day=day(item.first_seen)))]
    if item.carried > 1:
        lines = [Line(carried.format(count=item.carried, day=day(item.first_seen)))]
    if item.what is ItemKind.PROMISE:
        lines.append(Line(translate("Reminders", "Your companion promised it in our talk.")))
    lines.append(talk_line(item.cites))
    group = Group(translate("Reminders", "Where it is from"), lines, plain=True)
    return Story(above, item.text, groups=[group], verbs=verbs_of(reminders, item))


def verbs_of(reminders: Reminders, item: Item) -> list[Verb]:
    """What can be done with it as it stands."""
    if item.status in {ItemStatus.FULFILLED, ItemStatus.DROPPED}:
        words = translate("Reminders", "Open again"), translate("Reminders", "It is not over after all")
        return [Verb(*words, lambda _: reminders.settle(item, "undo"), "o")]
    if item.status is ItemStatus.PROPOSED:
        return [
            Verb(
                translate("Reminders", "Yes, done"),
                translate("Reminders", "It is done"),
                lambda _: reminders.settle(item, "fulfil"),
                "d",
                main=True,
            ),
            Verb(
                translate("Reminders", "Not yet"),
                translate("Reminders", "It is still open"),
                lambda _: reminders.settle(item, "undo"),
                "n",
            ),
        ]
    return open_verbs(reminders, item)


def open_verbs(reminders: Reminders, item: Item) -> list[Verb]:
    """What can be done with something that is open."""
    return [
        Verb(
            translate("Reminders", "Done"),
            translate("Reminders", "It is done"),
            lambda _: reminders.settle(item, "fulfil"),
            "d",
            main=True,
        ),
        *_kept(reminders, item),
        *snoozes(reminders, item),
        Verb(
            translate("Reminders", "Change"),
            translate("Reminders", "Say it another way, or give it another day or hour"),
            lambda given: reminders.reword(item, given),
            "e",
            form=Form(
                translate("Reminders", "Keep"),
                [_text(item.text), _due(item.due), _at(item.due_time), _every(item.recurrence)],
            ),
        ),
        Verb(
            translate("Reminders", "Drop"),
            translate("Reminders", "It is not wanted any more"),
            lambda _: reminders.settle(item, "drop"),
            "x",
        ),
    ]


def _kept(reminders: Reminders, item: Item) -> list[Verb]:
    """What was open for long can go on as it is, without a day that would be made up."""
    if not item.overdue or item.due is not None:
        return []
    tip = translate("Reminders", "It is still wanted, and there is no day for it")
    return [Verb(translate("Reminders", "Keep"), tip, lambda _: reminders.keep(item), "k")]


def snoozes(reminders: Reminders, item: Item) -> list[Verb]:
    """How it can be put off, the soonest first; this evening only before it."""

    def verb(words: str, tip: str, put_off: Callable[[Item], None], key: str) -> Verb:
        return Verb(words, tip, lambda _: put_off(item), key)

    hour = translate("Reminders", "In an hour"), translate("Reminders", "Bring it up in an hour")
    evening = translate("Reminders", "This evening"), translate("Reminders", "Bring it up this evening")
    day = translate("Reminders", "Tomorrow"), translate("Reminders", "Bring it up tomorrow")
    week = translate("Reminders", "In a week"), translate("Reminders", "Bring it up in a week")
    return [
        verb(*hour, reminders.put_off_an_hour, "h"),
        *([verb(*evening, reminders.put_off_to_evening, "v")] if reminders.before_evening else []),
        verb(*day, partial(reminders.put_off, days=1), "t"),
        verb(*week, partial(reminders.put_off, days=7), "w"),
    ]


def boards_of(reminders: Reminders) -> list[Option]:
    """What can be looked at, each with how much of it there is."""
    words = {
        NOW: (translate("Reminders", "Now"), translate("Reminders", "What is open, the due first")),
        LATER: (translate("Reminders", "Later"), translate("Reminders", "What is for another day")),
        THOUGHT: (
            translate("Reminders", "Seems done"),
            translate("Reminders", "What we seem to have done: say whether it is so"),
        ),
        OVER: (translate("Reminders", "Over"), translate("Reminders", "What was done or dropped")),
    }
    return [Option(key, counted(name, reminders.count(key)), tip) for key, (name, tip) in words.items()]


def adding_of(reminders: Reminders) -> Adding:
    """How something is written down."""
    kinds = [(kind.value, kind_words(kind)) for kind in KINDS[:3]]
    what = Entry("what", translate("Reminders", "It is a"), Kind.CHOICE, ItemKind.REMINDER, options=kinds)
    return Adding(
        translate("Reminders", "Add"),
        translate("Reminders", "Write down something to be reminded of"),
        Form(
            translate("Reminders", "Remember"), [_text(""), what, _due(None), _at(None), _every(Recurrence())]
        ),
        reminders.add,
        "Ctrl+Shift+N",
    )


def blank_of(board: str) -> Blank:
    """What stands where nothing is."""
    return {
        NOW: Blank(
            translate("Reminders", "Nothing waits for you."),
            translate(
                "Reminders",
                "Say “Remind me to …” in a talk, or press Add. What I promise you comes here by itself.",
            ),
        ),
        LATER: Blank(translate("Reminders", "Nothing is put off to another day.")),
        THOUGHT: Blank(
            translate("Reminders", "Nothing to confirm."),
            translate("Reminders", "When a talk shows that something is done, I ask here whether it is."),
        ),
        OVER: Blank(translate("Reminders", "Nothing is over yet.")),
    }[board]


def done_words(done: Done[Item]) -> str:
    """What was just done."""
    words = {
        "add": translate("Reminders", "Noted: {text}"),
        "fulfil": translate("Reminders", "Done: {text}"),
        "drop": translate("Reminders", "Dropped: {text}"),
        "keep": translate("Reminders", "Kept: {text}"),
        "undo": translate("Reminders", "Open again: {text}"),
        "put_off": translate("Reminders", "I will bring it up again: {text}"),
        "reword": translate("Reminders", "Changed: {text}"),
    }[done.verb]
    if done.verb == "fulfil" and done.item.every is not None:
        return translate("Reminders", "Done for this time, it comes again: {text}").format(
            text=done.item.text
        )
    return words.format(text=done.item.text)


def _text(given: str) -> Entry:
    hint = translate("Reminders", "Such as: call the baker about the cake")
    return Entry("text", translate("Reminders", "What is it?"), Kind.LINE, given, hint, needed=True)


def _due(given: date | None) -> Entry:
    return Entry("due", translate("Reminders", "For when?"), Kind.DAY, given.isoformat() if given else "")


def _at(given: time | None) -> Entry:
    shown = f"{given:%H:%M}" if given else ""
    return Entry("at", translate("Reminders", "At what hour?"), Kind.HOUR, shown)


def _every(recurrence: Recurrence) -> Entry:
    options = [
        ("", translate("Reminders", "Only once")),
        (Every.DAY.value, translate("Reminders", "Every day")),
        (Every.WEEK.value, translate("Reminders", "Every week")),
        (Every.MONTH.value, translate("Reminders", "Every month")),
        (Every.YEAR.value, translate("Reminders", "Every year")),
    ]
    shown = again_key(recurrence.model_dump(mode="json"))
    return Entry("every", translate("Reminders", "Comes again"), Kind.AGAIN, shown, options=options)
