"""The companion's own archive: `companion export --archive FILE` writes it, `companion import FILE.companion` moves in.

Everything of a vault is in it, in the clear, and goes into another home with nothing added or lost: exported again from
there, the file is the same byte for byte. A vault that is already there is kept beside, never mixed with it.
"""

import hashlib
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

import typer

from companion.bootstrap import SCHEMAS
from companion.cli.invocation import Invocation, print_json, warn
from companion.cli.program.backup import owned
from companion.cli.program.vault import unlocked
from companion.cli.rooms.asking import progress_bar
from companion.keys import create_keys
from engine.vault import (
    ARCHIVE_SUFFIX,
    KeyMissingError,
    Manifest,
    Vault,
    read_manifest,
    restore_archive,
)

SAID: Final = {
    "trail_steps": "things said",
    "person_facts": "facts",
    "memory_nodes": "memories",
    "vault_documents": "documents and notes",
    "intent_records": "goals, reminders and promises",
}
"""What a table of the archive is called where a person is told of it."""
Tell = Callable[[int, int], None]


def write(call: Invocation, target: Path, *, dry_run: bool = False) -> None:
    """Write the archive, also while the companion runs, or only say what it would hold. Nothing is overwritten."""
    home = call.home()
    if not home.vault_path.exists():
        raise KeyMissingError(
            "There is no vault here yet.", "Start the companion once, or name its home by --home."
        )
    target = target if target.suffix else target.with_suffix(ARCHIVE_SUFFIX)
    with closing(Vault.open(home.vault_path, unlocked(call), ())) as vault, progress(call, "Writing") as tell:
        if dry_run:
            _say(call, {"archive": str(target), "rows": vault.archived(), "written": False})
            return
        written = vault.archive(target, tell)
    target.chmod(0o600)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    _say(call, {"archive": str(target), "rows": written.counts(), "sha256": digest, "written": True})


def read(call: Invocation, source: Path, *, dry_run: bool, yes: bool, reopen: bool = False) -> None:
    """Put what the archive holds in the place of this home's vault, once the person says yes."""
    held = read_manifest(source)
    told = {"archive": str(source), "rows": held.counts(), "rooms": held.rooms}
    if dry_run or not _agreed(call, held, yes=yes):
        _say(call, {**told, "written": False})
        return
    home = call.home().prepare()
    with owned(home, reopen=reopen), progress(call, "Moving in") as tell:
        new = not home.key_path.exists()
        key, code = create_keys(home.path, call.passphrase) if new else (unlocked(call), "")
        kept = restore_archive(source, home.path, key, SCHEMAS, tell=tell)
    recovery = {"recovery_code": code} if code else {}
    _say(call, {**told, **recovery, "written": True, "replaced": None if kept is None else str(kept)})
    if code and not call.as_json:
        warn(f"Write down the recovery code of this home, it is shown this once: {code}")


@contextmanager
def progress(call: Invocation, words: str) -> Iterator[Tell]:
    """A bar on a terminal that fills as rows are done; silence for scripts."""
    if call.as_json or not sys.stderr.isatty():
        yield lambda _done, _every: None
        return
    with progress_bar() as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, every: bar.update(task, completed=done, total=every)


def _agreed(call: Invocation, held: Manifest, *, yes: bool) -> bool:
    if yes or not call.home().vault_path.exists():
        return True
    if call.as_json or not sys.stdin.isatty():
        return False
    warn(f"The archive holds {_counted(held.counts())}.")
    return typer.confirm(
        "Put it in the place of the vault that is here? That one is kept beside.", default=False
    )


def _say(call: Invocation, told: dict[str, object]) -> None:
    if call.as_json:
        print_json(told)
        return
    rows = told["rows"]
    counted = _counted(rows if isinstance(rows, dict) else {})
    if "sha256" in told:
        warn(
            f"Written to {told['archive']}: {counted}.\nIt is not encrypted: whoever can open the file can read it."
        )
    elif "replaced" in told:
        warn(f"Moved in: {counted}.")
        if told["replaced"] is not None:
            warn(f"The vault that was there is kept as {told['replaced']}.")
    else:
        holds = "holds" if "rooms" in told else "would hold"
        warn(f"{told['archive']} {holds} {counted}. Nothing was changed.")


def _counted(rows: dict[str, int]) -> str:
    found = [f"{rows[table]} {words}" for table, words in SAID.items() if rows.get(table)]
    return ", ".join(found) or "nothing that was said"
