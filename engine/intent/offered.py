"""What other programs would have done, and what they leave for their own next time: data, until the person says yes."""

from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar

from engine.intent.records import ItemKind, Kept, Record


class OfferStatus(StrEnum):
    """How an offer stands; what was refused is not asked again, what is replaced was offered anew."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    REPLACED = "replaced"


class Offer(Kept):
    """A change that `by` (such as `mcp:claude` or `import:elara`) would have made.

    `verb` and `given` are the request as it is made once the person agrees.
    With `later_until` the person has put it off.
    """

    kind: ClassVar[str] = "offer"

    by: str
    verb: str
    given: dict[str, Any]
    status: OfferStatus = OfferStatus.WAITING
    later_until: datetime | None = None


class LeftItem(Record):
    """Something that another program wants to find again; `carried` counts the handoffs that it stood in before."""

    what: ItemKind
    text: str
    carried: int = 0
    first_seen: datetime


class ToolHandoff(Kept):
    """What a program left for its own next time ([E] §5.1). It is read by programs alone, and never told to a model."""

    kind: ClassVar[str] = "tool_handoff"

    by: str
    session: int
    mood_and_mode: str = ""
    items: tuple[LeftItem, ...] = ()
