"""What the servers have in common: a way to describe a model, to ask it, and to read its answer."""

from dataclasses import dataclass
from typing import Any, Protocol

from engine.language.errors import LanguageError, RequestRefusedError
from engine.language.records import Finish, GenerationRequest, ModelInfo
from engine.language.remote.client import ServerClient
from engine.language.remote.messages import Message


@dataclass(frozen=True, slots=True)
class Chunk:
    """What a line of an answer says. Numbers are None where the server does not tell them."""

    text: str = ""
    finish: Finish | None = None
    prompt_tokens: int | None = None
    reused_tokens: int | None = None
    tokens: int | None = None


class Dialect(Protocol):
    """One server's interface.

    `forms` is how many ways there are to ask for a JSON schema, the strictest first, the last without any.
    """

    path: str
    forms: int

    def describe(self, client: ServerClient, name: str, context_tokens: int) -> ModelInfo:
        """The model `name`, read with at most `context_tokens`. Raises ModelNotServedError, ServerError."""

    def body(
        self, name: str, messages: list[Message], request: GenerationRequest, form: int, context_tokens: int
    ) -> dict[str, Any]:
        """The request as this server takes it."""

    def read(self, line: str) -> Chunk | None:
        """What a line says, None for one that says nothing. Raises BrokenAnswerError."""

    def refusal(self, error: RequestRefusedError, name: str) -> LanguageError:
        """The error for a request that was refused."""
