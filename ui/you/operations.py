"""What You asks of the mind about what is inferred, typed; facts are asked for in `ui.facts.operations`."""

from collections.abc import Callable

from pydantic import TypeAdapter

from ui.doors import Door, OnFailure
from ui.you.records import Inferred, Why

_inferred = TypeAdapter(list[Inferred])


def inferred(door: Door, success: Callable[[list[Inferred]], None], failure: OnFailure) -> None:
    """Everything that stands, newest first."""
    door.question(
        "inferred",
        {},
        success=lambda found: success(_inferred.validate_python(found["inferred"])),
        failure=failure,
    )


def why(door: Door, ref: str, success: Callable[[Why], None], failure: OnFailure) -> None:
    """One of them, with what it rests on."""
    door.question(
        "inferred.why",
        {"ref": ref},
        success=lambda found: success(Why.model_validate(found)),
        failure=failure,
    )


def take_back(door: Door, ref: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Infer it no more."""
    door.change("inferred.take_back", {"ref": ref}, success=lambda _: success(), failure=failure)


def bring_back(door: Door, ref: str, success: Callable[[], None], failure: OnFailure) -> None:
    """It was taken back, and stands again."""
    door.change("forget.restore", {"refs": [ref]}, success=lambda _: success(), failure=failure)
