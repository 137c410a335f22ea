"""What is open: `companion goals`, `handoff`, `corrections` and `intention`, and `offers` of other programs."""

from datetime import date, time
from typing import Any

from companion.cli.rooms.lines import Line, shown
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json
from engine.telling_time import again_in_words

GOAL = Line(
    "{number:>3}  {priority:<6}  {title}",
    ("{status:but active}", "{stale:?stale}", "by {deadline}", "{project}"),
    ("{notes.-1.at:day}  {notes.-1.text}",),
)
CHANGES = ("title", "priority", "project", "deadline", "no_deadline", "note")

goals = group(
    Verb("done", "goals.update", words="It is reached.", fixed={"status": "done"}, hidden=CHANGES),
    Verb("update", "goals.update"),
    first=Verb("list", "goals.list"),
    room=Room(
        "goals",
        {"goal": GOAL},
        "There is no goal: companion goals add TITLE.",
        said={
            "open": Said("--all", "Those that are done or dropped too.", flag=(False, True)),
            "notes": Said("--note"),
        },
    ),
)

ITEM = Line(
    "{id}  {what:<10}  {first_seen:day}  {text}",
    ("{overdue:?overdue}", "carried {carried}×", "{due_words}", "{status}"),
    words={"status": {"open": "", "proposed": "done, it seems: undo or done"}},
)
HANDOFF = Line("\nHandoff {number} of {at:day}[, {mood_and_mode}]: {items:count} carried")


def _say_item(item: dict[str, Any]) -> None:
    hour = time.fromisoformat(item["due_time"]).strftime(" %H:%M") if item["due_time"] else ""
    lead = f", told {item['lead_minutes']} minutes before" if item["lead_minutes"] else ""
    again = ""
    if item["every"]:
        how = {name: item[name] for name in ("interval", "days", "nth")}
        again = ", " + again_in_words(item["every"], date.fromisoformat(item["due"]), **how)
    ITEM(item | {"due_words": item["due"] and f"for {item['due']}{hour}{again}{lead}"})


def _show_items(found: Json) -> None:
    """What has a day first, by its day and hour."""
    standing = sorted(
        (*found["open"], *found["proposed"]),
        key=lambda item: (not item["due"], item["due"] or "", item["due_time"] or ""),
    )
    shown("items", _say_item, "Nothing is open.")({"items": standing})
    for each in found["handoffs"]:
        HANDOFF(each)


NOTHING_NOW = "Nothing is noted: companion handoff now --topic TOPIC."
NOW = Line("{topic}[: {note}]", ("{enabled:?|off}",), words={"topic": {"": "now"}}, none=NOTHING_NOW)

handoff = group(
    Verb("change", "handoff.change", hidden=("anchor",)),
    Verb("now", "intent.context", shown("context", NOW)),
    first=Verb("read", "handoff.read", _show_items),
    room=Room(
        "handoff",
        {"item": _say_item},
        called={"fulfil": "done"},
        said={"enabled": Said("--on/--off")},
        without=("save",),
    ),
)

CORRECTION = Line(
    "{id}  {correction}",
    ("used {activations}×", "corrected {times}×", "{dormant:?dormant}"),
    ("not: {mistake}", "when: {fails_when}", "fine when: {fine_when}"),
    words={"times": {"1": ""}},
)
MATCH = Line("{relevance:.2f}  {correction.correction}", none="No correction speaks up for that.")
ROUTE = {
    "person": "About you: companion facts correct FACT TEXT",
    "conduct": "About what it did: companion corrections add MISTAKE CORRECTION",
}

corrections = group(
    Verb("check", "corrections.match", hidden=("limit",)),
    Verb("remove", "corrections.remove", "Forgotten: {removed.correction}"),
    Verb("route", "corrections.route", Line("{wrong}", words={"wrong": ROUTE})),
    first=Verb("list", "corrections.list"),
    room=Room(
        "corrections",
        {"correction": CORRECTION, "matches": MATCH},
        "There is no correction: companion corrections add MISTAKE CORRECTION.",
        said={"type": Said("--technical", "About a task, not about manner.", flag=("technical", "tendency"))},
    ),
)

CHECKED = Line("{at:day}  {followed:?followed|not followed}[: {note}]")
INTENTION = Line("{what}", ("{status}",), (("checks", CHECKED),))


def _say_intention(one: dict[str, Any]) -> None:
    """With the last times that it was checked."""
    INTENTION(one | {"what": one["what"] or one["reflection"], "checks": one["checks"][-3:]})


NO_INTENTION = "There is no intention: companion intention set WHAT."

intention = group(
    first=Verb("", "intention.read", shown("intention", _say_intention, NO_INTENTION)),
    room=Room(
        "intention",
        {"intention": _say_intention},
        said={"reflection": Said("--because"), "followed": Said("--yes/--no"), "lesson": Said(argument=True)},
    ),
)

OFFER = Line(
    "  {id}  {words}",
    ("{created_at:day}", "{status}"),
    words={
        "status": {"accepted": "done", "refused": "not wanted", "replaced": "offered anew", "waiting": ""}
    },
    none="No program wants anything of you.",
)

offers = group(
    Verb("accept", "offers.accept", Line("Done: {offers:count}")),
    Verb("refuse", "offers.refuse", Line("Let be: {offers:count}")),
    room=Room("offers", {"offer": OFFER}, said={"offer": Said("OFFER", argument=True)}),
)
