"""A model behind a server as a language model, with stand-ins for the tokens of a tokenizer that it keeps to itself.

A server takes text and gives text, but budgets and the token ledger count tokens. A text is cut into pieces of
3.5 bytes on average, about what a token of English takes; where the server told how many tokens an answer had, it
is cut into so many. An id is a hash of its piece: equal texts get equal ids, in every process, and no more is
meant by it.
"""

import time
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import ceil
from typing import Any
from zlib import crc32

from engine.language.errors import (
    BrokenAnswerError,
    ContextOverflowError,
    LanguageError,
    ModelClosedError,
    RequestRefusedError,
)
from engine.language.llama.turnstile import Priority, Turnstile
from engine.language.port import OnText, ignore_text
from engine.language.records import (
    Cancellation,
    Finish,
    GenerationRequest,
    GenerationResult,
    Lane,
    ModelInfo,
    Role,
    Segment,
)
from engine.language.remote.choice import OLLAMA, RemoteChoice, check_address
from engine.language.remote.client import ServerClient, Stopper
from engine.language.remote.dialect import Chunk, Dialect, messages_of
from engine.language.remote.ollama import OllamaDialect
from engine.language.remote.openai import OpenAIDialect

CONTEXT_TOKENS = 4096
"""What is asked of a server at most, where nothing else is said: many are started with no more."""

PRIORITIES = {
    Lane.CONVERSATION: Priority.CONVERSATION,
    Lane.REFLECT: Priority.INTERACTIVE,
    Lane.BACKGROUND: Priority.BACKGROUND,
    Lane.QUESTION: Priority.INTERACTIVE,
    Lane.REWRITE: Priority.INTERACTIVE,
}

BYTES_A_TOKEN = 3.5
_LARGEST_ID = 0x7FFF_FFFF


class RemoteModel:
    """The base of the language port over HTTP; no prefix cache, no scoring, no native embedding.

    What stands in for what a server does not tell: tokens are pieces of text (`pieces.py`); `prompt_tokens`,
    `reused_tokens` and the number of answer tokens are the server's where it gives them, else the estimate, 0
    and the number of parts that the answer came in; `surprise` is None. Reading ahead (`max_tokens` 0) sends
    nothing. A schema is asked for in the strictest form that the server takes; callers parse the reply with
    `parse_structured` in any case.

    One request at a time goes to the server. A conversation ends reflection and background work that is being
    written; they are asked again from their start afterwards, so their text is passed on only when it is
    whole. Callable from any thread that runs no event loop.
    """

    def __init__(
        self,
        choice: RemoteChoice,
        *,
        allowed_hosts: Collection[str] = (),
        context_tokens: int = CONTEXT_TOKENS,
        client: ServerClient | None = None,
    ) -> None:
        check_address(choice, allowed_hosts)
        self._choice = choice
        self._dialect: Dialect = OllamaDialect() if choice.dialect == OLLAMA else OpenAIDialect()
        self._client = client or ServerClient(choice.url)
        self._context_tokens = context_tokens
        self._turns = Turnstile()
        self._info: ModelInfo | None = None
        self._form = 0
        self._closed = False

    @property
    def info(self) -> ModelInfo:
        if self._info is None:
            raise LanguageError("The model's server was not asked yet.")
        return self._info

    def load(self) -> ModelInfo:
        """Ask the server for the model. Raises ServerError, ModelNotServedError."""
        if self._closed:
            raise ModelClosedError("The language model is closed.")
        if self._info is None:
            self._info = self._dialect.describe(self._client, self._choice.name, self._context_tokens)
        return self._info

    def encode(self, segment: Segment) -> Segment:
        return with_pieces(segment)

    def count(self, text: str) -> int:
        return count_pieces(text)

    def generate(
        self,
        request: GenerationRequest,
        on_text: OnText = ignore_text,
        cancellation: Cancellation | None = None,
    ) -> GenerationResult:
        started = time.monotonic()
        context = self.load().context_tokens
        estimate = _estimate(request)
        if estimate >= context:
            raise ContextOverflowError(
                f"About {estimate} tokens are more than the context of {context} holds."
            )
        answer = Answer(started, on_text, live=request.lane is Lane.CONVERSATION)
        if request.max_tokens == 0:
            return answer.result(estimate, Finish.LENGTH)
        finish = self._take_turns(request, answer, cancellation or Cancellation())
        answer.pass_on()
        return answer.result(estimate, finish)

    def close(self) -> None:
        self._closed = True

    def _take_turns(self, request: GenerationRequest, answer: "Answer", cancellation: Cancellation) -> Finish:
        """Ask until an answer is whole, or the caller has had enough."""
        while True:
            stopper = Stopper()

            def stop(now: Stopper = stopper) -> None:
                now.stop()
                self._turns.wake()

            cancellation.on_cancel(stop)
            priority = PRIORITIES[request.lane]
            with self._turns.turn(priority, stopper.stop, lambda: cancellation.cancelled) as mine:
                if not mine or cancellation.cancelled:
                    return Finish.CANCELLED
                answer.begin_anew()
                if self._ask(request, answer, stopper):
                    return answer.finish
            if cancellation.cancelled:
                return Finish.CANCELLED

    def _ask(self, request: GenerationRequest, answer: "Answer", stopper: Stopper) -> bool:
        """One request to the server; False where it was stopped. Raises LanguageError."""
        form = self._form if request.schema is not None else self._dialect.forms - 1
        while True:
            body = self._body(request, form)
            try:
                whole = self._client.stream(
                    self._dialect.path, body, lambda line: answer.take(self._dialect.read(line)), stopper
                )
                if whole and not answer.ended:
                    raise self._broken(request, form, answer)
            except RequestRefusedError as refused:
                error = self._dialect.refusal(refused, self._choice.name)
                if not isinstance(error, RequestRefusedError) or form >= self._dialect.forms - 1:
                    raise error from refused
                form += 1
            else:
                if request.schema is not None:
                    self._form = form
                return whole

    def _body(self, request: GenerationRequest, form: int) -> dict[str, Any]:
        messages = messages_of(request.prompt)
        return self._dialect.body(self._choice.name, messages, request, form, self.info.context_tokens)

    def _broken(self, request: GenerationRequest, form: int, answer: "Answer") -> LanguageError:
        """Why an answer has no end. Some servers can say why they refuse only where nothing is streamed.

        Raises RequestRefusedError where the server does say it.
        """
        if not answer.parts:
            body = self._body(replace(request, max_tokens=1), form)
            whole = {key: value for key, value in body.items() if not key.startswith("stream")}
            self._client.post(self._dialect.path, {**whole, "stream": False})
        return BrokenAnswerError("The server's answer broke off.")


