"""What the branches of the settings are made of."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


def setting(
    default: Any, words: str, source: str, *, ge: float | None = None, le: float | None = None
) -> Any:
    """A field with its default, the words a person reads, its source and its bounds (inclusive)."""
    return Field(default=default, description=words, ge=ge, le=le, json_schema_extra={"source": source})


class Branch(BaseModel):
    """A part of the tree: frozen, refuses what it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")
