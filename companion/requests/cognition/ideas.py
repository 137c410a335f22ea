"""Ideas that come up again and again, and ideas for a business ([E] §8.4, §2.2)."""

from typing import Any

from pydantic import Field

from companion.requests.cognition.asking import Id, Kind, Sources, Tags, Text, Words, cognition_of, shown
from companion.requests.room import Nothing, Request, Requests, RoomRequest, Setting, record, several
from companion.service import Json
from engine.cognition import BusinessIdea, BusinessStatus, Cognition, Decided, Idea, Score


class ListIdeas(Request):
    """With `ready` only those that came up often enough."""

    ready: bool = Field(default=False, description="Those that came up often enough.")


class CreateIdea(Request):
    """What it is about."""

    concept: Text = Field(description="What it is about.")


class NamedIdea(Request):
    """Which idea."""

    idea: Id


class AddSeed(NamedIdea):
    """Another time that it came up."""

    quote: Text = Field(description="The words in which it came up again.")
    source: str = Field(default="", max_length=200, description="Where that was.")
    sources: Sources = ()


class ListBusiness(Request):
    """Of one status, from a score on."""

    status: BusinessStatus | None = Field(
        default=None, description="exploring, validated, building, launched or abandoned."
    )
    least: int = Field(default=0, ge=0, le=25, description="From this score on, of 25.")


class AddBusiness(Request):
    """A new business idea."""

    name: str = Field(min_length=1, max_length=200, description="What it is called.")
    description: str = Field(default="", max_length=2000, description="What it is.")
    audience: Words = Field(default="", description="For whom.")
    angle: Words = Field(default="", description="What sets it apart.")
    tags: Tags = ()


class Compete(NamedIdea):
    """Someone who offers something like it."""

    name: str = Field(min_length=1, max_length=200, description="Who offers something like it.")
    strengths: Words = Field(default="", description="What they do well.")
    weaknesses: Words = Field(default="", description="What they do badly.")
    url: Words = Field(default="", description="Where they are.")


class DropCompetitor(NamedIdea):
    """Which competitor is taken back."""

    name: str = Field(min_length=1, max_length=200, description="Its name, as it was noted.")


class ScoreBusiness(NamedIdea, Score):
    """1–5 each."""


class UpdateBusiness(NamedIdea):
    """What changes."""

    name: str | None = Field(default=None, min_length=1, max_length=200, description="Another name.")
    description: str | None = Field(default=None, max_length=2000, description="What it is.")
    audience: str | None = Field(default=None, max_length=500, description="For whom.")
    angle: str | None = Field(default=None, max_length=500, description="What sets it apart.")
    status: BusinessStatus | None = Field(
        default=None, description="exploring, validated, building, launched or abandoned."
    )
    note: str | None = Field(
        default=None, min_length=1, max_length=2000, description="What happened; is added to what stands."
    )
    tags: tuple[str, ...] | None = Field(
        default=None, max_length=20, description="A word to find it by; may be repeated."
    )


class LinkBusiness(NamedIdea):
    """What it is connected with."""

    trail: str | None = Field(
        default=None, max_length=64, description="The id of a problem that is thought through for it."
    )
    outcome: str | None = Field(
        default=None, max_length=64, description="The id of a decision that was made."
    )


REQUESTS = Requests()
SCORED = record(BusinessIdea, total=int | None)


@REQUESTS.verb(
    "ideas.list",
    "What comes up again and again, last touched first.",
    gives=record(ideas=list[Idea]),
    outside="read",
)
def list_ideas(setting: Setting, asked: ListIdeas) -> Json:
    """Last touched first."""
    book = cognition_of(setting).ideas
    return {"ideas": [shown(each) for each in (book.ready() if asked.ready else book.all())]}


