"""A language model that plays its part of a scenario: it answers and reflects as the file says."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.language import GenerationRequest, Lane, ModelInfo, ScriptedModel
from tests.scenarios.records import Exchange, ScenarioError
from tests.unit.engine.conversation.whole_mind import Script

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


class Large(ScriptedModel):
    """A script that passes for a model of some size: small ones are not asked for everything."""

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=PARAMETERS)


@dataclass
class Part:
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
        if request.schema and "alignment" in request.schema.get("properties", {}):
            return json.dumps(reflection(request.schema, self.exchange))
        if request.lane is Lane.CONVERSATION:
            return self.exchange.answers
        if request.schema and "vibe" in request.schema["properties"]:
            return json.dumps(self.exchange.compass)
        return self.exchange.sums_up


def reflection(schema: Mapping[str, Any], exchange: Exchange) -> dict[str, Any]:
    """What `exchange` reflects, with the usual in every other field of `schema`.

    Raises ScenarioError for a field that no reflection has.
    """
    fields = schema["properties"]
    unknown = exchange.reflects.keys() - fields.keys() - OF_SOME_PROFILES
    if unknown:
        raise ScenarioError(f"“{exchange.says}” reflects {', '.join(sorted(unknown))}, which is no field")
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
