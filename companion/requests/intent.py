"""What surfaces ask of what is open: goals, corrections, the intention, the quick context, and a greeting.

A goal is named by its number or id, everything else by its id.
"""

from datetime import date
from typing import Annotated, Any

from pydantic import Field

from companion.requests.room import Nothing, Request, Requests, Setting, record, several
from companion.service import Json
from engine.errors import NotFoundError
from engine.intent import (
    Correction,
    CorrectionType,
    Goal,
    GoalStatus,
    Greeting,
    Intent,
    Intention,
    Matched,
    Priority,
    QuickContext,
    Routing,
)
from engine.mind import Mind

SHOWN = 20
Text = Annotated[str, Field(min_length=1, max_length=500)]


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


REQUESTS = Requests()
GOAL = record(Goal, stale=bool)
CORRECTION = record(Correction, dormant=bool)
INTENDED = record(intention=Intention)


@REQUESTS.verb("intent.greeting", "What a greeting fits now.", gives=record(greeting=Greeting))
def greeting(setting: Setting, _asked: Nothing) -> Json:
    """Facts, not words."""
    return {"greeting": setting.mind.intent.greeting().model_dump(mode="json")}


@REQUESTS.verb(
    "goals.list", "Goals, the most important first.", gives=record(goals=several(GOAL)), outside="read"
)
def list_goals(setting: Setting, asked: ListGoals) -> Json:
    """Open ones first."""
    intent = setting.mind.intent
    return {"goals": [_goal(intent, goal) for goal in intent.goals.all() if goal.is_open or not asked.open]}


@REQUESTS.verb("goals.add", "Take up a goal.", gives=record(goal=GOAL), changes="goals", outside="offered")
def add_goal(setting: Setting, asked: AddGoal) -> Json:
    """Numbered."""
    intent = setting.mind.intent
    given = asked.model_dump(exclude={"title"})
    return {"goal": _goal(intent, intent.goals.add(asked.title, **given))}


@REQUESTS.verb(
    "goals.update",
    "Change a goal, or note how it goes on.",
    gives=record(goal=GOAL),
    changes="goals",
    outside="offered",
)
def update_goal(setting: Setting, asked: UpdateGoal) -> Json:
    """As it is then."""
    intent = setting.mind.intent
    return {"goal": _goal(intent, intent.goals.update(asked.goal, **asked.model_dump(exclude={"goal"})))}


@REQUESTS.verb(
    "goals.unnote",
    "Take the last note of a goal back.",
    gives=record(goal=GOAL),
    changes="goals",
    outside="offered",
)
def unnote_goal(setting: Setting, asked: NamedGoal) -> Json:
    """As it is without its last note."""
    intent = setting.mind.intent
    return {"goal": _goal(intent, intent.goals.unnote(asked.goal))}


@REQUESTS.verb(
    "corrections.list",
    "Every correction, those most in use first.",
    gives=record(corrections=several(CORRECTION)),
    outside="read",
)
def list_corrections(setting: Setting, _asked: Nothing) -> Json:
    """As a boot orders them, each with those of the answers that it had a part in which still stand."""
    return {
        "corrections": [_correction(setting.mind, each) for each in setting.mind.intent.corrections.all()]
    }


def _correction(mind: Mind, one: Correction) -> Json:
    dormant = {each.id for each in mind.intent.corrections.dormant()}
    standing = tuple(each for each in one.minded if _stands(mind, each.ref))
    shown = one.model_copy(update={"minded": standing})
    return {**shown.model_dump(mode="json"), "dormant": one.id in dormant}


def _stands(mind: Mind, ref: str) -> bool:
    """Whether the Step is neither taken back nor erased."""
    try:
        return mind.trail.step(ref.removeprefix("step:")).withdrawn_at is None
    except NotFoundError:
        return False


@REQUESTS.verb(
    "corrections.add",
    "Correct what it does. What is wrong about you is corrected by `companion facts correct`.",
    gives=record(correction=CORRECTION),
    changes="corrections",
    outside="offered",
)
def add_correction(setting: Setting, asked: AddCorrection) -> Json:
    """Or the one of the same mistake, counted once more."""
    made = setting.mind.intent.corrections.add(**asked.model_dump())
    return {"correction": _correction(setting.mind, made)}


