"""The local socket between the process that owns a home and all others: same user, same key, JSON only."""

from companion.doors.client import RemoteService, knock
from companion.doors.server import DoorServer

__all__ = ["DoorServer", "RemoteService", "knock"]
