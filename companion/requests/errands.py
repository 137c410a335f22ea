"""What another program may have the language model do, with the text that it sends and nothing that is remembered.

Nothing is told where no language model is here, or it came to none.

The model reads in its background lane, which gives way to whoever talks. Nothing of it is kept.
"""

import json
import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

from pydantic import Field

from companion.requests.room import Place, Request, Requests, Setting, record
from companion.service import Json
from engine.errors import InvalidInputError
from engine.language import (
    ContextOverflowError,
    GenerationRequest,
    Lane,
    LanguageModel,
    Role,
    Sampling,
    Segment,
)
from engine.language import Place as Where

What = Literal["query", "summarize", "classify", "triage"]
LONGEST = 12_000
MOST_TOKENS = 200
CALM = Sampling(temperature=0.2, top_p=0.9, top_k=40, min_p=0.1, repeat_penalty=1.1)


class Errand(Request):
    """What is to be done with which text; `categories` are what it is sorted into."""

    what: What = Field(description="What is to be done.")
    text: str = Field(min_length=1, max_length=LONGEST, description="The text.")
    categories: tuple[str, ...] = Field(
        default=(), max_length=20, description="Of classify: one of these is answered."
    )


REQUESTS = Requests()


@cache
def wording() -> dict[str, Any]:
    """What the model is told."""
    return tomllib.loads((resources.files("resources") / "prompts" / "errands.toml").read_text("utf-8"))


@REQUESTS.verb(
    "errand",
    "Have the language model answer, summarise or sort a text, without anything that is remembered.",
    place=Place.BESIDE,
    gives=record(text=str | None),
    outside="read",
    thinks=True,
)
def errand(setting: Setting, asked: Errand) -> Json:
    """Raises InvalidInputError where the text is too long for the model, or nothing to sort into was named."""
    model = setting.mind.language
    sorted_into = tuple(wording()["levels"]) if asked.what == "triage" else asked.categories
    if asked.what == "classify" and not sorted_into:
        raise InvalidInputError("categories", "are needed to classify", "Name at least two.")
    if model is None:
        return {"text": None}
    try:
        said = model.generate(_request(model, asked, sorted_into)).text.strip()
    except ContextOverflowError:
        raise InvalidInputError("text", "is too long for the language model", "Send less at once.") from None
    if asked.what in {"classify", "triage"}:
        return {"text": _chosen(said, sorted_into)}
    return {"text": said or None}


def _request(model: LanguageModel, asked: Errand, sorted_into: tuple[str, ...]) -> GenerationRequest:
    sorts = asked.what in {"classify", "triage"}
    told = wording()["classify" if sorts else asked.what]
    listed = f"Categories: {', '.join(sorted_into)}\n\n" if sorts else ""
    segments = (
        Segment(Role.SYSTEM, told, Where.STABLE),
        Segment(Role.USER, f"{listed}{asked.text}", Where.UTTERANCE),
    )
    return GenerationRequest(
        tuple(map(model.encode, segments)),
        MOST_TOKENS,
        lane=Lane.BACKGROUND,
        sampling=CALM,
        schema=_schema(sorted_into) if sorts else None,
    )


def _schema(categories: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"category": {"type": "string", "enum": list(categories)}},
        "required": ["category"],
        "additionalProperties": False,
    }


def _chosen(said: str, categories: tuple[str, ...]) -> str | None:
    try:
        found = json.loads(said)["category"]
    except (ValueError, KeyError, TypeError):
        return None
    return found if found in categories else None
