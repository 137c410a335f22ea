"""What the person changes about a memory: its words, whether it is private, what it is linked with, that it holds.

A memory is named by its id, or by its ref (`node:…`). What is reworded is a new memory in its place, with what was
there behind it as a former version.
"""

from datetime import datetime
from enum import StrEnum

from pydantic import AwareDatetime, Field

from companion.requests.memory.nodes import ROW, Named, NodeId, node_row
from companion.requests.room import Request, Requests, Setting, record
from companion.service import Json
from engine.errors import InvalidInputError, NotFoundError
from engine.memory import LinkType
from engine.mind import Mind


class DrawnType(StrEnum):
    """The links that a person may draw ([C] LINK); the others say where a memory comes from, and are the engine's."""

    ELABORATES_ON = LinkType.ELABORATES_ON.value
    RELATES_TO = LinkType.RELATES_TO.value
    CONTRADICTS = LinkType.CONTRADICTS.value
    DEPENDS_ON = LinkType.DEPENDS_ON.value

    @property
    def link(self) -> LinkType:
        """The type as the memory has it."""
        return LinkType(self.value)


class Confirm(Named):
    """Since when it counts as fresh; now unless given."""

    at: AwareDatetime | None = Field(
        default=None, description="Since when it counts as fresh; to take it back, when it did before."
    )


class Private(Named):
    """Whether a memory is to be brought up no more, and kept from every other program."""

    private: bool = Field(default=True, description="Whether it is private; no shows it again.")


class Reword(Named):
    """What a memory is to say, in the person's own words."""

    text: str = Field(min_length=1, max_length=8000, description="What it is to say, in your words.")
    title: str | None = Field(default=None, max_length=200, description="What it is called.")


class Unlink(Request):
    """A link by its ends and its type."""

    origin: NodeId = Field(description="The memory that the link begins at.")
    type: DrawnType = Field(description="How the first stands to the second.")
    target: NodeId = Field(description="The memory that it leads to.")


class Connect(Unlink):
    """A link to be drawn; `strength` 0–1."""

    strength: float = Field(default=1.0, ge=0.0, le=1.0, description="How firmly.")


REQUESTS = Requests()
LINKED = {"origin": str, "target": str, "type": str}


@REQUESTS.verb(
    "memory.private",
    "Never bring it up unasked nor tell another program, with all that was made from it.",
    gives=record(row=ROW, besides=list[str]),
    changes="memories",
)
def set_private(setting: Setting, asked: Private) -> Json:
    """Keep it private with all that was made from it, or show it alone again.

    Raises NodeMissingError; InvalidInputError for what is the companion's own, for everyone, and for what was made
    from something that stays private.
    """
    memory = setting.mind.memory
    node = memory.node(asked.node)
    besides: list[str] = []
    if not asked.private:
        with setting.mind.vault.unit() as unit:
            node = memory.lift_privacy(node.id)
            setting.mind.conversation.restore([node.ref])
            unit.commit()
    elif node.person is None:
        raise InvalidInputError(
            "node", "is the companion's own, and no memory with you", "Forget it instead: companion forget."
        )
    else:
        with setting.mind.vault.unit() as unit:
            reached = memory.set_private(node.id)
            setting.mind.conversation.keep_private(reached)
            unit.commit()
        besides = sorted(reached - {node.ref})
        node = memory.node(node.id)
    return {"row": node_row(node), "besides": besides}


@REQUESTS.verb(
    "memory.link",
    "Join two memories; one that contradicts another waits for you to settle it.",
    gives=record(link=record(**LINKED, strength=float), contradiction=str | None),
    changes="memories",
)
def link(setting: Setting, asked: Connect) -> Json:
    """Draw it; a known one keeps the greater strength.

    Raises NodeMissingError, and InvalidInputError for a memory with itself.
    """
    memory = setting.mind.memory
    drawn = memory.link(asked.origin, asked.target, asked.type.link, strength=asked.strength)
    told = {"origin": drawn.origin, "target": drawn.target, "type": drawn.type.value}
    waiting = _waiting(setting.mind, asked) if drawn.type is LinkType.CONTRADICTS else None
    return {"link": told | {"strength": round(drawn.strength, 4)}, "contradiction": waiting}


@REQUESTS.verb("memory.unlink", "Take a link away.", gives=record(link=record(**LINKED)), changes="memories")
def unlink(setting: Setting, asked: Unlink) -> Json:
    """Take it away; a contradiction that it opened still waits for the person.

    Raises NodeMissingError, and NotFoundError where there is no such link.
    """
    memory = setting.mind.memory
    for end in (asked.origin, asked.target):
        memory.node(end)
    if not memory.unlink(asked.origin, asked.target, asked.type.link):
        raise NotFoundError(
            f"No link “{asked.type.value}” leads from the one to the other.",
            "See what there is: companion memory show ID.",
        )
    return {"link": {"origin": asked.origin, "target": asked.target, "type": asked.type.value}}


@REQUESTS.verb(
    "memory.confirm",
    "Say that it still holds: its age counts from now.",
    gives=record(row=ROW, confirmed_at=datetime),
    changes="memories",
)
def confirm(setting: Setting, asked: Confirm) -> Json:
    """Say that it still holds: its age counts from now, or as before where that is taken back.

    Raises NodeMissingError, and InvalidInputError for a time to come.
    """
    if asked.at is not None and asked.at > setting.mind.clock.now():
        raise InvalidInputError("at", "is still to come")
    node = setting.mind.memory.confirm(asked.node, asked.at)
    return {"row": node_row(node), "confirmed_at": node.confirmed_at.isoformat()}


@REQUESTS.verb(
    "memory.reword",
    "Say it in your own words; what it said before is kept.",
    gives=record(row=ROW),
    changes="memories",
)
def reword(setting: Setting, asked: Reword) -> Json:
    """Put the person's words in its place: what it said before leaves every prompt at once.

    What was made of it stands. Raises NodeMissingError, and InvalidInputError for what is no memory of something,
    was put away, or says the same already.
    """
    with setting.mind.vault.unit() as unit:
        _let_go(setting.mind, asked.node)
        worded = setting.mind.memory.reword(asked.node, asked.text, asked.title)
        unit.commit()
    return {"row": node_row(worded)}


@REQUESTS.verb(
    "memory.unword",
    "Let stand again what it said before you worded it anew.",
    gives=record(row=ROW),
    changes="memories",
)
def unword(setting: Setting, asked: Named) -> Json:
    """Let stand again what it said before. Raises NodeMissingError, and NotFoundError where nothing did."""
    with setting.mind.vault.unit() as unit:
        _let_go(setting.mind, asked.node)
        was = setting.mind.memory.unword(asked.node)
        unit.commit()
    return {"row": node_row(was)}


def _let_go(mind: Mind, node: str) -> None:
    """Nothing that is read holds it any more; it stands as before."""
    ref = mind.memory.node(node).ref
    mind.conversation.withdraw([ref])
    mind.conversation.restore([ref])


def _waiting(mind: Mind, asked: Connect) -> str | None:
    ends = {asked.origin, asked.target}
    return next((one.id for one in mind.memory.contradictions() if {one.a, one.b} == ends), None)