@REQUESTS.verb(
    "business.list",
    "Business ideas, the best scored first.",
    gives=record(ideas=several(SCORED)),
    outside="read",
)
def list_business(setting: Setting, asked: ListBusiness) -> Json:
    """The best scored first."""
    ideas = cognition_of(setting).business.all(asked.status, asked.least)
    return {"ideas": [_scored(each) for each in ideas]}


@REQUESTS.verb(
    "business.wanting",
    "Business ideas without a score, or untouched for long.",
    gives=record(ideas=several(SCORED)),
    outside="read",
)
def wanting(setting: Setting, _asked: Nothing) -> Json:
    """What was not scored, or not touched for long."""
    return {"ideas": [_scored(each) for each in cognition_of(setting).business.wanting()]}


def score(cognition: Cognition, asked: ScoreBusiness) -> BusinessIdea:
    """In the place of an earlier score."""
    return cognition.business.score(asked.idea, Score(**asked.model_dump(exclude={"idea"})))


@REQUESTS.verb(
    "business.review",
    "All that is known of one, and what is missing to judge it.",
    gives=record(idea=SCORED, outcomes=list[Decided], missing=list[str]),
    outside="read",
)
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


REQUESTS |= {
    "ideas.stats": RoomRequest(
        Nothing,
        lambda at, _: {"stats": cognition_of(at).ideas.stats()},
        words="How many ideas there are, and how they stand.",
        outside="read",
        gives=record(stats=record(total=int, by_status=dict[str, int], seeds=int)),
    ),
    "business.stats": RoomRequest(
        Nothing,
        lambda at, _: {"stats": cognition_of(at).business.stats()},
        words="How many business ideas there are, and how they stand.",
        outside="read",
        gives=record(stats=record(total=int, by_status=dict[str, int], scored=int, mean_score=float | None)),
    ),
}

IDEAS = Kind(REQUESTS, "idea", Idea, "ideas")
IDEAS.verb("ideas.create", "Name one yourself.", CreateIdea, lambda at, asked: at.ideas.create(asked.concept))
IDEAS.verb(
    "ideas.add_seed",
    "Add another time that it came up.",
    AddSeed,
    lambda at, asked: at.ideas.add_seed(asked.idea, asked.quote, asked.source, cites=asked.sources),
)
IDEAS.verb(
    "ideas.activate", "It is being worked on.", NamedIdea, lambda at, asked: at.ideas.activate(asked.idea)
)
IDEAS.verb("ideas.abandon", "Let it go.", NamedIdea, lambda at, asked: at.ideas.abandon(asked.idea))
IDEAS.verb(
    "ideas.reopen",
    "As if nothing had been chosen for it.",
    NamedIdea,
    lambda at, asked: at.ideas.reopen(asked.idea),
)

BUSINESS = Kind(REQUESTS, "idea", SCORED, "business", _scored)
BUSINESS.verb(
    "business.add", "Take up an idea.", AddBusiness, lambda at, asked: at.business.add(**asked.model_dump())
)
BUSINESS.verb(
    "business.compete",
    "Note a competitor.",
    Compete,
    lambda at, asked: at.business.compete(asked.idea, **_given(asked)),
)
BUSINESS.verb(
    "business.drop_competitor",
    "Take a competitor back.",
    DropCompetitor,
    lambda at, asked: at.business.drop_competitor(asked.idea, asked.name),
)
BUSINESS.verb(
    "business.drop_note",
    "Take back what was noted last of how it goes on.",
    NamedIdea,
    lambda at, asked: at.business.drop_note(asked.idea),
)
BUSINESS.verb(
    "business.score",
    "Say what speaks for it: five numbers from 1 to 5, more is better.",
    ScoreBusiness,
    score,
)
BUSINESS.verb(
    "business.update",
    "Change it, or note how it goes on.",
    UpdateBusiness,
    lambda at, asked: at.business.update(asked.idea, **_given(asked)),
)
BUSINESS.verb(
    "business.link",
    "Say what it is connected with.",
    LinkBusiness,
    lambda at, asked: at.business.link(asked.idea, **_given(asked)),
)
