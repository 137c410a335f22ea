"""The loaded weights with their contexts: the conversation's at once, the background's when first wanted."""

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.language.native.generation import Generation
from engine.language.native.lanes import Context, ContextShape, Lane, common_prefix
from engine.language.native.library import AbortFlag, C, NativeFaultError
from engine.language.native.middle import MiddleLayer
from engine.language.native.protocol import PROBING_LANES, SCORING_LANES, SCORING_TOKENS
from engine.language.native.sampling import normalised, view
from engine.language.native.saved_state import copy
from engine.language.native.vocabulary import Vocabulary

_CONVERSATION_LANES = 3
"""The conversation's, the reflection's, and one that lends a prefix to the background for a moment."""

_LENT_AT_LEAST = 32
"""Tokens from which copying a prefix between contexts costs less than reading it again."""

_BACKGROUND, _SCRATCH = 0, 1
SMALL_TASKS = ("question", "rewrite")
"""Lanes of tasks whose stable beginning stays read, in the context of the scoring lanes."""

_BATCH = 512
_SMALL_BATCH = 64
"""An interrupted read loses what was decoded of a micro-batch, so the background's are small."""

OnProgress = Callable[[float], None]


class LoadedModel:
    """One set of weights. Not thread-safe but for `vocabulary`."""

    def __init__(self, options: dict[str, Any], abort: AbortFlag, on_progress: OnProgress) -> None:
        started = time.monotonic()
        self._options = options
        self._abort = abort
        self._model = _load(options, on_progress)
        self._middle = MiddleLayer(self._model)
        self._talking = _load_adapter(self._model, options["talking"])
        self._rewriting = _load_adapter(self._model, options["rewriting"])
        self.vocabulary = Vocabulary(self._model)
        self.context_tokens = min(options["context_tokens"], C.llama_model_n_ctx_train(self._model))
        self._front = Context(self._model, self._front_shape(), abort)
        self._back: Context | None = None
        self._deciding: Context | None = None
        self._probing: Context | None = None
        self.load_s = time.monotonic() - started

    def lane(self, name: str, generation: Generation) -> Lane:
        """The lane that `name` stands for, with as much read for `generation` as can be but for what it scores.

        With the adapter for talking where it talks or goes on from what was talked, with another where it rewrites.
        """
        tokens, score = generation.tokens, generation.to_score
        if name == "background":
            self._background().adapt(None)
            return self._background().lanes[_BACKGROUND]
        if name == "question":
            return self.scoring_lane(tokens)
        if name == "rewrite":
            return self._small_lane(tokens, self._rewriting)
        conversation, reflect, _ = self._front.lanes
        if name == "conversation":
            self._front.adapt(self._talking)
            return conversation
        lent = common_prefix(conversation.tokens, tokens)
        self._front.adapt(self._talking if lent >= _LENT_AT_LEAST else None)
        lent = min(lent, score.start - 1) if score else lent
        if lent > common_prefix(reflect.tokens, tokens):
            reflect.fork(conversation, lent)
        return reflect

    def room(self, name: str) -> int:
        """How many tokens the lane that `name` stands for can hold."""
        if name in SMALL_TASKS:
            return SCORING_TOKENS
        return (self._background() if name == "background" else self._front).size

    @property
    def conversation(self) -> Lane:
        return self._front.lanes[0]

    def primed_background(self, tokens: list[int]) -> Lane:
        """The background lane, holding what the conversation has read of `tokens` already."""
        self._background().adapt(self._talking)
        lane = self._background().lanes[_BACKGROUND]
        known = common_prefix(self.conversation.tokens, tokens)
        if known >= common_prefix(lane.tokens, tokens) + _LENT_AT_LEAST:
            lent = self._front.lanes[-1]
            lent.fork(self.conversation, known)
            copy(lent, lane)
            lent.truncate(0)
        return lane

    def forget_beyond(self, tokens: list[int]) -> int:
        """Cut every lane back to what it shares with `tokens`; returns what the conversation still holds.

        Of a lane that scores, the question's own words stay.
        """
        for context in (self._front, self._back, self._deciding, self._probing):
            for lane in () if context is None else context.lanes:
                lane.truncate(max(lane.lasting, common_prefix(lane.tokens, tokens)))
        return len(self.conversation.tokens)

    def scoring_lane(self, tokens: list[int]) -> Lane:
        """The scoring lane that holds the most of `tokens`, else the one that was used longest ago."""
        return self._small_lane(tokens, None)

    def probing_lane(self, tokens: list[int]) -> Lane:
        """As `scoring_lane`, of those that are read up to the middle layer."""
        return _lane_for(tokens, self._to_the_middle().lanes)

    def has_read(self, tokens: list[int], *, for_state: bool) -> bool:
        """Whether a small lane begins with all of `tokens`; reading others may have taken its place."""
        lanes = (self._to_the_middle() if for_state else self._scoring()).lanes
        return any(common_prefix(lane.tokens, tokens) == len(tokens) for lane in lanes)

    def _small_lane(self, tokens: list[int], adapter: Any) -> Lane:
        self._scoring().adapt(adapter)
        return _lane_for(tokens, self._scoring().lanes)

    def embed(self, tokens: list[int]) -> list[float]:
        """Mean of the last layer over `tokens`, length 1; read in a lane of its own that is empty before and
        after.
        """
        lane = self._background().lanes[_SCRATCH]
        lane.context.adapt(None)
        C.llama_set_embeddings(lane.context.handle, True)  # noqa: FBT003 - C has no keywords
        try:
            total = self._sum_of_states(lane, tokens)
        finally:
            C.llama_set_embeddings(lane.context.handle, False)  # noqa: FBT003 - as above
            lane.truncate(0)
        return normalised(total / len(tokens))

    def state_after(self, lane: Lane, tokens: list[int]) -> bytes:
        """The middle layer over the last of `tokens`, which the probing `lane` holds then: float32 numbers."""
        lane.read(tokens)
        return self._middle.take()

    def _sum_of_states(self, lane: Lane, tokens: list[int]) -> "np.ndarray[Any, np.dtype[np.float64]]":
        width = C.llama_model_n_embd(self._model)
        total = np.zeros(width, dtype=np.float64)
        for start in range(0, len(tokens), _SMALL_BATCH):
            part = tokens[start : start + _SMALL_BATCH]
            lane.append(part, wanted=range(len(part)))
            for index in range(len(part)):
                total += view(C.llama_get_embeddings_ith(lane.context.handle, index), width)
        return total

    def describe(self) -> dict[str, Any]:
        """What the application wants to know of a loaded model."""
        template = C.llama_model_chat_template(self._model, None)
        return {
            "context_tokens": self.context_tokens,
            "parameters": C.llama_model_n_params(self._model),
            "layers": C.llama_model_n_layer(self._model),
            "embedding_size": C.llama_model_n_embd(self._model),
            "load_s": self.load_s,
            "template": template.decode("utf-8", "replace") if template else None,
            "beginning": self.vocabulary.beginning,
            "rewrites": bool(self._rewriting),
            **self.vocabulary.special_texts(),
        }

    def fingerprint(self, *, for_state: bool = False) -> dict[str, Any]:
        """All that must agree for a saved state to be put back; `for_state` one that ends with the middle layer."""
        return {
            **({"read_to": self._middle.index} if for_state else {}),
            "sha256": self._options["sha256"],
            "talking": _digest(self._options["talking"]),
            "build": C.llama_version().decode("ascii", "replace"),
            "flash_attention": self._options["flash_attention"],
            "cache": [self._options["cache_type"]] * 2,
            "layers": C.llama_model_n_layer(self._model),
        }

    def _background(self) -> Context:
        if self._back is None:
            self._back = Context(self._model, self._back_shape(), self._abort)
        return self._back

    def _scoring(self) -> Context:
        if self._deciding is None:
            lanes = replace(
                self._back_shape(),
                size=SCORING_TOKENS * SCORING_LANES,
                sequences=SCORING_LANES,
                unified=False,
            )
            self._deciding = Context(self._model, lanes, self._abort)
        return self._deciding

    def _to_the_middle(self) -> Context:
        if self._probing is None:
            lanes = replace(
                self._back_shape(),
                size=SCORING_TOKENS * PROBING_LANES,
                sequences=PROBING_LANES,
                unified=False,
            )
            self._probing = Context(self._model, lanes, self._abort, self._middle)
        return self._probing

    def _front_shape(self) -> ContextShape:
        return ContextShape(
            size=self.context_tokens,
            sequences=_CONVERSATION_LANES,
            batch=_BATCH,
            micro_batch=self._options["micro_batch"],
            threads=self._options["threads"],
            first_lane_stays=True,
            cache_type=self._options["cache_type"],
            flash_attention=self._options["flash_attention"],
        )

    def _back_shape(self) -> ContextShape:
        return ContextShape(
            size=min(self._options["background_tokens"], self.context_tokens),
            sequences=_SCRATCH + 1,
            batch=_BATCH,
            micro_batch=_SMALL_BATCH,
            threads=self._options["threads"],
            first_lane_stays=False,
            cache_type=self._options["cache_type"],
            flash_attention=self._options["flash_attention"],
        )


