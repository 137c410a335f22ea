"""What it believes, foresees, has learnt, thinks through and notices: a command a room ([E] §2.2, §6, §8, §10)."""

from dataclasses import replace
from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.lines import Line, shown, told
from companion.cli.verbs import Instead, Room, Said, Verb, group
from companion.service import Json

MODEL = Line("{id}  {confidence:.2f}  {domain:<13}  {statement}", ("{status:but active}",))
ADDED_TEXT = {"text": Said(argument=True)}

beliefs = group(
    Verb("search", "models.search", hidden=("limit",)),
    first=Verb("list", "models.list"),
    room=Room(
        "models",
        {"model": MODEL},
        "It believes nothing yet.",
        {"create": "add", "invalidate": "wrong", "revive": "undo"},
        {"live": Said("--all", "What it no longer believes too.", flag=(False, True)), **ADDED_TEXT},
    ),
)


def _show_accuracy(found: Json) -> None:
    known = found["calibration"]
    if not known["checked"]:
        warn("Nothing was checked yet.")
        return
    error = known["calibration_error"]
    manner = "too sure" if error > 0 else "not sure enough" if error < 0 else "as sure as it should be"
    typer.echo(f"{known['checked']} checked, right {known['accuracy']:.0%}; it was {manner} ({error:+.2f}).")


PREDICTION = Line(
    "{id}  {deadline}  {confidence:.2f}  {statement}",
    ("{status:but pending}", "{resolution.proposed:?it seems: agree or undo}"),
    ("{resolution.lesson}",),
)

predictions = group(
    Verb("accuracy", "predictions.accuracy", _show_accuracy),
    first=Verb("list", "predictions.list"),
    room=Room(
        "predictions",
        {"prediction": PREDICTION},
        "There is none: companion predictions add STATEMENT --by YYYY-MM-DD.",
        {"predict": "add"},
        {
            "deadline": Said("--by"),
            "source_model": Said("--model"),
            "days_ahead": Said("--days"),
        },
    ),
)


def _weighing(name: str, direction: str, words: str) -> Verb:
    fixed = {"direction": direction}
    return Verb(name, "principles.evidence", words=words, said=ADDED_TEXT, fixed=fixed, hidden=("sources",))


INSIGHT = Line("{id}  {day}  {text}", ("{principle:?part of a principle}",), none="Nothing was noticed yet.")

principles = group(
    _weighing("confirm", "confirms", "It held again."),
    _weighing("challenge", "challenges", "It did not hold."),
    Verb("insights", "insights.list", shown("insights", INSIGHT)),
    first=Verb("list", "principles.list"),
    room=Room(
        "principles",
        {"principle": MODEL},
        "There is none yet: three alike insights of different days make one.",
        {"create": "add", "revive": "undo"},
        {"statement": Said(words="The rule.")},
    ),
)


def _show_pitches(found: Json) -> None:
    for aspect, names in found["stats"].items():
        for name, known in names.items():
            typer.echo(f"{aspect:<9}  {name:<20}  {told(TALLY, known)}")
    for lesson in found["lessons"]:
        typer.echo(told("{created_at:day}  {result.lesson}", lesson))
    if not any(found["stats"].values()):
        warn("There was no pitch yet: companion outcomes record DECISION --channel CHANNEL.")


TALLY = "{win} won, {partial} partly, {loss} lost[ ({rate:.0%})]"
STATS = Line(
    "{stats.win} won, {stats.partial} partly, {stats.loss} lost[ ({stats.rate:.0%})]; {stats.open} open",
    below=("Confidence less success: {calibration.calibration_error:+.2f}",),
)
OUTCOME = Line(
    "{id}  {created_at:day}  {state:<7}  {decision}",
    below=("expected: {predicted}", "came out: {result.actual}[ ({result.lesson})]"),
)


def _say_outcome(outcome: dict[str, Any]) -> None:
    result = outcome["result"]
    OUTCOME(outcome | {"state": "open" if result is None else result["assessment"] or "seen"})


outcomes = group(
    Verb("stats", "outcomes.stats", STATS),
    Verb("pitches", "outcomes.pitches", _show_pitches),
    first=Verb("list", "outcomes.list"),
    room=Room(
        "outcomes",
        {"outcome": _say_outcome},
        "There is none: companion outcomes record DECISION --predicted WHAT.",
        said={"context": Said("--why")},
    ),
)


EVIDENCE = Line("{supports:?+|−} {text}")
TRAIL = Line("{id}  {updated_at:day}  [[{status}]]  {context}")
WHOLE_TRAIL = replace(
    TRAIL,
    below=(
        ("hypotheses", Line("{number:>2}. {statement}  ({confidence:.0%})", below=(("evidence", EVIDENCE),))),
        ("evidence", EVIDENCE),
        ("abandoned", Line("✗ {approach}[: {why}]")),
        "✓ {solution.text}[ ({solution.breakthrough})]",
    ),
)


