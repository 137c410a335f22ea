"""`companion reflect`, who it has been lately, and `companion observe`, what is worth a word now ([E] §6)."""

from dataclasses import replace
from typing import Any

from companion.cli.rooms.lines import Line, shown, told
from companion.cli.verbs import Room, Said, Verb, group

BAR = "▁▂▃▄▅▆▇█"
UNFELT = "·"
LINE = Line("- {words}")
TIMES = (("carried", Line("carries   {since:day}  {text}")), ("lost", Line("let go    {since:day}  {text}")))
REPORT = Line("{words}", below=("by hour   {hours}  (0 to 23 o'clock)", *TIMES))
PORTRAIT = Line(
    "{day}  over {days} days: {mood}", below=("carries {carried:count}, has let go of {lost:count}",)
)


def _say_report(report: dict[str, Any]) -> None:
    """With a bar an hour: how lively it was."""
    last = len(BAR) - 1
    energies = [one["energy"] for one in report["by_hour"]] if report["moments"] else []
    hours = "".join(UNFELT if energy is None else BAR[round(energy * last)] for energy in energies)
    REPORT(report | {"hours": hours})


def _say_portrait(portrait: dict[str, Any]) -> None:
    mood = told("{trend.direction}, {volatility.level} volatility", portrait)
    PORTRAIT(portrait | {"mood": mood if portrait["felt"] else "no mood is kept"})


reflect = group(
    Verb(
        "blind-spots", "noticing.blind_spots", shown("blind_spots", LINE, "Nothing seems to be out of sight.")
    ),
    first=Verb("", "reflection.report"),
    room=Room(
        "reflection",
        {"report": _say_report, "portrait": _say_portrait},
        "There is no self-portrait yet: companion reflect paint.",
    ),
)

TOLD = Line("{id}  {at:time}  {kind:plain}", ("{fate}",), none="Nothing was told yet.")
OFFER = Line("{id}  {observation.words}", none="There is nothing to tell now.")

observe = group(
    first=Verb("", "noticing.observations"),
    room=Room(
        "noticing",
        {"told": TOLD, "offer": OFFER, "observation": replace(LINE, none="Nothing is worth a word now.")},
        called={"offer": "next"},
        said={"observation": Said("OBSERVATION")},
        without=("blind_spots",),
    ),
)
