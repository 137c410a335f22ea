"""A home: the one folder that holds everything of a companion but the models."""

import secrets
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from engine.vault import ReadOnlyError, file_border

HOME_VARIABLE = "COMPANION_HOME"
"""Names another home than the default one."""


@dataclass(frozen=True, slots=True)
class Home:
    """Where a home's files lie. Naming it neither makes nor opens anything; `prepare` makes the folder."""

    path: Path

    def __init__(self, path: Path | None = None) -> None:
        """`path` None is the default home in the user's data folder."""
        chosen = platformdirs.user_data_path("companion", appauthor=False) if path is None else path
        object.__setattr__(self, "path", chosen.expanduser().absolute())

    @property
    def vault_path(self) -> Path:
        return self.path / "vault.db"

    @property
    def key_path(self) -> Path:
        return self.path / "vault.key.json"

    @property
    def lease_path(self) -> Path:
        return self.path / "owner.json"

    @property
    def log_dir(self) -> Path:
        return self.path / "logs"

    @property
    def backups_dir(self) -> Path:
        return self.path / "backups"

    @property
    def brain_pause_path(self) -> Path:
        """While a file of this name lies here, nothing is thought of alone ([E] §9.9)."""
        return self.path / "brain-pause"

    @property
    def lock_path(self) -> Path:
        """While a file of this name lies here the person has locked the home: no process opens it by itself."""
        return self.path / "locked"

    @property
    def is_locked(self) -> bool:
        """Whether the person locked it, and has not unlocked it since."""
        return self.lock_path.exists()

    def lock(self) -> None:
        """Keep every process from opening it until the person unlocks it. Raises ReadOnlyError, DiskFullError."""
        with file_border():
            self.lock_path.touch(mode=0o600)

    def unlock(self) -> None:
        """The person has shown that they may open it. Raises ReadOnlyError."""
        with file_border():
            self.lock_path.unlink(missing_ok=True)

    def exists(self) -> bool:
        """Whether a vault, or the key header of one, is already here."""
        return self.vault_path.exists() or self.key_path.exists()

    def prepare(self) -> "Home":
        """Make the folder, for its owner only, and make sure of being able to write.

        Raises ReadOnlyError, DiskFullError.
        """
        try:
            with file_border():
                self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._try_writing()
        except (NotADirectoryError, FileExistsError):
            raise ReadOnlyError(f"{self.path} is a file, or lies in one.") from None
        except ReadOnlyError:
            raise ReadOnlyError(f"{self.path} cannot be written.") from None
        return self

    def _try_writing(self) -> None:
        # Permission bits say nothing of read-only mounts and access lists: only writing shows it.
        trial = self.path / f".trial-{secrets.token_hex(4)}"
        try:
            trial.write_bytes(b"\0")
        finally:
            trial.unlink(missing_ok=True)
