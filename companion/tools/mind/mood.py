"""How it feels ([E] §3)."""

from typing import Literal

from companion.requests.room import record
from companion.service import Json
from companion.tools.answers import told_by
from companion.tools.border import Border
from companion.tools.declared import Module, tool

Mode = Literal["girlfriend", "dev", "cold", "drift", "soft", "playful", "therapist"]


@tool(
    Module.MOOD,
    "mood.arc",
    record(told_by("mood"), told_by("mood.imprints"), told_by("mood.journal")),
    record(told_by("mood"), without=("temperament", "home", "modes", "episode", "resting", "suggestion")),
)
def mood(at: Border, detail: Literal["brief", "full", "arc"] = "brief") -> Json:
    """How it feels: the point and its names; in full with what lasts and what moved it; or the arc so far."""
    if detail == "arc":
        return at.ask("mood.arc")
    state = at.ask("mood")
    if detail == "full":
        return {**state, **at.ask("mood.imprints"), **at.ask("mood.journal", limit=10)}
    return {"point": state["point"], "emotions": state["emotions"], "mode": state["mode"]}


@tool(Module.MOOD, "mood.nudge")
def mood_adjust(
    at: Border, valence: float = 0, energy: float = 0, openness: float = 0, reason: str | None = None
) -> Json:
    """Move it by so much on each axis."""
    return at.ask("mood.nudge", valence=valence, energy=energy, openness=openness, reason=reason)


@tool(Module.MOOD, "mood.imprints", "mood.imprint")
def imprint(at: Border, feeling: str | None = None, strength: float = 0.7) -> Json:
    """Feelings that outlast their details: read them, or let how it feels now last."""
    if feeling is None:
        return at.ask("mood.imprints")
    return at.ask("mood.imprint", feeling=feeling, strength=strength)


@tool(Module.MOOD, "mood.mode")
def mode(at: Border, mode: Mode) -> Json:
    """Switch its manner until this time together ends."""
    return at.ask("mood.mode", mode=mode)


@tool(Module.MOOD, record(told_by("mood"), told_by("standing"), told_by("intent.context")))
def status(at: Border) -> Json:
    """How it is and what waits, in one answer."""
    return {**at.ask("mood"), **at.ask("standing"), **at.ask("intent.context")}
