"""What a room's requests are made of: parameters checked at the border, an answer, and the thread it runs on."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError
from typing_extensions import TypedDict

from companion.errors import GivenUpError
from companion.service import Json, OnProgress, ignore_progress
from engine.calling import Stop, never
from engine.errors import InvalidInputError
from engine.mind import Mind

R = TypeVar("R", bound="Request")


def _not_blank(text: str) -> str:
    if not text.strip():
        raise PydanticCustomError("blank", "is empty")
    return text


Spoken = Annotated[str, AfterValidator(_not_blank)]
"""Words that somebody said: refused where nothing is in them, before anything of it is written down."""


class Request(BaseModel):
    """Base of the parameters: frozen, refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Nothing(Request):
    """A request without parameters."""


class OfOne(Request):
    """Of one of the vault's companions, by its id."""

    companion: str | None = Field(
        default=None,
        min_length=1,
        max_length=200,
        description="The id of a companion; without it the one that is spoken with.",
    )

    def kept_in(self, mind: Mind) -> Mind:
        """What that one keeps, or the one that is spoken with where none is named. Raises InvalidInputError."""
        found = next((one for one in mind.everyone if self.companion in {None, one.trail.companion}), None)
        if found is None:
            raise InvalidInputError("companion", "keeps nothing here", "Name another one.")
        return found


def record(*of: type, without: Any = (), **fields: Any) -> Any:
    """The type of an answer, or of a record in one: the fields of the engine's records `of`, `without` some, and these.

    What is so typed has every field of it, as JSON, and none besides. Tests hold each answer that they get against it.
    """
    known = {name: kind for each in of for name, kind in _fields(each).items() if name not in without}
    made = TypedDict(of[0].__name__ if of else "Answer", {**known, **fields})  # type: ignore[misc]  # made at run time
    made.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[attr-defined]
    return made


def several(kind: Any) -> Any:
    """The type of a list of records."""
    return list[kind]


def by_name(kind: Any) -> Any:
    """The type of records by their names."""
    return dict[str, kind]


def _fields(kind: type) -> dict[str, Any]:
    if issubclass(kind, BaseModel):
        return {name: info.annotation for name, info in kind.model_fields.items()}
    return get_type_hints(kind)


NONE = record()
"""The answer of a request that tells nothing."""


class Place(Enum):
    """Where an answer is made: on the engine thread what takes milliseconds, beside it what waits or computes.

    What is QUIET waits until nobody is answered or thought back on; what is OUTSIDE waits for the network.
    """

    ENGINE = "engine"
    BESIDE = "beside"
    QUIET = "quiet"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Setting:
    """What an answer is made from. `give_way` says that an answer is being spoken, or that all is ending; `report` is
    told how far what takes long has come: {"stage", "done", "of"}; `stopped` that who asked does not want it any more;
    `waits` why nothing is thought of alone now, empty where something may be.
    """

    mind: Mind
    give_way: Callable[[], bool]
    report: OnProgress = ignore_progress
    stopped: Stop = never
    waits: Callable[[], str] = str

    def advance(self, stage: str, done: int, of: int) -> None:
        """Say how far it has come. Raises GivenUpError where it is not wanted any more: within a unit nothing stays."""
        self.report({"stage": stage, "done": done, "of": of})
        self.go_on()

    def go_on(self) -> None:
        """Raises GivenUpError where it is not wanted any more: to be asked often, as nobody is told."""
        if self.stopped():
            raise GivenUpError("You stopped it, and nothing was taken in.")


Outside = Literal["", "read", "direct", "offered"]
"""What another program may do with a verb: ask it, have it done, or offer it to the person; without a word nothing."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One verb of the mind, declared here alone; wire, command line and tools are derived from it.

    `words` is its line of help, and each field of the parameters has a description. `gives` is the type of its answer
    (`record`). `changes` names what it changes, in a word; a question changes nothing. `outside` is what another
    program may do with it (`companion/tools/border.py`).
    """

    parameters: type[Request]
    words: str = ""
    changes: str = ""
    outside: Outside = ""
    gives: Any = NONE


@dataclass(frozen=True, slots=True)
class RoomRequest:
    """What a room answers: `answer` gets the checked parameters and returns the result; the rest as `Declared`.

    One that `thinks` needs the language model, and waits for it where it is not loaded: never on the engine thread.
    """

    parameters: type[Request]
    answer: Callable[[Setting, Any], Json]
    place: Place = Place.ENGINE
    words: str = ""
    changes: str = ""
    thinks: bool = False
    outside: Outside = ""
    gives: Any = NONE


Verb = TypeVar("Verb", bound=Callable[..., Json])


class Requests(dict[str, RoomRequest]):
    """The requests of a module by their names."""

    def verb(
        self,
        name: str,
        words: str,
        place: Place = Place.ENGINE,
        *,
        gives: Any = NONE,
        changes: str = "",
        thinks: bool = False,
        outside: Outside = "",
    ) -> Callable[[Verb], Verb]:
        """Declares a function as the answer to a request, whose parameters are what it takes beside the setting."""

        def declare(answer: Verb) -> Verb:
            taken = list(inspect.signature(answer, eval_str=True).parameters.values())[1].annotation
            self[name] = RoomRequest(taken, answer, place, words, changes, thinks, outside, gives)
            return answer

        return declare


def read(kind: type[R], parameters: dict[str, Any]) -> R:
    """Raises InvalidInputError naming the first field that is wrong, never its value."""
    try:
        return kind.model_validate(parameters)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "parameters"
        raise InvalidInputError(field, str(first["msg"]), "Say it another way.") from None
