"""A whole copy of the vault, encrypted by the same key, while it is in use.

* `vault.copy` (folder: absolute) → {"copy", "key_header"}: the two files, which belong together. Nothing is overwritten
"""

from pathlib import Path

from pydantic import Field

from companion.requests.room import Place, Request, RoomRequest, Setting
from companion.service import Json
from engine.errors import InvalidInputError
from engine.vault import header_path


class CopyVault(Request):
    """Where the copy is to stand."""

    folder: str = Field(min_length=1, max_length=4096, description="The folder to write it into.")


def copy_vault(setting: Setting, asked: CopyVault) -> Json:
    """Write it, named after the moment. Raises InvalidInputError, VaultError."""
    folder = Path(asked.folder)
    if not folder.is_absolute() or not folder.is_dir():
        raise InvalidInputError("folder", "is no folder", "Choose one that is there.")
    written = folder / f"companion-{setting.mind.clock.local():%Y-%m-%dT%H-%M-%S}.db"
    setting.mind.vault.backup(written)
    return {"copy": str(written), "key_header": str(header_path(written))}


REQUESTS = {
    "vault.copy": RoomRequest(
        CopyVault, copy_vault, Place.BESIDE, words="Write everything to one encrypted file."
    )
}