@dataclass(slots=True)
class Answer:
    """What has come of an answer. `live` passes text on as it comes, else `pass_on` does at the end."""

    started: float
    on_text: OnText
    live: bool
    parts: list[str] = field(default_factory=list)
    last: Chunk = field(default_factory=Chunk)
    ended: bool = False
    first_token_s: float | None = None

    @property
    def finish(self) -> Finish:
        return self.last.finish or Finish.STOP

    def begin_anew(self) -> None:
        """Forget an answer that had to give way."""
        self.parts.clear()
        self.last, self.ended = Chunk(), False

    def take(self, chunk: Chunk | None) -> None:
        """Take in what a line said."""
        if chunk is None:
            return
        self._keep_numbers(chunk)
        if chunk.text:
            if self.first_token_s is None:
                self.first_token_s = time.monotonic() - self.started
            self.parts.append(chunk.text)
            if self.live:
                self.on_text(chunk.text)

    def pass_on(self) -> None:
        """Give the text to a listener who did not get it as it came."""
        if not self.live:
            for part in self.parts:
                self.on_text(part)

    def result(self, estimate: int, finish: Finish) -> GenerationResult:
        """The result, with an estimate of the prompt's tokens where the server told none."""
        text, told = "".join(self.parts), self.last
        written = len(self.parts) if told.tokens is None or finish is Finish.CANCELLED else told.tokens
        return GenerationResult(
            text=text,
            tokens=piece_ids(text, written),
            finish=finish,
            prompt_tokens=estimate if told.prompt_tokens is None else told.prompt_tokens,
            reused_tokens=told.reused_tokens or 0,
            first_token_s=self.first_token_s,
            total_s=time.monotonic() - self.started,
        )

    def _keep_numbers(self, chunk: Chunk) -> None:
        """Servers tell how it ended and what it took in one line or in two."""
        self.ended = self.ended or chunk.finish is not None
        self.last = Chunk(
            "",
            chunk.finish or self.last.finish,
            self.last.prompt_tokens if chunk.prompt_tokens is None else chunk.prompt_tokens,
            self.last.reused_tokens if chunk.reused_tokens is None else chunk.reused_tokens,
            self.last.tokens if chunk.tokens is None else chunk.tokens,
        )


def _estimate(request: GenerationRequest) -> int:
    """About how many tokens the prompt takes, with the opening of an answer where one is wanted."""
    prompt = request.prompt
    taken = sum(len(with_pieces(segment).tokens) for segment in prompt)
    speaking = bool(prompt) and prompt[-1].role is Role.ASSISTANT and not prompt[-1].closes
    return taken if speaking or not request.max_tokens else taken + len(opening_ids(Role.ASSISTANT))


def count_pieces(text: str) -> int:
    """About how many tokens `text` takes."""
    return ceil(len(_data(text)) / BYTES_A_TOKEN)


def piece_ids(text: str, count: int | None = None) -> tuple[int, ...]:
    """The ids of `text`; with `count`, exactly so many (none for an empty text)."""
    data = _data(text)
    pieces = count_pieces(text) if count is None else count if data else 0
    edges = [number * len(data) // pieces for number in range(pieces + 1)] if pieces else []
    return tuple(crc32(data[start:end]) & _LARGEST_ID for start, end in pairwise(edges))


def with_pieces(segment: Segment) -> Segment:
    """The segment with its ids, one for each marker included; one that has them is left as it is."""
    if segment.tokens:
        return segment
    opening = opening_ids(segment.role) if segment.opens else ()
    closing = piece_ids("<end>", 1) if segment.closes else ()
    return replace(segment, tokens=(*opening, *piece_ids(segment.text), *closing))


def opening_ids(role: Role) -> tuple[int, ...]:
    """What stands for the beginning of a message."""
    return piece_ids(f"<{role}>", 1)


def _data(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
