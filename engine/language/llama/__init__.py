"""llama.cpp behind the language port, in a supervised child process."""

from engine.language.llama.fit import LlamaOptions, Machine, MemoryUse, cache_bytes, fit_options, memory_use
from engine.language.llama.gguf import GgufShape, read_shape
from engine.language.llama.model import Early, LlamaModel, measure_machine, nothing_early

__all__ = [
    "Early",
    "GgufShape",
    "LlamaModel",
    "LlamaOptions",
    "Machine",
    "MemoryUse",
    "cache_bytes",
    "fit_options",
    "measure_machine",
    "memory_use",
    "nothing_early",
    "read_shape",
]
