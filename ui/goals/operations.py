"""What Goals asks of the mind, typed."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.intent.records import Goal, Intention
from ui.doors import Door, Json, OnFailure

OnDone = Callable[[object], None]


class WantedGoal(Goal):
    """A goal, and whether nothing was done about it for long."""

    stale: bool = False


def goals(door: Door, success: Callable[[Sequence[WantedGoal]], None], failure: OnFailure) -> None:
    """All of them, open ones first."""

    def read(found: Json) -> None:
        success([WantedGoal.model_validate(one) for one in found["goals"]])

    door.question("goals.list", {}, success=read, failure=failure)


def intentions(door: Door, success: Callable[[Sequence[Intention]], None], failure: OnFailure) -> None:
    """The one thing to do differently, where there is one, and those before it, the newest first."""

    def read(found: Json) -> None:
        told = [found["intention"], *found["earlier"]]
        success([Intention.model_validate(one) for one in told if one is not None])

    door.question("intention.read", {}, success=read, failure=failure)


def intend(
    door: Door, verb: str, given: dict[str, Any], success: Callable[[Intention], None], failure: OnFailure
) -> None:
    """`verb`: set (what, reflection), check (followed, note) or grow (lesson) the one that stands."""

    def changed(answer: Json) -> None:
        success(Intention.model_validate(answer["intention"]))

    door.change(f"intention.{verb}", given, success=changed, failure=failure)


def add(door: Door, given: dict[str, Any], success: OnDone, failure: OnFailure) -> None:
    """`given` are title, priority, project, deadline and notes."""
    door.change("goals.add", given, success=success, failure=failure)


def update(door: Door, goal_id: str, given: dict[str, Any], success: OnDone, failure: OnFailure) -> None:
    """`given` is what changes."""
    door.change("goals.update", {"goal": goal_id, **given}, success=success, failure=failure)


def unnote(door: Door, goal_id: str, success: OnDone, failure: OnFailure) -> None:
    """Take the last note back."""
    door.change("goals.unnote", {"goal": goal_id}, success=success, failure=failure)
