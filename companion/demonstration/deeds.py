"""What a person does by hand in a story: requests of the service, in which things are named by their texts."""

from typing import Any

from companion.demonstration.records import Deed
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.calling import never
from engine.mind import Mind

SAID = 200
"""Steps back from the present, in which what is named as a source was said."""


class MissingError(LookupError):
    """What a deed names is not there: a real model promised something else, or nothing."""


def ask(mind: Mind, deed: Deed) -> dict[str, Any]:
    """Ask the service's request, with what is named by its text found. Raises MissingError."""
    request = ROOM_REQUESTS[deed.request]
    given = {name: _found(mind, name, value) for name, value in deed.parameters.items()}
    return request.answer(Setting(mind, never), read(request.parameters, given))


def _found(mind: Mind, name: str, value: Any) -> Any:
    """The id of what a parameter names by its text, and every other value as it is."""
    cognition = mind.cognition
    named = {
        "item": lambda: {one.text: one.id for one in mind.intent.items.all()},
        "goal": lambda: {one.title: one.id for one in mind.intent.goals.all()},
        "prediction": lambda: {one.statement: one.id for one in cognition.predictions.all()},
        "model": lambda: {one.statement: one.id for one in cognition.models.all()},
        "trail": lambda: {one.context: one.id for one in cognition.reasoning.all()},
        "outcome": lambda: {one.decision: one.id for one in cognition.outcomes.all()},
        "idea": lambda: {
            **{one.concept: one.id for one in cognition.ideas.all()},
            **{one.name: one.id for one in cognition.business.all()},
        },
        "fact": lambda: {one.text: one.id for one in mind.person.facts()},
        "question": lambda: {one.text: one.id for one in mind.person.questions()},
        "imprint": lambda: {
            one.feeling: one.id for one in ([] if mind.mood is None else mind.mood.imprints())
        },
        **dict.fromkeys(
            ("node", "origin", "target"), lambda: {one.text: one.id for one in mind.memory.nodes()}
        ),
    }
    if name == "sources":
        said = {step.text: f"step:{step.id}" for step in mind.trail.recent_steps(SAID)}
        return [_of(said, name, text) for text in value]
    if name not in named:
        return value
    return _of(named[name](), name, value)


def _of(known: dict[str, str], name: str, value: str) -> str:
    if value not in known:
        raise MissingError(f"There is no {name} “{value}”.")
    return known[value]
