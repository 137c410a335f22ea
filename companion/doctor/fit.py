"""The key-value budget of the chosen model on this machine ([S] §11.1.3)."""

from dataclasses import replace
from pathlib import Path

from companion.bootstrap import chosen_settings
from companion.doctor.records import Check, absent, fault, ok
from companion.preferences import Preferences
from engine.errors import CompanionError
from engine.language import (
    GgufShape,
    LlamaOptions,
    cache_bytes,
    fit_options,
    measure_machine,
    memory_use,
    read_shape,
)
from engine.settings import CacheType


def fit(file: Path, preferences: Preferences) -> Check:
    """Whether the model in `file` fits now, with which context, and what its cache takes."""
    wish = LlamaOptions(cache_type=preferences.cache_type)
    try:
        shape = read_shape(file)
        chosen = fit_options(file.stat().st_size, shape, wish, measure_machine())
    except CompanionError as error:
        return fault("model memory", error.message, error.remedy)
    detail = f"{_sizes(file, shape, chosen)}; {_alternatives(shape, chosen)}; {_threads(chosen, preferences)}"
    if chosen.context_tokens < min(wish.context_tokens, shape.context_tokens):
        return absent("model memory", detail, "Memory is short: close other programs for a longer context.")
    return ok("model memory", detail)


def _sizes(file: Path, shape: GgufShape, chosen: LlamaOptions) -> str:
    use = memory_use(file.stat().st_size, shape, chosen)
    return (
        f"context {chosen.context_tokens} and {chosen.background_tokens} in the background, "
        f"{cache_bytes(shape, chosen.cache_type)} bytes a token ({chosen.cache_type}): "
        f"weights {_megabytes(use.weights)} + cache {_megabytes(use.cache)} + buffers {_megabytes(use.compute)}"
    )


def _alternatives(shape: GgufShape, chosen: LlamaOptions) -> str:
    others = (replace(chosen, cache_type=kind) for kind in CacheType if kind is not chosen.cache_type)
    return ", ".join(
        f"{other.cache_type}: {cache_bytes(shape, other.cache_type)} bytes a token, "
        f"cache {_megabytes(memory_use(0, shape, other).cache)}"
        for other in others
    )


def _threads(chosen: LlamaOptions, preferences: Preferences) -> str:
    layers = f", {chosen.gpu_layers} layers on the GPU" if chosen.gpu_layers else ""
    support = chosen_settings(preferences).prompt.support_tokens
    speed = preferences.speeds.get(preferences.day_model)
    measured = "speed not measured" if speed is None else f"reads {speed.read_per_s:.0f} tokens a second"
    return f"{chosen.threads} threads{layers}; {measured}: {support} tokens of support"


def _megabytes(count: int) -> str:
    return f"{count / 1e6:.0f} MB"
