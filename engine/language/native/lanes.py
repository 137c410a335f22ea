"""Contexts and the lanes on them: what is in the cache, and how little must be read to get further.

A lane is one sequence of a context. It knows the token ids that its cache holds; asked to hold others, it
keeps the longest common prefix, drops the rest and decodes only what is new (at least the last token, whose
logits are wanted).
"""

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.language.native.library import AbortFlag, C, NativeFaultError
from engine.language.native.middle import MiddleLayer
from engine.language.native.sampling import Floats, surprise, view

SCORED_AT_ONCE = 32
"""Positions with logits in one batch: each takes a float for every word of the vocabulary."""

_DECODED, _NO_ROOM, _ABORTED = 0, 1, 2


class InterruptedReadError(Exception):
    """The abort flag was raised; what was decoded so far stays in the lane."""


@dataclass(frozen=True, slots=True)
class ContextShape:
    """How a context is laid out, sizes in tokens. A lane short of room drops others, the first only if it
    may.
    """

    size: int
    sequences: int
    batch: int
    micro_batch: int
    threads: int
    first_lane_stays: bool
    cache_type: str
    flash_attention: bool
    unified: bool = True
    """Whether the sequences share all cells; else each has its part, and attends to nothing but that."""


class Context:
    """A llama.cpp context whose sequences share their cells, with one lane a sequence."""

    def __init__(
        self, model: Any, shape: ContextShape, abort: AbortFlag, middle: MiddleLayer | None = None
    ) -> None:
        """Where there is a `middle` layer, nothing beyond it is computed."""
        parameters = _parameters(shape)
        if middle is not None:
            parameters.cb_eval = middle.callback
        self.words: int = C.llama_vocab_n_tokens(C.llama_model_get_vocab(model))
        self.handle = C.llama_init_from_model(model, parameters)
        if not self.handle:
            raise NativeFaultError("no_memory", "the context could not be made")
        abort.watch(self.handle)
        self.memory = C.llama_get_memory(self.handle)
        self._adapter: Any = None
        self.size: int = C.llama_n_ctx(self.handle)
        self.shape = shape
        self._batch = C.llama_batch_init(shape.batch, 0, 1)
        self.lanes = tuple(Lane(self, sequence) for sequence in range(shape.sequences))

    def decode(self, sequence: int, start: int, tokens: Sequence[int], wanted: Sequence[int]) -> None:
        """Decode `tokens` from position `start`; logits for the indices in `wanted`."""
        if len(tokens) > self.shape.batch:
            raise NativeFaultError("decode", "more tokens than a batch holds")
        self._fill(sequence, start, tokens, frozenset(wanted))
        outcome = C.llama_decode(self.handle, self._batch)
        if outcome == _ABORTED:
            raise InterruptedReadError
        if outcome == _NO_ROOM:
            raise NativeFaultError("overflow", "no room is left in the context")
        if outcome != _DECODED:
            raise NativeFaultError("decode", "the model could not decode its input")

    def adapt(self, adapter: Any) -> None:
        """Read with `adapter` laid over the weights from now on, with the weights alone for None."""
        if adapter == self._adapter:
            return
        handles = (C.llama_adapter_lora_p_ctypes * 1)(adapter) if adapter else None
        scales = (ctypes.c_float * 1)(1.0) if adapter else None
        if C.llama_set_adapters_lora(self.handle, handles, int(adapter is not None), scales):
            raise NativeFaultError("bad_model", "the adapter could not be laid over the weights")
        self._adapter = adapter

    def logits(self, index: int = -1) -> Floats:
        """The logits of a position that was wanted in the last batch: a view, valid until the next decode."""
        return view(C.llama_get_logits_ith(self.handle, index), self.words)

    @property
    def used(self) -> int:
        """Cells in use, shared ones counted once."""
        return sum(len(lane.tokens) - lane.shared for lane in self.lanes)

    def close(self) -> None:
        C.llama_batch_free(self._batch)
        C.llama_free(self.handle)

    def _fill(self, sequence: int, start: int, tokens: Sequence[int], wanted: frozenset[int]) -> None:
        batch = self._batch
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index] = token
            batch.pos[index] = start + index
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = sequence
            batch.logits[index] = index in wanted


