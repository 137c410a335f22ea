"""What is chosen fits, and nothing larger would."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language import LlamaOptions, ModelMemoryError
from engine.language.llama.fit import (
    COMPUTE_BYTES,
    CONTEXT_STEP,
    LEAST_CONTEXT,
    MARGIN_BYTES,
    Machine,
    cache_bytes,
    fit_options,
    host_bytes,
    memory_use,
)
from engine.language.llama.gguf import GgufShape
from engine.settings import CacheType

STARTER = GgufShape("qwen2", 28, 32_768, 256, 12)
GIB = 1024**3

shapes = st.builds(
    GgufShape,
    st.just("any"),
    layers=st.integers(1, 120),
    context_tokens=st.integers(512, 131_072),
    cache_width=st.integers(1, 64).map(lambda blocks: blocks * 64),
    heads=st.integers(1, 128),
)
wishes = st.builds(
    LlamaOptions,
    context_tokens=st.integers(256, 131_072),
    background_tokens=st.integers(256, 8192),
    gpu_layers=st.integers(-1, 130),
    threads=st.just(2),
    cache_type=st.sampled_from(CacheType),
)
machines = st.builds(Machine, st.integers(0, 64 * GIB), st.just(0) | st.integers(0, 64 * GIB), st.booleans())
weights_of = st.integers(1_000_000, 64 * GIB)


def host_need(weights, shape, options, machine):
    use = memory_use(weights, shape, options)
    return host_bytes(use, shape, options.gpu_layers, machine)


def test_a_token_of_the_starter_models_costs_what_was_measured():
    assert cache_bytes(STARTER, CacheType.F16) == 28_672
    assert cache_bytes(STARTER, CacheType.Q8_0) == 15_232
    assert cache_bytes(STARTER, CacheType.Q4_0) == 8_064


def test_a_large_model_costs_what_the_document_says():
    seventy = GgufShape("llama", 80, 131_072, 8 * 128, 64)
    assert cache_bytes(seventy, CacheType.F16) / 1e6 == pytest.approx(0.33, abs=0.005)
    assert cache_bytes(seventy, CacheType.F16, 32_768) / 1e9 == pytest.approx(10.5, abs=0.3)


@given(shapes, st.sampled_from(CacheType), st.integers(0, 100_000), st.integers(0, 100_000))
def test_the_cache_grows_with_its_tokens(shape, cache_type, some, more):
    whole = cache_bytes(shape, cache_type, some + more)
    parts = cache_bytes(shape, cache_type, some) + cache_bytes(shape, cache_type, more)
    assert whole <= parts <= whole + 1


@given(st.integers(1_000_000, 2 * GIB), shapes, wishes, machines)
def test_what_is_chosen_fits_and_the_next_step_would_not(weights, shape, wish, machine):
    try:
        chosen = fit_options(weights, shape, wish, machine)
    except ModelMemoryError:
        return
    most = min(wish.context_tokens, shape.context_tokens)
    assert host_need(weights, shape, chosen, machine) + MARGIN_BYTES <= machine.free_bytes
    assert chosen.context_tokens <= most
    assert (chosen.threads, chosen.cache_type) == (wish.threads, wish.cache_type)
    if chosen.context_tokens < most:
        assert chosen.context_tokens >= LEAST_CONTEXT
        assert chosen.context_tokens % CONTEXT_STEP == 0
        larger = min(chosen.context_tokens + CONTEXT_STEP, most)
        with_more = replace(wish, context_tokens=larger)
        assert fits_not(weights, shape, with_more, machine)


def fits_not(weights, shape, wish, machine):
    try:
        return fit_options(weights, shape, wish, machine).context_tokens < wish.context_tokens
    except ModelMemoryError:
        return True


@given(weights_of, shapes, wishes, machines)
def test_a_refused_model_fits_in_no_way(weights, shape, wish, machine):
    least = min(wish.context_tokens, shape.context_tokens, LEAST_CONTEXT)
    if weights + COMPUTE_BYTES > machine.free_bytes + machine.gpu_bytes:
        with pytest.raises(ModelMemoryError) as refused:
            fit_options(weights, shape, wish, machine)
        assert "--cache q8_0" in refused.value.remedy
    elif (
        machine.free_bytes
        > memory_use(weights, shape, replace(wish, context_tokens=least)).total + MARGIN_BYTES
    ):
        assert fit_options(weights, shape, wish, machine)


@given(weights_of, shapes, wishes, machines)
def test_layers_on_the_gpu_fit_into_its_memory(weights, shape, wish, machine):
    try:
        chosen = fit_options(weights, shape, wish, machine)
    except ModelMemoryError:
        return
    use = memory_use(weights, shape, chosen)
    on_gpu = (use.weights + use.cache) * chosen.gpu_layers // (shape.layers + 1)
    assert 0 <= chosen.gpu_layers <= shape.layers + 1
    assert chosen.gpu_layers == 0 or on_gpu + use.compute + MARGIN_BYTES <= machine.gpu_bytes
    assert wish.gpu_layers < 0 or chosen.gpu_layers <= wish.gpu_layers


def test_a_quantised_cache_gives_a_longer_context_in_the_same_memory():
    machine, wish = Machine(int(2.2 * GIB)), LlamaOptions(context_tokens=32_768, threads=2)
    contexts = [
        fit_options(1_117_320_768, STARTER, replace(wish, cache_type=kind), machine).context_tokens
        for kind in CacheType
    ]
    assert contexts == sorted(contexts)
    assert contexts[0] < contexts[1] < contexts[2]
