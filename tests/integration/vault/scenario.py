"""What runs in a process of its own: on a small or read-only disk, until it is killed, or beside another one.

`python -m tests.integration.vault.scenario NAME FOLDER [ARGUMENTS]` prints one line of JSON at the end
(`write_until_killed`: a number a line).
"""

import json
import logging
import os
import sys
from pathlib import Path

from companion.home import Home
from engine.vault import DataKey, Migration, Schema, Vault, VaultError

KEY = DataKey(bytes(range(32)))
ROWS = Schema("rows", (Migration(1, ("CREATE TABLE rows (id INTEGER PRIMARY KEY, who TEXT, text TEXT)",)),))


def write(vault: Vault, who: str, text: str) -> int:
    with vault.unit() as unit:
        row = unit.execute("INSERT INTO rows (who, text) VALUES (?, ?) RETURNING id", (who, text)).fetchone()[
            0
        ]
        vault.documents.put(unit, f"rows/{row}.md", text)
        unit.commit()
    return int(row)


def opened(folder: Path) -> Vault:
    return Vault.open(folder / "vault.db", KEY, [ROWS])


def refusal(error: VaultError) -> dict[str, str]:
    return {"error": type(error).__name__, "message": error.message, "remedy": error.remedy}


def fill_the_disk(folder: Path) -> dict[str, object]:
    """Write until the disk is full, see it refused, make room, go on."""
    ballast = folder / "ballast"
    ballast.write_bytes(bytes(5_000_000))
    vault = opened(folder)
    committed = 0
    try:
        while True:
            write(vault, "a", os.urandom(20_000).hex())
            committed += 1
    except VaultError as error:
        said = refusal(error)
    kept_cache = vault.cache.put("state", bytes(3_000_000))
    copy = said_of(lambda: vault.backup(folder / "copy.db"))
    ballast.unlink()
    write(vault, "a", "after")
    healthy = vault.check().ok
    vault.close()
    again = opened(folder)
    with again.read() as connection:
        count = connection.execute("SELECT COUNT(*) FROM rows").fetchone()[0]
    again.close()
    names = sorted(each.name for each in folder.iterdir())
    return {**said, "committed": committed, "found": count, "healthy": healthy, "cache": kept_cache,
            "copy": copy, "names": names}  # fmt: skip


def create_on_a_full_disk(folder: Path) -> dict[str, object]:
    filler = folder / "filler"
    try:
        with filler.open("wb") as file:
            while True:
                file.write(bytes(4096))
                file.flush()
    except OSError:
        pass
    said = said_of(lambda: opened(folder))
    return {"said": said, "names": sorted(each.name for each in folder.iterdir())}


def prepare(folder: Path) -> dict[str, object]:
    vault = opened(folder)
    write(vault, "a", "kept")
    vault.close()
    return {}


def open_read_only(folder: Path) -> dict[str, object]:
    return {
        "existing": said_of(lambda: opened(folder)),
        "new": said_of(lambda: opened(folder / "new")),
        "home": said_of(lambda: Home(folder).prepare()),
    }


def said_of(attempt: object) -> str:
    try:
        attempt()  # type: ignore[operator]
    except VaultError as error:
        return type(error).__name__
    return "done"


def write_until_killed(folder: Path) -> None:
    vault = opened(folder)
    while True:
        print(write(vault, "a", "x" * 2000), flush=True)  # noqa: T201 - the parent reads what was committed


def write_some(folder: Path, who: str, count: str) -> dict[str, object]:
    vault = opened(folder)
    for number in range(int(count)):
        write(vault, who, str(number))
    vault.close()
    return {"written": int(count)}


if __name__ == "__main__":
    logging.getLogger().addHandler(logging.NullHandler())  # what we log ourselves is not meant for stderr
    result = globals()[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:])
    print(json.dumps(result))  # noqa: T201 - read by the test