@REQUESTS.verb(
    "corrections.change",
    "Word a correction anew.",
    gives=record(correction=CORRECTION),
    changes="corrections",
    outside="offered",
)
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
    return {"correction": _correction(setting.mind, changed)}


@REQUESTS.verb(
    "corrections.match",
    "Which corrections speak up for a task.",
    gives=record(matches=list[Matched]),
    outside="read",
)
def match_corrections(setting: Setting, asked: MatchCorrections) -> Json:
    """Counts nothing."""
    found = setting.mind.intent.corrections.match(asked.task, asked.limit)
    return {"matches": [each.model_dump(mode="json") for each in found]}


@REQUESTS.verb(
    "corrections.remove",
    "Delete a correction; nothing else ever does.",
    gives=record(removed=Correction),
    changes="corrections",
    outside="offered",
)
def remove_correction(setting: Setting, asked: Named) -> Json:
    """Deleted for good, out of every prompt too."""
    known = setting.mind.intent.corrections.correction(asked.correction)
    setting.mind.conversation.erase([known.ref])
    return {"removed": known.model_dump(mode="json")}


@REQUESTS.verb(
    "corrections.route",
    "Whether something wrong is about you (a fact) or about what it did (a correction).",
    gives=record(Routing),
)
def route(setting: Setting, asked: Route) -> Json:
    """A proposal."""
    return setting.mind.intent.route_correction(asked.text).model_dump(mode="json")


@REQUESTS.verb(
    "intention.read",
    "The one thing that it tries to do differently.",
    gives=record(intention=Intention | None, earlier=list[Intention]),
    outside="read",
)
def read_intention(setting: Setting, _asked: Nothing) -> Json:
    """The current one, and those before it, newest first."""
    book = setting.mind.intent.intentions
    current = book.current()
    earlier = [each for each in reversed(book.all()) if current is None or each.id != current.id]
    return {
        "intention": None if current is None else current.model_dump(mode="json"),
        "earlier": [each.model_dump(mode="json") for each in earlier[:SHOWN]],
    }


@REQUESTS.verb(
    "intention.set",
    "Set it; it takes the place of the one before.",
    gives=INTENDED,
    changes="intention",
    outside="offered",
)
def set_intention(setting: Setting, asked: SetIntention) -> Json:
    """In the place of the current one."""
    made = setting.mind.intent.intentions.intend(asked.what, asked.reflection)
    return {"intention": made.model_dump(mode="json")}


@REQUESTS.verb(
    "intention.check",
    "Say whether it was followed since.",
    gives=INTENDED,
    changes="intention",
    outside="offered",
)
def check_intention(setting: Setting, asked: CheckIntention) -> Json:
    """Whether it was followed since."""
    checked = setting.mind.intent.intentions.check(followed=asked.followed, note=asked.note)
    return {"intention": checked.model_dump(mode="json")}


@REQUESTS.verb(
    "intention.grow",
    "It is achieved; only after a check that it was followed.",
    gives=INTENDED,
    changes="intention",
    outside="offered",
)
def grow(setting: Setting, asked: Grow) -> Json:
    """It is achieved."""
    return {"intention": setting.mind.intent.intentions.grow(asked.lesson).model_dump(mode="json")}


@REQUESTS.verb(
    "intent.context",
    "What is going on just now: shown, set, or switched off and on.",
    gives=record(context=QuickContext | None),
    changes="context",
    outside="offered",
)
def context(setting: Setting, asked: SetContext) -> Json:
    """What was last set, also while it is switched off."""
    book = setting.mind.intent.quick
    given = asked.model_dump(exclude_none=True)
    kept = book.set(**given) if given else book.kept()
    return {"context": None if kept is None else kept.model_dump(mode="json")}


def _goal(intent: Intent, goal: Goal) -> dict[str, Any]:
    return {**goal.model_dump(mode="json"), "stale": intent.is_stale(goal)}
