"""What surfaces ask of what is open: goals, handoff, corrections, the intention, the quick context, and a greeting.

A goal is named by its number or id, everything else by its id.

* `intent.greeting` → {"greeting": Greeting}: what a greeting fits, for the window's Today
* `goals.list` (open: only what is still wanted) → {"goals": [Goal with "stale"]}; `goals.add` (title, priority,
  project, deadline, notes), `goals.update` (goal, and what changes; note is added) → {"goal"},
  `goals.unnote` (goal) → {"goal"}
* `handoff.read` (limit) → {"open": [HandoffItem with "overdue"], "proposed", "settled": the latest first, "handoffs":
  newest first}
* `handoff.add` (what, text, due, at, lead_minutes), `handoff.change` (item, text or null, due or null for no day, at,
  lead_minutes), `handoff.snooze` (item, due, at; tomorrow where neither is said),
  `handoff.keep` (it counts as carried anew), `handoff.fulfil`, `handoff.drop`, `handoff.undo` (item) → {"item"}
* `handoff.save` (plans, reminders, promises, unfinished) → {"items"}: merged item by item, nothing is taken out
* `corrections.list` → {"corrections" with "dormant", as a boot orders them}; `corrections.add` → {"correction"};
  `corrections.change` (correction, and what is worded anew) → {"correction"};
  `corrections.match` (task) → {"matches": [{"correction", "relevance"}]};
  `corrections.remove` (correction) → {"removed"}
* `corrections.route` (text) → {"wrong": "person" or "conduct", "lead"}: a proposal that the person may switch
* `intention.read` → {"intention", "earlier"}; `intention.set` (what, reflection), `intention.check` (followed, note),
  `intention.grow` (lesson) → {"intention"}
* `intent.context` (topic, note, enabled; nothing to read it) → {"context"}
"""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from companion.requests.room import Nothing, Request, RoomRequest, Setting
from companion.service import Json
from engine.intent import (
    CorrectionType,
    Goal,
    GoalStatus,
    HandoffItem,
    Intent,
    ItemKind,
    ItemStatus,
    Priority,
    When,
    when_of,
)

SHOWN = 20
MOST_SETTLED = 100
DAY_MINUTES = 1440
AT = "An hour (18:00, 5pm), or a while from now (in 20 minutes)."
LEAD = "Minutes before its hour at which it is brought up."
Text = Annotated[str, Field(min_length=1, max_length=500)]
At = Annotated[str | None, Field(min_length=1, max_length=40)]


class ListGoals(Request):
    """With `open` only those that are still wanted."""

    open: bool = Field(default=False, description="Only those that are still wanted.")


class AddGoal(Request):
    """A new goal."""

    title: Text = Field(description="What is wanted.")
    priority: Priority = Field(default=Priority.MEDIUM, description="high, medium or low.")
    status: GoalStatus = Field(default=GoalStatus.ACTIVE, description="active, stalled, done or dropped.")
    project: str | None = Field(default=None, max_length=100, description="The project that it belongs to.")
    deadline: date | None = Field(default=None, description="The day by which, YYYY-MM-DD.")
    notes: str = Field(default="", max_length=2000, description="How it stands.")


class UpdateGoal(Request):
    """What changes of a goal."""

    goal: str = Field(min_length=1, max_length=64, description="Its number.")
    title: str | None = Field(default=None, min_length=1, max_length=500, description="Another name for it.")
    status: GoalStatus | None = Field(default=None, description="active, stalled, done or dropped.")
    priority: Priority | None = Field(default=None, description="high, medium or low.")
    project: str | None = Field(default=None, max_length=100, description="The project that it belongs to.")
    deadline: date | None = Field(default=None, description="The day by which, YYYY-MM-DD.")
    no_deadline: bool = Field(default=False, description="It is for no certain day any more.")
    note: str | None = Field(
        default=None, min_length=1, max_length=2000, description="What happened; is added to what stands."
    )


class NamedGoal(Request):
    """One goal."""

    goal: str = Field(min_length=1, max_length=64, description="Its number.")


class ReadHandoffs(Request):
    """How many handoffs are wanted."""

    limit: int = Field(default=1, ge=0, le=100, description="Handoffs, newest first.")


class AddItem(Request):
    """Something to be carried to the next time, or to a day."""

    what: ItemKind = Field(description="plan, reminder, promise or unfinished.")
    text: Text = Field(description="What it is about.")
    due: date | None = Field(default=None, description="Not before this day, YYYY-MM-DD.")
    at: At = Field(default=None, description=AT)
    lead_minutes: int = Field(default=0, ge=0, le=DAY_MINUTES, description=LEAD)


class Item(Request):
    """Which item."""

    item: str = Field(min_length=1, max_length=64, description="Its id.")


