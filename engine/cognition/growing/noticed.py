"""What a turn notices of itself, and what may be kept of it."""

from datetime import date
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.search import stems
from engine.settings import CognitionSettings


class NoticedKind(StrEnum):
    """What can be noticed.

    Decisions, milestones and reliefs (what helped the person) are memories of the time together; the rest is kept here.
    """

    PREDICTION = "prediction"
    OUTCOME = "outcome"
    IDEA = "idea"
    INSIGHT = "insight"
    DECISION = "decision"
    MILESTONE = "milestone"
    RELIEF = "relief"


class Noticed(BaseModel):
    """One thing that a model noticed; `due` is for predictions."""

    model_config = ConfigDict(frozen=True)

    kind: NoticedKind
    text: str
    due: date | None = None


def read(value: object, settings: CognitionSettings) -> Noticed | None:
    """The first thing that a model named, where it has the form; a day that is none is left out."""
    first = value[0] if isinstance(value, list) and value else None
    if not isinstance(first, dict):
        return None
    try:
        noticed = Noticed.model_validate({**first, "due": _day(first.get("due"))})
    except ValidationError:
        return None
    text = " ".join(noticed.text.split())[: settings.noticed_letters].rstrip()
    return noticed.model_copy(update={"text": text}) if text else None


def is_grounded(text: str, said: str, settings: CognitionSettings) -> bool:
    """Whether enough of the words of `text` stand in what was `said`: nothing else was noticed in it."""
    wanted = set(stems(text))
    return bool(wanted) and len(wanted & set(stems(said))) >= settings.noticed_grounding * len(wanted)


def _day(given: Any) -> date | None:
    try:
        return date.fromisoformat(given)
    except (TypeError, ValueError):
        return None
