"""How a model is wished to be run, what it takes of a machine, and how much of it fits ([S] §11.1.3).

Pure functions but for those that ask the machine.
"""

import platform
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from engine.language.errors import ModelMemoryError
from engine.language.llama.gguf import GgufShape
from engine.language.native.protocol import PROBING_LANES, SCORING_LANES, SCORING_TOKENS
from engine.process import physical_cores
from engine.settings import CacheType

COMPUTE_BYTES = 96 * 1024 * 1024
"""What a context needs beside its cache: buffers of the graph and logits, without attention."""

SCORE_BYTES = 4
"""A head's score of one token for another, where attention is not computed in one go."""

MARGIN_BYTES = 256 * 1024 * 1024
"""Left free for the window, the sentence model and what else grows while the model is loaded."""

CONTEXT_STEP, LEAST_CONTEXT = 1024, 2048

BYTES_A_NUMBER = {
    CacheType.F16: Fraction(2),
    CacheType.Q8_0: Fraction(34, 32),  # blocks of 32 numbers with a scale of two bytes
    CacheType.Q4_0: Fraction(18, 32),
}


def available_memory() -> int:
    """Bytes that can be taken without swapping."""
    import psutil  # noqa: PLC0415 - the child imports this room and must start fast

    return int(psutil.virtual_memory().available)


def rearranging_pays() -> bool:
    """Whether llama.cpp's rearranged copy of the weights makes reading faster: on ARM; elsewhere it reads slower,
    loads slower and takes half the weights again.
    """
    return platform.machine().lower() in {"arm64", "aarch64"}


@dataclass(frozen=True, slots=True)
class LlamaOptions:
    """A wish that `fit_options` cuts to what the machine holds. Sizes in tokens; `gpu_layers` below 0 is all.

    A saved state is only put back under the `cache_type` it was read with. `micro_batch` is read at once.
    """

    context_tokens: int = 8192
    background_tokens: int = 5120
    gpu_layers: int = -1
    threads: int = field(default_factory=physical_cores)
    cache_type: CacheType = CacheType.F16
    micro_batch: int = 256
    rearranged: bool = field(default_factory=rearranging_pays)

    @property
    def flash_attention(self) -> bool:
        """Whether attention is computed in one go: faster on a GPU and needed for a quantised cache; on a CPU
        it reads a third to a half slower.
        """
        return self.gpu_layers != 0 or self.cache_type is not CacheType.F16


@dataclass(frozen=True, slots=True)
class Machine:
    """What is free, in bytes. `gpu_bytes` 0 without a GPU-capable build; `unified` where both are one memory."""

    free_bytes: int
    gpu_bytes: int = 0
    unified: bool = False


@dataclass(frozen=True, slots=True)
class MemoryUse:
    """Bytes of a loaded model: both contexts (conversation and background) with their buffers."""

    weights: int
    cache: int
    compute: int

    @property
    def total(self) -> int:
        return self.weights + self.cache + self.compute


def this_machine(gpu_bytes: int, *, unified: bool) -> Machine:
    """The memory that is free now, with what the language engine says of its devices."""
    return Machine(available_memory(), gpu_bytes, unified)


def cache_bytes(shape: GgufShape, cache_type: CacheType, tokens: int = 1) -> int:
    """Bytes of `tokens` in the key-value cache: layers x key-value heads x head size x 2 x bytes a number."""
    numbers = 2 * shape.layers * shape.cache_width * tokens
    return -int(-numbers * BYTES_A_NUMBER[cache_type] // 1)


def memory_use(weights: int, shape: GgufShape, options: LlamaOptions) -> MemoryUse:
    """What a model with `weights` bytes takes when it is run as `options` say."""
    context = min(options.context_tokens, shape.context_tokens)
    tokens = (
        context + min(options.background_tokens, context) + (PROBING_LANES + SCORING_LANES) * SCORING_TOKENS
    )
    scores = shape.heads * options.micro_batch * context * SCORE_BYTES
    compute = 2 * COMPUTE_BYTES + (scores if options.cache_type is CacheType.F16 else 0)
    return MemoryUse(weights, cache_bytes(shape, options.cache_type, tokens), compute)


def gpu_layers(use: MemoryUse, shape: GgufShape, wish: int, machine: Machine) -> int:
    """Layers that fit into the GPU's free memory, the output layer counted as one; at most `wish` of them."""
    whole = shape.layers + 1
    most = whole if wish < 0 else min(wish, whole)
    room = machine.gpu_bytes - MARGIN_BYTES - use.compute
    return 0 if room <= 0 else min(most, room * whole // max(1, use.weights + use.cache))


def fit_options(weights: int, shape: GgufShape, wish: LlamaOptions, machine: Machine) -> LlamaOptions:
    """The largest context, up to the wished one, that fits with a margin, and the layers for the GPU.

    Raises ModelMemoryError where not even the smallest does.
    """
    options = wish
    for context in _contexts(min(wish.context_tokens, shape.context_tokens)):
        options = replace(
            wish, context_tokens=context, background_tokens=min(wish.background_tokens, context)
        )
        use = memory_use(weights, shape, options)
        options = replace(options, gpu_layers=gpu_layers(use, shape, wish.gpu_layers, machine))
        if host_bytes(use, shape, options.gpu_layers, machine) + MARGIN_BYTES <= machine.free_bytes:
            return options
    raise _too_large(memory_use(weights, shape, options), options, machine)


def host_bytes(use: MemoryUse, shape: GgufShape, layers: int, machine: Machine) -> int:
    """What is left for the main memory with `layers` on the GPU."""
    if machine.unified:
        return use.total
    whole = shape.layers + 1
    return -(-(use.weights + use.cache) * (whole - layers) // whole) + use.compute


def _contexts(most: int) -> Iterator[int]:
    """`most`, then every step below it down to the least that a conversation can be held in."""
    yield most
    first = (most - 1) // CONTEXT_STEP * CONTEXT_STEP
    yield from range(first, LEAST_CONTEXT - 1, -CONTEXT_STEP)


def _too_large(use: MemoryUse, options: LlamaOptions, machine: Machine) -> ModelMemoryError:
    return ModelMemoryError(
        f"The model needs {use.total / 1e9:.1f} GB of memory with a context of {options.context_tokens} tokens, "
        f"and {machine.free_bytes / 1e9:.1f} GB are free."
    )
