"""llama.cpp's C functions, imported alone, and the faults that cross the wire as codes.

The package `llama_cpp` pulls in its high-level class, server types and templates when imported; the child
wants only the bindings, so it enters the package without running its `__init__`.
"""

import ctypes
import ctypes.util
import importlib
import importlib.util
import sys
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
