"""Who lives in this vault, and who of them is spoken with.

* `companions` → {"companions": [{"id", "called", "chosen", "listed"}]}
* `companions.add` (name) → the same: one more, or one that was left out again
* `companions.use` (companion: id or name) → the same, from the next start on
* `companions.rename` (companion, name: empty for the plain word) → the same, from the next start on
* `companions.leave_out` (companion) → the same: it is listed no more, and keeps all that it has
"""

from collections.abc import Callable
from typing import Any

from pydantic import Field

from companion.companions import LONGEST_NAME, Resident, added, changed, find, renamed
from companion.preferences import Preferences
from companion.program.setting import Asking, Named, ProgramRequest
from companion.requests.room import Nothing, Request
from companion.service import Json
from engine.errors import InvalidInputError


class OfOne(Request):
    """A request about one of them, by id or name."""

    companion: str = Field(min_length=1, max_length=200)


class Rename(OfOne):
    """Its new name."""

    name: str = Field(max_length=LONGEST_NAME)


def companions(asking: Asking, _: Nothing) -> Json:
    """In the order of their making."""
    chosen = asking.preferences.load().preferences
    return {
        "companions": [
            {"id": one.id, "called": one.called, "chosen": one.id == chosen.companion, "listed": one.listed}
            for one in chosen.companions
        ]
    }


def add(asking: Asking, asked: Named) -> Json:
    """Raises InvalidInputError for a name that another one has."""
    return _revised(asking, lambda now: {"companions": added(now.companions, asked.name)[0]})


def use(asking: Asking, asked: OfOne) -> Json:
    """Raises InvalidInputError for one that is not known."""

    def choose(now: Preferences) -> dict[str, Any]:
        one = find(now.companions, asked.companion)
        return {"companions": changed(now.companions, one.id, listed=True), "companion": one.id}

    return _revised(asking, choose)


def rename(asking: Asking, asked: Rename) -> Json:
    """Raises InvalidInputError for one that is not known, or a name that another one has."""

    def name(now: Preferences) -> dict[str, Any]:
        one = find(now.companions, asked.companion)
        return {"companions": renamed(now.companions, one.id, asked.name)}

    return _revised(asking, name)


def leave_out(asking: Asking, asked: OfOne) -> Json:
    """Raises InvalidInputError for the one that is spoken with."""

    def leave(now: Preferences) -> dict[str, Any]:
        one: Resident = find(now.companions, asked.companion)
        if one.id == now.companion:
            raise InvalidInputError("companion", "is spoken with", "Speak with another one first.")
        return {"companions": changed(now.companions, one.id, listed=False)}

    return _revised(asking, leave)


def _revised(asking: Asking, choose: Callable[[Preferences], dict[str, Any]]) -> Json:
    asking.preferences.revise(choose)
    return companions(asking, Nothing())


REQUESTS = {
    "companions": ProgramRequest(Nothing, companions),
    "companions.add": ProgramRequest(Named, add),
    "companions.use": ProgramRequest(OfOne, use),
    "companions.rename": ProgramRequest(Rename, rename),
    "companions.leave_out": ProgramRequest(OfOne, leave_out),
}
