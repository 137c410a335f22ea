"""`companion vault`: making keys, changing how they are kept, recovering them, locking up."""

import os
import sys
from typing import Annotated

import typer

from companion.cli.invocation import Invocation, invocation, print_json, warn
from companion.host.lease import end_owner
from companion.keys import (
    create_keys,
    keep_by_keyring,
    keep_by_passphrase,
    keeping_of,
    keyring_name,
    open_key,
    recover_key,
    renew_recovery_code,
)
from engine.errors import InvalidInputError
from engine.vault import DataKey, Keeping, KeyMissingError, NoKeyError

app = typer.Typer(help="The keys of your vault.", no_args_is_help=True)
ToKeyring = Annotated[bool, typer.Option("--keyring", help="Keep the key in the system keyring.")]


@app.command()
def init(context: typer.Context) -> None:
    """Make the keys of a new home and show its recovery code, once.

    With COMPANION_PASSPHRASE set the passphrase keeps the key, otherwise the system keyring does.
    """
    call = invocation(context)
    passphrase = call.passphrase
    if passphrase is None and keyring_name() is None:
        passphrase = _ask_new()
    _, code = create_keys(call.home().path, passphrase)
    _report(call, recovery_code=code)


@app.command("passphrase")
def change_passphrase(context: typer.Context, to_keyring: ToKeyring = False) -> None:
    """Set or change the passphrase; or, with --keyring, give the key to the system keyring instead.

    For unattended use COMPANION_PASSPHRASE is the present one, COMPANION_NEW_PASSPHRASE the new one.
    """
    call = invocation(context)
    _keep(call, unlocked(call), to_keyring=to_keyring)
    _report(call)


@app.command()
def recovery(
    context: typer.Context,
    new: Annotated[bool, typer.Option("--new", help="Make a new recovery code; the old one ends.")] = False,
    to_keyring: ToKeyring = False,
) -> None:
    """Open the vault by its recovery code and set a new passphrase; or make a new code.

    The code is asked for, or read from standard input.
    """
    call = invocation(context)
    if new:
        _report(call, recovery_code=renew_recovery_code(call.home().path, unlocked(call)))
        return
    _keep(call, recover_key(call.home().path, ask_code()), to_keyring=to_keyring)
    _report(call)


@app.command()
def lock(context: typer.Context) -> None:
    """End the running companion of this home, and let no process open it until you unlock it."""
    call = invocation(context)
    home = call.home()
    if home.exists():
        home.lock()
    ended = end_owner(home.lease_path)
    if call.as_json:
        print_json({"locked": True, "ended": ended})
        return
    warn(
        "The companion was ended; the vault is locked."
        if ended
        else "Nobody had the vault open; it is locked."
    )


@app.command()
def unlock(context: typer.Context) -> None:
    """Let the companion of this home be opened again, by its passphrase or your session's keyring."""
    call = invocation(context)
    unlocked(call)
    call.home().unlock()
    _report(call)


def unlocked(call: Invocation) -> DataKey:
    """The home's key; a passphrase that is needed and not given is asked for, where somebody can answer."""
    home = call.home().path
    passphrase = call.passphrase
    if passphrase is None and keeping_of(home) is Keeping.PASSPHRASE and sys.stdin.isatty():
        passphrase = typer.prompt("Passphrase", hide_input=True, err=True)
    return open_key(home, passphrase)


def ask_code() -> str:
    """The recovery code, typed or piped."""
    if sys.stdin.isatty():
        return str(typer.prompt("Recovery code", err=True))
    return sys.stdin.readline().strip()


def _keep(call: Invocation, key: DataKey, *, to_keyring: bool) -> None:
    if to_keyring:
        keep_by_keyring(call.home().path, key)
    else:
        keep_by_passphrase(call.home().path, key, _ask_new())


def _ask_new() -> str:
    given = os.environ.get("COMPANION_NEW_PASSPHRASE")
    if given:
        return given
    if not sys.stdin.isatty():
        raise NoKeyError(
            "No passphrase was given.", "Set COMPANION_NEW_PASSPHRASE, or run this in a terminal."
        )
    first = str(typer.prompt("New passphrase", hide_input=True, err=True))
    if first != typer.prompt("Once more", hide_input=True, err=True):
        raise InvalidInputError("passphrase", "the two are not the same", "Try again; nothing was changed.")
    return first


def _report(call: Invocation, recovery_code: str | None = None) -> None:
    keeping = keeping_of(call.home().path)
    if keeping is None:
        raise KeyMissingError("This home has no keys.", "Make them: companion vault init.")
    if call.as_json:
        found = {"home": str(call.home().path), "kept_by": keeping.value}
        print_json(found if recovery_code is None else {**found, "recovery_code": recovery_code})
        return
    if recovery_code is not None:
        warn("This is the recovery code. It is shown this once: write it down and keep it away from here.")
        typer.echo(recovery_code)
    warn(f"The key of {call.home().path} is kept by {_WORDS[keeping]}.")


_WORDS = {Keeping.KEYRING: "the system keyring", Keeping.PASSPHRASE: "your passphrase"}
