"""llama.cpp's C functions, imported alone, the devices they know, and the faults that cross the wire as codes.

The package `llama_cpp` pulls in its high-level class, server types and templates when imported; the child
wants only the bindings, so it enters the package without running its `__init__`.
"""

import ctypes
import ctypes.util
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any


class NativeFaultError(Exception):
    """A fault to report: a `code` of `engine.language.errors` and words without content."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def _bare_package(name: str) -> ModuleType:
    spec = importlib.util.find_spec(name)
    if spec is None or spec.submodule_search_locations is None:
        raise NativeFaultError("missing_library", f"{name} is not installed")
    package = ModuleType(name)
    package.__path__ = list(spec.submodule_search_locations)
    package.__spec__ = spec
    sys.modules[name] = package
    return package


def _bindings() -> Any:
    if "llama_cpp" not in sys.modules:
        _bare_package("llama_cpp")
    return importlib.import_module("llama_cpp.llama_cpp")


C: Any = _bindings()

_GPU, _INTEGRATED = 1, 2


def _say_nothing(_level: int, _text: bytes, _data: int) -> None:
    """What llama.cpp says may quote the prompt, so nobody hears it."""


_silent = C.llama_log_callback(_say_nothing)


def start() -> None:
    """Make the library ready; logging goes nowhere."""
    C.llama_log_set(_silent, None)
    C.llama_backend_init()


class AbortFlag:
    """A flag that a running decode looks at without Python.

    ggml calls `bool abort(void *)` before every node of the graph. C's `strlen` has that shape: it answers 0
    for an empty string and 1 for one character, so a two-byte buffer is the flag and no interpreter lock is
    needed.
    """

    def __init__(self) -> None:
        self._buffer = ctypes.create_string_buffer(2)
        library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
        address = ctypes.cast(library.strlen, ctypes.c_void_p).value
        self._callback = C.ggml_abort_callback(address)

    def watch(self, context: Any) -> None:
        """Let `context` look at this flag while it decodes."""
        C.llama_set_abort_callback(context, self._callback, ctypes.cast(self._buffer, ctypes.c_void_p))

    def set(self) -> None:
        self._buffer[0] = b"\x01"

    def clear(self) -> None:
        self._buffer[0] = b"\x00"

    @property
    def raised(self) -> bool:
        return bool(self._buffer[0] != b"\x00")


@dataclass(frozen=True, slots=True)
class Device:
    """One device: its kind as ggml numbers it (1 a GPU, 2 an integrated one) and free bytes."""

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


def ggml_function(name: str, result: Any, *arguments: Any) -> Any:
    """A function that every build of ggml has. Raises NativeFaultError where the library cannot be found."""
    function = _function(name, result, *arguments)
    if function is None:
        raise NativeFaultError("missing_library", f"{name} is not there")
    return function


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
