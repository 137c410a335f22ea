"""Ending the process that owns a home, so that no process holds its key."""

import os

import psutil

from companion.errors import HomeBusyError
from companion.home import Home
from companion.host import lease

QUIT_PATIENCE_S = 20.0


def end_owner(home: Home) -> bool:
    """Whether there was one other than this process, which ended in good order.

    Raises HomeBusyError where it does not end.
    """
    owner = lease.read(home.lease_path)
    if owner is None or owner.pid == os.getpid() or not lease.is_alive(owner.owner):
        return False
    try:
        process = psutil.Process(owner.pid)
        process.terminate()
        process.wait(QUIT_PATIENCE_S)
    except psutil.NoSuchProcess:
        return True
    except (psutil.TimeoutExpired, psutil.AccessDenied):
        raise HomeBusyError(
            "The running companion did not end.", "Quit it by hand, then try again."
        ) from None
    return True
