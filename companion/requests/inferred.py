"""What the companion infers about the person, whichever room it is in; facts are asked for by `person.*`.

`verbs` are what can be done with one: open (a memory, by its ref), deny, forget. What is taken back is denied or
forgotten, as its room offers, and shapes nothing from the next answer on.
"""

from dataclasses import asdict

from pydantic import Field

from companion.inferred import Inferred, InferredRoom, all_inferred, one_inferred, take_back
from companion.requests.memory.nodes import SOURCE, source_row
from companion.requests.room import Place, Request, Requests, Setting, record, several
from companion.service import Json


class AskInferred(Request):
    """Of one room alone, or of all."""

    room: InferredRoom | None = Field(default=None, description="Of one room alone.")


class NamedInferred(Request):
    """One of them by its ref."""

    ref: str = Field(min_length=1, max_length=200, description="One of them, to see what it rests on.")


REQUESTS = Requests()


@REQUESTS.verb(
    "inferred",
    "What it infers about you, and nobody told it: its guesses, its beliefs, what it made of your talks.",
    place=Place.BESIDE,
    gives=record(inferred=several(record(Inferred))),
)
def inferred(setting: Setting, asked: AskInferred) -> Json:
    """Everything that stands."""
    found = [one for one in all_inferred(setting.mind) if asked.room in {None, one.room}]
    return {"inferred": [_told(one) for one in found]}


@REQUESTS.verb(
    "inferred.why",
    "What something inferred rests on.",
    place=Place.BESIDE,
    gives=record(inferred=record(Inferred), sources=several(SOURCE)),
)
def why(setting: Setting, asked: NamedInferred) -> Json:
    """One of them, with what it rests on. Raises NotFoundError."""
    one = one_inferred(setting.mind, asked.ref)
    return {"inferred": _told(one), "sources": [source_row(setting.mind, ref) for ref in one.rests]}


@REQUESTS.verb("inferred.take_back", "Infer this one no more.", changes="inferred")
def withdraw(setting: Setting, asked: NamedInferred) -> Json:
    """Take it back. Raises NotFoundError, InvalidInputError."""
    take_back(setting.mind, asked.ref)
    return {}


def _told(one: Inferred) -> Json:
    return {**asdict(one), "at": one.at.isoformat(), "rests": list(one.rests), "verbs": list(one.verbs)}
