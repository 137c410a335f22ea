"""Tools whose rooms this companion does not have: they answer with that state, whatever is asked of them."""

from typing import Literal

from companion.service import Json
from companion.tools.answers import STATE
from companion.tools.border import Border
from companion.tools.declared import Module, tool
from companion.tools.mind.given import absent

NO_MAIL = "This companion reads and sends no mail."
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


@tool(Module.GMAIL, STATE)
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
