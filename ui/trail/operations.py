"""What Trail asks of the mind, typed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict, TypeAdapter

from ui.doors import Door, Json, OnFailure

MOST_SURPRISING = 50
MOST_SAID = 2000
"""Things that were said in one time together, at most."""


class Record(BaseModel):
    """Base: frozen; what is not needed here is passed over."""

    model_config = ConfigDict(frozen=True)


class Noted(Record):
    """Something that was reached or decided."""

    event: str
    why: str = ""
    timestamp: datetime


class MoodArc(Record):
    """How it felt over that time."""

    pattern: str


class Episode(Record):
    """One time together; `began` is what the person said first."""

    id: str
    type: str
    started: datetime
    ended: datetime | None
    began: str = ""
    projects: tuple[str, ...] = ()
    milestones: tuple[Noted, ...] = ()
    decisions: tuple[Noted, ...] = ()
    mood_arc: MoodArc | None = None


class Said(Record):
    """One thing that was said; `surprise` is the share (0–1) of all that was said and was less unexpected."""

    ref: str
    episode: str
    at: datetime
    speaker: str
    text: str
    surprise: float | None = None


class Project(Record):
    """Something that times together belonged to."""

    project: str


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What times together are narrowed to; what is empty narrows nothing.

    `on` is a time such as `last:7d` or a day (`2026-05-01`), `kind` what it was for.
    """

    on: str = ""
    project: str = ""
    kind: str = ""

    def __bool__(self) -> bool:
        return self != Narrowing()

    @property
    def asked(self) -> dict[str, str]:
        """As the mind is asked."""
        every = {"on": self.on, "project": self.project, "type": self.kind}
        return {name: value for name, value in every.items() if value}


_episodes, _said = TypeAdapter(list[Episode]), TypeAdapter(list[Said])
_projects = TypeAdapter(list[Project])


def episodes(
    door: Door,
    page: tuple[int, int],
    narrowing: Narrowing,
    success: Callable[[Sequence[Episode]], None],
    failure: OnFailure,
) -> None:
    """Times together, newest first; `page` is how many are passed over, and how many are wanted at most."""
    skip, limit = page
    door.question(
        "episodes.find",
        {"skip": skip, "limit": limit, "begun": True, **narrowing.asked},
        success=lambda found: success(_episodes.validate_python(found["episodes"])),
        failure=failure,
    )


def named(
    door: Door,
    ids: Sequence[str],
    narrowing: Narrowing,
    success: Callable[[Sequence[Episode]], None],
    failure: OnFailure,
) -> None:
    """Those of `ids` that are there and fit, newest first; nothing is asked for none."""
    if not ids:
        success([])
        return
    door.question(
        "episodes.find",
        {"only": list(ids), "begun": True, **narrowing.asked},
        success=lambda found: success(_episodes.validate_python(found["episodes"])),
        failure=failure,
    )


def projects(door: Door, success: Callable[[list[str]], None], failure: OnFailure) -> None:
    """What times together belonged to, the latest first."""
    door.question(
        "episodes.projects",
        {},
        success=lambda found: success([one.project for one in _projects.validate_python(found["projects"])]),
        failure=failure,
    )


def said_in(door: Door, episode_id: str, success: Callable[[list[Said]], None], failure: OnFailure) -> None:
    """What was said in one, oldest first."""
    door.question(
        "episodes.read",
        {"episode": episode_id, "limit": MOST_SAID},
        success=lambda found: success(_said.validate_python(found["steps"])),
        failure=failure,
    )


def surprising(door: Door, success: Callable[[list[Said]], None], failure: OnFailure) -> None:
    """What was said most unexpectedly, that first; nothing while too little was measured."""
    door.question(
        "trail.surprising",
        {"limit": MOST_SURPRISING},
        success=lambda found: success(_said.validate_python(found["steps"])),
        failure=failure,
    )


def time_of(door: Door, step: str, success: Callable[[str], None], failure: OnFailure) -> None:
    """The id of the time together in which a Step (its ref) was said."""
    door.question(
        "episodes.of", {"step": step}, success=lambda found: success(found["episode"]["id"]), failure=failure
    )


def search(door: Door, words: str, success: Callable[[list[Said]], None], failure: OnFailure) -> None:
    """What was said that means these words, best first."""

    def read(found: Json) -> None:
        success(_said.validate_python(found["evidence"]))

    door.question("trail.search", {"query": words, "limit": 50}, success=read, failure=failure)
