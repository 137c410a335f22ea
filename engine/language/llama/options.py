"""How a model is run on this machine, and whether it fits."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from engine.language.errors import ModelMemoryError
from engine.language.llama.gguf import GgufShape

COMPUTE_BYTES = 192 * 1024 * 1024
"""What a context needs beside its cache: buffers of the graph and logits."""

_BYTES_PER_NUMBER = 2


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
    """Sizes in tokens. `gpu_layers` below 0 is all of them; without a GPU it means nothing."""

    context_tokens: int = 8192
    background_tokens: int = 4096
    gpu_layers: int = -1
    threads: int = field(default_factory=physical_cores)


def memory_need(path: Path, shape: GgufShape, options: LlamaOptions) -> int:
    """Bytes for the weights, the conversation's cache and its buffers; the background's come on top when
    used.
    """
    tokens = min(options.context_tokens, shape.context_tokens)
    cache = 2 * shape.layers * shape.cache_width * tokens * _BYTES_PER_NUMBER
    return path.stat().st_size + cache + COMPUTE_BYTES


def check_memory(path: Path, shape: GgufShape, options: LlamaOptions) -> None:
    """Raises ModelMemoryError when the model does not fit into what is free now."""
    need, free = memory_need(path, shape, options), available_memory()
    if need > free:
        raise ModelMemoryError(
            f"The model needs {need / 1e9:.1f} GB of memory and {free / 1e9:.1f} GB are free."
        )
