"""What Imprints asks of the mind, typed."""

from collections.abc import Callable, Sequence
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from ui.doors import Door, Json, OnFailure


class Strength(BaseModel):
    """How strong an imprint was at a time (0–1)."""

    model_config = ConfigDict(frozen=True)

    at: datetime
    strength: float


class Imprint(BaseModel):
    """A feeling that lasts: how strong it is now and was at first (0–1), and what it came from (refs).

    It has `faded` by itself, or was `let_go`, which can be taken back. `course` is how strong it was from then on.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    feeling: str
    origin: str
    strength: float
    made_strength: float
    created_at: datetime
    faded: bool
    let_go: bool = False
    sources: tuple[str, ...] = ()
    course: tuple[Strength, ...] = ()


def imprints(door: Door, success: Callable[[Sequence[Imprint]], None], failure: OnFailure) -> None:
    """Those that are carried, and those that faded or were let go."""

    def read(found: Json) -> None:
        success([Imprint.model_validate(one) for one in found["imprints"]])

    door.question("mood.imprints", {"over": True}, success=read, failure=failure)


def let_go(door: Door, imprint_id: str, success: Callable[[object], None], failure: OnFailure) -> None:
    """Carry it no more."""
    door.change("mood.let_go", {"imprint": imprint_id}, success=success, failure=failure)


def carry_again(door: Door, imprint_id: str, success: Callable[[object], None], failure: OnFailure) -> None:
    """Take back that it was let go."""
    door.change("mood.carry_again", {"imprint": imprint_id}, success=success, failure=failure)


def make(door: Door, feeling: str, success: Callable[[object], None], failure: OnFailure) -> None:
    """Let how it feels now last."""
    door.change("mood.imprint", {"feeling": feeling}, success=success, failure=failure)
