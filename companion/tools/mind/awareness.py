"""What it sees of itself ([E] §6)."""

from typing import Literal

from companion.requests.room import record
from companion.service import Json
from companion.tools.answers import field_of, told_by, with_proposed
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import waiting


@tool(Module.AWARENESS, "reflection.report")
def reflect(at: Border) -> Json:
    """Who it has been lately: trend, what it carries, what it let go of."""
    return at.ask("reflection.report")


@tool(
    Module.AWARENESS,
    "reflection.report",
    "noticing.blind_spots",
    "mood.seen",
    record(told_by("reflection.report"), told_by("noticing.blind_spots")),
)
def insight(
    at: Border, insight_type: Literal["pulse", "blind_spots", "user_state", "both"] = "pulse"
) -> Json:
    """How things go between the two (pulse), what is out of sight (blind_spots), or how the person seemed."""
    match insight_type:
        case "blind_spots":
            return at.ask("noticing.blind_spots")
        case "user_state":
            return at.ask("mood.seen")
        case "both":
            return {**at.ask("reflection.report"), **at.ask("noticing.blind_spots")}
        case _:
            return at.ask("reflection.report")


@tool(Module.AWARENESS, "intention.set", with_proposed("intention.read"))
def intention(at: Border, what: str | None = None) -> Json:
    """The one thing that it tries to do differently: read it, or set it."""
    if what is not None:
        return at.ask("intention.set", what=what)
    return {**at.ask("intention.read"), **waiting(at, "intention.")}


@tool(Module.AWARENESS, "noticing.offer", "noticing.observations")
def observe(at: Border, when: Literal["now", "boot"] = "now") -> Json:
    """What is worth a word now; at boot at most one thing, which counts as told."""
    return at.ask("noticing.offer" if when == "boot" else "noticing.observations")


@tool(
    Module.AWARENESS,
    "mood.reset_temperament",
    record(temperament=field_of("mood", "temperament"), point=field_of("mood", "point")),
)
def temperament(at: Border, do_reset: bool = False) -> Json:
    """Where its mood rests; with do_reset where it did at first."""
    if do_reset:
        return at.ask("mood.reset_temperament")
    state = at.ask("mood")
    return {"temperament": state["temperament"], "point": state["point"]}
