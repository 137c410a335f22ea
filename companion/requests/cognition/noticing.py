"""What surfaces ask of what the companion notices of itself and of how things go.

One observation is offered by the rule, and counts as told; all of them are there for who asks.
"""

from collections.abc import Callable

from pydantic import Field

from companion.requests.cognition.asking import Id, cognition_of
from companion.requests.room import Nothing, Request, Requests, RoomRequest, Setting, record
from companion.service import Json
from engine.cognition import BlindSpot, Noticing, Observation, Offer, Portrait, Report, ToldObservation


class AskReport(Request):
    """How far to look back; None for a month."""

    days: int | None = Field(
        default=None, ge=1, le=3650, description="How many days to look back on; 30 unless given."
    )


class OneTold(Request):
    """Which observation."""

    observation: Id


class AskTold(Request):
    """How many at most."""

    limit: int = Field(default=20, ge=1, le=1000, description="How many at most.")


REQUESTS = Requests()


@REQUESTS.verb(
    "reflection.report",
    "How it has been, what it carries and what has let go of it.",
    gives=record(report=Report),
    outside="read",
)
def report(setting: Setting, asked: AskReport) -> Json:
    """Looked at anew each time."""
    return {"report": cognition_of(setting).reflection.report(asked.days).model_dump(mode="json")}


@REQUESTS.verb(
    "reflection.paint", "Keep today's self-portrait.", gives=record(portrait=Portrait), changes="portrait"
)
def paint(setting: Setting, _asked: Nothing) -> Json:
    """One a day."""
    return {"portrait": cognition_of(setting).reflection.paint().model_dump(mode="json")}


@REQUESTS.verb(
    "reflection.portrait", "The last self-portrait that was kept.", gives=record(portrait=Portrait | None)
)
def portrait(setting: Setting, _asked: Nothing) -> Json:
    """As a boot reads it."""
    found = cognition_of(setting).reflection.portrait()
    return {"portrait": None if found is None else found.model_dump(mode="json")}


@REQUESTS.verb(
    "noticing.blind_spots",
    "What has been out of sight: stale goals, repeated mistakes, projects left behind, untested beliefs.",
    gives=record(blind_spots=list[BlindSpot]),
    outside="read",
)
def blind_spots(setting: Setting, _asked: Nothing) -> Json:
    """Kind by kind."""
    found = cognition_of(setting).noticing.blind_spots()
    return {"blind_spots": [one.model_dump(mode="json") for one in found]}


@REQUESTS.verb(
    "noticing.observations",
    "All that is worth a word now.",
    gives=record(observations=list[Observation]),
    outside="read",
)
def observations(setting: Setting, _asked: Nothing) -> Json:
    """Counts nothing."""
    found = cognition_of(setting).noticing.observations()
    return {"observations": [one.model_dump(mode="json") for one in found]}


@REQUESTS.verb(
    "noticing.offer",
    "One thing to be told now, three a time together and five minutes apart at most; it counts as told.",
    gives=record(offer=Offer | None),
    changes="observations",
    outside="direct",
)
def offer(setting: Setting, _asked: Nothing) -> Json:
    """Most of the time nothing."""
    found = cognition_of(setting).noticing.offer()
    return {"offer": None if found is None else found.model_dump(mode="json")}


@REQUESTS.verb(
    "noticing.told",
    "What was told last, newest first; the words themselves are not kept.",
    gives=record(told=list[ToldObservation]),
)
def told(setting: Setting, asked: AskTold) -> Json:
    """Without their words, which are not kept."""
    found = cognition_of(setting).noticing.told(asked.limit)
    return {"told": [one.model_dump(mode="json") for one in found]}


def _settling(settle: Callable[[Noticing, str], ToldObservation]) -> Callable[[Setting, OneTold], Json]:
    def answer(setting: Setting, asked: OneTold) -> Json:
        return {"told": settle(cognition_of(setting).noticing, asked.observation).model_dump(mode="json")}

    return answer


REQUESTS |= {
    "noticing.answer": RoomRequest(
        OneTold,
        _settling(Noticing.answer),
        words="You took it up: it is not told again for a week.",
        changes="observations",
        gives=record(told=ToldObservation),
    ),
    "noticing.dismiss": RoomRequest(
        OneTold,
        _settling(Noticing.dismiss),
        words="You do not want to hear of it: it is not told again for a month.",
        changes="observations",
        gives=record(told=ToldObservation),
    ),
    "noticing.reopen": RoomRequest(
        OneTold,
        _settling(Noticing.reopen),
        words="Take back that you answered or dismissed it.",
        changes="observations",
        gives=record(told=ToldObservation),
    ),
}
