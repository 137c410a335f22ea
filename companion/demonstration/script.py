"""A language model that plays its part of a story: it answers and reflects as is written."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.demonstration.records import Exchange, StoryError
from engine.conversation.governing import governing_words
from engine.decisions import load_question
from engine.language import GenerationRequest, Lane, ModelInfo, Role, ScriptedModel

USUAL: dict[str, Any] = {
    "importance": 5,
    "alignment": 5,
    "reason": "",
    "shift": {"valence": 0, "energy": 0, "openness": 0},
    "they_seem": "as usual",
    "note": "We spoke.",
}
PARAMETERS = 7_000_000_000
OF_SOME_PROFILES = {"they_seem"}
"""Fields that a profile may leave out."""
ANSWER = "As you wish."


class Large(ScriptedModel):
    """A script that passes for a model of some size: small ones are not asked for everything."""

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=PARAMETERS)


@dataclass
class Script:
    """What the model answers: each small question by its name, and everything else."""

    wanted: str = "none"
    keep: str = "yes"
    judges: str = "no"
    told: str = "plain"
    manner: str = "no"
    place: str = '{"lens": "world", "topic": "family"}'
    statement: str = ""
    target: str = "1"
    correction: str = ""
    translation: str = ""
    asks: str = "No"
    asked_of: str = "me"
    in_notes: str = "No"
    answer: Callable[[GenerationRequest], str] = field(default=lambda _: ANSWER)

    def reply(self, request: GenerationRequest) -> str:
        """What is said to `request`: which small question it is, is seen by its instruction."""
        system = next((one.text for one in request.prompt if one.role is Role.SYSTEM), "")
        words = governing_words()
        small = {
            load_question("asks").instruction.strip(): self.asks,
            load_question("asked_of").instruction.strip(): self.asked_of,
            load_question("answer_in_notes").instruction.strip(): self.in_notes,
            load_question("update_wanted").instruction.strip(): self.wanted,
            load_question("keep_about_person").instruction.strip(): self.keep,
            load_question("judges_other").instruction.strip(): self.judges,
            load_question("how_told").instruction.strip(): self.told,
            load_question("asks_manner").instruction.strip(): self.manner,
            words.statement.instruction: self.statement,
            words.target.instruction: self.target,
            words.correction.instruction: self.correction,
            words.translation.instruction: self.translation,
            words.place.instruction: self.place,
        }
        return small[system] if system in small else self.answer(request)


@dataclass
class ScriptedPart:
    """What the model says while one exchange is played."""

    script: Script = field(default_factory=Script)
    exchange: Exchange = field(default_factory=lambda: Exchange(says="…"))

    def __post_init__(self) -> None:
        self.script.answer = self._say

    def hear(self, exchange: Exchange) -> None:
        """From here on it is about `exchange`."""
        self.exchange = exchange
        self.script.keep = "yes" if exchange.keeps else "no"

    def model(self) -> ScriptedModel:
        """The model that plays this part."""
        return Large(self.script.reply)

    def _say(self, request: GenerationRequest) -> str:
        if request.lane is Lane.REFLECT and request.schema:
            thinks_back = "importance" in request.schema.get("properties", {})
            said = reflection(request.schema, self.exchange) if thinks_back else least(request.schema)
            return json.dumps(said)
        if request.lane is Lane.CONVERSATION:
            return self.exchange.answers
        if request.schema and "vibe" in request.schema["properties"]:
            return json.dumps(self.exchange.compass)
        return self.exchange.sums_up


def reflection(schema: Mapping[str, Any], exchange: Exchange) -> dict[str, Any]:
    """What `exchange` reflects, with the usual in every other field of `schema`.

    Raises StoryError for a field that no reflection has.
    """
    fields = schema["properties"]
    unknown = exchange.reflects.keys() - fields.keys() - OF_SOME_PROFILES
    if unknown:
        raise StoryError(f"“{exchange.says}” reflects {', '.join(sorted(unknown))}, which is no field")
    given = USUAL | exchange.reflects
    if isinstance(given["shift"], dict):
        given["shift"] = USUAL["shift"] | given["shift"]
    return {name: given.get(name, least(known)) for name, known in fields.items()}


def least(schema: Mapping[str, Any]) -> Any:
    """The least that `schema` allows."""
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "object":
        return {name: least(known) for name, known in schema.get("properties", {}).items()}
    return {"array": [], "string": "", "integer": 0, "number": 0, "boolean": False}.get(
        schema.get("type", "")
    )
