"""What You asks of the mind about what is inferred, typed; facts are asked for in `ui.facts.operations`."""

from collections.abc import Callable

from pydantic import TypeAdapter

from ui.doors import Door, OnFailure
from ui.you.records import Inferred, Root, Why

_inferred = TypeAdapter(list[Inferred])
_roots = TypeAdapter(tuple[Root, ...])
OnRoots = Callable[[tuple[Root, ...]], None]


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


def reach(door: Door, ref: str, success: OnRoots, failure: OnFailure) -> None:
    """What would go with it. Changes nothing."""
    door.question(
        "forget.find",
        {"refs": [ref]},
        success=lambda found: success(_roots.validate_python(found["besides"])),
        failure=failure,
    )


def take_back(door: Door, ref: str, success: Callable[[], None], failure: OnFailure) -> None:
    """Infer it no more."""
    door.change("inferred.take_back", {"ref": ref}, success=lambda _: success(), failure=failure)