class ChangeItem(Item):
    """Other words, None to leave them; and the day and hour that it is for, None for none."""

    text: str | None = Field(default=None, min_length=1, max_length=500, description="In other words.")
    due: date | None = Field(default=None, description="The day that it is for; none where none is said.")
    at: At = Field(default=None, description=AT)
    lead_minutes: int = Field(default=0, ge=0, le=DAY_MINUTES, description=LEAD)


class SnoozeItem(Item):
    """Until when; tomorrow where nothing is said, at the hour that it had."""

    due: date | None = Field(default=None, description="The day, YYYY-MM-DD.")
    at: At = Field(default=None, description=AT)


class SaveHandoff(Request):
    """Items by kind."""

    plans: tuple[str, ...] = Field(default=(), max_length=50)
    reminders: tuple[str, ...] = Field(default=(), max_length=50)
    promises: tuple[str, ...] = Field(default=(), max_length=50)
    unfinished: tuple[str, ...] = Field(default=(), max_length=50)


class AddCorrection(Request):
    """A mistake, and what to do instead."""

    mistake: Text = Field(description="What it did wrong.")
    correction: Text = Field(description="What it should do instead.")
    context: str = Field(default="", max_length=500, description="When and why it happened.")
    type: CorrectionType = Field(
        default=CorrectionType.TENDENCY, description="tendency, or technical: about a task, not about manner."
    )
    fails_when: str = Field(default="", max_length=500, description="When it is a mistake.")
    fine_when: str = Field(default="", max_length=500, description="When it is no mistake.")


class MatchCorrections(Request):
    """What is being done."""

    task: str = Field(min_length=1, max_length=2000, description="What is to be done.")
    limit: int = Field(default=SHOWN, ge=1, le=100, description="How many at most.")


class Named(Request):
    """Which correction."""

    correction: str = Field(min_length=1, max_length=64, description="Its id.")


class ChangeCorrection(Named):
    """What is worded anew; None leaves what stands there."""

    mistake: str | None = Field(default=None, min_length=1, max_length=500, description="What it did wrong.")
    correction_text: str | None = Field(
        default=None, min_length=1, max_length=500, description="What it should do instead."
    )
    fails_when: str | None = Field(default=None, max_length=500, description="When it is a mistake.")
    fine_when: str | None = Field(default=None, max_length=500, description="When it is no mistake.")


class Route(Request):
    """What was said to be wrong."""

    text: str = Field(min_length=1, max_length=2000, description="What is wrong, in your words.")


class SetIntention(Request):
    """The one thing to do differently."""

    what: Text = Field(description="The one thing to do differently.")
    reflection: str = Field(default="", max_length=2000, description="What it comes of.")


class CheckIntention(Request):
    """Whether it was followed."""

    followed: bool = Field(description="Whether it was followed.")
    note: str = Field(default="", max_length=500, description="How it went.")


class Grow(Request):
    """What was learnt."""

    lesson: str = Field(default="", max_length=500, description="What was learnt.")


class SetContext(Request):
    """What changes of the quick context; nothing reads it."""

    topic: str | None = Field(default=None, max_length=200, description="What is going on.")
    note: str | None = Field(default=None, max_length=500, description="How it stands.")
    enabled: bool | None = Field(default=None, description="Whether it is read when you meet.")


def greeting(setting: Setting, _asked: Nothing) -> Json:
    """Facts, not words."""
    return {"greeting": setting.mind.intent.greeting().model_dump(mode="json")}


def list_goals(setting: Setting, asked: ListGoals) -> Json:
    """Open ones first."""
    intent = setting.mind.intent
    return {"goals": [_goal(intent, goal) for goal in intent.goals.all() if goal.is_open or not asked.open]}


def add_goal(setting: Setting, asked: AddGoal) -> Json:
    """Numbered."""
    intent = setting.mind.intent
    given = asked.model_dump(exclude={"title"})
    return {"goal": _goal(intent, intent.goals.add(asked.title, **given))}


def update_goal(setting: Setting, asked: UpdateGoal) -> Json:
    """As it is then."""
    intent = setting.mind.intent
    return {"goal": _goal(intent, intent.goals.update(asked.goal, **asked.model_dump(exclude={"goal"})))}


def unnote_goal(setting: Setting, asked: NamedGoal) -> Json:
    """As it is without its last note."""
    intent = setting.mind.intent
    return {"goal": _goal(intent, intent.goals.unnote(asked.goal))}


def read_handoffs(setting: Setting, asked: ReadHandoffs) -> Json:
    """What is open now, and what was left at the end of the last times together."""
    intent = setting.mind.intent
    standing = intent.items.all()
    return {
        "open": [_item(intent, one) for one in standing if one.status is ItemStatus.OPEN],
        "proposed": [_item(intent, one) for one in standing if one.status is ItemStatus.PROPOSED],
        "settled": [_item(intent, one) for one in _settled(standing)],
        "handoffs": [one.model_dump(mode="json") for one in intent.handoffs.recent(asked.limit)],
    }


