"""One generation as its caller sees it: turns taken, text passed on, stopped when wanted."""

import time
from dataclasses import asdict

from engine.language.llama.prompt import PromptEncoder
from engine.language.llama.turnstile import Priority, Turnstile
from engine.language.native.protocol import pack_tokens, unpack_tokens
from engine.language.port import OnText
from engine.language.records import Cancellation, Finish, GenerationRequest, GenerationResult
from engine.process import Exchange, Header, SupervisedChild


def generation_header(request: GenerationRequest, prompts: PromptEncoder) -> Header:
    """What the child is asked to do, but for the prompt's ids."""
    return {
        "op": "generate",
        "lane": request.lane.value,
        "question": prompts.standing(request.prompt),
        "max_tokens": request.max_tokens,
        "sampling": asdict(request.sampling),
        "schema": request.schema,
        "stop": list(request.stop),
        "ends": prompts.ends(),
        "scored": list(prompts.scored(request)) if request.score_place else [0, 0],
        "score_unread": request.score_unread,
    }


class GenerationRun:
    """Drives one generation in the child through as many turns as it takes. Used once, on the caller's
    thread.
    """

    def __init__(
        self,
        *,
        child: SupervisedChild,
        turns: Turnstile,
        priority: Priority,
        header: Header,
        tokens: list[int],
        started: float,
    ) -> None:
        self._child = child
        self._turns = turns
        self._priority = priority
        self._header = header
        self._tokens = tokens
        self._started = started
        self._first_token_s: float | None = None
        self._text: list[str] = []

    def result(self, on_text: OnText, cancellation: Cancellation) -> GenerationResult:
        """Run to the end. Raises LanguageError when the answer is lost."""
        exchange = self._child.begin()

        def cancel() -> None:
            self._child.send(exchange, {"op": "enough" if cancellation.gentle else "cancel"})
            self._turns.wake()

        cancellation.on_cancel(cancel)
        try:
            return self._take_turns(exchange, on_text, cancellation)
        except BaseException:
            self._child.send(exchange, {"op": "cancel"})
            raise
        finally:
            self._child.send(exchange, {"op": "discard"})
            self._child.end(exchange)

    def _take_turns(
        self, exchange: Exchange, on_text: OnText, cancellation: Cancellation
    ) -> GenerationResult:
        header, payload = self._header, pack_tokens(self._tokens)
        reached: Header = {"finish": Finish.CANCELLED, "prompt_tokens": len(self._tokens), "reused_tokens": 0}
        written = b""
        while True:
            with self._turns.turn(
                self._priority,
                lambda: self._child.send(exchange, {"op": "pause"}),
                lambda: cancellation.cancelled,
            ) as mine:
                if not mine:
                    return self._finished({**reached, "finish": Finish.CANCELLED}, written)
                self._child.send(exchange, header, payload)
                reached, written = self._listen(exchange, on_text)
            if reached["op"] == "done":
                return self._finished(reached, written)
            header, payload = {**self._header, "op": "resume"}, b""

    def _listen(self, exchange: Exchange, on_text: OnText) -> tuple[Header, bytes]:
        for header, payload in self._child.answers(exchange):
            if header["op"] != "text":
                return header, payload
            if self._first_token_s is None:
                self._first_token_s = time.monotonic() - self._started
            self._text.append(header["text"])
            on_text(header["text"])
        raise AssertionError("the answers end with a reply or an error")

    def _finished(self, reached: Header, written: bytes) -> GenerationResult:
        return GenerationResult(
            text="".join(self._text),
            tokens=tuple(unpack_tokens(written)),
            finish=Finish(reached["finish"]),
            prompt_tokens=reached["prompt_tokens"],
            reused_tokens=reached["reused_tokens"],
            first_token_s=self._first_token_s,
            total_s=time.monotonic() - self._started,
            surprise=reached.get("surprise"),
        )
