"""The state of a middle layer over the last token that was read, and nothing computed beyond it.

What a text says is told best by the middle of a model: its last layers turn that into the next word. Read off three
quarters of the way a probe is right oftener (of 402 texts about what has become of something to do 355 by the 21st of
28 layers, 319 by the last), and the layers above are not computed at all.
"""

import ctypes
from typing import Any

from engine.language.native.library import C, NativeFaultError, ggml_function
from engine.language.native.protocol import PROBED_LAYERS

FLOAT = 4
"""Bytes of a number."""


class MiddleLayer:
    """Watches one context, made with `callback`: each of its reads ends with the layer `index`.

    What such a context holds is good for nothing but the state: layers above have no part in its cache.
    """

    def __init__(self, model: Any) -> None:
        self.index = int(C.llama_model_n_layer(model) * PROBED_LAYERS) - 1
        self.rows = 1
        """Of how many tokens at the end of a read the state is wanted."""
        self._row_bytes = C.llama_model_n_embd(model) * FLOAT
        self._wanted = f"l_out-{self.index}".encode()
        self._found = b""
        self._name = ggml_function("ggml_get_name", ctypes.c_char_p, ctypes.c_void_p)
        self._size = ggml_function("ggml_nbytes", ctypes.c_size_t, ctypes.c_void_p)
        self._copy = ggml_function(
            "ggml_backend_tensor_get",
            None,
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_size_t,
        )
        self.callback = C.ggml_backend_sched_eval_callback(self._computed)

    def take(self) -> bytes:
        """The state over the last token that was read, or the last `rows`: float32 numbers. Raises NativeFaultError."""
        found, self._found = self._found, b""
        if not found:
            raise NativeFaultError("bad_model", "the model does not show its layers")
        return found

    def _computed(self, tensor: int, asks: bool, _data: int) -> bool:
        """Asked before each part of the graph whether it is wanted, and after the wanted one whether to go on."""
        if asks:
            return bool(self._name(tensor) == self._wanted)
        size = self.rows * self._row_bytes
        buffer = ctypes.create_string_buffer(size)
        self._copy(tensor, buffer, self._size(tensor) - size, size)
        self._found = buffer.raw
        return False