def add_item(setting: Setting, asked: AddItem) -> Json:
    """Or the open one that says the same."""
    intent = setting.mind.intent
    return {"item": _item(intent, intent.note_item(asked.what, asked.text, _when(setting, asked)))}


def change_item(setting: Setting, asked: ChangeItem) -> Json:
    """Words, day and hour."""
    intent = setting.mind.intent
    changed = intent.change_item(asked.item, text=asked.text, due=_when(setting, asked))
    return {"item": _item(intent, changed)}


def snooze_item(setting: Setting, asked: SnoozeItem) -> Json:
    """It is brought up then, at its hour and not before it."""
    intent, now = setting.mind.intent, setting.mind.clock.local()
    due = when_of(now, asked.due, asked.at)
    if due is None:
        known = intent.items.item(asked.item)
        tomorrow = now.date() + timedelta(days=1)
        due = When(day=tomorrow, at=known.due_time, lead_minutes=known.lead_minutes)
    return {"item": _item(intent, intent.change_item(asked.item, due=due))}


def _when(setting: Setting, asked: AddItem | ChangeItem) -> When | None:
    return when_of(setting.mind.clock.local(), asked.due, asked.at, asked.lead_minutes)


def save_handoff(setting: Setting, asked: SaveHandoff) -> Json:
    """Merged item by item."""
    intent = setting.mind.intent
    texts = {
        ItemKind.PLAN: list(asked.plans),
        ItemKind.REMINDER: list(asked.reminders),
        ItemKind.PROMISE: list(asked.promises),
        ItemKind.UNFINISHED: list(asked.unfinished),
    }
    return {"items": [_item(intent, one) for one in intent.save_handoff(texts)]}


def list_corrections(setting: Setting, _asked: Nothing) -> Json:
    """As a boot orders them."""
    book = setting.mind.intent.corrections
    dormant = {each.id for each in book.dormant()}
    return {
        "corrections": [
            {**each.model_dump(mode="json"), "dormant": each.id in dormant} for each in book.all()
        ]
    }


def add_correction(setting: Setting, asked: AddCorrection) -> Json:
    """Or the one of the same mistake, counted once more."""
    return {"correction": setting.mind.intent.corrections.add(**asked.model_dump()).model_dump(mode="json")}


def change_correction(setting: Setting, asked: ChangeCorrection) -> Json:
    """What it said before stops shaping answers at once: it leaves every prompt, and stands again worded anew."""
    given = asked.model_dump(exclude={"correction", "correction_text"}, exclude_none=True)
    if asked.correction_text is not None:
        given["correction"] = asked.correction_text
    conversation, book = setting.mind.conversation, setting.mind.intent.corrections
    known = book.correction(asked.correction)
    conversation.withdraw([known.ref])
    conversation.restore([known.ref])
    changed = book.change(asked.correction, **given)
    return {"correction": changed.model_dump(mode="json")}


def match_corrections(setting: Setting, asked: MatchCorrections) -> Json:
    """Counts nothing."""
    found = setting.mind.intent.corrections.match(asked.task, asked.limit)
    return {"matches": [each.model_dump(mode="json") for each in found]}


def remove_correction(setting: Setting, asked: Named) -> Json:
    """Deleted for good, out of every prompt too."""
    known = setting.mind.intent.corrections.correction(asked.correction)
    setting.mind.conversation.erase([known.ref])
    return {"removed": known.model_dump(mode="json")}


def route(setting: Setting, asked: Route) -> Json:
    """A proposal."""
    return setting.mind.intent.route_correction(asked.text).model_dump(mode="json")


def read_intention(setting: Setting, _asked: Nothing) -> Json:
    """The current one, and those before it, newest first."""
    book = setting.mind.intent.intentions
    current = book.current()
    earlier = [each for each in reversed(book.all()) if current is None or each.id != current.id]
    return {
        "intention": None if current is None else current.model_dump(mode="json"),
        "earlier": [each.model_dump(mode="json") for each in earlier[:SHOWN]],
    }


def set_intention(setting: Setting, asked: SetIntention) -> Json:
    """In the place of the current one."""
    made = setting.mind.intent.intentions.intend(asked.what, asked.reflection)
    return {"intention": made.model_dump(mode="json")}


def check_intention(setting: Setting, asked: CheckIntention) -> Json:
    """Whether it was followed since."""
    checked = setting.mind.intent.intentions.check(followed=asked.followed, note=asked.note)
    return {"intention": checked.model_dump(mode="json")}


def grow(setting: Setting, asked: Grow) -> Json:
    """It is achieved."""
    return {"intention": setting.mind.intent.intentions.grow(asked.lesson).model_dump(mode="json")}


