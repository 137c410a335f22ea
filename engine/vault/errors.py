"""Every way the vault can refuse.

* VaultError                 the encrypted store, or its key, could not serve
  x VaultKeyError            the key is the trouble
    x LockedHomeError         the person locked it, and did not unlock it since
    x KeyMissingError        the key header beside the vault is gone
      x NoKeyError           nothing that was offered holds the key
    x WrongKeyError          a key, passphrase or recovery code that does not fit this vault
    x RecoveryCodeError      a recovery code mistyped; names the group
    x KeyringError           the system keyring refused, is locked, or would not keep a secret safe
  x DamagedVaultError        the file is not what was written
    x DamagedHeaderError     the key header is not what was written
    x DamagedArchiveError    an archive in the clear is not what was written
  x ReadOnlyError            the place cannot be written
  x DiskFullError            no space is left
  x StorageFaultError        the device failed to read or write
  x NewerSchemaError         written by a newer program
  x VaultBusyError           another process holds the vault too long
  x TargetExistsError        something stands where a file would be written
  x VaultClosedError         asked for after it was closed
* UnitError                  a unit of work used against its rules: a bug of ours, never shown as a fault

Nothing here ever carries a key, a passphrase or a row.
"""

from engine.errors import CompanionError


class VaultError(CompanionError):
    """The encrypted store, or its key, could not serve."""


class VaultKeyError(VaultError):
    """The key is the trouble, not the file."""


class LockedHomeError(VaultKeyError):
    """The person locked the home, and has not unlocked it since."""

    remedy = "Unlock it in the window, or by: companion vault unlock."


class KeyMissingError(VaultKeyError):
    """The key header beside the vault is gone."""

    remedy = "Put vault.key.json back beside the vault; every backup carries a copy of it."


class NoKeyError(KeyMissingError):
    """Nothing that was offered holds the key."""

    remedy = "Set COMPANION_PASSPHRASE, or use the recovery code: companion vault recovery."


class WrongKeyError(VaultKeyError):
    """A key, passphrase or recovery code that does not fit this vault."""

    remedy = "Try again, or use the recovery code: companion vault recovery. The vault was not touched."


class RecoveryCodeError(VaultKeyError):
    """A recovery code mistyped. `group` counts from 1; None where the whole has the wrong length."""

    remedy = "Compare it with what you wrote down; 0 and O, and 1, I and L, count as the same."

    def __init__(self, message: str, group: int | None = None) -> None:
        super().__init__(message)
        self.group = group


class KeyringError(VaultKeyError):
    """The system keyring refused, is locked, or would not keep a secret safe."""

    remedy = "Unlock the system keyring, or keep the key by a passphrase: companion vault passphrase."


class DamagedVaultError(VaultError):
    """The file is not what was written. It is left as it is."""

    remedy = "Restore a backup: companion restore FILE. The damaged file is kept as it is."


class DamagedHeaderError(DamagedVaultError):
    """The key header is not what was written."""

    remedy = "Put back the key header of a backup beside the vault; the vault itself was not touched."


class DamagedArchiveError(DamagedVaultError):
    """An archive in the clear is not what was written."""

    remedy = "Use another copy of it; the present vault was left as it was."


class ReadOnlyError(VaultError):
    """The place cannot be written."""

    remedy = "Choose a folder of your own with --home, or make this one writable."


class DiskFullError(VaultError):
    """No space is left. What was committed is safe; the last change was taken back."""

    remedy = "Free some space and try again; everything saved before is safe."


class StorageFaultError(VaultError):
    """The device failed to read or write."""

    remedy = "Check the disk and its connection, then try again; make a backup to another disk."


class NewerSchemaError(VaultError):
    """Written by a newer program than this one."""

    remedy = "Update the program; this version leaves the vault as it is."


class VaultBusyError(VaultError):
    """Another process holds the vault too long."""

    remedy = "Close the other companion program and try again."


class TargetExistsError(VaultError):
    """Something stands where a file would be written; it is left alone."""

    remedy = "Choose another name, or move what is there away."


class VaultClosedError(VaultError):
    """Asked for after the vault was closed."""

    remedy = "Start the companion again."


class UnitError(RuntimeError):
    """A unit of work used against its rules: a bug of ours."""
