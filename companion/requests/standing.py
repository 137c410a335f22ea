"""What each place of the window has, in one cheap answer: for the rail, before any of them is looked at.

Told are how many things wait for the person in each, the places with anything to show, and those of what this companion
does not have.
"""

from collections.abc import Callable, Mapping

from companion.inferred import notes
from companion.requests.border import offering
from companion.requests.room import Nothing, Requests, Setting, record
from companion.service import Json
from engine.intent import HandoffItem, ItemStatus
from engine.mind import Mind

REQUESTS = Requests()
FELT = ["mood", "imprints"]
"""The places of a companion that feels."""


@REQUESTS.verb(
    "standing",
    "What waits in each place.",
    gives=record(waiting=dict[str, int], filled=list[str], absent=list[str]),
    outside="read",
)
def standing(setting: Setting, _: Nothing) -> Json:
    """Counted anew each time."""
    mind = setting.mind
    return {
        "waiting": {place: count(mind) for place, count in WAITING.items()},
        "filled": [place for place, holds in FILLED.items() if holds(mind)],
        "absent": FELT if mind.mood is None else [],
    }


def _reminders(mind: Mind) -> int:
    """What is due by now, was carried too often, or seems done and wants a yes."""
    today = mind.clock.local().date()

    def waits(item: HandoffItem) -> bool:
        if item.status is ItemStatus.PROPOSED:
            return True
        late = mind.intent.is_overdue(item) or (item.due is not None and item.due <= today)
        return item.status is ItemStatus.OPEN and late

    return sum(waits(item) for item in mind.intent.items.all())


def _goals(mind: Mind) -> int:
    """Those whose day is over."""
    today = mind.clock.local().date()
    return sum(goal.deadline is not None and goal.deadline < today for goal in mind.intent.goals.open())


def _questions(mind: Mind) -> int:
    """Those that want an answer now: what was put off comes at its time."""
    now = mind.clock.now()
    offered = [offering.as_question(mind, one) for one in mind.intent.offers.waiting()]
    return sum(one.is_waiting and not one.is_put_off(now) for one in (*mind.person.questions(), *offered))


def _contradictions(mind: Mind) -> int:
    return len(mind.memory.contradictions())  # those of facts are counted with the questions


def _thinks(mind: Mind) -> bool:
    cognition = mind.cognition
    books = (cognition.predictions, cognition.models, cognition.principles, cognition.outcomes)
    others = (cognition.ideas, cognition.reasoning, cognition.business)
    return any(book.all() for book in books) or any(book.all() for book in others)


def _knows_itself(mind: Mind) -> bool:
    identity = mind.identity
    books = (identity.components, identity.directives, identity.shorthands)
    grows = bool(identity.growth.candidates()) or identity.compass.read() is not None
    return any(book.all() for book in books) or grows or any(notes.offered(mind))


WAITING: Mapping[str, Callable[[Mind], int]] = {
    "reminders": _reminders,
    "goals": _goals,
    "questions": _questions,
    "memories": _contradictions,
    "mind": lambda mind: len(mind.cognition.predictions.due()),
}

FILLED: Mapping[str, Callable[[Mind], bool]] = {
    "reminders": lambda mind: bool(mind.intent.items.all()),
    "goals": lambda mind: bool(mind.intent.goals.all() or mind.intent.intentions.all()),
    "corrections": lambda mind: bool(mind.intent.corrections.all()),
    "mood": lambda mind: mind.mood is not None and bool(mind.mood.journal(None, 1)),
    "imprints": lambda mind: mind.mood is not None and bool(mind.mood.imprints(over=True)),
    "mind": _thinks,
    "night": lambda mind: bool(mind.night.queue.recent(1)),
    "self": _knows_itself,
    "trail": lambda mind: bool(mind.trail.episodes(1)),
    "continuity": lambda mind: bool(mind.trail.episodes(1)),
}
