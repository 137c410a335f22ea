"""Ideas that come up again and again, and ideas for a business ([E] §8.4, §2.2)."""

from typing import Any

from pydantic import Field

from companion.requests.cognition.asking import Id, Many, Text, Words, answering, cognition_of, shown
from companion.requests.room import Nothing, Request, RoomRequest, Setting
from companion.service import Json
from engine.cognition import BusinessIdea, BusinessStatus, Cognition, Score


class ListIdeas(Request):
    """With `ready` only those that came up often enough."""

    ready: bool = False


class CreateIdea(Request):
    """What it is about."""

    concept: str = Text


class NamedIdea(Request):
    """Which idea."""

    idea: str = Id


class AddSeed(NamedIdea):
    """Another time that it came up."""

    quote: str = Text
    source: str = Field(default="", max_length=200)
    sources: tuple[str, ...] = Many


class ListBusiness(Request):
    """Of one status, from a score on."""

    status: BusinessStatus | None = None
    least: int = Field(default=0, ge=0, le=25)


class AddBusiness(Request):
    """A new business idea."""

    name: str = Field(min_length=1, max_length=200)
    description: str = Field(default="", max_length=2000)
    audience: str = Words
    angle: str = Words
    tags: tuple[str, ...] = Many


class Compete(NamedIdea):
    """Someone who offers something like it."""

    name: str = Field(min_length=1, max_length=200)
    strengths: str = Words
    weaknesses: str = Words
    url: str = Words


class ScoreBusiness(NamedIdea, Score):
    """1–5 each."""


class UpdateBusiness(NamedIdea):
    """What changes."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    description: str | None = Field(default=None, max_length=2000)
    audience: str | None = Field(default=None, max_length=500)
    angle: str | None = Field(default=None, max_length=500)
    status: BusinessStatus | None = None
    note: str | None = Field(default=None, min_length=1, max_length=2000)
    tags: tuple[str, ...] | None = Field(default=None, max_length=20)


class LinkBusiness(NamedIdea):
    """What it is connected with."""

    trail: str | None = Field(default=None, max_length=64)
    outcome: str | None = Field(default=None, max_length=64)


def list_ideas(setting: Setting, asked: ListIdeas) -> Json:
    """Last touched first."""
    book = cognition_of(setting).ideas
    return {"ideas": [shown(each) for each in (book.ready() if asked.ready else book.all())]}


def list_business(setting: Setting, asked: ListBusiness) -> Json:
    """The best scored first."""
    ideas = cognition_of(setting).business.all(asked.status, asked.least)
    return {"ideas": [_scored(each) for each in ideas]}


def wanting(setting: Setting, _asked: Nothing) -> Json:
    """What was not scored, or not touched for long."""
    return {"ideas": [_scored(each) for each in cognition_of(setting).business.wanting()]}


def score(cognition: Cognition, asked: ScoreBusiness) -> BusinessIdea:
    """In the place of an earlier score."""
    return cognition.business.score(asked.idea, Score(**asked.model_dump(exclude={"idea"})))


def review(setting: Setting, asked: NamedIdea) -> Json:
    """All that is known of one, and what is missing."""
    seen = cognition_of(setting).business.review(asked.idea)
    return {
        "idea": _scored(seen.idea),
        "outcomes": [shown(each) for each in seen.outcomes],
        "missing": list(seen.missing),
    }


def _scored(idea: BusinessIdea) -> dict[str, Any]:
    return {**shown(idea), "total": None if idea.score is None else idea.score.total}


def _given(asked: NamedIdea) -> dict[str, Any]:
    return asked.model_dump(exclude={"idea"})


REQUESTS = {
    "ideas.list": RoomRequest(ListIdeas, list_ideas),
    "ideas.create": RoomRequest(
        CreateIdea, answering("idea", lambda at, asked: at.ideas.create(asked.concept))
    ),
    "ideas.add_seed": RoomRequest(
        AddSeed,
        answering(
            "idea",
            lambda at, asked: at.ideas.add_seed(asked.idea, asked.quote, asked.source, cites=asked.sources),
        ),
    ),
    "ideas.activate": RoomRequest(
        NamedIdea, answering("idea", lambda at, asked: at.ideas.activate(asked.idea))
    ),
    "ideas.abandon": RoomRequest(
        NamedIdea, answering("idea", lambda at, asked: at.ideas.abandon(asked.idea))
    ),
    "ideas.reopen": RoomRequest(NamedIdea, answering("idea", lambda at, asked: at.ideas.reopen(asked.idea))),
    "ideas.stats": RoomRequest(Nothing, lambda at, _: {"stats": cognition_of(at).ideas.stats()}),
    "business.list": RoomRequest(ListBusiness, list_business),
    "business.wanting": RoomRequest(Nothing, wanting),
    "business.add": RoomRequest(
        AddBusiness, answering("idea", lambda at, asked: at.business.add(**asked.model_dump()))
    ),
    "business.compete": RoomRequest(
        Compete, answering("idea", lambda at, asked: at.business.compete(asked.idea, **_given(asked)))
    ),
    "business.score": RoomRequest(ScoreBusiness, answering("idea", score)),
    "business.update": RoomRequest(
        UpdateBusiness, answering("idea", lambda at, asked: at.business.update(asked.idea, **_given(asked)))
    ),
    "business.link": RoomRequest(
        LinkBusiness, answering("idea", lambda at, asked: at.business.link(asked.idea, **_given(asked)))
    ),
    "business.review": RoomRequest(NamedIdea, review),
    "business.stats": RoomRequest(Nothing, lambda at, _: {"stats": cognition_of(at).business.stats()}),
}
