"""What every language model keeps to: the real small one, behind real servers too, and the scripted one alike."""

import os
from contextlib import contextmanager
from pathlib import Path

import pytest
from platformdirs import user_data_path

from engine.language import (
    Cancellation,
    ContextOverflowError,
    Finish,
    GenerationRequest,
    Lane,
    LanguageError,
    LlamaModel,
    LlamaOptions,
    Place,
    RemoteModel,
    Role,
    Sampling,
    ScriptedModel,
    Segment,
    answer_segment,
    parse_choice,
)
from tests.integration.remote.servers import SERVED, ollama_server, openai_server

NAME = "qwen2.5-coder-0.5b"
GREEDY = Sampling(temperature=0, repeat_penalty=1.0)
COUNTING = "one, two, three, four, five, six, seven, eight, nine, ten"


def model_path():
    folder = Path(os.environ.get("COMPANION_MODELS") or user_data_path("companion") / "models") / NAME
    return next(folder.glob("*.gguf"))


def real_model():
    return LlamaModel(model_path(), NAME, "0" * 64, LlamaOptions(context_tokens=512))


@contextmanager
def served_model(server):
    """The real model behind a server on this machine."""
    if server == "openai":
        with openai_server(model_path(), 512) as url:
            yield RemoteModel(parse_choice(f"openai:{url}#{SERVED}"), context_tokens=512)
        return
    brain = real_model()
    with ollama_server(brain) as ollama:
        yield RemoteModel(parse_choice(f"ollama:{ollama.url}#{SERVED}"))
    brain.close()


@pytest.fixture(
    scope="module",
    params=[
        "scripted",
        *(pytest.param(name, marks=pytest.mark.model) for name in ("llama", "openai", "ollama")),
    ],
)
def model(request):
    if request.param in {"openai", "ollama"}:
        with served_model(request.param) as made:
            yield made
            made.close()
        return
    made = (
        ScriptedModel(lambda _: COUNTING, context_tokens=512) if request.param == "scripted" else real_model()
    )
    yield made
    made.close()


@pytest.fixture
def prompt(model):
    segments = (
        Segment(Role.SYSTEM, "You repeat what you are told.", Place.STABLE),
        Segment(Role.USER, f"Repeat: {COUNTING}", Place.UTTERANCE),
    )
    return tuple(map(model.encode, segments))


def ask(prompt, **more):
    return GenerationRequest(prompt, more.pop("max_tokens", 30), sampling=GREEDY, **more)


def test_a_segment_keeps_all_but_its_tokens(model):
    segment = Segment(Role.USER, "Hello, you two.", Place.UTTERANCE, cites=("step:1",))
    encoded = model.encode(segment)
    assert encoded.tokens
    assert model.encode(encoded) == encoded
    assert (encoded.text, encoded.cites, encoded.place) == (segment.text, segment.cites, segment.place)


def test_a_message_in_parts_has_one_opening_and_one_closing(model):
    whole = model.encode(Segment(Role.USER, "", Place.BLOCK)).tokens
    opening = model.encode(Segment(Role.USER, "", Place.BLOCK, closes=False)).tokens
    closing = model.encode(Segment(Role.USER, "", Place.BLOCK, opens=False)).tokens
    assert whole == opening + closing
    assert opening
    assert closing


def test_counting_leaves_markers_out(model):
    text = "Some words to count."
    bare = Segment(Role.USER, text, Place.BLOCK, opens=False, closes=False)
    assert model.count(text) == len(model.encode(bare).tokens) > 0
    assert model.count("") == 0


def test_the_stream_is_the_answer(model, prompt):
    pieces = []
    result = model.generate(ask(prompt), pieces.append)
    assert "".join(pieces) == result.text
    assert "three" in result.text
    assert 0 < len(result.tokens) <= 30
    assert result.prompt_tokens > sum(len(segment.tokens) for segment in prompt)
    assert 0 <= result.first_token_s <= result.total_s


def test_the_length_is_kept(model, prompt):
    result = model.generate(ask(prompt, max_tokens=3))
    assert (len(result.tokens), result.finish) == (3, Finish.LENGTH)


def test_a_stop_text_is_no_part_of_the_answer(model, prompt):
    result = model.generate(ask(prompt, stop=("four",)))
    assert "three" in result.text
    assert "four" not in result.text
    assert result.finish is Finish.STOP


def test_a_cancelled_answer_ends_where_it_was(model, prompt):
    cancellation, pieces = Cancellation(), []

    def on_text(piece):
        pieces.append(piece)
        if len(pieces) == 3:
            cancellation.cancel()

    result = model.generate(ask(prompt), on_text, cancellation)
    assert result.finish is Finish.CANCELLED
    assert result.text == "".join(pieces)
    assert "nine" not in result.text


def test_what_was_read_is_reused(model, prompt):
    first = model.generate(ask(prompt))
    answer = answer_segment(model, Segment(Role.ASSISTANT, first.text, Place.ANSWER), first.tokens)
    again = Segment(Role.USER, "Again, please.", Place.UTTERANCE)
    second = model.generate(ask((*prompt, answer, model.encode(again))))
    if isinstance(model, RemoteModel):
        assert second.reused_tokens == 0, "these servers do not tell"
    else:
        assert second.reused_tokens >= first.prompt_tokens + len(first.tokens) - 1


def test_reading_ahead_says_nothing(model, prompt):
    result = model.generate(ask(prompt, max_tokens=0))
    assert (result.text, result.tokens) == ("", ())
    assert result.prompt_tokens == sum(len(segment.tokens) for segment in prompt)


@pytest.mark.parametrize("lane", list(Lane))
def test_every_lane_answers(model, prompt, lane):
    assert model.generate(ask(prompt, max_tokens=4, lane=lane)).tokens


def test_too_long_a_prompt_is_refused(model):
    long = model.encode(Segment(Role.USER, "many words " * 400, Place.UTTERANCE))
    with pytest.raises(ContextOverflowError):
        model.generate(ask((long,)))


def test_a_closed_model_says_so():
    for model in (ScriptedModel(["never"]), real_model()):
        model.close()
        model.close()
        with pytest.raises(LanguageError):
            model.generate(GenerationRequest((Segment(Role.USER, "Hi", Place.UTTERANCE, tokens=(1,)),), 3))
