"""The table of what other programs rely on, read: `tests/tools_contract.toml`."""

import ast
import shlex
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).with_name("tools_contract.toml")
SCALARS = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Call:
    """A call as the table has it: parameters as they stand there, the answers of which one will do, what is noted."""

    given: dict[str, str]
    keys: tuple[frozenset[str], ...]
    noted: dict[str, str] = field(default_factory=dict)

    def arguments(self, names: dict[str, str], kinds: dict[str, str]) -> dict[str, Any]:
        """The parameters, each of its kind, with the ids that are known by now."""
        return {name: _value(text.format_map(_Ids(names)), kinds[name]) for name, text in self.given.items()}


@dataclass(frozen=True, slots=True)
class Promise:
    """A tool as other programs know it."""

    name: str
    module: str
    parameters: tuple[tuple[str, str, Any], ...]
    calls: tuple[Call, ...]

    @property
    def kinds(self) -> dict[str, str]:
        return {name: kind for name, kind, _ in self.parameters}


class _Ids(dict[str, str]):
    """What is in braces and no id that is known stays as it is: JSON has braces, too."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


@cache
def promises() -> tuple[Promise, ...]:
    """Every tool, in the order of the table."""
    return tuple(
        Promise(
            name,
            row["module"],
            tuple(_parameter(each) for each in row["parameters"]),
            tuple(_call(each) for each in row["calls"]),
        )
        for name, row in tomllib.loads(FILE.read_text("utf-8")).items()
    )


def _parameter(told: str) -> tuple[str, str, Any]:
    """Name, kind (with `?` where null will do), and default; Ellipsis where it must be given."""
    name, _, rest = told.partition(":")
    kind, has, default = rest.partition("=")
    return name, kind, ast.literal_eval(default) if has else ...


def _call(told: str) -> Call:
    said, _, rest = told.partition("->")
    answers, _, noted = rest.partition(" : ")
    given = dict(word.split("=", 1) for word in shlex.split(said))
    keys = tuple(frozenset(one.split()) for one in answers.split("|"))
    return Call(given, keys, dict(each.split("=", 1) for each in noted.split()))


def _value(text: str, kind: str) -> Any:
    match kind.removesuffix("?"):
        case "bool":
            return SCALARS[text]
        case "int":
            return int(text)
        case "float":
            return float(text)
        case _:
            return text
