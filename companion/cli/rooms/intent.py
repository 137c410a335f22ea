"""What is open: `companion goals`, `handoff`, `corrections` and `intention`, and `offers` of other programs."""

from datetime import time
from typing import Any

from companion.cli.rooms.lines import Line, shown
from companion.cli.verbs import Room, Said, Verb, group
from companion.service import Json

GOAL = Line(
    "{number:>3}  {priority:<6}  {title}",
    ("{status:but active}", "{stale:?stale}", "by {deadline}", "{project}"),
    ("{notes.-1.at:day}  {notes.-1.text}",),
)
CHANGES = ("title", "priority", "project", "deadline", "no_deadline", "note")

goals = group(
    Verb(
        "list",
        "goals.list",
        said={"open": Said("--all", "Those that are done or dropped too.", flag=(False, True))},
    ),
    Verb("add", "goals.add", said={"notes": Said("--note")}),
    Verb("update", "goals.update"),
    Verb("done", "goals.update", words="It is reached.", fixed={"status": "done"}, hidden=CHANGES),
    first=Verb("", "goals.list", words="the goals that are still wanted.", fixed={"open": True}),
    room=Room("goals", {"goal": GOAL}, "There is no goal: companion goals add TITLE."),
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
    again = f", every {item['every']}" if item["every"] else ""
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


NOW = Line("{topic}[: {note}]", ("{enabled:?|off}",), words={"topic": {"": "now"}})
NOTHING_NOW = "Nothing is noted: companion handoff now --topic TOPIC."

handoff = group(
    Verb("read", "handoff.read", _show_items),
    Verb("done", "handoff.fulfil"),
    Verb("change", "handoff.change", hidden=("anchor",)),
    Verb("now", "intent.context", shown("context", NOW, NOTHING_NOW), said={"enabled": Said("--on/--off")}),
    first=Verb("", "handoff.read", _show_items, hidden=("limit",)),
    room=Room("handoff", {"item": _say_item}, without=("handoff.save",)),
)

CORRECTION = Line(
    "{id}  {correction}",
    ("used {activations}×", "corrected {times}×", "{dormant:?dormant}"),
    ("not: {mistake}", "when: {fails_when}", "fine when: {fine_when}"),
    words={"times": {"1": ""}},
)
TECHNICAL = Said("--technical", "About a task, not about manner.", flag=("technical", "tendency"))
ROUTE = {
    "person": "About you: companion facts correct FACT TEXT",
    "conduct": "About what it did: companion corrections add MISTAKE CORRECTION",
}

corrections = group(
    Verb("list", "corrections.list"),
    Verb("add", "corrections.add", said={"type": TECHNICAL}),
    Verb(
        "check",
        "corrections.match",
        shown(
            "matches", Line("{relevance:.2f}  {correction.correction}"), "No correction speaks up for that."
        ),
        hidden=("limit",),
    ),
    Verb("remove", "corrections.remove", "Forgotten: {removed.correction}"),
    Verb("route", "corrections.route", Line("{wrong}", words={"wrong": ROUTE})),
    first=Verb("", "corrections.list"),
    room=Room(
        "corrections",
        {"correction": CORRECTION},
        "There is no correction: companion corrections add MISTAKE CORRECTION.",
    ),
)

CHECKED = Line("{at:day}  {followed:?followed|not followed}[: {note}]")
INTENTION = Line("{what}", ("{status}",), (("checks", CHECKED),))


def _say_intention(one: dict[str, Any]) -> None:
    """With the last times that it was checked."""
    INTENTION(one | {"what": one["what"] or one["reflection"], "checks": one["checks"][-3:]})


INTENDED = shown("intention", _say_intention, "There is no intention: companion intention set WHAT.")

intention = group(
    Verb("set", "intention.set", INTENDED, said={"reflection": Said("--because")}),
    Verb("check", "intention.check", INTENDED, said={"followed": Said("--yes/--no")}),
    Verb("grow", "intention.grow", INTENDED, said={"lesson": Said(argument=True)}),
    first=Verb("", "intention.read", INTENDED),
)

OFFER = Line(
    "  {id}  {words}",
    ("{created_at:day}", "{status}"),
    words={
        "status": {"accepted": "done", "refused": "not wanted", "replaced": "offered anew", "waiting": ""}
    },
)
WHICH = {"offer": Said("OFFER", argument=True)}

offers = group(
    Verb("list", "offers.list", shown("offers", OFFER, "No program wants anything of you.")),
    Verb("accept", "offers.accept", Line("Done: {offers:count}"), said=WHICH),
    Verb("refuse", "offers.refuse", Line("Let be: {offers:count}"), said=WHICH),
)
