"""Models behind servers: what they are asked, what they do when the server fails, and who goes first."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from engine.language import (
    AddressRefusedError,
    BrokenAnswerError,
    Cancellation,
    Finish,
    GenerationRequest,
    Lane,
    LanguageError,
    ModelNotServedError,
    Place,
    RemoteChoice,
    RemoteModel,
    RequestRefusedError,
    Role,
    ScriptedModel,
    Segment,
    ServerDownError,
    ServerSlowError,
    Strategy,
    TokenLedger,
    answer_segment,
    parse_structured,
)
from engine.language.port import NativeEmbedding, PrefixCache, Scoring
from engine.language.remote.client import ServerClient
from engine.models import standard_folder
from tests.integration.remote.servers import (
    DIGEST,
    SERVED,
    OllamaServer,
    free_port,
    ollama_server,
    openai_server,
)

LONG = "one two three four five six seven eight nine ten eleven twelve"
HELLO = (Segment(Role.USER, "Hello.", Place.UTTERANCE),)


class Note(BaseModel):
    mood: str
    words: list[str]


def reply(request: GenerationRequest) -> str:
    return 'Here: {"mood": "calm", "words": ["a", "b"]} – that is it.' if request.schema else LONG


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    with ollama_server(ScriptedModel(reply)) as made:
        yield made


@pytest.fixture
def model(server: OllamaServer) -> RemoteModel:
    return RemoteModel(RemoteChoice("ollama", server.url, SERVED))


def ask(lane: Lane = Lane.CONVERSATION, **more: Any) -> GenerationRequest:
    return GenerationRequest(HELLO, more.pop("max_tokens", 50), lane=lane, **more)


def test_what_a_server_tells_of_its_model(model: RemoteModel) -> None:
    with pytest.raises(LanguageError):
        _ = model.info
    info = model.load()
    assert (info.name, info.sha256, info.context_tokens) == (f"ollama:{SERVED}", DIGEST, 512)
    assert (info.parameters, info.layers, info.embedding_size) == (494_032_768, 24, 896)


def test_it_has_none_of_the_optional_capabilities(model: RemoteModel) -> None:
    assert not isinstance(model, PrefixCache | Scoring | NativeEmbedding)


def test_the_servers_numbers_count(model: RemoteModel, server: OllamaServer) -> None:
    result = model.generate(ask(max_tokens=3))
    assert (len(result.tokens), result.finish, result.text) == (3, Finish.LENGTH, "one two three")
    assert result.prompt_tokens > 0
    assert server.asked[0]["options"]["num_predict"] == 3
    assert server.asked[0]["options"]["num_ctx"] == 512


def test_an_answer_enters_the_ledger(model: RemoteModel) -> None:
    result = model.generate(ask())
    ledger = TokenLedger(map(model.encode, HELLO))
    ledger.append(answer_segment(model, Segment(Role.ASSISTANT, result.text, Place.ANSWER), result.tokens))
    assert TokenLedger.from_json(ledger.to_json()).token_count == ledger.token_count > len(result.tokens)


def test_a_schema_goes_to_the_server_and_its_answer_is_parsed(
    model: RemoteModel, server: OllamaServer
) -> None:
    result = model.generate(ask(schema=Note.model_json_schema()))
    parsed = parse_structured(result.text, Note)
    assert parsed.value == Note(mood="calm", words=["a", "b"])
    assert parsed.strategy is Strategy.BOUNDED
    assert server.asked[0]["format"]["required"] == ["mood", "words"]


def test_a_server_that_knows_no_schemas_is_asked_for_less(model: RemoteModel, server: OllamaServer) -> None:
    server.refuses_schemas = True
    model.generate(ask(schema={"type": "object"}))
    model.generate(ask(schema={"type": "object"}))
    assert [body.get("format") for body in server.asked] == [{"type": "object"}, "json", "json"]
    model.generate(ask())
    assert "format" not in server.asked[-1]


def test_a_missing_model_is_named_with_what_helps(server: OllamaServer) -> None:
    with pytest.raises(ModelNotServedError, match="other") as caught:
        RemoteModel(RemoteChoice("ollama", server.url, "other")).load()
    assert "ollama pull other" in caught.value.remedy


def test_a_server_that_is_not_there(model: RemoteModel) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    for dialect in ("ollama", "openai"):
        with pytest.raises(ServerDownError) as caught:
            RemoteModel(RemoteChoice(dialect, url, SERVED)).load()
        assert "ollama serve" in caught.value.remedy


def test_a_server_that_goes_away_costs_one_answer(server: OllamaServer, model: RemoteModel) -> None:
    server.fault = "broken"
    with pytest.raises(BrokenAnswerError):
        model.generate(ask())
    server.fault = ""
    assert model.generate(ask()).text == LONG


def test_an_error_within_an_answer(server: OllamaServer, model: RemoteModel) -> None:
    server.fault = "error"
    with pytest.raises(BrokenAnswerError, match="running the model"):
        model.generate(ask())


def test_a_refused_request(server: OllamaServer, model: RemoteModel) -> None:
    server.fault = "refuse"
    with pytest.raises(RequestRefusedError, match="unexpectedly stopped"):
        model.generate(ask())


def test_a_silent_server_is_given_up(server: OllamaServer) -> None:
    patient = ServerClient(server.url, silence_s=0.3)
    model = RemoteModel(RemoteChoice("ollama", server.url, SERVED), client=patient)
    model.load()
    server.fault = "slow"
    with pytest.raises(ServerSlowError):
        model.generate(ask())


def test_a_server_of_another_kind(server: OllamaServer) -> None:
    with pytest.raises(LanguageError):
        RemoteModel(RemoteChoice("openai", server.url, SERVED)).load()


def test_waiting_for_the_first_word_can_be_stopped(server: OllamaServer, model: RemoteModel) -> None:
    model.load()
    server.fault = "slow"
    cancellation = Cancellation()
    stopper = threading.Timer(0.3, cancellation.cancel)
    stopper.start()
    began = time.monotonic()
    result = model.generate(ask(), cancellation=cancellation)
    assert time.monotonic() - began < 5
    assert (result.finish, result.text, result.tokens) == (Finish.CANCELLED, "", ())
    stopper.join()


def test_stopped_before_it_began(model: RemoteModel, server: OllamaServer) -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    assert model.generate(ask(), cancellation=cancellation).finish is Finish.CANCELLED
    assert server.asked == []


def test_a_listeners_fault_is_its_own(model: RemoteModel) -> None:
    def refuse(_: str) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        model.generate(ask(), refuse)
    assert model.generate(ask()).text == LONG


@pytest.mark.parametrize("lane", [Lane.REFLECT, Lane.BACKGROUND])
def test_a_conversation_goes_first_and_the_rest_begins_anew(
    server: OllamaServer, model: RemoteModel, lane: Lane
) -> None:
    model.load()
    server.fault = "slow"
    pieces: list[str] = []
    outcome: list[str] = []
    later = threading.Thread(target=lambda: outcome.append(model.generate(ask(lane), pieces.append).text))
    later.start()
    while not server.asked:
        time.sleep(0.01)
    server.fault = ""
    assert model.generate(ask()).text == LONG
    later.join()
    assert outcome == ["".join(pieces)] == [LONG]
    assert len(server.asked) == 3


def test_reading_ahead_sends_nothing(model: RemoteModel, server: OllamaServer) -> None:
    assert model.generate(ask(max_tokens=0)).text == ""
    assert server.asked == []


def test_a_closed_model_says_so(server: OllamaServer, model: RemoteModel) -> None:
    model.close()
    with pytest.raises(LanguageError):
        model.generate(ask())
    with pytest.raises(LanguageError):
        model.load()


def test_another_machine_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(AddressRefusedError):
        RemoteModel(RemoteChoice("ollama", "http://192.0.2.1:11434", SERVED))


def test_neither_proxies_nor_redirects_lead_elsewhere(
    server: OllamaServer, model: RemoteModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as proxy:
        proxy.bind(("127.0.0.1", 0))
        proxy.listen()
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.getsockname()[1]}")
        assert model.generate(ask()).text == LONG
        proxy.settimeout(0)
        with pytest.raises(BlockingIOError):
            proxy.accept()


def test_no_loop_is_left_behind(model: RemoteModel) -> None:
    model.generate(ask())
    with pytest.raises(RuntimeError):
        asyncio.get_running_loop()


@pytest.mark.model
def test_a_real_server_holds_to_a_schema_and_tells_what_is_too_long() -> None:
    path = next((standard_folder() / "qwen2.5-coder-0.5b").glob("*.gguf"))
    with openai_server(path, 256) as url:
        with pytest.raises(ModelNotServedError, match="it has small"):
            RemoteModel(RemoteChoice("openai", url, "other")).load()
        model = RemoteModel(RemoteChoice("openai", url, SERVED))
        prompt = (Segment(Role.USER, "How are you today? Answer as JSON.", Place.UTTERANCE),)
        result = model.generate(GenerationRequest(prompt, 60, schema=Note.model_json_schema()))
        parsed = parse_structured(result.text, Note)
        assert parsed.value is not None or result.finish is Finish.LENGTH
        assert result.text.lstrip().startswith("{")
        long = (Segment(Role.USER, "many words " * 200, Place.UTTERANCE),)
        with pytest.raises(LanguageError, match="context"):
            model.generate(GenerationRequest(long, 100))
