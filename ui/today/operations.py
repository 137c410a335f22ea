"""What Today asks of the mind, typed."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.conversation.records import Exchange
from engine.intent.records import Greeting
from engine.night.records import Brief
from ui.doors import Door, Json, OnFailure


def greeting(door: Door, success: Callable[[Greeting], None], failure: OnFailure) -> None:
    """What a greeting fits."""

    def read(found: Json) -> None:
        success(Greeting.model_validate(found["greeting"]))

    door.question("intent.greeting", {}, success=read, failure=failure)


def last_said(door: Door, success: Callable[[Exchange | None], None], failure: OnFailure) -> None:
    """What was last talked of; None where nothing was."""

    def read(found: Json) -> None:
        said = [Exchange.model_validate(one) for one in found["exchanges"]]
        success(said[-1] if said else None)

    door.question("history", {"limit": 1, "before": None}, success=read, failure=failure)


@dataclass(frozen=True, slots=True)
class Morning:
    """The brief of a morning: what it comes down to, its lines, and the headings of its sections in their order."""

    brief: Brief
    summary: str
    headings: dict[str, str]


def morning(door: Door, success: Callable[[Morning | None], None], failure: OnFailure) -> None:
    """The latest brief; None before the first."""

    def read(found: Json) -> None:
        brief = found["brief"]
        told = None if brief is None else Brief.model_validate(brief)
        success(None if told is None else Morning(told, found["summary"], found["sections"]))

    door.question("night.brief", {}, success=read, failure=failure)
