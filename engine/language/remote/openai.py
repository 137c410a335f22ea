"""OpenAI's chat interface, as llama.cpp's servers, LM Studio, vLLM and others speak it."""

import json
import time
from typing import Any

from engine.language.errors import (
    BrokenAnswerError,
    ContextOverflowError,
    LanguageError,
    ModelNotServedError,
    RequestRefusedError,
)
from engine.language.records import Finish, GenerationRequest, ModelInfo
from engine.language.remote.client import ServerClient
from engine.language.remote.dialect import Chunk, Message

NOT_FOUND = 404
END = "[DONE]"


class OpenAIDialect:
    """A `Dialect`. How long the server's context is it rarely tells, so the caller's word counts."""

    path = "/chat/completions"
    forms = 3

    def describe(self, client: ServerClient, name: str, context_tokens: int) -> ModelInfo:
        began = time.monotonic()
        try:
            served = client.get("/models")
        except RequestRefusedError as error:
            raise self.refusal(error, name) from error
        told = _entry(served, name)
        meta = told.get("meta") if isinstance(told.get("meta"), dict) else {}
        context = told.get("max_model_len") or (meta or {}).get("n_ctx") or context_tokens
        return ModelInfo(
            name=f"openai:{name}",
            sha256="",
            context_tokens=min(context_tokens, int(context)),
            parameters=int((meta or {}).get("n_params") or 0),
            layers=0,
            embedding_size=int((meta or {}).get("n_embd") or 0),
            load_s=time.monotonic() - began,
        )

    def body(
        self, name: str, messages: list[Message], request: GenerationRequest, form: int, context_tokens: int
    ) -> dict[str, Any]:
        sampling = request.sampling
        body: dict[str, Any] = {
            "model": name,
            "messages": messages,
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": request.max_tokens,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            # Beyond OpenAI's own; local servers know them, or let them pass.
            "top_k": sampling.top_k,
            "min_p": sampling.min_p,
            "repeat_penalty": sampling.repeat_penalty,
        }
        if sampling.seed is not None:
            body["seed"] = sampling.seed
        if request.stop:
            body["stop"] = list(request.stop)
        if request.schema is not None and form < self.forms - 1:
            body["response_format"] = _format(request.schema, form)
        return body

    def read(self, line: str) -> Chunk | None:
        data = line.removeprefix("data:").strip()
        # Server-sent events have comments, names and blank lines besides.
        if not line.startswith("data:") or data == END:
            return None
        try:
            said = json.loads(data)
            if said.get("error"):
                raise BrokenAnswerError(f"The server says: {_words(said['error'])}")
            choices = said.get("choices") or [{}]
            text = (choices[0].get("delta") or {}).get("content") or ""
            return _chunk(text, choices[0].get("finish_reason"), said.get("usage") or {})
        except (ValueError, AttributeError, TypeError, LookupError) as error:
            raise BrokenAnswerError("The server sent a line that is not understood.") from error

    def refusal(self, error: RequestRefusedError, name: str) -> LanguageError:
        words = error.message.lower()
        if "context" in words and ("length" in words or "window" in words or "size" in words):
            return ContextOverflowError(f"The server says: {error.message}")
        if error.status == NOT_FOUND:
            return ModelNotServedError(f"The server does not have {name}.")
        return RequestRefusedError(f"The server refused the request: {error.message}", error.status)


def _format(schema: dict[str, Any], form: int) -> dict[str, Any]:
    if form == 0:
        return {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": schema}}
    return {"type": "json_object", "schema": schema}


def _entry(served: Any, name: str) -> dict[str, Any]:
    """What the server tells of the model. Raises ModelNotServedError, BrokenAnswerError."""
    try:
        known = {str(each["id"]): each for each in served["data"]}
    except (KeyError, TypeError) as error:
        raise BrokenAnswerError("What answers does not speak OpenAI's interface.") from error
    if name not in known:
        there = ", ".join(sorted(known)) or "no model"
        raise ModelNotServedError(f"The server does not have {name}; it has {there}.")
    entry: dict[str, Any] = known[name]
    return entry


def _chunk(text: str, reason: str | None, usage: dict[str, Any]) -> Chunk:
    finish = None if reason is None else Finish.LENGTH if reason == "length" else Finish.STOP
    cached = (usage.get("prompt_tokens_details") or {}).get("cached_tokens")
    return Chunk(text, finish, usage.get("prompt_tokens"), cached, usage.get("completion_tokens"))


def _words(error: Any) -> str:
    return str(error.get("message", error) if isinstance(error, dict) else error)[:300]
