"""Who lives in one vault: each companion with an id that stays and a name that may change ([E] §15.3).

Ids stand in the vault, beside all that a companion keeps of its own; names stand in the choices alone.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from engine.errors import InvalidInputError

FIRST: Final = "companion"
"""The id of the one that every vault begins with."""
UNNAMED: Final = "Companion"
LONGEST_NAME: Final = 40


class Resident(BaseModel):
    """One of them. An empty name is the plain word; one that is not `listed` keeps all that it has."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(min_length=1, max_length=200)
    name: str = Field(default="", max_length=LONGEST_NAME)
    listed: bool = True

    @property
    def called(self) -> str:
        """What it is called where it has to be told from the others."""
        return self.name or UNNAMED


Residents = tuple[Resident, ...]


def find(residents: Sequence[Resident], named: str) -> Resident:
    """The one of that id or name, in any case. Raises InvalidInputError."""
    asked = named.strip().casefold()
    for one in sorted(residents, key=lambda each: not each.listed):
        if asked in {one.id.casefold(), one.called.casefold()}:
            return one
    known = ", ".join(one.called for one in residents if one.listed)
    raise InvalidInputError("companion", "is not known", f"Choose one of these: {known}.")


def of(residents: Sequence[Resident], resident: str) -> Resident:
    """The one of that id. Raises StopIteration."""
    return next(one for one in residents if one.id == resident)


def added(residents: Residents, name: str) -> tuple[Residents, Resident]:
    """With one more of that name; who was left out under it is listed again. Raises InvalidInputError."""
    name = _checked(name)
    same = [one for one in residents if one.called.casefold() == name.casefold()]
    if any(one.listed for one in same):
        raise InvalidInputError("name", "is another one's already", "Choose another name.")
    if same:
        return changed(residents, same[0].id, listed=True), same[0]
    new = Resident(id=_free_id(name, {one.id for one in residents}), name=name)
    return (*residents, new), new


def renamed(residents: Residents, resident: str, name: str) -> Residents:
    """With another name for the one of that id; empty for the plain word. Raises InvalidInputError."""
    name = _checked(name) if name.strip() else ""
    others = {one.called.casefold() for one in residents if one.listed and one.id != resident}
    if (name or UNNAMED).casefold() in others:
        raise InvalidInputError("name", "is another one's already", "Choose another name.")
    return changed(residents, resident, name=name)


def joined(residents: Residents, found: Mapping[str, str]) -> Residents:
    """With those that a vault knows and this home does not, by id with their names: it was moved in, or put back.

    One that never spoke is called by its id.
    """
    known = {one.id for one in residents}
    new = {each: name or each for each, name in found.items() if each not in known}
    return (*residents, *(Resident(id=each, name=name[:LONGEST_NAME]) for each, name in new.items()))


def without(residents: Residents, resident: str, *, chosen: str) -> Residents:
    """Those but the one of that id, which is erased. Raises InvalidInputError for the one that is `chosen`."""
    if resident == chosen:
        raise InvalidInputError("companion", "is spoken with", "Speak with another one first.")
    return tuple(one for one in residents if one.id != resident)


def changed(residents: Residents, resident: str, **changes: object) -> Residents:
    """With these changes to the one of that id."""
    return tuple(one.model_copy(update=changes) if one.id == resident else one for one in residents)


def _checked(name: str) -> str:
    made = " ".join(name.split())
    if not 0 < len(made) <= LONGEST_NAME:
        raise InvalidInputError("name", f"must have 1 to {LONGEST_NAME} characters", "Choose another name.")
    return made


def _free_id(name: str, taken: set[str]) -> str:
    """Made from the first name, so that a vault without its choices still tells who is who."""
    stem = re.sub(r"\W+", "_", name.casefold()).strip("_") or FIRST
    number, free = 1, stem
    while free in taken:
        number += 1
        free = f"{stem}_{number}"
    return free
