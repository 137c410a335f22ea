"""A language model that plays its part of a story: it answers and reflects as is written."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.demonstration.records import Exchange, StoryError
from engine.language import GenerationRequest, Lane, ModelInfo, ScriptedModel

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
NO, HARMLESS = "no", frozenset({"no", "none", "plain", "fine"})
"""What is said to every small question: facts are told by hand in a story."""


class Large(ScriptedModel):
    """A script that passes for a model of some size: small ones are not asked for everything."""

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=PARAMETERS)


@dataclass
class ScriptedPart:
    """What the model says while one exchange is played."""

    exchange: Exchange = field(default_factory=lambda: Exchange(says="…"))

    def hear(self, exchange: Exchange) -> None:
        """From here on it is about `exchange`."""
        self.exchange = exchange

    def model(self) -> ScriptedModel:
        """The model that plays this part."""
        return Large(self._say)

    def _say(self, request: GenerationRequest) -> str:
        asked = {} if request.schema is None else request.schema.get("properties", {})
        if "importance" in asked:
            return json.dumps(reflection(request.schema or {}, self.exchange))
        if "vibe" in asked:
            return json.dumps(self.exchange.compass)
        if request.schema is not None:
            return json.dumps(least(request.schema))
        return self.exchange.answers if request.lane is Lane.CONVERSATION else self.exchange.sums_up or NO


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
    """The least that `schema` allows; of options the one that asks for nothing."""
    if "enum" in schema:
        options = schema["enum"]
        return next((one for one in options if str(one).casefold() in HARMLESS), options[0])
    if schema.get("type") == "object":
        return {name: least(known) for name, known in schema.get("properties", {}).items()}
    return {"array": [], "string": "", "integer": 0, "number": 0, "boolean": False}.get(
        schema.get("type", "")
    )
