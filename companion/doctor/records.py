"""What an examination finds."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict


class CheckState(StrEnum):
    """How a part stands. `absent` is a part that the companion can do without for now."""

    OK = "ok"
    ABSENT = "absent"
    FAULT = "fault"


class Check(BaseModel):
    """One part: its state, what was found, and what to do where something is to be done."""

    model_config = ConfigDict(frozen=True)

    name: str
    state: CheckState
    detail: str
    remedy: str = ""


def ok(name: str, detail: str) -> Check:
    """Nothing to do."""
    return Check(name=name, state=CheckState.OK, detail=detail)


def absent(name: str, detail: str, remedy: str = "") -> Check:
    """Not there, and not needed at once."""
    return Check(name=name, state=CheckState.ABSENT, detail=detail, remedy=remedy)


def fault(name: str, detail: str, remedy: str) -> Check:
    """Something is wrong."""
    return Check(name=name, state=CheckState.FAULT, detail=detail, remedy=remedy)
