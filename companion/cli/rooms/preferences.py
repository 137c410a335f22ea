"""What is chosen of it here: `companion profile`, with a mood or without; `brain hours`, when it may think alone."""

import os
from typing import Annotated, Any

import typer

from companion.cli.invocation import call_of, print_json, warn
from companion.cli.rooms.asking import AsJson
from companion.cli.verbs import bounds_of
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
    as_json: AsJson = False,
) -> None:
    """With a mood (full) or without (cognitive). What it felt waits where it is, and is there again."""
    call = call_of(context, as_json=as_json)
    keeper = PreferenceFile(call.home().path)
    if name:
        _choose(keeper, name.casefold())
    chosen = keeper.load().preferences
    if call.as_json:
        print_json({"profile": chosen.profile, "now": chosen.profile_now(), "profiles": list(PROFILES)})
    else:
        _show(chosen)
    if name:
        tell_of_owner(call.home())


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


def tell_of_owner(home: Home) -> None:
    """Who runs already was built before the choice."""
    owner = read(home.lease_path)
    if owner is not None and is_alive(owner.owner):
        warn(f"It holds once process {owner.pid}, which runs the companion now, has ended.")


CHOICES = {
    "night_from": "begins",
    "night_every_hours": "every",
    "night_most_hours": "at_most",
    "night_quiet_from": "quiet_from",
    "night_quiet_until": "quiet_until",
}
"""What is chosen, and what it is called here, in the order of the options."""


def _hours(name: str, words: str) -> Any:
    """The option by which it is chosen, within the bounds that it has there."""
    return typer.Option(help=words, **bounds_of(Preferences.model_fields[name].metadata))


def hours(
    context: typer.Context,
    *,
    begins: Annotated[
        int | None, _hours("night_from", "Hour from which the work of a night is done.")
    ] = None,
    every: Annotated[
        int | None, _hours("night_every_hours", "Hours after which it thinks again in between.")
    ] = None,
    at_most: Annotated[
        int | None, _hours("night_most_hours", "Hours that it thinks in one night at the most.")
    ] = None,
    quiet_from: Annotated[
        int | None, _hours("night_quiet_from", "Hour from which it thinks of nothing alone.")
    ] = None,
    quiet_until: Annotated[
        int | None, _hours("night_quiet_until", "Hour until which; the same hour for never.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """When it may think alone, and for how long; with options, from the next start on."""
    call = call_of(context, as_json=as_json)
    file = PreferenceFile(call.home().path)
    given = (begins, every, at_most, quiet_from, quiet_until)
    wanted = {name: value for name, value in zip(CHOICES, given, strict=True) if value is not None}
    if wanted:
        file.change(**wanted)
    chosen = file.load().preferences
    if call.as_json:
        print_json({said: getattr(chosen, name) for name, said in CHOICES.items()})
        return
    typer.echo(_hours_words(chosen))
    if wanted:
        warn("It holds from the next start on.")


def _hours_words(chosen: Preferences) -> str:
    first, until = chosen.night_quiet_from, chosen.night_quiet_until
    quiet = "" if first == until else f", and never from {first}:00 to {until}:00"
    return (
        f"The night from {chosen.night_from}:00, again every {chosen.night_every_hours} h, "
        f"at most {chosen.night_most_hours} h a night{quiet}."
    )
