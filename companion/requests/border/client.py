"""What other programs may know and say: asked by the MCP server alone, which speaks for no person.

What is private is told with what it was said in, and all that rests on it, however far. A claim of a program about the
person is no word of theirs: it waits for their yes, and says who brought it. So are sessions that it kept on this
machine the person's to bring in, as half of the words in them would be theirs.
"""

from pathlib import Path
from typing import Literal

from pydantic import Field

from companion.requests.border.offering import Client
from companion.requests.moving.arriving import COUNTED, ImportTalks, import_talks
from companion.requests.person import CHANGE, as_change
from companion.requests.room import Nothing, Place, Request, Requests, Setting, Spoken, record
from companion.requests.trail import EPISODE, NOTE, NoteEvent, episode_row, note_event
from companion.service import Json
from engine.mind import Mind
from engine.person import Action, Proposal, Source
from engine.trail import Episode, EpisodeType, LoopStatus, StepKind

SURFACE = "mcp"


class Observe(Request):
    """A claim, and the client that makes it."""

    text: Spoken = Field(min_length=1, max_length=1000, description="The claim, in the words of the program.")
    client: Client


class ClientEpisode(Request):
    """What is to be done with the client's time together."""

    client: Client
    do: Literal["current", "start", "end"] = Field(
        default="current", description="current tells of it, start begins it, end closes it."
    )
    type: EpisodeType | None = Field(default=None, description="Of what kind it is.")
    project: Spoken | None = Field(
        default=None, min_length=1, max_length=100, description="The project that it belongs to."
    )


class Transcripts(Request):
    """Where a program keeps its sessions."""

    folder: str = Field(min_length=1, max_length=4096, description="Where the program keeps its sessions.")


class ClientNote(NoteEvent):
    """What was reached or decided in it."""

    client: Client


REQUESTS = Requests()


@REQUESTS.verb("border.private", "What is private, and what it rests on.", gives=record(refs=list[str]))
def private(setting: Setting, _: Nothing) -> Json:
    """Looked up for each answer: what is made private now is kept back from the next one."""
    return {"refs": sorted(setting.mind.private())}


@REQUESTS.verb(
    "border.observe",
    "A claim about you that another program makes.",
    gives=CHANGE,
    changes="questions",
    outside="direct",
)
def observe(setting: Setting, asked: Observe) -> Json:
    """Noted as the client's words, and put to the person."""
    mind, by = setting.mind, _origin(asked.client)
    loop = mind.trail.open_loop(SURFACE, by, "observe", origin=by)
    try:
        step = mind.trail.record(loop, StepKind.TOOL_CALL, asked.text, by, details={"by": by})
    finally:
        mind.trail.close_loop(loop.id, LoopStatus.DONE)
    proposal = Proposal(
        Action.REMEMBER,
        asked.text,
        source=Source.OBSERVED,
        cites=(f"step:{step.id}",),
        from_outside=True,
        by=by,
    )
    return as_change(mind.person.apply(proposal))


@REQUESTS.verb(
    "border.episode",
    "A program's own time together.",
    gives=record(episode=EPISODE | None),
    changes="episodes",
    outside="direct",
)
def episode(setting: Setting, asked: ClientEpisode) -> Json:
    """The person's own is never opened, described or closed by a client."""
    mind, origin = setting.mind, _origin(asked.client)
    if asked.do == "end":
        found = mind.trail.close_episode("goodbye", origin)
    elif asked.do == "start":
        found = mind.trail.wake(origin)
        projects = () if asked.project is None else (asked.project,)
        if asked.type is not None or projects:
            found = mind.trail.book.describe(found.id, kind=asked.type, projects=projects)
    else:
        found = mind.trail.current(origin)
    return {"episode": _told(mind, found)}


@REQUESTS.verb(
    "border.transcripts",
    "What a program's sessions would bring in.",
    place=Place.BESIDE,
    gives=record(**COUNTED),
    outside="read",
)
def transcripts(setting: Setting, asked: Transcripts) -> Json:
    """Counted, and nothing written; none where there is no such folder."""
    if not Path(asked.folder).is_dir():
        return {"talks": 0, "turns": 0, "new": 0, "same": 0}
    found = import_talks(setting, ImportTalks(path=asked.folder, dry_run=True))
    return {name: found[name] for name in ("talks", "turns", "new", "same")}


@REQUESTS.verb(
    "border.note",
    "What a program reached or decided.",
    gives=record(note=NOTE),
    changes="episodes",
    outside="direct",
)
def note(setting: Setting, asked: ClientNote) -> Json:
    """In the client's own time together, which begins with it where none is open."""
    opened = setting.mind.trail.wake(_origin(asked.client))
    given = asked.model_dump(exclude={"client", "episode"})
    return note_event(setting, NoteEvent(**given, episode=opened.id))


def _origin(client: str) -> str:
    return f"mcp:{client}"


def _told(mind: Mind, found: Episode | None) -> Json | None:
    return None if found is None else episode_row(mind, found)
