"""`companion reflect`, who it has been lately, and `companion observe`, what is worth a word now ([E] §6)."""

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


_portrait = shown("portrait", _say_portrait, "There is no self-portrait yet: companion reflect paint.")

reflect = group(
    Verb(
        "blind-spots", "noticing.blind_spots", shown("blind_spots", LINE, "Nothing seems to be out of sight.")
    ),
    Verb("paint", "reflection.paint", _portrait),
    Verb("portrait", "reflection.portrait", _portrait),
    first=Verb("", "reflection.report", shown("report", _say_report)),
)

WHICH = {"observation": Said("OBSERVATION")}
TOLD = Line("{id}  {at:time}  {kind:plain}", ("{fate}",))
OFFER = Line("{id}  {observation.words}")

observe = group(
    Verb("next", "noticing.offer", shown("offer", OFFER, "There is nothing to tell now.")),
    Verb("answer", "noticing.answer", said=WHICH),
    Verb("dismiss", "noticing.dismiss", said=WHICH),
    Verb("reopen", "noticing.reopen", said=WHICH),
    Verb("told", "noticing.told", shown("told", TOLD, "Nothing was told yet.")),
    first=Verb("", "noticing.observations", shown("observations", LINE, "Nothing is worth a word now.")),
    room=Room("noticing", {"told": TOLD}),
)
