"""Keeping it in order: the vault as one file, and what is searched built anew ([E] §2.2, upkeep).

Nothing is overwritten, and nothing that is kept changes. Progress: writing or indexing {done, of}.
"""

from functools import partial
from pathlib import Path
from typing import Literal

from pydantic import Field

from companion.requests.room import Place, Request, Requests, Setting, record
from companion.service import Json
from engine.errors import InvalidInputError
from engine.library import Library
from engine.memory import Memory
from engine.trail import Trail
from engine.vault import ARCHIVE_SUFFIX, header_path


class WholeVault(Request):
    """Where the file of all of it is to stand."""

    folder: str = Field(min_length=1, max_length=4096, description="The folder to write it into.")


class Rebuild(Request):
    """Which of them."""

    only: Literal["said", "memories", "documents"] | None = Field(
        default=None, description="What is read again; all of it without this."
    )


REQUESTS = Requests()


@REQUESTS.verb(
    "vault.copy",
    "Write everything to one encrypted file.",
    place=Place.BESIDE,
    gives=record(copy=str, key_header=str),
    changes="files",
)
def copy_vault(setting: Setting, asked: WholeVault) -> Json:
    """Write it, named after the moment. Raises InvalidInputError, VaultError."""
    written = _named(setting, asked, ".db")
    setting.mind.vault.backup(written)
    return {"copy": str(written), "key_header": str(header_path(written))}


@REQUESTS.verb(
    "vault.archive",
    "Write everything to one file in the clear, for another home.",
    place=Place.BESIDE,
    gives=record(archive=str, rows=dict[str, int]),
    changes="files",
)
def archive_vault(setting: Setting, asked: WholeVault) -> Json:
    """Write it, named after the moment, for this person alone. Raises InvalidInputError, VaultError, GivenUpError."""
    written = _named(setting, asked, ARCHIVE_SUFFIX)
    held = setting.mind.vault.archive(written, partial(setting.advance, "writing"))
    written.chmod(0o600)
    return {"archive": str(written), "rows": held.counts()}


def _named(setting: Setting, asked: WholeVault, suffix: str) -> Path:
    folder = Path(asked.folder)
    if not folder.is_absolute() or not folder.is_dir():
        raise InvalidInputError("folder", "is no folder", "Choose one that is there.")
    return folder / f"companion-{setting.mind.clock.local():%Y-%m-%dT%H-%M-%S}{suffix}"


@REQUESTS.verb(
    "indexes.rebuild",
    "Build what is searched anew, from what is kept.",
    place=Place.QUIET,
    gives=record(indexed=dict[str, int]),
    changes="indexes",
    outside="direct",
)
def rebuild(setting: Setting, asked: Rebuild) -> Json:
    """Read all of it again, and give a vector to what has none. Raises EmbeddingError."""
    mind = setting.mind
    rooms: dict[str, Trail | Memory | Library] = {
        "said": mind.trail, "memories": mind.memory, "documents": mind.library,
    }  # fmt: skip
    wanted = {name: room for name, room in rooms.items() if asked.only in {None, name}}
    indexed = {}
    for done, (name, room) in enumerate(wanted.items()):
        setting.report({"stage": "indexing", "done": done, "of": len(wanted)})
        room.load()
        indexed[name] = room.catch_up(setting.give_way)
    return {"indexed": indexed}
