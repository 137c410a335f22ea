"""`companion profile`: whether the mind has a mood. Nothing is lost by a change, in either direction."""

import os
from typing import Annotated

import typer

from companion.cli.invocation import invocation, print_json, warn
from companion.home import Home
from companion.host import is_alive, read
from companion.preferences import PROFILE_VARIABLE, PROFILES, PreferenceFile, Preferences
from engine.errors import InvalidInputError

WORDS = {
    "full": "it feels, remembers by what it felt, and speaks in its tone",
    "cognitive": "it has no mood; everything else is the same",
}


def profile(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="full or cognitive; without one, the one that holds.")] = "",
    *,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document, for scripts.")] = False,
) -> None:
    """With a mood (full) or without (cognitive). What it felt waits where it is, and is there again."""
    call = invocation(context)
    keeper = PreferenceFile(call.home().path)
    if name:
        _choose(keeper, name.casefold())
    chosen = keeper.load().preferences
    if as_json or call.as_json:
        print_json({"profile": chosen.profile, "now": chosen.profile_now(), "profiles": list(PROFILES)})
    else:
        _show(chosen)
    if name:
        _tell_owner(call.home())


def _choose(keeper: PreferenceFile, name: str) -> None:
    if name not in PROFILES:
        raise InvalidInputError("profile", "is not known", "Choose full or cognitive.")
    loaded = keeper.load()
    if loaded.warning:
        warn(loaded.warning)
    keeper.change(profile=name)


def _show(chosen: Preferences) -> None:
    for one in reversed(PROFILES):
        typer.echo(f"{'*' if one == chosen.profile else ' '} {one:<10} {WORDS[one]}")
    if chosen.profile_now() != chosen.profile:
        warn(f"{PROFILE_VARIABLE}={os.environ[PROFILE_VARIABLE]} goes before the choice.")


def _tell_owner(home: Home) -> None:
    """Who runs already was built before the choice."""
    owner = read(home.lease_path)
    if owner is not None and is_alive(owner.owner):
        warn(f"It holds once process {owner.pid}, which runs the companion now, has ended.")
