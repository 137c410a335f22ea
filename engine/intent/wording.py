"""The words of this room, read from `resources/prompts/intent.toml`."""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

from engine.intent.records import GapMode


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class OpeningWords(_Words):
    """What stands in the opening of an episode; `what` names the kinds of items, and goals."""

    late_night: str
    context: str
    due: str
    item: str
    overdue: str
    deadline: str
    what: dict[str, str]


class CorrectionWords(_Words):
    """How corrections are told."""

    heading: str
    matched: str
    line: str
    instead: str
    fails: str
    fine: str


class HandoffWords(_Words):
    """What items are called that nobody worded."""

    unanswered: str


class IntentionWords(_Words):
    """How the intention is told."""

    line: str


class Wording(_Words):
    """Every text of this room."""

    gap: dict[GapMode, str]
    opening: OpeningWords
    handoff: HandoffWords
    corrections: CorrectionWords
    intention: IntentionWords


@cache
def wording() -> Wording:
    """The wording as shipped; read once."""
    text = (resources.files("resources") / "prompts" / "intent.toml").read_text("utf-8")
    return Wording.model_validate(tomllib.loads(text))
