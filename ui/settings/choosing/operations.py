"""What is asked of the program about choices and devices, typed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ui.doors import Door, Json, OnFailure


@dataclass(frozen=True, slots=True)
class Choosable:
    """Every choice with its value; the options of those that have some, least and most of those that are numbers."""

    values: Mapping[str, Any]
    options: Mapping[str, tuple[str, ...]]
    bounds: Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Hardware:
    """Microphones and speakers by name; `missing` says what else the voice lacks."""

    microphones: tuple[str, ...]
    speakers: tuple[str, ...]
    missing: str


def look(door: Door, success: Callable[[Choosable], None], failure: OnFailure) -> None:
    """What is chosen."""
    door.question("choices", {}, success=lambda told: success(_choosable(told)), failure=failure)


def choose(
    door: Door, name: str, value: object, success: Callable[[Choosable], None], failure: OnFailure
) -> None:
    """Choose something anew."""
    asked = {"name": name, "value": value}
    door.change("choices.set", asked, success=lambda told: success(_choosable(told)), failure=failure)


def hardware(door: Door, success: Callable[[Hardware], None], failure: OnFailure) -> None:
    """What there is to hear and to speak with."""

    def told(found: Json) -> None:
        success(Hardware(tuple(found["microphones"]), tuple(found["speakers"]), found["missing"]))

    door.question("devices", {}, success=told, failure=failure)


@dataclass(frozen=True, slots=True)
class Heard:
    """Who is told how a trial goes: how loud the microphone is (0–1), that it ended, or what went wrong."""

    level: Callable[[float], None]
    ended: Callable[[], None]
    failed: OnFailure


def try_out(door: Door, what: str, parameters: Json, heard: Heard) -> None:
    """`devices.listen`, `devices.sound` or `devices.speak`."""
    door.question(
        what,
        parameters,
        success=lambda _: heard.ended(),
        failure=heard.failed,
        progress=lambda told: heard.level(float(told["level"])),
    )


def stop(door: Door, what: str, failure: OnFailure) -> None:
    """End what is tried out."""
    door.change("stop", {"request": what}, success=lambda _: None, failure=failure)


def _choosable(told: Json) -> Choosable:
    return Choosable(
        told["values"],
        {name: tuple(options) for name, options in told["options"].items()},
        {name: (float(low), float(high)) for name, (low, high) in told["bounds"].items()},
    )
