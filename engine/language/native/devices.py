"""The devices that llama.cpp can compute on, and their free memory."""

import ctypes
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.language.native.library import C

_CPU, _GPU, _INTEGRATED = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Device:
    """One device: its kind as ggml numbers it (0 the processor, 1 a GPU, 2 an integrated one) and free bytes."""

    kind: int
    free_bytes: int

    @property
    def is_gpu(self) -> bool:
        return self.kind in {_GPU, _INTEGRATED}


def devices() -> Iterator[Device]:
    """Every device of this build. Nothing where the build does not tell."""
    count = _function("ggml_backend_dev_count", ctypes.c_size_t)
    get = _function("ggml_backend_dev_get", ctypes.c_void_p, ctypes.c_size_t)
    kind = _function("ggml_backend_dev_type", ctypes.c_int, ctypes.c_void_p)
    pointer = ctypes.POINTER(ctypes.c_size_t)
    memory = _function("ggml_backend_dev_memory", None, ctypes.c_void_p, pointer, pointer)
    if count is None or get is None or kind is None or memory is None:
        return
    for index in range(count()):
        device, free, total = get(index), ctypes.c_size_t(), ctypes.c_size_t()
        memory(device, ctypes.byref(free), ctypes.byref(total))
        yield Device(kind(device), free.value)


def gpu_memory() -> tuple[int, bool]:
    """Free bytes of the GPUs, 0 without a GPU-capable build; and whether they share the main memory."""
    found = [device for device in devices() if device.is_gpu] if C.llama_supports_gpu_offload() else []
    unified = sys.platform == "darwin" or any(device.kind == _INTEGRATED for device in found)
    return sum(device.free_bytes for device in found), unified


def _function(name: str, result: Any, *arguments: Any) -> Any:
    """A function of ggml, which stands in a library beside llama.cpp's own; None where it cannot be found."""
    for library in _libraries():
        function = getattr(library, name, None)
        if function is not None:
            function.restype, function.argtypes = result, list(arguments)
            return function
    return None


@cache
def _libraries() -> list[ctypes.CDLL]:
    # On Windows a library does not show the functions of those it needs.
    found = []
    for path in sorted((Path(C.__file__).parent / "lib").iterdir()):
        if "ggml" in path.name and path.suffix in {".so", ".dylib", ".dll"}:
            with suppress(OSError):
                found.append(ctypes.CDLL(str(path)))
    return found
