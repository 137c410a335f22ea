"""What each place of the window has, in one cheap answer: for the rail, before any of them is looked at.

* `standing` → {"waiting": {place: how many things wait for the person there}, "filled": places with anything to show}
"""

from collections.abc import Callable, Mapping

from companion.requests.room import Nothing, RoomRequest, Setting
from companion.service import Json
from engine.intent import HandoffItem
from engine.mind import Mind


def standing(setting: Setting, _: Nothing) -> Json:
    """Counted anew each time."""
    mind = setting.mind
    return {
        "waiting": {place: count(mind) for place, count in WAITING.items()},
        "filled": [place for place, holds in FILLED.items() if holds(mind)],
    }


def _reminders(mind: Mind) -> int:
    """What is due by now, or was carried too often."""
    today = mind.clock.local().date()

    def is_due(item: HandoffItem) -> bool:
        return mind.intent.is_overdue(item) or (item.due is not None and item.due <= today)

    return sum(is_due(item) for item in mind.intent.items.open())


def _questions(mind: Mind) -> int:
    return sum(one.is_waiting for one in mind.person.questions()) + len(mind.intent.offers.waiting())


def _contradictions(mind: Mind) -> int:
    return len(mind.memory.contradictions())


def _thinks(mind: Mind) -> bool:
    cognition = mind.cognition
    books = (cognition.predictions, cognition.models, cognition.principles, cognition.outcomes)
    return any(book.all() for book in books) or bool(cognition.ideas.all() or cognition.reasoning.all())


def _knows_itself(mind: Mind) -> bool:
    identity = mind.identity
    return bool(identity.components.all() or identity.directives.all() or identity.growth.candidates())


WAITING: Mapping[str, Callable[[Mind], int]] = {
    "reminders": _reminders,
    "questions": _questions,
    "memories": _contradictions,
    "mind": lambda mind: len(mind.cognition.predictions.due()),
}

FILLED: Mapping[str, Callable[[Mind], bool]] = {
    "reminders": lambda mind: bool(mind.intent.items.all()),
    "goals": lambda mind: bool(mind.intent.goals.all()),
    "corrections": lambda mind: bool(mind.intent.corrections.all()),
    "mood": lambda mind: mind.mood is not None and bool(mind.mood.journal(None, 1)),
    "imprints": lambda mind: mind.mood is not None and bool(mind.mood.imprints(over=True)),
    "mind": _thinks,
    "night": lambda mind: bool(mind.night.queue.recent(1)),
    "self": _knows_itself,
    "trail": lambda mind: bool(mind.trail.episodes(1)),
    "continuity": lambda mind: bool(mind.trail.episodes(1)),
}

REQUESTS = {"standing": RoomRequest(Nothing, standing, words="What waits in each place.")}
