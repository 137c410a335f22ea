"""What surfaces ask of who the companion is ([P] §4.6): its state, what emerged of it, what may become part of it.

What is refused by a veto is so for ever, but for `self.unveto` with the refs that it told.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from companion.requests.identity.directives import REQUESTS as DIRECTIVES
from companion.requests.room import Nothing, Place, Request, RoomRequest, Setting, record, several
from companion.service import Json
from engine.identity import (
    Ability,
    Candidate,
    Compass,
    Component,
    ComponentName,
    Evidence,
    Expression,
    Extraction,
    Identity,
    Nomination,
    Shorthand,
    State,
    WakePacket,
)
from engine.memory import Node

BY_HAND = "person"
Text = Annotated[str, Field(min_length=1, max_length=500)]


class Wake(Request):
    """What is asked now, if anything: evidence is looked up for it."""

    query: str = Field(default="", max_length=2000, description="What is asked now.")


class NamedComponent(Request):
    """One of the ten."""

    component: ComponentName = Field(description="One of the ten.")


class Extract(Request):
    """One of the ten, or all."""

    component: ComponentName | None = Field(default=None, description="One of the ten; else all.")


class Nominate(Request):
    """What the companion may be, and what shows it; `run` says who votes."""

    text: Text = Field(description="What it may be, in its own words.")
    sources: tuple[str, ...] = Field(
        min_length=1, max_length=20, description="A ref that shows it, such as step:ID; may be repeated."
    )
    run: str = Field(
        default=BY_HAND,
        min_length=1,
        max_length=100,
        description="Who votes: by hand, or a run of the night.",
    )


class NamedNodes(Request):
    """Everything that one veto refused, as it told it."""

    nodes: tuple[str, ...] = Field(min_length=1, max_length=20, description="The refs that were vetoed.")


class NamedNode(Request):
    """A candidate, or what became of it, by the node's id."""

    node: str = Field(
        min_length=1, max_length=64, description="The id of the candidate, or of what it became."
    )


class Express(Request):
    """What changes of how it speaks; `base` "" takes it back, `reset` lets go of adjustments."""

    base: str | None = Field(
        default=None, max_length=200, description="How it is to speak at all; empty takes it back."
    )
    adjustment: str | None = Field(
        default=None, min_length=1, max_length=200, description="What to do differently with you."
    )
    reset: bool = Field(default=False, description="Let go of every adjustment.")


class Share(Request):
    """A word that two share; `macros` are the feelings that it brings."""

    term: str = Field(min_length=1, max_length=40, description="The word.")
    meaning: str = Field(min_length=1, max_length=160, description="What it means between you.")
    context: str = Field(default="", max_length=160, description="Where it comes from.")
    macros: tuple[str, ...] = Field(
        default=(), max_length=5, description="A feeling that it brings; may be repeated."
    )


class Term(Request):
    """A shared word."""

    term: str = Field(min_length=1, max_length=40, description="The word.")


def state(setting: Setting, _: Nothing) -> Json:
    """Display name, identity text, context note."""
    return {"state": setting.mind.identity.state().model_dump(mode="json")}


def wake(setting: Setting, asked: Wake) -> Json:
    """What a wake begins with."""
    return {"packet": setting.mind.identity.wake(asked.query).model_dump(mode="json")}


def components(setting: Setting, _: Nothing) -> Json:
    """What has emerged."""
    found = setting.mind.identity.components.all()
    names = {one.name for one in found}
    return {
        "components": [one.model_dump(mode="json") for one in found],
        "missing": [name for name in ComponentName if name not in names],
    }


def history(setting: Setting, asked: NamedComponent) -> Json:
    """Every version of one."""
    versions = setting.mind.identity.components.history(asked.component)
    return {"versions": [one.model_dump(mode="json") for one in versions]}


def extract(setting: Setting, asked: Extract) -> Json:
    """One anew, or all, as far as the rules allow."""
    identity, model = setting.mind.identity, setting.mind.language
    if asked.component is None:
        made = identity.extract_all(model, setting.give_way)
    else:
        made = [identity.extract(asked.component, model)]
    return {"extractions": [one.model_dump(mode="json") for one in made]}


def values(setting: Setting, _: Nothing) -> Json:
    """At most five."""
    return {"values": [_node(node) for node in setting.mind.identity.values.active()]}


def capabilities(setting: Setting, _: Nothing) -> Json:
    """What works now."""
    found = setting.mind.identity.capabilities.rebuild()
    return {"capabilities": [one.model_dump(mode="json") for one in found]}


def candidates(setting: Setting, _: Nothing) -> Json:
    """What may become part of it, and what did."""
    growth = setting.mind.identity.growth
    return {
        "candidates": [one.model_dump(mode="json") for one in growth.candidates()],
        "extensions": [_node(node) for node in growth.extensions()],
    }


def nominate(setting: Setting, asked: Nominate) -> Json:
    """A vote by hand; the rules decide."""
    nomination = setting.mind.identity.growth.nominate(asked.text, asked.sources, asked.run)
    return {"nomination": nomination.model_dump(mode="json")}


def review(setting: Setting, _: Nothing) -> Json:
    """Let the rules decide."""
    return {"candidates": [one.model_dump(mode="json") for one in setting.mind.identity.growth.review()]}


def veto(setting: Setting, asked: NamedNode) -> Json:
    """Never: neither this nor what means the same."""
    refs = setting.mind.identity.growth.veto(asked.node)
    setting.mind.conversation.withdraw(refs)
    return {"vetoed": sorted(refs)}


def unveto(setting: Setting, asked: NamedNodes) -> Json:
    """Let it be decided anew, or stand again where it had become part."""
    setting.mind.forgetting.bring_back(asked.nodes)
    nodes = [each.removeprefix("node:") for each in asked.nodes]
    return {"restored": sorted(setting.mind.identity.growth.unveto(nodes))}


