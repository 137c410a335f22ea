"""Hidden states of many prompts at once, for fitting probes: those that begin alike are read in one pass.

The program reads one prompt at a time and lets whoever talks go first; here nobody waits, and a pass over the weights
serves as many prompts as a batch holds. What llama.cpp computes differs a little with how much is read at once: the
cosine of such a state and of the program's own is above 0.999.
"""

import ctypes
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.language import LlamaOptions
from engine.language.native.lanes import common_prefix
from engine.language.native.library import C, start
from engine.language.native.middle import MiddleLayer

BATCH = 512
MOST = 48
"""Prompts of one pass."""
ROOM = 8192
"""Tokens of all of them, with what they begin with."""
NEAR = 8
"""Tokens by which a prompt may begin less alike than the two before it, and still be read with them."""

Tokens = list[int]


class StateReader:
    """A model with one context of its own. Not thread-safe; `close` gives the memory back."""

    def __init__(self, path: Path, options: LlamaOptions) -> None:
        start()
        weights = C.llama_model_default_params()
        weights.n_gpu_layers = options.gpu_layers
        weights.use_extra_bufts = options.rearranged
        self._model = C.llama_model_load_from_file(str(path).encode(), weights)
        if not self._model:
            raise ValueError(f"{path} cannot be read")
        shape = C.llama_context_default_params()
        shape.n_ctx, shape.n_batch, shape.n_ubatch, shape.n_seq_max = ROOM, BATCH, BATCH, MOST + 1
        shape.n_threads = shape.n_threads_batch = options.threads
        shape.type_k = shape.type_v = getattr(C, f"GGML_TYPE_{options.cache_type.upper()}")
        shape.flash_attn_type = int(options.flash_attention)
        shape.kv_unified = shape.no_perf = True
        self._middle = MiddleLayer(self._model)
        shape.cb_eval = self._middle.callback
        self._context = C.llama_init_from_model(self._model, shape)
        if not self._context:
            raise ValueError(f"there is no memory to read with {path}")
        self._memory = C.llama_get_memory(self._context)
        self._batch = C.llama_batch_init(BATCH, 0, 1)
        self._shared: Tokens = []

    def states(self, prompts: Sequence[Tokens]) -> Iterator[bytes]:
        """The middle layer over the last token of each of `prompts`, in their order: float32 numbers."""
        at = 0
        while at < len(prompts):
            shared, count = _read_together(prompts[at:])
            yield from self._pass(prompts[at : at + count], shared)
            at += count

    def close(self) -> None:
        C.llama_batch_free(self._batch)
        C.llama_free(self._context)
        C.llama_model_free(self._model)

    def _pass(self, prompts: Sequence[Tokens], shared: int) -> Iterator[bytes]:
        """Those that begin with the same `shared` tokens; each goes on in a sequence of its own."""
        self._hold(prompts[0][:shared])
        rows = [
            (token, shared + place, sequence)
            for sequence, prompt in enumerate(prompts, 1)
            for place, token in enumerate(prompt[shared:])
        ]
        for sequence in range(1, len(prompts) + 1):
            C.llama_memory_seq_cp(self._memory, 0, sequence, 0, shared)
        last = [(prompt[-1], len(prompt) - 1, sequence) for sequence, prompt in enumerate(prompts, 1)]
        self._decode([row for row in rows if row not in last])
        self._middle.rows = len(last)
        self._decode(last)
        states, self._middle.rows = self._middle.take(), 1
        size = len(states) // len(last)
        for index, (_, _, sequence) in enumerate(last):
            yield states[index * size : (index + 1) * size]
            C.llama_memory_seq_rm(self._memory, sequence, -1, -1)

    def _hold(self, tokens: Tokens) -> None:
        """Have exactly `tokens` read, and no more than is new of them."""
        kept = common_prefix(self._shared, tokens)
        C.llama_memory_seq_rm(self._memory, 0, kept, -1)
        for begin in range(kept, len(tokens), BATCH):
            part = tokens[begin : begin + BATCH]
            self._decode([(token, begin + place, 0) for place, token in enumerate(part)])
        self._shared = tokens

    def _decode(self, rows: Sequence[tuple[int, int, int]]) -> None:
        if not rows:
            return
        batch = self._batch
        batch.n_tokens = len(rows)
        for index, (token, position, sequence) in enumerate(rows):
            batch.token[index], batch.pos[index], batch.logits[index] = token, position, False
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = ctypes.c_int32(sequence)
        batch.logits[len(rows) - 1] = True
        if C.llama_decode(self._context, batch):
            raise ValueError("the model could not decode its input")


def _read_together(prompts: Sequence[Tokens]) -> tuple[int, int]:
    """How many tokens the first of `prompts` have in common, and how many of them fit into one pass."""
    first = prompts[0]
    shared = alike = len(first) - 1
    count = 1
    for prompt in prompts[1:MOST]:
        begins = min(common_prefix(first, prompt), len(prompt) - 1)
        if count == 1:
            alike = begins - NEAR
        left = sum(len(one) - min(shared, begins) for one in prompts[: count + 1])
        if begins < alike or left > BATCH:
            break
        shared, count = min(shared, begins), count + 1
    return shared, count
