"""What the servers have in common: a way to describe a model, to ask it in chat messages, and to read its answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.language.errors import LanguageError, RequestRefusedError
from engine.language.records import Finish, GenerationRequest, ModelInfo, Role, Segment
from engine.language.remote.client import ServerClient

Message = dict[str, str]


def messages_of(prompt: Sequence[Segment]) -> list[Message]:
    """One message for each run of segments, the roles in turn.

    Many chat templates take a system message at the start only, and refuse two messages of one role in a row;
    so a later system message speaks as the user, and what follows in the same role joins it.
    """
    said: list[tuple[Role, str]] = []
    for segment in prompt:
        leading = not said or said[-1][0] is Role.SYSTEM
        role = segment.role if leading or segment.role is not Role.SYSTEM else Role.USER
        text = _readable(segment.text)
        if said and said[-1][0] is role:
            said[-1] = (role, f"{said[-1][1]}\n\n{text}" if segment.opens else said[-1][1] + text)
        else:
            said.append((role, text))
    return [{"role": role.value, "content": text} for role, text in said]


def _readable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


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
