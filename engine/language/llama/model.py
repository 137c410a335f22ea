"""llama.cpp as a language model: the client of the child process."""

import secrets
import threading
import time
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

from engine.language.chat_format import derive_format
from engine.language.errors import ContextOverflowError, LanguageError, ModelClosedError
from engine.language.llama.fit import LlamaOptions, Machine, fit_options, this_machine
from engine.language.llama.gguf import read_shape
from engine.language.llama.process import start_child
from engine.language.llama.prompt import PromptEncoder
from engine.language.llama.run import GenerationRun, generation_header
from engine.language.llama.turnstile import Priority, Turnstile
from engine.language.native.protocol import SCORING_TOKENS, pack_tokens, unpack_tokens
from engine.language.port import OnText, ignore_text
from engine.language.records import (
    Cancellation,
    GenerationRequest,
    GenerationResult,
    Lane,
    ModelInfo,
    Segment,
)
from engine.process import Frame, Header, SupervisedChild

OnProgress = Callable[[float], None]

Early = Callable[[], bytes]
"""Waits for a state that was saved; b"" where there is none."""

PRIORITIES = {
    Lane.CONVERSATION: Priority.CONVERSATION,
    Lane.REFLECT: Priority.INTERACTIVE,
    Lane.BACKGROUND: Priority.BACKGROUND,
    Lane.QUESTION: Priority.INTERACTIVE,
    Lane.REWRITE: Priority.INTERACTIVE,
}
KEY_BYTES = 32


def ignore_progress(_: float) -> None:
    """The listener of a caller who only waits."""


def nothing_early() -> bytes:
    """Nothing was saved, or nobody looked."""
    return b""


