"""What reading one document may take."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil


@dataclass(frozen=True, slots=True)
class Limits:
    """`memory` in bytes beyond what the process has; `tags` is how many words describe a document."""

    pages: int
    characters: int
    memory: int
    tags: int


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
