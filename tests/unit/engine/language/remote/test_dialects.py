"""What the dialects make of lines and refusals."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.language import (
    BrokenAnswerError,
    ContextOverflowError,
    Finish,
    GenerationRequest,
    ModelNotServedError,
    RequestRefusedError,
    Sampling,
)
from engine.language.remote.dialect import Chunk, Dialect
from engine.language.remote.ollama import OllamaDialect
from engine.language.remote.openai import OpenAIDialect

DIALECTS: list[Dialect] = [OllamaDialect(), OpenAIDialect()]
SCHEMA = {"type": "object", "properties": {"note": {"type": "string"}}}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["message", "content", "choices", "delta", "done", "usage", "error"]),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)


@pytest.mark.parametrize("dialect", DIALECTS)
@given(json_values | st.text(max_size=30))
def test_any_line_is_read_or_refused(dialect: Dialect, content: Any) -> None:
    for line in (json.dumps(content), f"data: {json.dumps(content)}", str(content)):
        try:
            chunk = dialect.read(line)
        except BrokenAnswerError:
            continue
        assert chunk is None or isinstance(chunk, Chunk)


def test_ollamas_lines() -> None:
    read = OllamaDialect().read
    assert read("") is None
    assert read('{"message": {"role": "assistant", "content": "Hi"}, "done": false}') == Chunk("Hi")
    last = {"message": {"content": ""}, "done": True, "done_reason": "length"}
    assert read(json.dumps({**last, "prompt_eval_count": 9, "eval_count": 3})) == Chunk(
        "", Finish.LENGTH, 9, None, 3
    )
    assert read('{"message": {"content": "", "thinking": "Hm"}, "done": false}') == Chunk("")
    with pytest.raises(BrokenAnswerError, match="out of memory"):
        read('{"error": "out of memory"}')


def test_openais_lines() -> None:
    read = OpenAIDialect().read
    for silent in ("", ": ping", "event: message", "data: [DONE]"):
        assert read(silent) is None
    assert read('data: {"choices": [{"delta": {"role": "assistant"}, "finish_reason": null}]}') == Chunk()
    assert read('data: {"choices": [{"delta": {"content": "Hi"}}]}') == Chunk("Hi")
    assert read('data:{"choices":[{"delta":{},"finish_reason":"stop"}]}') == Chunk("", Finish.STOP)
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 7}}
    assert read("data: " + json.dumps({"choices": [], "usage": usage})) == Chunk("", None, 9, 7, 3)
    with pytest.raises(BrokenAnswerError, match="lost"):
        read('data: {"error": {"message": "lost"}}')


@pytest.mark.parametrize("dialect", DIALECTS)
def test_each_form_asks_less_strictly(dialect: Dialect) -> None:
    request = GenerationRequest((), 5, sampling=Sampling(seed=3), schema=SCHEMA, stop=("\n",))
    bodies = [json.dumps(dialect.body("small", [], request, form, 99)) for form in range(dialect.forms)]
    assert "note" in bodies[0]
    assert "note" not in bodies[-1]
    assert "format" not in bodies[-1]
    assert len(set(bodies)) == dialect.forms


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    ("status", "words", "expected"),
    [
        (404, "model 'x' not found", ModelNotServedError),
        (400, "This model's maximum context length is 512 tokens.", ContextOverflowError),
        (500, "something else", RequestRefusedError),
    ],
)
def test_refusals_have_names(dialect: Dialect, status: int, words: str, expected: type[Exception]) -> None:
    assert type(dialect.refusal(RequestRefusedError(words, status), "x")) is expected