class Lane:
    """One sequence of a context. `tokens` is what its cache holds; `shared` how many cells it borrows by a
    fork.
    """

    def __init__(self, context: Context, sequence: int) -> None:
        self.context = context
        self.sequence = sequence
        self.tokens: list[int] = []
        self.surprises: dict[int, float] = {}
        """Negative log-likelihood (nats) by position, of those that were scored while they were read."""
        self.shared = 0
        self.last_used = 0.0
        self.lasting = 0
        """How many tokens at the beginning are a question of the program's own, and nothing of what was said."""

    def keep(self, tokens: Sequence[int]) -> int:
        """Drop what is not part of `tokens`, and their last one, which must be decoded; returns how many
        stay.
        """
        reused = min(common_prefix(self.tokens, tokens), len(tokens) - 1)
        self.truncate(reused)
        return reused

    def read(
        self,
        tokens: Sequence[int],
        scored: range = range(0),
        piece: int | None = None,
        enough: Callable[[], bool] = lambda: False,
    ) -> None:
        """Hold exactly `tokens`, with logits of the last one ready.

        At most `piece` tokens at once where given; before each it is asked whether what was read is `enough`,
        and if so InterruptedReadError is raised.
        Those positions of `scored` that are read now are scored, also when the reading is interrupted.
        """
        reused = self.keep(tokens)
        self._make_room(len(tokens) - reused)
        while len(self.tokens) < len(tokens):
            if enough():
                raise InterruptedReadError
            self._read_batch(tokens, scored, piece or self.context.shape.batch)

    def extend(self, token: int) -> None:
        """Decode one more token."""
        self.append([token], wanted=[0])

    def append(self, tokens: Sequence[int], wanted: Sequence[int]) -> None:
        """Decode a batch more, with outputs for the indices in `wanted`."""
        self._make_room(len(tokens))
        self._decode(tokens, wanted)

    def truncate(self, count: int) -> None:
        """Forget everything after the first `count` tokens."""
        if count < len(self.tokens):
            C.llama_memory_seq_rm(self.context.memory, self.sequence, count, -1)
            del self.tokens[count:]
            self.surprises = {at: nats for at, nats in self.surprises.items() if at < count}
            self.shared = min(self.shared, count)
            self.lasting = min(self.lasting, count)
            for lane in self.context.lanes:
                if lane is not self:
                    lane.settle_debt(count)

    def settle_debt(self, count: int) -> None:
        """The lender kept only `count` tokens: cells beyond are this lane's own now."""
        self.shared = min(self.shared, count)

    def fork(self, source: "Lane", count: int) -> None:
        """Hold the first `count` tokens of `source`, without decoding: the cells are shared."""
        self.truncate(0)
        C.llama_memory_seq_cp(self.context.memory, source.sequence, self.sequence, 0, count)
        self.tokens = source.tokens[:count]
        self.surprises = {at: nats for at, nats in source.surprises.items() if at < count}
        self.shared = count

    def adopt(self, tokens: Sequence[int]) -> None:
        """The cache was filled from a saved state that holds `tokens`."""
        self.tokens = list(tokens)
        self.surprises = {}
        self.shared = 0

    def _make_room(self, count: int) -> None:
        if len(self.tokens) + count > self.context.size:
            raise NativeFaultError("overflow", "the prompt is longer than the context")
        for lane in reversed(self.context.lanes):
            if self.context.used + count <= self.context.size:
                return
            if lane is not self and not (lane.sequence == 0 and self.context.shape.first_lane_stays):
                lane.truncate(0)
        if self.context.used + count > self.context.size:
            raise NativeFaultError("overflow", "no room is left beside the conversation")

    def _read_batch(self, tokens: Sequence[int], scored: range, piece: int) -> None:
        start = len(self.tokens)
        wanted = [at - 1 for at in scored if at > start][:SCORED_AT_ONCE]
        end = min(start + piece, len(tokens))
        if len(wanted) == SCORED_AT_ONCE:
            end = min(end, wanted[-1] + 1)
        wanted = [at - start for at in wanted if at < end]
        self._decode(tokens[start:end], sorted({*wanted, end - start - 1}))
        for index in wanted:
            position = start + index + 1
            self.surprises[position] = surprise(self.context.logits(index), tokens[position])

    def _decode(self, tokens: Sequence[int], wanted: Sequence[int]) -> None:
        start = len(self.tokens)
        try:
            self.context.decode(self.sequence, start, tokens, wanted)
        except (InterruptedReadError, NativeFaultError):
            held = C.llama_memory_seq_pos_max(self.context.memory, self.sequence) + 1
            self.tokens.extend(tokens[: max(0, held - start)])
            raise
        self.tokens.extend(tokens)


def common_prefix(held: Sequence[int], wanted: Sequence[int]) -> int:
    """How many tokens at the beginning are the same."""
    if held == wanted[: len(held)]:
        return len(held)
    return next(
        (index for index, (a, b) in enumerate(zip(held, wanted, strict=False)) if a != b),
        min(len(held), len(wanted)),
    )


def _parameters(shape: ContextShape) -> Any:
    parameters = C.llama_context_default_params()
    parameters.n_ctx = shape.size
    parameters.n_batch = shape.batch
    parameters.n_ubatch = shape.micro_batch
    parameters.n_seq_max = shape.sequences
    parameters.n_outputs_max = SCORED_AT_ONCE * 2
    parameters.n_threads = parameters.n_threads_batch = shape.threads
    parameters.type_k = parameters.type_v = getattr(C, f"GGML_TYPE_{shape.cache_type.upper()}")
    parameters.flash_attn_type = int(shape.flash_attention)
    parameters.kv_unified = shape.unified
    parameters.no_perf = True
    parameters.abort_callback = C.ggml_abort_callback()
    return parameters
