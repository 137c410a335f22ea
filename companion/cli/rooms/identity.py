"""`companion self`, who it is and may become, `compass`, and `directives`, which nobody but you writes."""

from typing import Any

import typer

from companion.cli.invocation import warn
from companion.cli.rooms.lines import Line, shown
from companion.cli.rooms.night import show_lines
from companion.cli.verbs import Instead, Room, Said, Verb, command, group
from companion.service import Json

COMPASS = Line(
    "{compass.at:day}  {compass.episode}  ({compass.body.worded_by})",
    below=(
        "vibe          {compass.body.vibe}",
        "recent story  {compass.body.story}",
        ("loops", Line("open loop     {text}")),
        "my note       {compass.body.note}",
        "recent topics {compass.body.topics}",
    ),
)


def _show_compass(found: Json) -> None:
    if found["compass"] is None:
        warn("There is no compass yet: it is made after two turns.")
    else:
        COMPASS(found)


compass = command(
    Verb("compass", "compass.read", _show_compass, instead=(Instead("--make", "compass.make"),))
)

DIRECTIVE = Line("{place}.  {id}  {text}{withdrawn_at:?  (withdrawn)}")
VERSION = Line("v{version}  {at:day}  {text}")

directives = group(
    first=Verb("", "directives.list"),
    room=Room(
        "directives",
        {"directive": DIRECTIVE, "version": VERSION},
        "There are no directives: companion directives add TEXT.",
        said={"directive": Said("DIRECTIVE")},
    ),
)

STATE = Line("{display_name}\n{identity_text}[\n\nLast time:\n{current_context_note}]")
COMPONENT = Line(
    "{name} v{version}  {made.at:day}  {made.mentions} notes, intensity {made.intensity:.2f}, by {made.worded_by}",
    below=("{text}",),
    none="It has not emerged yet: companion self extract.",
)
EXTRACTION = Line("{name:<24}{outcome:<10}{reason}", below=(("component", COMPONENT),))
ABILITY = Line("{can:?yes |no  } {name}[  ({detail})]")
VALUE = Line("{importance:.2f}  {text}", none="No value has emerged yet: companion self extract values.")


def _resting_on(said: str) -> Line:
    return Line(f"{said}: {{text}}", ("{ref}",))


PACKET = Line(
    "Who: {who.state.display_name}, with {who.person}\n{who.state.identity_text}",
    below=(
        ("who.directives", _resting_on("directive")),
        ("who.components", _resting_on("component")),
        ("who.extensions", _resting_on("extension")),
        ("who.relationship", _resting_on("relationship")),
        "Left off: {left_off.episode}",
        "{left_off.note}",
        ("left_off.open_loops", _resting_on("open loop")),
        ("facts", _resting_on("fact that matters now")),
        ("evidence", _resting_on("evidence")),
    ),
    words={"who.person": {"": "one person"}, "left_off.episode": {"None": "nowhere yet"}},
)
CANDIDATE = Line(
    "{node}  {text}",
    below=("{votes:count} votes since {votes.0.at:day}; {verdict.outcome}[: {verdict.reason}]",),
    words={"verdict.outcome": {"None": "not looked at"}},
    none="There are no candidates.",
)
EXTENSION = Line("part of it  {node}  {text}")
WORD = Line(
    "{term}: {meaning}[  (brings {macros})]",
    none="You share no words yet: companion self share TERM MEANING.",
)


def _show_components(found: Json) -> None:
    for one in found["components"]:
        COMPONENT(one)
    if found["missing"]:
        warn(f"Not yet: {', '.join(found['missing'])}.")


def _show_candidates(found: Json) -> None:
    for one in found["extensions"]:
        EXTENSION(one)
    shown("candidates", CANDIDATE)(found)


def _say_expression(one: dict[str, Any]) -> None:
    said = [text for text in (one["base"], *one["adjustments"]) if text]
    for text in said:
        typer.echo(text)
    if not said:
        warn("It speaks as always.")


NOMINATED = Line("{nomination.node}  {nomination.counted:?counted|not counted}[: {nomination.reason}]")

self = group(
    Verb("components", "self.components", _show_components),
    Verb("candidates", "self.candidates", _show_candidates),
    Verb("nominate", "self.nominate", NOMINATED, hidden=("run",)),
    Verb("months", "night.history", show_lines),
    Verb("veto", "self.veto", Line("Refused for ever: {vetoed}")),
    Verb("unveto", "self.unveto", Line("Refused no longer: {restored}")),
    Verb("expression", "self.express", words="How it speaks with you now; with an option it changes."),
    Verb("unshare", "self.unshare", Line("It is let go.")),
    first=Verb("", "self.state", instead=(Instead("--wake", "self.wake"),)),
    room=Room(
        "self",
        {
            "state": STATE,
            "packet": PACKET,
            "version": COMPONENT,
            "extraction": EXTRACTION,
            "value": VALUE,
            "capabilities": ABILITY,
            "candidate": CANDIDATE,
            "expression": _say_expression,
            "shorthand": WORD,
        },
        called={"shorthands": "words"},
        said={
            "component": Said(argument=True),
            "sources": Said("--source"),
            "adjustment": Said("--adjust"),
            "context": Said("--where"),
            "macros": Said("--brings"),
        },
    ),
)
