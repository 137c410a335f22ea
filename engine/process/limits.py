"""How much memory a piece of work in a child may take."""

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
