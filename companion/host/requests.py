"""The parameters of each request, checked at the border."""

from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.errors import InvalidInputError

LONGEST_UTTERANCE = 100_000
R = TypeVar("R", bound=BaseModel)


class Request(BaseModel):
    """Base of the parameters: frozen, refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Say(Request):
    """What the person says, on which surface; with `wait` the reply comes when it was reflected on too."""

    text: str = Field(min_length=1, max_length=LONGEST_UTTERANCE)
    surface: str = Field(min_length=1, max_length=64)
    wait: bool = False


class Draft(Request):
    """What is being typed on a surface, as far as it goes; empty where it was given up."""

    text: str = Field(max_length=LONGEST_UTTERANCE)
    surface: str = Field(min_length=1, max_length=64)


class Stop(Request):
    """Stop the answer of one loop, or without an id the one that is being given."""

    loop_id: str | None = None


class History(Request):
    """A page of exchanges, the latest before `before`."""

    limit: int = Field(default=20, ge=1, le=500)
    before: str | None = None


class UseModel(Request):
    """Choose the model for a role."""

    role: Literal["day", "night"] = "day"
    name: str = Field(min_length=1, max_length=200)


class Nothing(Request):
    """A request without parameters."""


def read(kind: type[R], parameters: dict[str, Any]) -> R:
    """Raises InvalidInputError naming the first field that is wrong, never its value."""
    try:
        return kind.model_validate(parameters)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "parameters"
        raise InvalidInputError(field, str(first["msg"]), "Say it another way.") from None