class LlamaModel:
    """A GGUF model in a child process: LanguageModel, PrefixCache, Scoring and NativeEmbedding.

    The first call that needs the model loads it, and so does the first one after its process died. One
    request computes at a time; a conversation interrupts reflection, scoring and background work within
    milliseconds, and they go on where they stopped. `options` are cut to what the machine holds. `talking` and
    `rewriting` are adapters, GGUF files that are laid over the weights on the lanes of that. `state_key` authenticates
    saved prefixes: the same key reads them back, a fresh random one (the default) only within this process. Callable
    from any thread.
    """

    def __init__(
        self,
        path: Path,
        name: str,
        sha256: str,
        options: LlamaOptions | None = None,
        *,
        state_key: bytes | None = None,
        talking: Path | None = None,
        rewriting: Path | None = None,
    ) -> None:
        self._path = path
        self._name = name
        self._sha256 = sha256
        self._wish = self._options = options or LlamaOptions()
        self._adapters = {"talking": talking, "rewriting": rewriting}
        self._state_key = state_key or secrets.token_bytes(KEY_BYTES)
        self._turns = Turnstile()
        self._starting = threading.RLock()
        self._child: SupervisedChild | None = None
        self._info: ModelInfo | None = None
        self._encoder: PromptEncoder | None = None
        self._closed = False
        self._held: Future[bytes] | None = None

    @property
    def info(self) -> ModelInfo:
        if self._info is None:
            raise LanguageError("The language model is not loaded yet.")
        return self._info

    @property
    def opened(self) -> tuple[Path, LlamaOptions]:
        """Its file, and how it is run."""
        return self._path, self._options

    @property
    def process_id(self) -> int | None:
        """The child's process id while it runs."""
        child = self._child
        return child.pid if child is not None and child.alive else None

    def load(self, on_progress: OnProgress = ignore_progress, early: Early = nothing_early) -> ModelInfo:
        """Start the child and load the model, unless that is done; `on_progress` gets fractions of 1.

        `early` gives the state that `restore_prefix` will probably be asked for: it crosses over while the weights
        load. It may wait for a disk; it runs on a thread of its own.
        Raises BadModelError, ModelMemoryError, NativeLibraryError, or ModelClosedError after `close`.
        """
        self._ready(on_progress, early)
        return self.info

    def encode(self, segment: Segment) -> Segment:
        return self._prompts().encode(segment)

    def count(self, text: str) -> int:
        return self._prompts().count(text)

    def ids(self, prompt: tuple[Segment, ...]) -> list[int]:
        """All token ids of a prompt that is to be answered."""
        return self._prompts().ids(prompt)

    def generate(
        self,
        request: GenerationRequest,
        on_text: OnText = ignore_text,
        cancellation: Cancellation | None = None,
    ) -> GenerationResult:
        started = time.monotonic()
        child, prompts = self._ready(), self._prompts()
        self._held = None  # the child lets go of it, too
        header = generation_header(request, prompts)
        tokens = prompts.ids(request.prompt, answering=request.max_tokens > 0)
        run = GenerationRun(
            child=child,
            turns=self._turns,
            priority=Priority.CONVERSATION if request.hurried else PRIORITIES[request.lane],
            header=header,
            tokens=tokens,
            started=started,
        )
        return run.result(on_text, cancellation or Cancellation())

    def save_prefix(self) -> bytes:
        _, payload = self._ask({"op": "save"}, b"", Priority.CONVERSATION)
        return payload

    def restore_prefix(self, state: bytes, *, own_words: bool = False) -> int:
        held, self._held = self._held, None
        # The very object: two states of the same bytes are not looked through for that.
        is_there = held is not None and held.result() is state
        asked = {"op": "restore", "held": is_there, "own_words": own_words}
        header, _ = self._ask(asked, b"" if is_there else state, Priority.CONVERSATION)
        return int(header["tokens"])

    def read_prefix(
        self,
        prompt: tuple[Segment, ...],
        cancellation: Cancellation | None = None,
        *,
        own_words: bool = False,
    ) -> bytes:
        tokens = self._prompts().ids(prompt, answering=False)
        if not tokens or len(tokens) >= self._background_room:
            return b""
        header = {"op": "read_prefix", "lane": Lane.BACKGROUND.value, "own_words": own_words}
        _, state = self._ask(header, pack_tokens(tokens), Priority.BACKGROUND, cancellation)
        return state

    def forget_beyond(self, prompt: tuple[Segment, ...]) -> int:
        tokens = pack_tokens(self._prompts().ids(prompt, answering=False))
        header, _ = self._ask({"op": "forget_beyond"}, tokens, Priority.CONVERSATION)
        return int(header["tokens"])

    def hold_back(self, seconds: float) -> None:
        self._turns.hold_back(seconds)

    def choose(
        self, prompt: tuple[Segment, ...], options: Sequence[str], *, hurried: bool = False
    ) -> list[float]:
        firsts = [self._prompts().first_token(option) for option in options]
        if len(set(firsts)) < len(firsts):
            raise ValueError("two options begin with the same token")
        priority = Priority.CONVERSATION if hurried else Priority.INTERACTIVE
        asked = {"op": "choose", "options": firsts, "question": self._prompts().standing(prompt)}
        header, _ = self._read(asked, self._prompts().ids(prompt), priority)
        return list(header["shares"])

    def read_question(self, prompt: tuple[Segment, ...], cancellation: Cancellation | None = None) -> None:
        asked = {"op": "read_question", "question": self._prompts().standing(prompt)}
        tokens = self._prompts().ids(prompt, answering=False)
        self._read(asked, tokens, Priority.CONVERSATION, cancellation)

    def keep_question(self, prompt: tuple[Segment, ...], *, for_state: bool = False) -> bytes:
        tokens = pack_tokens(self._prompts().ids(prompt, answering=False))
        _, state = self._ask({"op": "keep_question", "for_state": for_state}, tokens, Priority.INTERACTIVE)
        return state

    def has_question(
        self, prompt: tuple[Segment, ...], *, for_state: bool = False, hurried: bool = False
    ) -> bool:
        priority = Priority.CONVERSATION if hurried else Priority.INTERACTIVE
        tokens = pack_tokens(self._prompts().ids(prompt, answering=False))
        header, _ = self._ask({"op": "has_question", "for_state": for_state}, tokens, priority)
        return bool(header["has"])

    def restore_question(self, state: bytes, *, for_state: bool = False) -> int:
        asked = {"op": "restore_question", "for_state": for_state}
        header, _ = self._ask(asked, state, Priority.CONVERSATION)
        return int(header["tokens"])

    def surprise(self, prompt: tuple[Segment, ...], last: int) -> list[float]:
        tokens = self._prompts().ids(prompt, answering=False)
        if not 0 < last < len(tokens):
            raise ValueError("`last` must leave at least one token before it")
        header, _ = self._read({"op": "surprise", "last": last}, tokens)
        return list(header["surprise"])

    def embed_native(self, text: str) -> list[float]:
        tokens = self._prompts().text_ids(text)
        if not tokens:
            return [0.0] * self.info.embedding_size
        header, _ = self._read({"op": "embed"}, tokens)
        return list(header["vector"])

    def hidden_state(self, prompt: tuple[Segment, ...], *, hurried: bool = False) -> list[float]:
        priority = Priority.CONVERSATION if hurried else Priority.INTERACTIVE
        asked = {"op": "hidden_state", "question": self._prompts().standing(prompt)}
        _, state = self._read(asked, self._prompts().ids(prompt), priority)
        return list(array("f", state))

    def close(self) -> None:
        self._closed = True
        child = self._child
        if child is not None:
            child.close()

    def _read(
        self,
        header: Header,
        tokens: list[int],
        priority: Priority = Priority.INTERACTIVE,
        cancellation: Cancellation | None = None,
    ) -> Frame:
        """Ask something that reads `tokens` in the context of small questions."""
        room = SCORING_TOKENS
        if len(tokens) >= room:
            raise ContextOverflowError(f"{len(tokens)} tokens are more than the context of {room} holds.")
        return self._ask(header, pack_tokens(tokens), priority, cancellation)

    @property
    def _background_room(self) -> int:
        return min(self._options.background_tokens, self.info.context_tokens)

    def _ask(
        self, header: Header, payload: bytes, priority: Priority, cancellation: Cancellation | None = None
    ) -> Frame:
        """One question and its answer; when it has to give way it is asked again, with what was read kept.

        Where it is cancelled, the answer is empty.
        """
        child = self._ready()
        exchange = child.begin()
        cancellation = cancellation or Cancellation()

        def cancel() -> None:
            child.send(exchange, {"op": "enough" if cancellation.gentle else "cancel"})
            self._turns.wake()

        cancellation.on_cancel(cancel)
        try:
            while not cancellation.cancelled:
                with self._turns.turn(
                    priority,
                    lambda: child.send(exchange, {"op": "pause"}),
                    lambda: cancellation.cancelled,
                ) as mine:
                    if not mine:
                        break
                    child.send(exchange, header, payload)
                    reply = next(child.answers(exchange))
                if reply[0]["op"] != "suspended":
                    return reply
            return {"op": "cancelled"}, b""
        finally:
            child.end(exchange)

    def _prompts(self) -> PromptEncoder:
        self._ready()
        if self._encoder is None:
            raise LanguageError("The language model is not loaded yet.")
        return self._encoder

    def _ready(
        self, on_progress: OnProgress = ignore_progress, early: Early = nothing_early
    ) -> SupervisedChild:
        with self._starting:
            if self._closed:
                raise ModelClosedError("The language model is closed.")
            if self._child is None or not self._child.alive:
                self._child = self._start(on_progress, early)
            return self._child

    def _start(self, on_progress: OnProgress, early: Early) -> SupervisedChild:
        shape, weights = read_shape(self._path), self._path.stat().st_size
        child = start_child()
        try:
            self._options = fit_options(weights, shape, self._wish, ask_machine(child))
            self._held = None if early is nothing_early else _hand_over(child, early)
            self._take_in(child, self._load(child, on_progress))
        except BaseException:
            child.close()
            raise
        return child

    def _load(self, child: SupervisedChild, on_progress: OnProgress) -> Header:
        exchange = child.begin()
        child.send(exchange, self._load_header())
        try:
            for header, _ in child.answers(exchange):
                if header["op"] == "done":
                    return header
                on_progress(header["progress"])
        finally:
            child.end(exchange)
        raise AssertionError("the answers end with a reply or an error")

    def _load_header(self) -> Header:
        return {
            "op": "load",
            "path": str(self._path),
            "sha256": self._sha256,
            **{name: str(path or "") for name, path in self._adapters.items()},
            "key": self._state_key.hex(),
            "threads": self._options.threads,
            "context_tokens": self._options.context_tokens,
            "background_tokens": self._options.background_tokens,
            "gpu_layers": self._options.gpu_layers,
            "cache_type": self._options.cache_type.value,
            "micro_batch": self._options.micro_batch,
            "flash_attention": self._options.flash_attention,
            "rearranged": self._options.rearranged,
        }

    def _take_in(self, child: SupervisedChild, loaded: Header) -> None:
        self._info = ModelInfo(
            name=self._name,
            sha256=self._sha256,
            context_tokens=loaded["context_tokens"],
            parameters=loaded["parameters"],
            layers=loaded["layers"],
            embedding_size=loaded["embedding_size"],
            load_s=loaded["load_s"],
            rewrites=loaded["rewrites"],
        )
        special_texts = {"bos_token": loaded["bos_token"], "eos_token": loaded["eos_token"]}
        chat_format = derive_format(loaded["template"], special_texts)

        def tokenise(text: str, special: bool) -> tuple[int, ...]:
            return _tokenise(child, text, special=special)

        self._encoder = PromptEncoder(tokenise, chat_format, loaded["beginning"])


