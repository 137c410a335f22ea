"""Forgetting: what holds certain words and what would go with it, taking it back, erasing a person or a companion.

Not `exact` means that nothing holds these words, and what they seem to mean was found instead.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from companion.requests.room import Place, Request, Requests, Setting, record, several
from companion.service import Json
from engine.errors import InvalidInputError
from engine.forgetting import Holding
from engine.trail import StepKind

CONFIRMATION = "FORGET"
LOOP = "loop"


class Find(Request):
    """Either words or refs."""

    words: str = Field(default="", max_length=1000, description="Words that it holds, or means.")
    refs: tuple[str, ...] = Field(
        default=(), max_length=1000, description="What it is, such as step:… or fact:…; may be repeated."
    )

    @model_validator(mode="after")
    def _names_something(self) -> "Find":
        if bool(self.words.strip()) == bool(self.refs):
            raise PydanticCustomError("find", "must be either words or refs")
        return self


class Withdraw(Request):
    """What was found and is to be forgotten."""

    refs: tuple[str, ...] = Field(
        min_length=1,
        max_length=10_000,
        description="What was found, such as step:… or fact:…, or loop:… for a turn; may be repeated.",
    )


class Holdings(Request):
    """Whose; None for the person whose companion this is. With `library` what was read too."""

    person: str | None = Field(
        default=None, min_length=1, max_length=200, description="Whose; yours without this."
    )
    library: bool = Field(default=False, description="What was read, too.")


class ForgetPerson(Holdings):
    """`confirm` is "FORGET", or the person's name."""

    confirm: str = Field(max_length=200, description="FORGET, or the name of the person.")


class KeptBy(Request):
    """One of the vault's companions, by its id."""

    companion: str = Field(min_length=1, max_length=200, description="The id of a companion.")


class ForgetCompanion(KeptBy):
    """`confirm` is "FORGET"."""

    confirm: str = Field(max_length=200, description="FORGET.")


REQUESTS = Requests()
HOLDING = record(Holding)
COUNTS = dict[str, int]
"""How many of each kind of ref."""


@REQUESTS.verb(
    "forget.find",
    "What holds certain words, or means them, and what would go with it.",
    gives=record(found=several(HOLDING), besides=several(HOLDING), exact=bool),
)
def find(setting: Setting, asked: Find) -> Json:
    """What holds the words, and what rests on it."""
    forgetting = setting.mind.forgetting
    found = forgetting.named(asked.refs) if asked.refs else forgetting.find(asked.words)
    exact = bool(found)
    found = found or forgetting.meant(asked.words)
    besides = forgetting.reached([one.ref for one in found])
    return {
        "found": [_told(one) for one in found],
        "besides": [_told(one) for one in besides],
        "exact": exact,
    }


@REQUESTS.verb(
    "forget.withdraw",
    "Take something back, with all that was made of it.",
    gives=record(forgotten=COUNTS),
    changes="everything",
)
def withdraw(setting: Setting, asked: Withdraw) -> Json:
    """Take it back."""
    return {"forgotten": setting.mind.forgetting.forget(_said(setting, asked.refs))}


@REQUESTS.verb(
    "forget.restore",
    "Bring back what was forgotten by mistake.",
    gives=record(back=COUNTS),
    changes="everything",
)
def restore(setting: Setting, asked: Withdraw) -> Json:
    """It was not meant to go."""
    return {"back": setting.mind.forgetting.bring_back(_said(setting, asked.refs))}


@REQUESTS.verb(
    "forget.holdings", "How much would go if a person were erased.", gives=record(person=str, held=COUNTS)
)
def holdings(setting: Setting, asked: Holdings) -> Json:
    """What would be erased."""
    held = setting.mind.forgetting.holdings(asked.person, library=asked.library)
    return {"person": _name(setting, asked), "held": held}


@REQUESTS.verb(
    "forget.person",
    "Erase a person, and all that was made of what they said.",
    place=Place.QUIET,
    gives=record(erased=COUNTS),
    changes="everything",
)
def forget_person(setting: Setting, asked: ForgetPerson) -> Json:
    """Erase a person. Raises InvalidInputError where it was not confirmed."""
    if not is_confirmed(asked.confirm, also=_name(setting, asked)):
        raise InvalidInputError("confirm", f"must be {CONFIRMATION}", "Nothing was erased.")
    return {"erased": setting.mind.forgetting.forget_person(asked.person, library=asked.library)}


@REQUESTS.verb(
    "forget.kept_by",
    "How much would go if one of the companions were erased.",
    gives=record(companion=str, held=COUNTS),
)
def kept_by(setting: Setting, asked: KeptBy) -> Json:
    """What would be erased."""
    return {"companion": asked.companion, "held": setting.mind.forgetting.kept_by(asked.companion)}


@REQUESTS.verb(
    "forget.companion",
    "Erase one of the companions, with all that it keeps of its own.",
    place=Place.QUIET,
    gives=record(erased=COUNTS),
    changes="everything",
)
def forget_companion(setting: Setting, asked: ForgetCompanion) -> Json:
    """Erase it. Raises InvalidInputError where it was not confirmed, and for the one that is spoken with."""
    if not is_confirmed(asked.confirm):
        raise InvalidInputError("confirm", f"must be {CONFIRMATION}", "Nothing was erased.")
    return {"erased": setting.mind.forget_companion(asked.companion)}


def is_confirmed(typed: str, *, also: str = CONFIRMATION) -> bool:
    """Whether the word was typed that confirms an erasure, or the name of who is to be erased."""
    return typed.strip().casefold() in {CONFIRMATION.casefold(), also.casefold()}


def _said(setting: Setting, refs: Sequence[str]) -> list[str]:
    """The refs, with what was said in a turn in the place of each that names one."""
    trail, found = setting.mind.trail, list[str]()
    for ref in refs:
        kind, _, own = ref.partition(":")
        steps = trail.steps_of(own) if kind == LOOP else ()
        found += (
            [ref] if kind != LOOP else [f"step:{one.id}" for one in steps if one.kind is StepKind.UTTERANCE]
        )
    return found


def _name(setting: Setting, asked: Holdings) -> str:
    return asked.person or setting.mind.conversation.persona.person or CONFIRMATION


def _told(one: Holding) -> dict[str, Any]:
    return {**asdict(one), "at": None if one.at is None else one.at.isoformat()}
