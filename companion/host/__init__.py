"""The process that owns a home: its lease, and the service that answers over the mind itself."""

from companion.host.installed import InstalledModels
from companion.host.lease import Lease, Ownership, is_alive, read, take
from companion.host.local import Composition, LanguageSource, LocalService

__all__ = [
    "Composition",
    "InstalledModels",
    "LanguageSource",
    "Lease",
    "LocalService",
    "Ownership",
    "is_alive",
    "read",
    "take",
]
