"""The settings tree: every number of the mind with its type, default, bounds, words and source.

What a document gives is the default here; a number of our own is marked `ours` and may be changed with evidence.
Other rooms read their branch; nothing in the engine repeats a value that stands here.
"""

from enum import StrEnum
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


class CacheType(StrEnum):
    """How exactly a local model keeps what it has read: the quantised ones take half and a quarter the memory."""

    F16 = "f16"
    Q8_0 = "q8_0"
    Q4_0 = "q4_0"


class RecallSettings(Branch):
    """What is brought back for a turn."""

    memories: int = setting(10, "Memories recalled for a turn at the default focus", "[A] §6", ge=0, le=50)
    floor: float = setting(
        0.12, "Cosine below which a Step is not brought up unless its words match", "ours", ge=0, le=1
    )
    strong: float = setting(0.30, "Cosine from which support counts as strong", "ours", ge=0, le=1)
    lexical_floor: float = setting(
        0.55, "Score from which matching words alone bring a Step up", "ours", ge=0, le=1
    )
    answer_weight: float = setting(
        0.75, "Weight of what the companion said against what the person said", "ours", ge=0, le=1
    )
    question_weight: float = setting(
        0.5, "Weight of a bare question of the person: it asks, it does not tell", "ours", ge=0, le=1
    )


class PromptSettings(Branch):
    """How a prompt is laid out, in tokens (`docs/architecture.md`)."""

    support_tokens: int = setting(
        96, "Support read anew each turn: about what a small model reads in a second", "ours", ge=0, le=4096
    )
    support_items: int = setting(4, "Memories put before the model in one turn", "ours", ge=0, le=20)
    answer_tokens: int = setting(320, "Longest answer", "ours", ge=16, le=8192)
    stream_steps: int = setting(
        20, "Steps of a running episode that a new process reads again", "[C] §3", ge=0
    )
    prepare_at: float = setting(
        0.65,
        "Share of the context from which old turns are summed up in the background",
        "ours",
        ge=0.2,
        le=0.9,
    )
    compact_at: float = setting(
        0.75, "Share of the context at which old turns are cut", "[C] §3", ge=0.3, le=0.95
    )
    compact_to: float = setting(0.45, "Share of the context that is left after a cut", "ours", ge=0.1, le=0.9)
    summary_tokens: int = setting(160, "Longest summary of old turns", "ours", ge=32, le=2048)
    quote_tokens: int = setting(
        240, "Quotes beside a summary, of what it would have lost", "ours", ge=0, le=2048
    )
    bridge_tokens: int = setting(
        128,
        "What may be read again at once when the prompt was changed; more is read in the background",
        "ours",
        ge=0,
        le=4096,
    )
    clock_minutes: int = setting(10, "Minutes after which the time is told again", "ours", ge=1)


class ReflectSettings(Branch):
    """What the companion writes down for itself after an answer."""

    tokens: int = setting(260, "Longest reflect segment", "ours", ge=32, le=4096)
    note_words: int = setting(
        60, "Words of a note for a small model", "one-mind, Reconstruction", ge=10, le=800
    )
    actions: int = setting(2, "Memory actions of one reflection", "ours", ge=0, le=10)


class Settings(Branch):
    """The whole tree."""

    recall: RecallSettings = RecallSettings()
    prompt: PromptSettings = PromptSettings()
    reflect: ReflectSettings = ReflectSettings()