def express(setting: Setting, asked: Express) -> Json:
    """Change how it speaks."""
    book = setting.mind.identity.expression
    if asked.reset:
        book.reset()
    if asked.base is not None:
        book.set_base(asked.base)
    if asked.adjustment is not None:
        book.adjust(asked.adjustment)
    return _expression(setting.mind.identity)


def shorthands(setting: Setting, _: Nothing) -> Json:
    """Every shared word."""
    return {"shorthands": [one.model_dump(mode="json") for one in setting.mind.identity.shorthands.all()]}


def share(setting: Setting, asked: Share) -> Json:
    """Share a word."""
    made = setting.mind.identity.shorthands.learn(
        asked.term, asked.meaning, context=asked.context, macros=asked.macros
    )
    return {"shorthand": made.model_dump(mode="json")}


def unshare(setting: Setting, asked: Term) -> Json:
    """Share a word no longer."""
    ref = setting.mind.identity.shorthands.drop(asked.term)
    setting.mind.conversation.withdraw([ref])
    return {}


def read_compass(setting: Setting, _: Nothing) -> Json:
    """What we have been doing."""
    identity = setting.mind.identity
    known = identity.compass.read()
    return {
        "compass": None if known is None else known.model_dump(mode="json"),
        "note": identity.state().current_context_note,
        "loops": [one.model_dump(mode="json") for one in identity.compass.open_loops()],
    }


def make_compass(setting: Setting, asked: Nothing) -> Json:
    """Make it now where it is due."""
    identity, model = setting.mind.identity, setting.mind.language
    running = setting.mind.trail.current()
    if model is not None:
        identity.tell_compass(model)
    elif running is not None:
        identity.compass.absorb_close(running)
    return read_compass(setting, asked)


def _expression(identity: Identity) -> Json:
    return {"expression": identity.expression.read().model_dump(mode="json")}


def _node(node: Node) -> dict[str, Any]:
    return {"node": node.id, "title": node.title, "text": node.text, "importance": round(node.importance, 3)}


NODE = record(node=str, title=str, text=str, importance=float)
COMPASS = record(compass=Compass | None, note=str, loops=list[Evidence])

REQUESTS: Mapping[str, RoomRequest] = {
    **DIRECTIVES,
    "self.state": RoomRequest(
        Nothing,
        state,
        words="Its name, who it is in a few words, and the note of the last time together.",
        outside="read",
        gives=record(state=State),
    ),
    "self.wake": RoomRequest(
        Wake,
        wake,
        Place.BESIDE,
        words="What a wake begins with: four questions answered.",
        outside="read",
        gives=record(packet=WakePacket),
    ),
    "self.components": RoomRequest(
        Nothing,
        components,
        words="What has emerged of the ten components.",
        gives=record(components=list[Component], missing=list[ComponentName]),
    ),
    "self.history": RoomRequest(
        NamedComponent,
        history,
        words="Every version of a component, oldest first.",
        gives=record(versions=list[Component]),
    ),
    "self.extract": RoomRequest(
        Extract,
        extract,
        Place.BESIDE,
        words="Let a component emerge from what was noted, as far as the rules allow.",
        changes="components",
        thinks=True,
        gives=record(extractions=list[Extraction]),
    ),
    "self.values": RoomRequest(
        Nothing, values, words="What matters to it now: at most five.", gives=record(values=several(NODE))
    ),
    "self.capabilities": RoomRequest(
        Nothing,
        capabilities,
        words="What it can do now, by the state of its real parts.",
        gives=record(capabilities=list[Ability]),
    ),
    "self.candidates": RoomRequest(
        Nothing,
        candidates,
        words="What was nominated, with its votes, and what became part of it.",
        gives=record(candidates=list[Candidate], extensions=several(NODE)),
    ),
    "self.nominate": RoomRequest(
        Nominate,
        nominate,
        words="Vote for something; it takes three votes from different runs, and a day.",
        changes="candidates",
        gives=record(nomination=Nomination),
    ),
    "self.review": RoomRequest(
        Nothing,
        review,
        words="Let the rules decide on every candidate.",
        changes="candidates",
        gives=record(candidates=list[Candidate]),
    ),
    "self.veto": RoomRequest(
        NamedNode,
        veto,
        words="Refuse it for ever, with all that means the same.",
        changes="candidates",
        gives=record(vetoed=list[str]),
    ),
    "self.unveto": RoomRequest(
        NamedNodes,
        unveto,
        words="Refuse it no longer: take a veto back.",
        changes="candidates",
        gives=record(restored=list[str]),
    ),
    "self.express": RoomRequest(
        Express,
        express,
        words="Change how it speaks with you.",
        changes="expression",
        gives=record(expression=Expression),
    ),
    "self.shorthands": RoomRequest(
        Nothing, shorthands, words="The words that you share.", gives=record(shorthands=list[Shorthand])
    ),
    "self.share": RoomRequest(
        Share,
        share,
        words="Share a word; it takes the place of what it meant before.",
        changes="shorthands",
        gives=record(shorthand=Shorthand),
    ),
    "self.unshare": RoomRequest(Term, unshare, words="Share a word no longer.", changes="shorthands"),
    "compass.read": RoomRequest(
        Nothing,
        read_compass,
        words="Its tone, the story, what is open, its own note, and recent topics.",
        gives=COMPASS,
    ),
    "compass.make": RoomRequest(
        Nothing,
        make_compass,
        Place.BESIDE,
        words="Make it anew, where it is due.",
        changes="compass",
        thinks=True,
        gives=COMPASS,
    ),
}
