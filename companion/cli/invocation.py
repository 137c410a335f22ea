"""What every command is told: where the home is, and how to speak."""

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from companion.home import Home


@dataclass(frozen=True, slots=True)
class Invocation:
    """The global options of one call. `home_path` None is the default home in the user's data folder."""

    home_path: Path | None
    as_json: bool

    def home(self) -> "Home":
        """The home that is meant; nothing is made or opened."""
        from companion.home import Home  # noqa: PLC0415 - brings the vault, which `--help` can do without

        return Home(self.home_path)

    @property
    def passphrase(self) -> str | None:
        """For unattended use, from `COMPANION_PASSPHRASE`; empty counts as absent."""
        return os.environ.get("COMPANION_PASSPHRASE") or None


def invocation(context: typer.Context) -> Invocation:
    """The global options, from anywhere below the root command."""
    found = context.find_object(Invocation)
    if found is None:
        raise RuntimeError("a command was called outside the root command")
    return found


def call_of(context: typer.Context, *, as_json: bool) -> Invocation:
    """The call with `--json` from wherever it was given, before the command or behind it."""
    given = invocation(context)
    return Invocation(given.home_path, given.as_json or as_json)


def print_json(value: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def warn(text: str) -> None:
    """A line for the person, on standard error, so that output can be piped."""
    typer.echo(text, err=True)
