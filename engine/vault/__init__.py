"""The encrypted store: rows, documents, vectors and a cache, and the keys that open it.

It speaks of nothing but bytes, rows and keys; what they mean is for the rooms above, each of which hands its
`Schema` to `Vault.open` and keeps its SQL in its own `store.py`.
"""

from engine.vault.backup import restore
from engine.vault.errors import (
    DamagedHeaderError,
    DamagedVaultError,
    DiskFullError,
    KeyMissingError,
    KeyringError,
    NewerSchemaError,
    NoKeyError,
    ReadOnlyError,
    RecoveryCodeError,
    StorageFaultError,
    TargetExistsError,
    UnitError,
    VaultBusyError,
    VaultClosedError,
    VaultError,
    VaultKeyError,
    WrongKeyError,
)
from engine.vault.keys.derivation import DataKey, PassphraseCost
from engine.vault.keys.header import Keeping, KeyHeader, header_path, read_header, write_header
from engine.vault.records import Document, Health, Migration, Schema
from engine.vault.storage.cache import Cache
from engine.vault.storage.sqlcipher import (
    Connection,
    Cursor,
    DatabaseError,
    IntegrityError,
    OperationalError,
    Row,
    file_border,
)
from engine.vault.storage.unit import UnitOfWork
from engine.vault.vault import Vault

__all__ = [
    "Cache",
    "Connection",
    "Cursor",
    "DamagedHeaderError",
    "DamagedVaultError",
    "DataKey",
    "DatabaseError",
    "DiskFullError",
    "Document",
    "Health",
    "IntegrityError",
    "Keeping",
    "KeyHeader",
    "KeyMissingError",
    "KeyringError",
    "Migration",
    "NewerSchemaError",
    "NoKeyError",
    "OperationalError",
    "PassphraseCost",
    "ReadOnlyError",
    "RecoveryCodeError",
    "Row",
    "Schema",
    "StorageFaultError",
    "TargetExistsError",
    "UnitError",
    "UnitOfWork",
    "Vault",
    "VaultBusyError",
    "VaultClosedError",
    "VaultError",
    "VaultKeyError",
    "WrongKeyError",
    "file_border",
    "header_path",
    "read_header",
    "restore",
    "write_header",
]
