"""A tool is a function: its signature is the schema, its docstring what is told of it ([E] §11.5).

    @tool(Module.GOALS, "goals.add", "goals.update", with_proposed("goals.list"))
    def goal(at: Border, action: Literal["add", "update", "list"] = "list", title: str | None = None) -> Json:

declares `elara_goal`, that answers as one of these verbs does, or by one of these types (`companion/tools/answers.py`).
Parameters are checked before it is called; `elara_do` reaches every tool by its name. A function with a keyword-only
`said` is told which parameters the client named: a default can be meant, too.
"""

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from companion.service import Json
from companion.tools.answers import schema_of
from companion.tools.border import Border
from engine.errors import InvalidInputError

PREFIX = "elara_"
CORE = frozenset({"remember", "recall", "recall_conversation", "mood", "status", "context", "handoff"})
"""The tools with a schema of their own in the lean profile ([E] §2.3.4)."""
F = TypeVar("F", bound=Callable[..., Json])


class Module(StrEnum):
    """Where tools belong ([E] §2.2)."""

    AWARENESS = "awareness"
    BUSINESS = "business"
    COGNITION_3D = "cognition_3d"
    COGNITIVE = "cognitive"
    DREAMS = "dreams"
    EPISODES = "episodes"
    GMAIL = "gmail"
    GOALS = "goals"
    LLM = "llm"
    MAINTENANCE = "maintenance"
    MEMORY = "memory"
    MOOD = "mood"


FEELING = frozenset({Module.MOOD, Module.AWARENESS, Module.DREAMS})
"""What the cognitive modules leave out."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A declared tool; `name` is without the prefix."""

    name: str
    module: Module
    words: str
    parameters: type[BaseModel]
    answer: Callable[..., Json]
    gives: tuple[Any, ...]
    wants_said: bool = False

    @property
    def schema(self) -> Json:
        """What a client is told of the parameters."""
        return self.parameters.model_json_schema()

    @property
    def output(self) -> Json:
        """What a client is told of the answers."""
        return schema_of(self.gives)

    @property
    def signature(self) -> str:
        """The name with its parameters in a line: `goal(action=list|add|update, title, …)`, the default first."""
        return f"{self.name}({', '.join(_shown(*each) for each in self.schema['properties'].items())})"

    def call(self, at: Border, arguments: Json) -> Json:
        """Check, and do it. Raises InvalidInputError naming the first parameter that is wrong, never its value."""
        try:
            checked = self.parameters.model_validate(arguments)
        except ValidationError as error:
            first = error.errors(include_input=False, include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"]) or "parameters"
            raise InvalidInputError(
                field, str(first["msg"]), f"See the schema of {PREFIX}{self.name}."
            ) from None
        given = {name: getattr(checked, name) for name in type(checked).model_fields}
        return self.answer(at, **given, **({"said": checked.model_fields_set} if self.wants_said else {}))


def _shown(name: str, schema: Json) -> str:
    kinds = [schema, *schema.get("anyOf", [])]
    default, choices = schema.get("default"), next((one["enum"] for one in kinds if "enum" in one), None)
    if choices:
        return f"{name}={'|'.join(sorted(choices, key=lambda each: each != default))}"
    return name if default is None else f"{name}={json.dumps(default)}"


TOOLS: dict[str, Tool] = {}


def tool(module: Module, *gives: Any) -> Callable[[F], F]:
    """Declare a function as a tool of `module`; `gives` are the verbs, or types, by one of which it answers."""

    def declare(function: F) -> F:
        name = function.__name__.rstrip("_")
        hints = get_type_hints(function, include_extras=True)
        every = list(inspect.signature(function).parameters.values())[1:]
        fields: dict[str, Any] = {
            each.name: (hints[each.name], ... if each.default is inspect.Parameter.empty else each.default)
            for each in every
            if each.kind is not inspect.Parameter.KEYWORD_ONLY
        }
        shape = create_model(f"{PREFIX}{name}", __config__=ConfigDict(extra="forbid", frozen=True), **fields)
        words, wants_said = inspect.getdoc(function) or "", len(fields) < len(every)
        TOOLS[name] = Tool(name, module, words, shape, function, gives, wants_said)
        return function

    return declare
