"""Tools whose rooms this companion does not have: they answer with that state, whatever is asked of them."""

from typing import Literal

from companion.service import Json
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import absent

DreamType = Literal["weekly", "monthly", "emotional"]
NO_DREAMS = "This companion keeps no dreams that a program could ask for."
NO_MAIL = "This companion reads and sends no mail."


@tool(Module.DREAMS)
def dream(at: Border, dream_type: DreamType = "weekly") -> Json:
    """Look for patterns over a longer time."""
    return absent("dreams", NO_DREAMS)


@tool(Module.DREAMS)
def dream_info(
    at: Border, action: Literal["status", "read"] = "status", dream_type: DreamType = "weekly"
) -> Json:
    """When it last dreamt, or what it found."""
    return absent("dreams", NO_DREAMS)


MailAction = Literal[
    "auth",
    "labels",
    "inbox",
    "search",
    "read",
    "triage",
    "summarize",
    "send",
    "archive",
    "label",
    "trash",
    "sync",
    "stats",
]


@tool(Module.GMAIL)
def gmail(
    at: Border,
    action: MailAction = "inbox",
    message_id: str | None = None,
    thread_id: str | None = None,
    query: str | None = None,
    label: str | None = None,
    to: str | None = None,
    subject: str | None = None,
    body: str | None = None,
    reply_to: str | None = None,
    add_labels: str | None = None,
    remove_labels: str | None = None,
    n: int = 10,
) -> Json:
    """Mail: read, search, sort and answer."""
    return absent("mail", NO_MAIL)
