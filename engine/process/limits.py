"""How much of the machine a piece of work may take: threads that are worth it, and the memory of a child."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import psutil


@contextmanager
def bounded_memory(size: int) -> Iterator[None]:
    """Let the block take `size` bytes more and no further: it gets a MemoryError (on systems that can)."""
    if sys.platform == "win32":
        yield
        return
    import resource  # noqa: PLC0415 - exists on Unix only

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = psutil.Process().memory_info().vms + size
    resource.setrlimit(
        resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard)
    )
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def physical_cores() -> int:
    """Cores without hyper-threads, of those that this process may use: more threads only wait for one another."""
    import psutil  # noqa: PLC0415 - a child process imports this and must start fast

    cores = psutil.cpu_count(logical=False) or os.cpu_count() or 1
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else cores
    return min(cores, allowed)
