"""How a model is wished to be run on this machine."""

import platform
from dataclasses import dataclass, field

from engine.process import physical_cores
from engine.settings import CacheType


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
