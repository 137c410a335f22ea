"""What surfaces ask of what the companion notices of itself and of how things go.

* `reflection.report` (days) → {"report": Report with "words"}: who it has been lately
* `reflection.paint` → {"portrait"}: keeps today's self-portrait; `reflection.portrait` → the latest, or null
* `noticing.blind_spots` → {"blind_spots": [{"kind", "words", "evidence"}]}
* `noticing.observations` → {"observations"}: all that is worth a word now, for who asks
* `noticing.offer` → {"offer": {"id", "observation"} or null}: one to tell now, by the rule; counts as told
* `noticing.answer`, `noticing.dismiss`, `noticing.reopen` (observation: its id) → {"told"}
* `noticing.told` (limit) → {"told": newest first}
"""

from collections.abc import Callable

from pydantic import Field

from companion.requests.cognition.asking import Id, cognition_of
from companion.requests.room import Nothing, Request, RoomRequest, Setting
from companion.service import Json
from engine.cognition import Noticing, ToldObservation


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


def report(setting: Setting, asked: AskReport) -> Json:
    """Looked at anew each time."""
    return {"report": cognition_of(setting).reflection.report(asked.days).model_dump(mode="json")}


def paint(setting: Setting, _asked: Nothing) -> Json:
    """One a day."""
    return {"portrait": cognition_of(setting).reflection.paint().model_dump(mode="json")}


def portrait(setting: Setting, _asked: Nothing) -> Json:
    """As a boot reads it."""
    found = cognition_of(setting).reflection.portrait()
    return {"portrait": None if found is None else found.model_dump(mode="json")}


def blind_spots(setting: Setting, _asked: Nothing) -> Json:
    """Kind by kind."""
    found = cognition_of(setting).noticing.blind_spots()
    return {"blind_spots": [one.model_dump(mode="json") for one in found]}


def observations(setting: Setting, _asked: Nothing) -> Json:
    """Counts nothing."""
    found = cognition_of(setting).noticing.observations()
    return {"observations": [one.model_dump(mode="json") for one in found]}


def offer(setting: Setting, _asked: Nothing) -> Json:
    """Most of the time nothing."""
    found = cognition_of(setting).noticing.offer()
    return {"offer": None if found is None else found.model_dump(mode="json")}


def told(setting: Setting, asked: AskTold) -> Json:
    """Without their words, which are not kept."""
    found = cognition_of(setting).noticing.told(asked.limit)
    return {"told": [one.model_dump(mode="json") for one in found]}


def _settling(settle: Callable[[Noticing, str], ToldObservation]) -> Callable[[Setting, OneTold], Json]:
    def answer(setting: Setting, asked: OneTold) -> Json:
        return {"told": settle(cognition_of(setting).noticing, asked.observation).model_dump(mode="json")}

    return answer


REQUESTS = {
    "reflection.report": RoomRequest(
        AskReport, report, words="How it has been, what it carries and what has let go of it.", outside="read"
    ),
    "reflection.paint": RoomRequest(Nothing, paint, words="Keep today's self-portrait.", changes="portrait"),
    "reflection.portrait": RoomRequest(Nothing, portrait, words="The last self-portrait that was kept."),
    "noticing.blind_spots": RoomRequest(
        Nothing,
        blind_spots,
        words="What has been out of sight: stale goals, repeated mistakes, projects left behind, untested beliefs.",
        outside="read",
    ),
    "noticing.observations": RoomRequest(
        Nothing, observations, words="All that is worth a word now.", outside="read"
    ),
    "noticing.offer": RoomRequest(
        Nothing,
        offer,
        words="One thing to be told now, three a time together and five minutes apart at most; it counts as told.",
        changes="observations",
        outside="direct",
    ),
    "noticing.told": RoomRequest(
        AskTold, told, words="What was told last, newest first; the words themselves are not kept."
    ),
    "noticing.answer": RoomRequest(
        OneTold,
        _settling(Noticing.answer),
        words="You took it up: it is not told again for a week.",
        changes="observations",
    ),
    "noticing.dismiss": RoomRequest(
        OneTold,
        _settling(Noticing.dismiss),
        words="You do not want to hear of it: it is not told again for a month.",
        changes="observations",
    ),
    "noticing.reopen": RoomRequest(
        OneTold,
        _settling(Noticing.reopen),
        words="Take back that you answered or dismissed it.",
        changes="observations",
    ),
}