def _hand_over(child: SupervisedChild, early: Early) -> "Future[bytes]":
    """Give the child the state that `early` finds, beside what else it does; what it was given, b"" for nothing."""
    given: Future[bytes] = Future()

    def give() -> None:
        state = b""
        try:
            state = early()
            if state:
                exchange = child.begin()
                child.send(exchange, {"op": "hold"}, state)
                child.end(exchange)
        finally:
            given.set_result(state)

    threading.Thread(target=give, name="handing a state over", daemon=True).start()
    return given


def ask_machine(child: SupervisedChild) -> Machine:
    """What is free on this machine for a model in `child`, which need not have one."""
    exchange = child.begin()
    try:
        child.send(exchange, {"op": "devices"})
        header, _ = next(child.answers(exchange))
        return this_machine(header["gpu_bytes"], unified=header["unified"])
    finally:
        child.end(exchange)


def measure_machine() -> Machine:
    """What is free now for a model. Raises NativeLibraryError where the language engine does not start."""
    child = start_child()
    try:
        return ask_machine(child)
    finally:
        child.close()


def _tokenise(child: SupervisedChild, text: str, *, special: bool) -> tuple[int, ...]:
    exchange = child.begin()
    try:
        child.send(exchange, {"op": "tokenise", "text": text, "special": special})
        _, payload = next(child.answers(exchange))
        return tuple(unpack_tokens(payload))
    finally:
        child.end(exchange)
