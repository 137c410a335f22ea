"""Ollama's own interface: `/api/chat`, `/api/tags`, `/api/show`."""

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
LATEST = ":latest"


class OllamaDialect:
    """A `Dialect`. The server loads the model with our context length; it keeps to a schema by a grammar."""

    path = "/api/chat"
    forms = 3

    def describe(self, client: ServerClient, name: str, context_tokens: int) -> ModelInfo:
        began = time.monotonic()
        digest = _digest(client.get("/api/tags"), name)
        try:
            shown = client.post("/api/show", {"model": name})
        except RequestRefusedError as error:
            raise self.refusal(error, name) from error
        facts = _facts(shown)
        return ModelInfo(
            name=f"ollama:{name}",
            sha256=digest,
            context_tokens=min(context_tokens, facts.get("context_length") or context_tokens),
            parameters=facts.get("parameter_count", 0),
            layers=facts.get("block_count", 0),
            embedding_size=facts.get("embedding_length", 0),
            load_s=time.monotonic() - began,
        )

    def body(
        self, name: str, messages: list[Message], request: GenerationRequest, form: int, context_tokens: int
    ) -> dict[str, Any]:
        sampling = request.sampling
        options: dict[str, Any] = {
            "num_ctx": context_tokens,
            "num_predict": request.max_tokens,
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "top_k": sampling.top_k,
            "min_p": sampling.min_p,
            "repeat_penalty": sampling.repeat_penalty,
        }
        if sampling.seed is not None:
            options["seed"] = sampling.seed
        if request.stop:
            options["stop"] = list(request.stop)
        body = {"model": name, "messages": messages, "stream": True, "options": options}
        if request.schema is not None and form < self.forms - 1:
            body["format"] = (request.schema, "json")[form]
        return body

    def read(self, line: str) -> Chunk | None:
        if not line.strip():
            return None
        try:
            said = json.loads(line)
            if "error" in said:
                raise BrokenAnswerError(f"Ollama says: {str(said['error'])[:300]}")
            text = said.get("message", {}).get("content") or ""
            if not said.get("done"):
                return Chunk(text)
            finish = Finish.LENGTH if said.get("done_reason") == "length" else Finish.STOP
            return Chunk(text, finish, said.get("prompt_eval_count"), None, said.get("eval_count"))
        except (ValueError, AttributeError, TypeError) as error:
            raise BrokenAnswerError("Ollama sent a line that is not understood.") from error

    def refusal(self, error: RequestRefusedError, name: str) -> LanguageError:
        if error.status == NOT_FOUND:
            return ModelNotServedError(f"Ollama does not have {name}.", f"Fetch it: ollama pull {name}")
        if "context" in error.message and "length" in error.message:
            return ContextOverflowError(f"Ollama says: {error.message}")
        return RequestRefusedError(f"Ollama refused the request: {error.message}", error.status)


def _digest(tags: Any, name: str) -> str:
    """The model's own hash. Raises ModelNotServedError, BrokenAnswerError."""
    try:
        known = {each["name"]: str(each.get("digest", "")) for each in tags["models"]}
    except (KeyError, TypeError) as error:
        raise BrokenAnswerError("What answers is not Ollama.") from error
    for wanted in (name, name + LATEST):
        if wanted in known:
            return known[wanted].removeprefix("sha256:")
    raise ModelNotServedError(f"Ollama does not have {name}.", f"Fetch it: ollama pull {name}")


def _facts(shown: Any) -> dict[str, int]:
    """Sizes by their plain names; Ollama puts the architecture before each (`llama.context_length`)."""
    told = shown.get("model_info") if isinstance(shown, dict) else None
    items = told.items() if isinstance(told, dict) else ()
    return {key.rpartition(".")[2]: value for key, value in items if isinstance(value, int)}
