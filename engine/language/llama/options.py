"""How a model is wished to be run on this machine."""

import os
from dataclasses import dataclass, field

from engine.settings import CacheType


def physical_cores() -> int:
    """Cores without hyper-threads: a second thread on a core only waits at the barrier."""
    import psutil  # noqa: PLC0415 - the child imports this room and must start fast

    return psutil.cpu_count(logical=False) or os.cpu_count() or 1


def available_memory() -> int:
    """Bytes that can be taken without swapping."""
    import psutil  # noqa: PLC0415 - the child imports this room and must start fast

    return int(psutil.virtual_memory().available)


@dataclass(frozen=True, slots=True)
class LlamaOptions:
    """A wish that `fit_options` cuts to what the machine holds. Sizes in tokens; `gpu_layers` below 0 is all.

    A saved state is only put back under the `cache_type` it was read with.
    """

    context_tokens: int = 8192
    background_tokens: int = 4096
    gpu_layers: int = -1
    threads: int = field(default_factory=physical_cores)
    cache_type: CacheType = CacheType.F16