def _lane_for(tokens: list[int], lanes: Sequence[Lane]) -> Lane:
    """The one that holds the most of `tokens`, else the one that was used longest ago; a few tokens that all questions
    begin with are no reason to drop another's examples.
    """
    best = max(lanes, key=lambda lane: common_prefix(lane.tokens, tokens))
    if common_prefix(best.tokens, tokens) < _LENT_AT_LEAST:
        best = min(lanes, key=lambda lane: lane.last_used)
    best.last_used = time.monotonic()
    return best


def _load_adapter(model: Any, path: str) -> Any:
    """The adapter of the file `path`, None without one; it lives as long as the model."""
    if not path:
        return None
    adapter = C.llama_adapter_lora_init(model, path.encode())
    if not adapter:
        raise NativeFaultError("bad_model", "the adapter could not be loaded")
    return adapter


@cache
def _digest(path: str) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest() if path else ""


def _load(options: dict[str, Any], on_progress: OnProgress) -> Any:
    def report(progress: float, _data: int) -> bool:
        on_progress(progress)
        return True

    parameters = C.llama_model_default_params()
    callback = C.llama_progress_callback(report)
    parameters.progress_callback = callback
    parameters.n_gpu_layers = options["gpu_layers"]
    parameters.use_extra_bufts = options["rearranged"]
    model = C.llama_model_load_from_file(options["path"].encode(), parameters)
    if not model:
        raise NativeFaultError("bad_model", "the file could not be loaded")
    return model
