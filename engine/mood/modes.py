"""Personality modes: where they jump to, and which would fit now ([E] §3.6)."""

from engine.mood.formulas.affect import clamped, distance
from engine.mood.records import Mode, Suggestion, UnknownModeError
from engine.settings import MoodSettings
from engine.trail import MoodPoint

# A flat machine, or closeness, is for the person to ask for.
_BY_HAND = frozenset({Mode.COLD, Mode.GIRLFRIEND})
_LATE = range(5)
_REASONS = {
    Mode.DEV: "It feels like work that wants a clear head.",
    Mode.SOFT: "It feels gentle between you.",
    Mode.PLAYFUL: "It feels light between you.",
    Mode.THERAPIST: "It feels like a time to listen.",
    Mode.DRIFT: "It is late and quiet.",
}


def preset(mode: Mode, settings: MoodSettings) -> MoodPoint:
    """The point that a mode jumps to."""
    return clamped(*getattr(settings.modes, mode.value))


def mode_named(name: str) -> Mode:
    """The mode of that name, in any case. Raises UnknownModeError."""
    try:
        return Mode(name.strip().casefold())
    except ValueError:
        raise UnknownModeError(f"There is no such mode; there are {', '.join(Mode)}.") from None


def fitting(point: MoodPoint, active: Mode | None, hour: int, settings: MoodSettings) -> Suggestion | None:
    """The mode that lies nearest to how it feels, if one is near; None where one holds already.

    `hour` is local; drift is for the small hours alone. What only the person can want is never suggested.
    """
    if active is not None:
        return None
    offered = [one for one in _REASONS if one not in _BY_HAND and (one is not Mode.DRIFT or hour in _LATE)]
    near = {one: distance(point, preset(one, settings), settings) for one in offered}
    best = min(near, key=lambda one: (near[one], one is not Mode.DRIFT))
    return Suggestion(best, _REASONS[best]) if near[best] <= settings.suggest_within else None
