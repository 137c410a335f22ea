"""How a language speaks signs and short forms: `resources/senses/wording.toml`."""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True, slots=True)
class Spoken:
    """The words of one language: single signs, short forms, units by their sign, money as (one, many, part, parts).

    `rewrites` are patterns with what stands for them before numbers are said. `figures`, `clock` and `ordinals` say how
    numbers are written and spoken; empty where that is left to the voice.
    """

    language: str
    words: dict[str, str] = field(default_factory=dict)
    short: dict[str, str] = field(default_factory=dict)
    rewrites: dict[str, str] = field(default_factory=dict)
    units: dict[str, str] = field(default_factory=dict)
    money: dict[str, tuple[str, ...]] = field(default_factory=dict)
    figures: dict[str, str] = field(default_factory=dict)
    clock: dict[str, str] = field(default_factory=dict)
    ordinals: dict[str, str] = field(default_factory=dict)


@cache
def spoken_in(language: str) -> Spoken:
    """The words of a language (ISO 639-1); empty ones where it is not in the table."""
    row = _table().get(language, {})
    return Spoken(
        language,
        {name: value for name, value in row.items() if isinstance(value, str)},
        row.get("short", {}),
        row.get("rewrites", {}),
        row.get("units", {}),
        {sign: tuple(forms) for sign, forms in row.get("money", {}).items()},
        row.get("figures", {}),
        row.get("clock", {}),
        row.get("ordinal", {}),
    )


@cache
def _table() -> dict[str, dict[str, Any]]:
    path = resources.files("resources") / "senses" / "wording.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
