"""`companion backup` and `companion restore`."""

import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.invocation import Invocation, invocation, print_json, warn
from companion.cli.program.vault import ask_code, unlocked
from companion.errors import HomeBusyError
from companion.frozen import executable
from companion.home import Home
from companion.host import lease
from companion.keys import open_key, recover_key
from engine import vault
from engine.vault import DataKey, KeyMissingError, Vault, header_path, read_header

Reopen = Annotated[
    bool, typer.Option("--reopen", help="End the running companion for it, and open its window again.")
]


def backup(
    context: typer.Context,
    target: Annotated[Path, typer.Argument(help="The file to write, or a folder to write one into.")],
) -> None:
    """Write a whole, encrypted copy of the vault, also while it is in use. Nothing is ever overwritten."""
    call = invocation(context)
    if not call.home().vault_path.exists():
        raise KeyMissingError(
            "There is no vault here yet.", "Start the companion once, or name its home by --home."
        )
    written = _named(target)
    with closing(Vault.open(call.home().vault_path, unlocked(call), ())) as source:
        source.backup(written)
    if call.as_json:
        print_json({"backup": str(written), "key_header": str(header_path(written))})
    else:
        warn(f"Written to {written}, with its key header beside it; keep the two together.")


def restore(
    context: typer.Context,
    source: Annotated[Path, typer.Argument(help="The .db file of a backup.")],
    recovery: Annotated[bool, typer.Option("--recovery", help="Open it by its recovery code.")] = False,
    reopen: Reopen = False,
) -> None:
    """Put a backup in the place of the vault, after checking it. The replaced vault is kept beside."""
    call = invocation(context)
    home = call.home().prepare()
    with owned(home, reopen=reopen):
        kept = vault.restore(source, home.path, _key_of(call, source, by_code=recovery))
    if call.as_json:
        print_json({"restored": str(home.vault_path), "replaced": None if kept is None else str(kept)})
        return
    warn(f"Restored to {home.vault_path}.")
    if kept is not None:
        warn(f"The vault that was there is kept as {kept.name}.")
    if recovery:
        warn("Set a new passphrase with the recovery code: companion vault recovery.")


def _named(target: Path) -> Path:
    if target.is_dir():
        return target / f"companion-{datetime.now().astimezone():%Y-%m-%dT%H-%M-%S}.db"
    return target if target.suffix else target.with_suffix(".db")


def _key_of(call: Invocation, source: Path, *, by_code: bool) -> DataKey:
    """The backup's key. A backup of this very home opens by what keeps the home's key now."""
    header = header_path(source)
    if by_code:
        return recover_key(call.home().path, ask_code(), header_file=header)
    if not header.exists() or _is_of_this_home(call.home(), header):
        return unlocked(call)
    return open_key(call.home().path, call.passphrase, header_file=header)


def _is_of_this_home(home: Home, header: Path) -> bool:
    try:
        return read_header(home.key_path).vault == read_header(header).vault
    except KeyMissingError:
        return False


@contextmanager
def owned(home: Home, *, reopen: bool = False) -> Iterator[None]:
    """As the one process that owns the home; raises HomeBusyError where another does.

    With `reopen` that other is ended first, and the window opened again at the end, whatever came of it.
    """
    if reopen:
        lease.end_owner(home.lease_path)
    held = lease.take(home.lease_path)
    if held is None:
        raise HomeBusyError(
            "The companion is running.",
            "End it first: companion vault lock; afterwards: companion vault unlock.",
        )
    try:
        yield
    finally:
        held.release()
        if reopen:
            open_again(home)


def open_again(home: Home) -> None:
    """Start the window of a home, as a program of its own."""
    subprocess.Popen(
        [executable(), "-m", "companion", "--home", str(home.path)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
