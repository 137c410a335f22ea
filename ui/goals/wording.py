"""The words for goals; those for intentions stand beside."""

from PySide6.QtCore import QCoreApplication

from engine.intent.records import GoalStatus, Intention, Priority
from ui.facts.wording import day
from ui.frame.groups import Group, Line
from ui.goals import intending
from ui.goals.model import DONE, DROPPED, INTENTION, OPEN, Aim, Goals, is_late
from ui.goals.operations import WantedGoal
from ui.reminders.model import today
from ui.reminders.wording import day_words
from ui.shelf.records import Adding, Blank, Done, Entry, Form, Kind, Story, Verb
from ui.shelf.telling import Telling, talk_line
from ui.widgets.choices import Option, counted
from ui.widgets.rows import Row

translate = QCoreApplication.translate


def telling(goals: Goals) -> Telling[Aim]:
    """The words of the place."""
    return Telling(
        translate("Goals", "Goals"),
        translate("Goals", "What you want over a longer time, and how it goes."),
        row=row_of,
        story=lambda aim: story_of(goals, aim),
        done=done_words,
        blank=lambda: blank_of(goals.board),
        boards=lambda: boards_of(goals),
        adding=lambda: adding_of(goals),
        seek=translate("Goals", "Goals, or a project…"),
    )


def priority_words(priority: Priority) -> str:
    """How much it matters."""
    return {
        Priority.HIGH: translate("Goals", "Matters much"),
        Priority.MEDIUM: translate("Goals", "Matters"),
        Priority.LOW: translate("Goals", "Can wait"),
    }[priority]


def badge_of(goal: WantedGoal) -> tuple[str, str]:
    """What stands out of it, with the token of its colour."""
    if not goal.is_open:
        done = goal.status is GoalStatus.DONE
        return (translate("Goals", "Reached"), "good") if done else (translate("Goals", "Dropped"), "muted")
    quiet = translate("Goals", "Quiet for a long time")
    if goal.deadline is not None:
        words = translate("Goals", "due {day}").format(day=day_words(goal.deadline, today()))
        tone = "bad" if is_late(goal) else "warn" if goal.stale else "accent"
        return f"{quiet} · {words}" if goal.stale else words, tone
    if goal.stale:
        return quiet, "warn"
    return (translate("Goals", "Stalled"), "warn") if goal.status is GoalStatus.STALLED else ("", "muted")


def row_of(goal: Aim) -> Row:
    """As a row of the list."""
    if isinstance(goal, Intention):
        return intending.row_of(goal)
    touched = translate("Goals", "last touched {day}").format(day=day(goal.updated_at))
    about = [goal.project or "", priority_words(goal.priority), touched]
    return Row(
        goal.id,
        goal.title,
        " · ".join(part for part in about if part),
        *badge_of(goal),
        faded=not goal.is_open,
    )


def story_of(goals: Goals, goal: Aim) -> Story:
    """In full, with what happened, the latest first."""
    if isinstance(goal, Intention):
        return intending.story_of(goals, goal)
    badge, _ = badge_of(goal)
    above = " · ".join(part for part in (goal.project or "", priority_words(goal.priority), badge) if part)
    notes = [Line(note.text, day(note.at)) for note in reversed(goal.notes)]
    happened = Group(
        translate("Goals", "How it went"), notes, translate("Goals", "Nothing was noted yet."), plain=True
    )
    begun = translate("Goals", "Set on {day}.").format(day=day(goal.created_at))
    source = Group(translate("Goals", "Where it is from"), [Line(begun), talk_line(goal.cites)], plain=True)
    return Story(above, goal.title, groups=[happened, source], verbs=verbs_of(goals, goal))