def _say_trail(trail: dict[str, Any]) -> None:
    """What was seen of a hypothesis stands below it."""

    def seen(hypothesis: int | None) -> list[Json]:
        return [one for one in trail["evidence"] if one["hypothesis"] == hypothesis]

    hypotheses = [one | {"evidence": seen(one["number"])} for one in trail["hypotheses"]]
    WHOLE_TRAIL(trail | {"hypotheses": hypotheses, "evidence": seen(None)})


def _show_with_dead_ends(found: Json) -> None:
    _say_trail(found["trail"])
    for one in found["dead_ends"]:
        warn(told("Given up before ({context}): {approach}[: {why}]", one))


def _say_found(one: dict[str, Any]) -> None:
    TRAIL(one["trail"])
    if one["part"] != "context":
        typer.echo(told("    {part}: {text}", one))


BESIDES = Line("{evidence.supports:?+|−} {evidence.text}  ({trail.context})")
SOURCES = ("sources",)

reasoning = group(
    Verb("hypothesis", "reasoning.hypothesis", _show_with_dead_ends),
    Verb("abandon", "reasoning.abandon", hidden=SOURCES),
    Verb("solve", "reasoning.solve", hidden=SOURCES),
    Verb(
        "search",
        "reasoning.search",
        shown("found", _say_found),
        instead=(Instead("--evidence", "reasoning.search_evidence", shown("found", BESIDES)),),
    ),
    first=Verb("list", "reasoning.list"),
    room=Room(
        "reasoning",
        {"trails": TRAIL, "trail": _say_trail},
        "No problem is being thought about: companion reasoning start PROBLEM.",
        said={
            "open": Said("--all", "What is solved too.", flag=(False, True)),
            "supports": Said("--against", "It speaks against the hypothesis.", flag=(False, True)),
        },
        without=("take_back",),
    ),
)

IDEA = Line("{id}  {status:<9}  {seeds:count}×  {concept}", below=(("again", Line("“{quote}”")),))


def _say_idea(idea: dict[str, Any]) -> None:
    """The first of the times that it came up is what it is called by."""
    IDEA(idea | {"again": idea["seeds"][1:]})


ideas = group(
    Verb("ready", "ideas.list", words="Those that came up often enough.", fixed={"ready": True}),
    first=Verb("", "ideas.list", hidden=("ready",)),
    room=Room(
        "ideas",
        {"idea": _say_idea},
        "No idea came up again and again yet.",
        {"create": "add", "add_seed": "seed", "reopen": "undo"},
        {"source": Said("--where"), "sources": Said("--source")},
    ),
)

BUSINESS = Line("{id}  [{total:>3}]{total:?|  –}  {status:<10}  {name}", below=("{notes.-1}",))
REVIEW = Line(
    "{idea.id}  [{idea.total:>3}]{idea.total:?|  –}  {idea.status:<10}  {idea.name}",
    below=(
        ("idea.competitors", Line("against {name}: + {strengths}  - {weaknesses}")),
        ("outcomes", Line("tried: {decision}")),
        "missing: {missing}",
    ),
)
SCORE = ("problem", "market", "effort", "monetization", "fit")

business = group(
    Verb("score", "business.score", said={name: Said(f"--{name}") for name in SCORE}),
    Verb("review", "business.review", REVIEW),
    first=Verb("list", "business.list"),
    room=Room("business", {"idea": BUSINESS}, "There is none: companion business add NAME."),
)

BAR = "▁▂▃▄▅▆▇█"
UNFELT = "·"
NOTICED = Line("- {words}")
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
        "blind-spots",
        "noticing.blind_spots",
        shown("blind_spots", NOTICED, "Nothing seems to be out of sight."),
    ),
    first=Verb("", "reflection.report"),
    room=Room(
        "reflection",
        {"report": _say_report, "portrait": _say_portrait},
        "There is no self-portrait yet: companion reflect paint.",
    ),
)

TOLD = Line("{id}  {at:time}  {kind:plain}", ("{fate}",), none="Nothing was told yet.")
OFFERED = Line("{id}  {observation.words}", none="There is nothing to tell now.")

observe = group(
    first=Verb("", "noticing.observations"),
    room=Room(
        "noticing",
        {
            "told": TOLD,
            "offer": OFFERED,
            "observation": replace(NOTICED, none="Nothing is worth a word now."),
        },
        called={"offer": "next"},
        said={"observation": Said("OBSERVATION")},
        without=("blind_spots",),
    ),
)
