"""What a person chose about the program, and what may be chosen: read from the one tree of `Preferences`, and from
where the system keeps the rest: `autostart` (null where this desktop has none) and `network`, where it may go.
`companion_name` is what the one that is spoken with is called, "" for the plain word.

* `choices` → {"values": {name: value}, "options": {name: [values]}, "bounds": {name: [least, most]}}
* `choices.set` (name, value) → the same, from now on
"""

from typing import Any, Final

from companion.bootstrap import open_sentences
from companion.companions import renamed
from companion.preferences import Preferences
from companion.program.autostart import Autostart
from companion.program.setting import Asking, Named, ProgramRequest
from companion.requests.room import Nothing
from companion.service import Json
from engine.errors import InvalidInputError
from engine.network import Allowed, standard_ledger

OFFERED: Final = (
    "profile",
    "effort",
    "notify",
    "notify_brief",
    "notify_questions",
    "notify_observations",
    "notify_predictions",
    "notify_findings",
    "discreet",
    "quiet_from",
    "quiet_until",
    "lock_after_minutes",
    "night_from",
    "night_every_hours",
    "night_quiet_from",
    "night_quiet_until",
    "night_most_hours",
    "microphone",
    "speaker",
    "sentence_model",
    "speech_model",
    "voice",
    "listening",
    "while_speaking",
    "spoken_language",
    "talk_key",
    "wake_sensitivity",
    "updates",
    "feeds_every_hours",
)
"""What is chosen one by one; models that talk are chosen with `use_model`, and the look belongs to the window."""


class SetChoice(Named):
    """A choice and its new value."""

    value: Any


def choices(asking: Asking, _: Nothing) -> Json:
    """As the tree has it, so that nothing is said of a choice twice."""
    schema = Preferences.model_json_schema()["properties"]
    chosen = asking.preferences.load().preferences
    values = chosen.model_dump(mode="json")
    starting, ledger = Autostart(asking.home), standard_ledger()
    outside = {
        "autostart": starting.chosen if starting.possible else None,
        "network": ledger.allowed.value,
        "companion_name": chosen.companion_name,
    }
    return {
        "values": {name: values[name] for name in OFFERED} | outside,
        "options": {name: schema[name]["enum"] for name in OFFERED if "enum" in schema[name]}
        | {"network": list(Allowed)},
        "bounds": {
            name: [schema[name]["minimum"], schema[name]["maximum"]]
            for name in OFFERED
            if "minimum" in schema[name]
        },
    }


def set_choice(asking: Asking, asked: SetChoice) -> Json:
    """Raises InvalidInputError for an unknown choice, or a value that cannot be; a sentence model is opened to see.

    Raises ModelError and EmbeddingError where that cannot be.
    """
    try:
        match asked.name:
            case "autostart":
                Autostart(asking.home).choose(on=bool(asked.value))
            case "network":
                standard_ledger().allow(Allowed(asked.value))
            case "companion_name":
                name = str(asked.value)
                asking.preferences.revise(
                    lambda now: {"companions": renamed(now.companions, now.companion, name)}
                )
            case "sentence_model":
                open_sentences(asking.store, str(asked.value)).close()
                asking.preferences.change(sentence_model=asked.value)
            case name if name in OFFERED:
                asking.preferences.change(**{name: asked.value})
            case _:
                raise InvalidInputError("name", "is no choice", "Use the same version everywhere.")
    except ValueError as error:
        raise InvalidInputError("value", "cannot be chosen", "Choose one that is offered.") from error
    return choices(asking, Nothing())


REQUESTS = {
    "choices": ProgramRequest(Nothing, choices),
    "choices.set": ProgramRequest(SetChoice, set_choice),
}