def verbs_of(goals: Goals, goal: WantedGoal) -> list[Verb]:
    """What can be done with it as it stands."""
    if not goal.is_open:
        words = translate("Goals", "Want it again"), translate("Goals", "Take it up again")
        return [Verb(*words, lambda _: goals.finish(goal, GoalStatus.ACTIVE), "o")]
    note = Entry("note", translate("Goals", "What happened?"), Kind.LINES, needed=True)
    return [
        Verb(
            translate("Goals", "Reached"),
            translate("Goals", "You got there"),
            lambda _: goals.finish(goal, GoalStatus.DONE),
            "d",
            main=True,
        ),
        Verb(
            translate("Goals", "Note progress"),
            translate("Goals", "Write down what happened with it"),
            lambda given: goals.note(goal, given),
            "n",
            form=Form(translate("Goals", "Note"), [note]),
        ),
        Verb(
            translate("Goals", "Change"),
            translate("Goals", "Word it anew, or give it another day"),
            lambda given: goals.change(goal, given),
            "e",
            form=Form(translate("Goals", "Keep"), entries_of(goal)),
        ),
        *([_snooze(goals, goal)] if goal.deadline is not None else []),
        Verb(
            translate("Goals", "Drop"),
            translate("Goals", "It is not wanted any more"),
            lambda _: goals.finish(goal, GoalStatus.DROPPED),
            "x",
        ),
    ]


def _snooze(goals: Goals, goal: WantedGoal) -> Verb:
    tip = translate("Goals", "Give it a week more")
    return Verb(translate("Goals", "In a week"), tip, lambda _: goals.put_off(goal, 7), "w")


def entries_of(goal: WantedGoal | None) -> list[Entry]:
    """What a goal is made of, with what stands there now."""
    hint = translate("Goals", "Such as: learn to sail")
    title, project = (goal.title, goal.project or "") if goal else ("", "")
    priority = goal.priority if goal else Priority.MEDIUM
    deadline = goal.deadline.isoformat() if goal and goal.deadline else ""
    ranks = [(each.value, priority_words(each)) for each in Priority]
    return [
        Entry("title", translate("Goals", "What do you want?"), Kind.LINE, title, hint, needed=True),
        Entry(
            "project",
            translate("Goals", "Part of"),
            Kind.LINE,
            project,
            translate("Goals", "A project, if any"),
        ),
        Entry(
            "priority", translate("Goals", "How much does it matter?"), Kind.CHOICE, priority, options=ranks
        ),
        Entry("deadline", translate("Goals", "By when?"), Kind.DAY, deadline),
    ]


def boards_of(goals: Goals) -> list[Option]:
    """What can be looked at."""
    words = {
        OPEN: (translate("Goals", "Wanted"), translate("Goals", "What you are after")),
        DONE: (translate("Goals", "Reached"), translate("Goals", "Where you got to")),
        DROPPED: (translate("Goals", "Dropped"), translate("Goals", "What is not wanted any more")),
    }
    kinds = [Option(key, counted(name, goals.count(key)), tip) for key, (name, tip) in words.items()]
    return [
        *kinds,
        Option(
            INTENTION,
            translate("Goals", "Intention"),
            translate("Goals", "The one thing that I try to do differently"),
        ),
    ]


def adding_of(goals: Goals) -> Adding:
    """How a goal is set, or an intention."""
    if goals.board == INTENTION:
        return intending.adding_of(goals)
    return Adding(
        translate("Goals", "Add"),
        translate("Goals", "Set a goal"),
        Form(translate("Goals", "Set"), entries_of(None)),
        goals.add,
        "Ctrl+Shift+G",
    )


def blank_of(board: str) -> Blank:
    """What stands where nothing is."""
    return {
        OPEN: Blank(
            translate("Goals", "No goals yet."),
            translate("Goals", "Press Add, and I will ask now and then how it goes."),
        ),
        DONE: Blank(translate("Goals", "Nothing was reached yet.")),
        DROPPED: Blank(translate("Goals", "Nothing was dropped.")),
        INTENTION: Blank(
            translate("Goals", "I try to do nothing differently yet."),
            translate(
                "Goals", "Press Set, and say one thing: I keep it before me until it has become part of me."
            ),
        ),
    }[board]


def done_words(done: Done[Aim]) -> str:
    """What was just done."""
    if isinstance(done.item, Intention):
        return intending.done_words(done.verb, done.item)
    return {
        "add": translate("Goals", "A new goal: {title}"),
        "done": translate("Goals", "Reached: {title}"),
        "dropped": translate("Goals", "Dropped: {title}"),
        "active": translate("Goals", "Wanted again: {title}"),
        "note": translate("Goals", "Noted for: {title}"),
        "unnote": translate("Goals", "No longer noted for: {title}"),
        "change": translate("Goals", "Changed: {title}"),
        "put_off": translate("Goals", "A week more for: {title}"),
    }[done.verb].format(title=done.item.title)
