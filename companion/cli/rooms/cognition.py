"""What it believes, foresees, has learnt and thinks through: a command a room ([E] §8, §10, §2.2)."""

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
    Verb(
        "list",
        "models.list",
        said={"live": Said("--all", "What it no longer believes too.", flag=(False, True))},
    ),
    Verb("add", "models.create"),
    Verb("evidence", "models.evidence", said=ADDED_TEXT),
    Verb("wrong", "models.invalidate"),
    Verb("undo", "models.revive"),
    Verb("search", "models.search", hidden=("limit",)),
    first=Verb(
        "",
        "models.list",
        words="what it believes, the surest first; all of it is inferred and may be wrong.",
        fixed={"live": True},
    ),
    room=Room("models", {"model": MODEL}, "It believes nothing yet."),
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
FORESEEN = {
    "statement": Said(words="What will be so."),
    "deadline": Said("--by"),
    "source_model": Said("--model"),
}

predictions = group(
    Verb("list", "predictions.list", said={"days_ahead": Said("--days")}),
    Verb("add", "predictions.predict", said=FORESEEN),
    Verb("accuracy", "predictions.accuracy", _show_accuracy),
    first=Verb(
        "",
        "predictions.list",
        words="what is not known yet, the earliest first.",
        hidden=("show", "days_ahead"),
    ),
    room=Room(
        "predictions",
        {"prediction": PREDICTION},
        "There is none: companion predictions add STATEMENT --by YYYY-MM-DD.",
    ),
)


def _weighing(name: str, direction: str, words: str) -> Verb:
    fixed = {"direction": direction}
    return Verb(name, "principles.evidence", words=words, said=ADDED_TEXT, fixed=fixed, hidden=("sources",))


INSIGHT = Line("{id}  {day}  {text}", ("{principle:?part of a principle}",))

principles = group(
    Verb("add", "principles.create", said={"statement": Said(words="The rule.")}),
    _weighing("confirm", "confirms", "It held again."),
    _weighing("challenge", "challenges", "It did not hold."),
    Verb("undo", "principles.revive"),
    Verb("insights", "insights.list", shown("insights", INSIGHT, "Nothing was noticed yet.")),
    first=Verb("", "principles.list"),
    room=Room(
        "principles",
        {"principle": MODEL},
        "There is none yet: three alike insights of different days make one.",
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
RECORDED = {
    "context": Said("--why"),
    "channel": Said(words="Of a pitch: where."),
    "audience": Said(words="Of a pitch: to whom."),
    "framing": Said(words="Of a pitch: how."),
}


def _say_outcome(outcome: dict[str, Any]) -> None:
    result = outcome["result"]
    OUTCOME(outcome | {"state": "open" if result is None else result["assessment"] or "seen"})


outcomes = group(
    Verb("list", "outcomes.list"),
    Verb("record", "outcomes.record", said=RECORDED),
    Verb("stats", "outcomes.stats", STATS),
    Verb("pitches", "outcomes.pitches", _show_pitches),
    first=Verb("", "outcomes.list", words="decisions, newest first.", hidden=("open", "pitches")),
    room=Room(
        "outcomes",
        {"outcome": _say_outcome},
        "There is none: companion outcomes record DECISION --predicted WHAT.",
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
NO_TRAIL = "No problem is being thought about: companion reasoning start PROBLEM."


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


EVERY = {"open": Said("--all", "What is solved too.", flag=(False, True))}
AGAINST = {"supports": Said("--against", "It speaks against the hypothesis.", flag=(False, True))}
BESIDES = Line("{evidence.supports:?+|−} {evidence.text}  ({trail.context})")
SOURCES = ("sources",)

reasoning = group(
    Verb("list", "reasoning.list", shown("trails", TRAIL, NO_TRAIL), said=EVERY),
    Verb("hypothesis", "reasoning.hypothesis", _show_with_dead_ends),
    Verb("evidence", "reasoning.evidence", said=AGAINST),
    Verb("abandon", "reasoning.abandon", hidden=SOURCES),
    Verb("solve", "reasoning.solve", hidden=SOURCES),
    Verb(
        "search",
        "reasoning.search",
        shown("found", _say_found),
        instead=(Instead("--evidence", "reasoning.search_evidence", shown("found", BESIDES)),),
    ),
    first=Verb(
        "",
        "reasoning.list",
        shown("trails", TRAIL, NO_TRAIL),
        "problems that have no solution yet.",
        fixed={"open": True},
    ),
    room=Room("reasoning", {"trail": _say_trail}, without=("reasoning.take_back",)),
)

IDEA = Line("{id}  {status:<9}  {seeds:count}×  {concept}", below=(("again", Line("“{quote}”")),))


def _say_idea(idea: dict[str, Any]) -> None:
    """The first of the times that it came up is what it is called by."""
    IDEA(idea | {"again": idea["seeds"][1:]})


ideas = group(
    Verb(
        "ready", "ideas.list", words="Those that came up often enough to be looked at.", fixed={"ready": True}
    ),
    Verb("add", "ideas.create"),
    Verb("seed", "ideas.add_seed", said={"source": Said("--where"), "sources": Said("--source")}),
    Verb("undo", "ideas.reopen"),
    first=Verb("", "ideas.list", words="all of them, last touched first.", hidden=("ready",)),
    room=Room("ideas", {"idea": _say_idea}, "No idea came up again and again yet."),
)

BUSINESS = Line("{id}  {total:>3}  {status:<10}  {name}", below=("{notes.-1}",))
REVIEW = Line(
    "{idea.id}  {idea.total:>3}  {idea.status:<10}  {idea.name}",
    below=(
        ("idea.competitors", Line("against {name}: + {strengths}  - {weaknesses}")),
        ("outcomes", Line("tried: {decision}")),
        "missing: {missing}",
    ),
)
SCORE = {
    "problem": "How much it is needed, 1 to 5.",
    "market": "How many need it.",
    "effort": "How easy it is to make.",
    "monetization": "How well it pays.",
    "fit": "How well it suits you.",
}

business = group(
    Verb("list", "business.list"),
    Verb(
        "score",
        "business.score",
        said={name: Said(words=words, argument=False) for name, words in SCORE.items()},
    ),
    Verb("review", "business.review", REVIEW),
    first=Verb("", "business.list", words="all of them, the best scored first.", hidden=("status", "least")),
    room=Room("business", {"idea": BUSINESS}, "There is none: companion business add NAME."),
)
