"""What requests on beliefs and on what grows are made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import Field

from companion.requests.room import Request, Requests, RoomRequest, Setting, record, several
from companion.service import Json
from engine.cognition import Calibration, Cognition, Kept

Text = Annotated[str, Field(min_length=1, max_length=500)]
Words = Annotated[str, Field(max_length=500)]
Id = Annotated[str, Field(min_length=1, max_length=64, description="Its id.")]
Sure = Annotated[float | None, Field(ge=0, le=1, allow_inf_nan=False, description="How sure, 0 to 1.")]
Sources = Annotated[
    tuple[str, ...],
    Field(max_length=20, description="What it rests on, such as step:… or fact:…; may be repeated."),
]
Tags = Annotated[tuple[str, ...], Field(max_length=20, description="A word to find it by; may be repeated.")]
EXACT = 3
K = TypeVar("K", bound=Kept)


class Search(Request):
    """What is looked for."""

    query: Text = Field(description="What it is about.")
    limit: int = Field(default=10, ge=1, le=100, description="How many at most.")


def cognition_of(setting: Setting) -> Cognition:
    """The room."""
    return setting.mind.cognition


def shown(record: Kept) -> dict[str, Any]:
    """A record as JSON."""
    return record.model_dump(mode="json")


def found(name: str, hits: Sequence[tuple[K, float]]) -> Json:
    """What a search found, each with its `likeness`."""
    return {name: [{**shown(record), "likeness": round(score, EXACT)} for record, score in hits]}


def likely(kind: type[Kept]) -> Any:
    """The type of what a search found, each with its `likeness`."""
    return several(record(kind, likeness=float))


def calibrated(calibration: Calibration) -> dict[str, Any]:
    """A calibration with numbers as a person reads them."""
    numbers = calibration.model_dump()
    return {
        name: round(value, EXACT) if isinstance(value, float) else value for name, value in numbers.items()
    }


def let_go(setting: Setting, record: Kept) -> None:
    """What the person put an end to leaves every prompt at once."""
    setting.mind.conversation.withdraw([record.ref])


Change = Callable[[Cognition, Any], Kept]


def answering(
    name: str, change: Change, say: Callable[[Any], Json] = shown
) -> Callable[[Setting, Any], Json]:
    """An answer that shows the record that `change` returns, under `name`."""
    return lambda setting, asked: {name: say(change(cognition_of(setting), asked))}


@dataclass(frozen=True, slots=True)
class Kind:
    """Records of a kind: each verb that changes one tells it under `name` as it is then, of the type `gives`.

    `changes` is what such a verb changes, in a word. Another program may offer each to the person.
    """

    requests: Requests
    name: str
    gives: Any
    changes: str
    say: Callable[[Any], Json] = shown

    def verb(self, request: str, words: str, parameters: type[Request], change: Change) -> None:
        """Declares `change` as what the request does."""
        self.requests[request] = RoomRequest(
            parameters,
            answering(self.name, change, self.say),
            words=words,
            changes=self.changes,
            outside="offered",
            gives=record(**{self.name: self.gives}),
        )
