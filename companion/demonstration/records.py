"""The form of a story: moments some days ago, what is said and done in each."""

import re
import tomllib
from datetime import date, datetime, time, timedelta
from importlib import resources
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

STORY = "story.toml"
_DAY = re.compile(r"^[+-]\d+d$")


class StoryError(Exception):
    """A story that cannot be played: where it is wrong, and how."""


class Part(BaseModel):
    """Base of what stands in a story: frozen, refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Exchange(Part):
    """One turn. A scripted model answers `answers` and reflects `reflects`, fields of the reflection by name.

    Where the model is asked to, `sums_up` is what it writes of the talk so far, and `compass` what it makes of an
    episode that ends here.
    """

    says: str = Field(min_length=1)
    answers: str = "I see."
    sums_up: str = ""
    compass: dict[str, Any] = {}
    reflects: dict[str, Any] = {}


class Deed(Part):
    """What the person does by hand, as a request of the service with its parameters.

    A parameter that names something kept (`item`, `goal` …) is given by its text. In a story, a day is `+2d` or `-1d`.
    """

    request: str
    parameters: dict[str, Any] = Field(default={}, alias="with")
    when: Literal["before", "after"] = "after"


class Moment(Part):
    """A time at which something is said or done; `days_ago` counts from the day on which the story is told."""

    days_ago: int = Field(ge=0)
    at: time
    goodbye: bool = True
    turn: tuple[Exchange, ...] = ()
    deed: tuple[Deed, ...] = ()


class Story(Part):
    """Moments in the order of time; `now` is what is said while somebody looks on."""

    title: str
    now: Exchange = Exchange(says="…")
    moment: tuple[Moment, ...] = Field(min_length=1)


def read_story() -> Story:
    """The story that ships with the program."""
    text = (resources.files("resources") / "demonstration" / STORY).read_text("utf-8")
    return Story.model_validate(tomllib.loads(text))


def when(moment: Moment, now: datetime) -> datetime:
    """The time of a moment of a story that is told at `now`, which is aware of its zone."""
    day = now.date() - timedelta(days=moment.days_ago)
    return datetime.combine(day, moment.at, tzinfo=now.tzinfo)


def dated(value: Any, today: date) -> Any:
    """`value` with every `+2d` in it as a day."""
    if isinstance(value, dict):
        return {name: dated(each, today) for name, each in value.items()}
    if isinstance(value, list):
        return [dated(each, today) for each in value]
    if isinstance(value, str) and _DAY.match(value):
        return (today + timedelta(days=int(value[:-1]))).isoformat()
    return value
