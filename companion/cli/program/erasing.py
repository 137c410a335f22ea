"""`companion forget --everything`: the whole home goes, with its keys; and the models, where that is asked for.

The key goes first: from then on the vault is noise, whatever a disk keeps of deleted files. Only files of the program's
own go, by their names, so that a home which somebody put into a folder of theirs takes nothing else along.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import typer

from companion.cli.invocation import Invocation, print_json, warn
from companion.cli.program.backup import owned
from companion.cli.start import WINDOW_FILE
from companion.composition.joining import prepared_folder
from companion.home import Home
from companion.host.lease import end_owner
from companion.keys import drop_keys
from companion.program.autostart import Autostart
from engine.models import standard_store
from engine.network import standard_ledger

PATTERNS: Final = (
    "vault.db*",
    "vault-*.db*",
    "vault-*.key.json",
    ".vault.db.*",
    "cache.db*",
    "backups/*.db*",
    "backups/*.key.json",
    "logs/*",
    "settings.json*",
    f"{WINDOW_FILE}*",
    "window.lock",
    "brain-pause",
    "locked",
    "door/*",
    "updates.json",
    ".trial-*",
)
"""What a home holds beside its key header."""


def erase(call: Invocation, *, models: bool, yes: bool, dry_run: bool) -> bool:
    """Erase the home, after the person said so; whether it was done, or was only to be shown."""
    home = call.home()
    told = {
        "home": str(home.path),
        "files": len(_files(home)),
        "bytes": sum(path.stat().st_size for path in _files(home)),
        "models": str(standard_store().folder) if models else None,
    }
    if not call.as_json:
        warn(f"This erases for good: {home.path} ({told['files']} files, {_mb(told['bytes'])}) and its key.")
        warn("Backups and exports that you put elsewhere stay; delete them yourself.")
        warn(
            f"The models in {standard_store().folder} {'go too' if models else 'stay; --models erases them too'}."
        )
    if dry_run or not (yes or _typed()):
        _say(call, {**told, "erased": False}, "Nothing was changed.")
        return dry_run
    end_owner(home.lease_path)
    if home.path.exists():
        with owned(home):
            drop_keys(home.path)
            if (starting := Autostart(home.path)).chosen:
                starting.choose(on=False)
            for path in _files(home):
                path.unlink(missing_ok=True)
    if models:
        _erase_what_homes_share()
    # The lease's own files, once nobody holds it.
    for path in home.path.glob(f"{home.lease_path.stem}.*"):
        path.unlink(missing_ok=True)
    _leave(home.path / "door", home.backups_dir, home.log_dir, home.path)
    _say(call, {**told, "erased": True}, "Erased.")
    return True


def _erase_what_homes_share() -> None:
    """Models and what they have read for every home, the list of connections, and the start with the session."""
    store = standard_store()
    for model in store.installed():
        store.remove(model.name)
    shutil.rmtree(prepared_folder(), ignore_errors=True)
    for path in store.folder.glob(".*.lock"):
        path.unlink(missing_ok=True)
    _leave(store.folder)
    standard_ledger().erase()
    Autostart(Home().path).file.unlink(missing_ok=True)


def _leave(*folders: Path) -> None:
    """Remove folders that are empty now; what is somebody else's keeps its folder."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()


def _files(home: Home) -> list[Path]:
    return sorted({path for path in _found(home) if path.is_symlink() or not path.is_dir()})


def _found(home: Home) -> Iterator[Path]:
    for pattern in PATTERNS:
        yield from home.path.glob(pattern)


def _typed() -> bool:
    if not sys.stdin.isatty():
        return False
    return (
        str(typer.prompt("Type FORGET to erase it", default="", show_default=False)).strip().upper()
        == "FORGET"
    )


def _mb(size: object) -> str:
    return f"{int(str(size)) / 1e6:.1f} MB"


def _say(call: Invocation, told: dict[str, object], words: str) -> None:
    if call.as_json:
        print_json(told)
    else:
        warn(words)
