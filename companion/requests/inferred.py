"""What the companion infers about the person, whichever room it is in; facts are asked for by `person.*`.

* `inferred` (room: memory, identity, mood, cognition or notes; null for all) → {"inferred": [Inferred], newest first}
* `inferred.why` (ref) → {"inferred": Inferred, "sources": [{"ref", "text", "at", "who"}]}
* `inferred.take_back` (ref) → {}: denied or forgotten, as its room offers; it shapes nothing from the next answer on

An Inferred is {"ref", "room", "kind", "text", "at", "rests": refs, "confidence": 0–1 or null, "verbs", "private"};
`verbs` are what can be done with it: open (a memory, by its ref), deny, forget.
"""

from dataclasses import asdict

from pydantic import Field

from companion.inferred import Inferred, InferredRoom, all_inferred, one_inferred, take_back
from companion.requests.memory.nodes import source_row
from companion.requests.room import Place, Request, RoomRequest, Setting
from companion.service import Json


class AskInferred(Request):
    """Of one room alone, or of all."""

    room: InferredRoom | None = Field(default=None, description="Of one room alone.")


class NamedInferred(Request):
    """One of them by its ref."""

    ref: str = Field(min_length=1, max_length=200, description="One of them, to see what it rests on.")


def inferred(setting: Setting, asked: AskInferred) -> Json:
    """Everything that stands."""
    found = [one for one in all_inferred(setting.mind) if asked.room in {None, one.room}]
    return {"inferred": [_told(one) for one in found]}


def why(setting: Setting, asked: NamedInferred) -> Json:
    """One of them, with what it rests on. Raises NotFoundError."""
    one = one_inferred(setting.mind, asked.ref)
    return {"inferred": _told(one), "sources": [source_row(setting.mind, ref) for ref in one.rests]}


def withdraw(setting: Setting, asked: NamedInferred) -> Json:
    """Take it back. Raises NotFoundError, InvalidInputError."""
    take_back(setting.mind, asked.ref)
    return {}


def _told(one: Inferred) -> Json:
    return {**asdict(one), "at": one.at.isoformat(), "rests": list(one.rests), "verbs": list(one.verbs)}


REQUESTS = {
    "inferred": RoomRequest(
        AskInferred,
        inferred,
        Place.BESIDE,
        words="What it infers about you, and nobody told it: its guesses, its beliefs, what it made of your talks.",
    ),
    "inferred.why": RoomRequest(NamedInferred, why, Place.BESIDE, words="What something inferred rests on."),
    "inferred.take_back": RoomRequest(
        NamedInferred, withdraw, words="Infer this one no more.", changes="inferred"
    ),
}