def context(setting: Setting, asked: SetContext) -> Json:
    """What was last set, also while it is switched off."""
    book = setting.mind.intent.quick
    given = asked.model_dump(exclude_none=True)
    kept = book.set(**given) if given else book.kept()
    return {"context": None if kept is None else kept.model_dump(mode="json")}


def _settled(items: list[HandoffItem]) -> list[HandoffItem]:
    """The latest of what was done or dropped."""
    over = [one for one in items if one.status in {ItemStatus.FULFILLED, ItemStatus.DROPPED}]
    return sorted(over, key=lambda one: one.updated_at, reverse=True)[:MOST_SETTLED]


def _settling(move: Callable[[Intent, str], HandoffItem]) -> Callable[[Setting, Item], Json]:
    def answer(setting: Setting, asked: Item) -> Json:
        intent = setting.mind.intent
        return {"item": _item(intent, move(intent, asked.item))}

    return answer


def _goal(intent: Intent, goal: Goal) -> dict[str, Any]:
    return {**goal.model_dump(mode="json"), "stale": intent.is_stale(goal)}


def _item(intent: Intent, item: HandoffItem) -> dict[str, Any]:
    return {**item.model_dump(mode="json"), "overdue": intent.is_overdue(item)}


REQUESTS = {
    "intent.greeting": RoomRequest(Nothing, greeting, words="What a greeting fits now."),
    "intent.context": RoomRequest(
        SetContext,
        context,
        words="What is going on just now: shown, set, or switched off and on.",
        changes="context",
    ),
    "goals.list": RoomRequest(ListGoals, list_goals, words="Goals, the most important first."),
    "goals.add": RoomRequest(AddGoal, add_goal, words="Take up a goal.", changes="goals"),
    "goals.update": RoomRequest(
        UpdateGoal, update_goal, words="Change a goal, or note how it goes on.", changes="goals"
    ),
    "goals.unnote": RoomRequest(
        NamedGoal, unnote_goal, words="Take the last note of a goal back.", changes="goals"
    ),
    "handoff.read": RoomRequest(
        ReadHandoffs, read_handoffs, words="What is open, and what the last times together left."
    ),
    "handoff.add": RoomRequest(
        AddItem,
        add_item,
        words="Have something brought up the next time, or on a day at an hour.",
        changes="handoff",
    ),
    "handoff.fulfil": RoomRequest(
        Item,
        _settling(Intent.fulfil),
        words="It is done, also where the companion only thinks so.",
        changes="handoff",
    ),
    "handoff.keep": RoomRequest(
        Item,
        _settling(Intent.keep_item),
        words="Go on with what was open for long, without a day.",
        changes="handoff",
    ),
    "handoff.drop": RoomRequest(Item, _settling(Intent.drop), words="Let it be.", changes="handoff"),
    "handoff.undo": RoomRequest(Item, _settling(Intent.reopen), words="It is open again.", changes="handoff"),
    "handoff.change": RoomRequest(
        ChangeItem, change_item, words="Word it anew, or give it another day and hour.", changes="handoff"
    ),
    "handoff.snooze": RoomRequest(
        SnoozeItem,
        snooze_item,
        words="Have it brought up later: tomorrow, or when you say.",
        changes="handoff",
    ),
    "handoff.save": RoomRequest(
        SaveHandoff,
        save_handoff,
        words="Carry what is open to the next time; merged item by item.",
        changes="handoff",
    ),
    "corrections.list": RoomRequest(
        Nothing, list_corrections, words="Every correction, those most in use first."
    ),
    "corrections.add": RoomRequest(
        AddCorrection,
        add_correction,
        words="Correct what it does. What is wrong about you is corrected by `companion facts correct`.",
        changes="corrections",
    ),
    "corrections.change": RoomRequest(
        ChangeCorrection, change_correction, words="Word a correction anew.", changes="corrections"
    ),
    "corrections.match": RoomRequest(
        MatchCorrections, match_corrections, words="Which corrections speak up for a task."
    ),
    "corrections.remove": RoomRequest(
        Named, remove_correction, words="Delete a correction; nothing else ever does.", changes="corrections"
    ),
    "corrections.route": RoomRequest(
        Route,
        route,
        words="Whether something wrong is about you (a fact) or about what it did (a correction).",
    ),
    "intention.read": RoomRequest(
        Nothing, read_intention, words="The one thing that it tries to do differently."
    ),
    "intention.set": RoomRequest(
        SetIntention,
        set_intention,
        words="Set it; it takes the place of the one before.",
        changes="intention",
    ),
    "intention.check": RoomRequest(
        CheckIntention, check_intention, words="Say whether it was followed since.", changes="intention"
    ),
    "intention.grow": RoomRequest(
        Grow, grow, words="It is achieved; only after a check that it was followed.", changes="intention"
    ),
}
