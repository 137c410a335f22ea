"""The child's loop: takes requests off the pipe, answers them, gives way when told to.

Three threads: the caller's reads frames, raises flags and tokenises; one runs conversation and short tools at
normal priority; one runs background generations at low priority. A lock makes sure that only one of the two
computes.
"""

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from engine.language.native.generation import Generation, Writer, make_generation
from engine.language.native.lanes import InterruptedReadError, Lane, common_prefix
from engine.language.native.library import AbortFlag, NativeFaultError, gpu_memory, start
from engine.language.native.model import SMALL_TASKS, LoadedModel
from engine.language.native.protocol import pack_tokens, unpack_tokens
from engine.language.native.sampling import shares
from engine.language.native.saved_state import restore, save
from engine.process.wire import Frame, Header, read_frame, write_frame

LOW_PRIORITY = 15
OWN_WORDS = b"the program's own words"
"""The key for states that hold nothing of what was said: it finds damage, and every home can read them."""
Reply = tuple[Header, bytes]


class Server:
    """Serves one model over a pair of file descriptors until the pipe closes."""

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._sink = sink
        self._writing = threading.Lock()
        self._computing = threading.Lock()
        self._abort = AbortFlag()
        self._interruption = Interruption(self._abort)
        self._suspended: dict[int, Generation] = {}
        self._model: LoadedModel | None = None
        self._key = b""
        self._held = b""
        self._front: SimpleQueue[Frame] = SimpleQueue()
        self._back: SimpleQueue[Frame] = SimpleQueue()
        self._operations: dict[str, Callable[[Header, bytes], Reply]] = {
            "devices": self._devices,
            "load": self._load,
            "generate": self._generate,
            "resume": self._resume,
            "choose": self._choose,
            "read_question": self._read_question,
            "keep_question": self._keep_question,
            "restore_question": self._restore_question,
            "has_question": self._has_question,
            "surprise": self._surprise,
            "embed": self._embed,
            "hidden_state": self._hidden_state,
            "save": self._save,
            "restore": self._restore,
            "read_prefix": self._read_prefix,
            "forget_beyond": self._forget_beyond,
        }

    def serve(self) -> None:
        """Run until the application closes the pipe; returning ends the process."""
        start()
        for queue, niceness in ((self._front, 0), (self._back, LOW_PRIORITY)):
            threading.Thread(target=self._work, args=(queue, niceness), daemon=True).start()
        while (frame := read_frame(lambda size: os.read(self._source, size))) is not None:
            self._take(*frame)

    def _take(self, header: Header, payload: bytes) -> None:
        operation = header["op"]
        if operation in {"cancel", "pause", "enough"}:
            self._interruption.demand(header["id"], operation)
        elif operation == "discard":
            self._suspended.pop(header["id"], None)
        elif operation == "hold":
            # While the weights load: it will be asked for as soon as they are there.
            self._held = payload
        elif operation == "tokenise":
            self._answer(header, b"", self._tokenise)
        else:
            queue = self._back if header.get("lane") == "background" else self._front
            queue.put((header, payload))

    def _work(self, queue: "SimpleQueue[Frame]", niceness: int) -> None:
        if niceness and sys.platform == "linux":
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
        while True:
            header, payload = queue.get()
            with self._computing:
                self._interruption.begin(header["id"])
                self._answer(header, payload, self._operations[header["op"]])
                self._interruption.end()

    def _answer(self, header: Header, payload: bytes, operation: Callable[[Header, bytes], Reply]) -> None:
        try:
            reply, data = operation(header, payload)
        except InterruptedReadError:
            reply, data = {"op": "suspended"}, b""
        except NativeFaultError as fault:
            reply, data = {"op": "fault", "code": fault.code, "message": str(fault)}, b""
        except Exception as error:  # noqa: BLE001 - the border of the process: our bug is told by type, never content
            reply, data = {"op": "fault", "code": "internal", "message": type(error).__name__}, b""
        self._send({**reply, "id": header["id"]}, data)

    def _send(self, header: Header, payload: bytes = b"") -> None:
        with self._writing, suppress(BrokenPipeError):
            write_frame(lambda part: os.write(self._sink, part), header, payload)

    def _devices(self, _header: Header, _payload: bytes) -> Reply:
        free, unified = gpu_memory()
        return {"op": "done", "gpu_bytes": free, "unified": unified}, b""

    def _load(self, header: Header, _payload: bytes) -> Reply:
        def report(progress: float) -> None:
            self._send({"op": "progress", "id": header["id"], "progress": progress})

        self._key = bytes.fromhex(header["key"])
        self._model = LoadedModel(header, self._abort, Steps(report))
        return {"op": "done", **self._model.describe()}, b""

    def _tokenise(self, header: Header, _payload: bytes) -> Reply:
        return {"op": "done"}, pack_tokens(
            self._loaded.vocabulary.encode(header["text"], special=header["special"])
        )

    def _generate(self, header: Header, payload: bytes) -> Reply:
        tokens = unpack_tokens(payload)
        model, self._held = self._loaded, b""  # what was not asked for until now never will be
        room = model.room(header["lane"])
        if not tokens or len(tokens) >= room:
            raise NativeFaultError(
                "overflow", f"{len(tokens)} tokens are more than the context of {room} holds"
            )
        return self._run(header, make_generation(tokens, header, model.vocabulary, room))

    def _resume(self, header: Header, _payload: bytes) -> Reply:
        generation = self._suspended.pop(header["id"], None)
        if generation is None:
            raise NativeFaultError("lost", "nothing is suspended under this number")
        return self._run(header, generation)

    def _run(self, header: Header, generation: Generation) -> Reply:
        def say(text: str) -> None:
            self._send({"op": "text", "id": header["id"], "text": text})

        lane = self._loaded.lane(header["lane"], generation)
        if header["lane"] in SMALL_TASKS:
            lane.lasting = min(header["question"], len(lane.tokens))
        finish = Writer(self._loaded.vocabulary, self._abort).run(
            generation, lane, say, lambda: self._interruption.enough
        )
        if finish is None and self._interruption.paused:
            self._suspended[header["id"]] = generation
            return {**_result(generation, "cancelled"), "op": "suspended"}, pack_tokens(generation.written)
        rest = generation.text.finish()
        if rest:
            say(rest)
        if header["lane"] in SMALL_TASKS:
            lane.lasting = header["question"]
        return _result(generation, finish or "cancelled"), pack_tokens(generation.written)

    def _choose(self, header: Header, payload: bytes) -> Reply:
        lane = self._asked(header, payload)
        return {"op": "done", "shares": shares(lane.context.logits(), header["options"])}, b""

    def _asked(self, header: Header, payload: bytes) -> Lane:
        """The lane that has read a question, with the logits of its answer ready."""
        tokens = unpack_tokens(payload)
        lane = self._loaded.scoring_lane(tokens)
        lane.read(tokens)
        lane.lasting = header["question"]
        return lane

    def _read_question(self, header: Header, payload: bytes) -> Reply:
        self._asked(header, payload)
        return {"op": "done"}, b""

    def _keep_question(self, header: Header, payload: bytes) -> Reply:
        tokens = unpack_tokens(payload)
        lane = self._small_lane(header, tokens)
        if common_prefix(lane.tokens, tokens) < len(tokens):
            return {"op": "done"}, b""
        lane.truncate(len(tokens))
        return {"op": "done"}, save(lane, self._print_of(header), OWN_WORDS)

    def _restore_question(self, header: Header, payload: bytes) -> Reply:
        lane = self._small_lane(header, [])
        count = restore(lane, payload, self._print_of(header), OWN_WORDS, alone=False)
        lane.lasting = count
        return {"op": "done", "tokens": count}, b""

    def _has_question(self, header: Header, payload: bytes) -> Reply:
        has = self._loaded.has_read(unpack_tokens(payload), for_state=header["for_state"])
        return {"op": "done", "has": has}, b""

    def _small_lane(self, header: Header, tokens: list[int]) -> Lane:
        model = self._loaded
        return model.probing_lane(tokens) if header["for_state"] else model.scoring_lane(tokens)

    def _print_of(self, header: Header) -> dict[str, Any]:
        return self._loaded.fingerprint(for_state=header["for_state"])

    def _surprise(self, header: Header, payload: bytes) -> Reply:
        tokens = unpack_tokens(payload)
        lane = self._loaded.scoring_lane(tokens)
        scored = range(len(tokens) - header["last"], len(tokens))
        lane.truncate(max(0, scored.start - 1))
        lane.read(tokens, scored)
        return {"op": "done", "surprise": [lane.surprises[at] for at in scored]}, b""

    def _embed(self, header: Header, payload: bytes) -> Reply:
        return {"op": "done", "vector": self._loaded.embed(unpack_tokens(payload))}, b""

    def _hidden_state(self, header: Header, payload: bytes) -> Reply:
        tokens = unpack_tokens(payload)
        lane = self._loaded.probing_lane(tokens)
        state = self._loaded.state_after(lane, tokens)
        lane.lasting = header["question"]
        return {"op": "done"}, state

    def _save(self, _header: Header, _payload: bytes) -> Reply:
        return {"op": "done"}, save(self._loaded.conversation, self._loaded.fingerprint(), self._key)

    def _key_for(self, header: Header) -> bytes:
        return OWN_WORDS if header.get("own_words") else self._key

    def _restore(self, header: Header, payload: bytes) -> Reply:
        held, self._held = self._held, b""
        state = held if header["held"] else payload
        count = restore(self._loaded.conversation, state, self._loaded.fingerprint(), self._key_for(header))
        return {"op": "done", "tokens": count}, b""

    def _read_prefix(self, header: Header, payload: bytes) -> Reply:
        tokens = unpack_tokens(payload)
        lane = self._loaded.primed_background(tokens)
        lane.read(tokens)
        return {"op": "done"}, save(lane, self._loaded.fingerprint(), self._key_for(header))

    def _forget_beyond(self, _header: Header, payload: bytes) -> Reply:
        return {"op": "done", "tokens": self._loaded.forget_beyond(unpack_tokens(payload))}, b""

    @property
    def _loaded(self) -> LoadedModel:
        if self._model is None:
            raise NativeFaultError("internal", "no model is loaded")
        return self._model


class Interruption:
    """Which running request shall stop: for good ("cancel"), for now ("pause"), or at the end of the piece that it
    reads ("enough").
    """

    def __init__(self, abort: AbortFlag) -> None:
        self._abort = abort
        self._lock = threading.Lock()
        self._running: int | None = None
        self._demands: dict[int, str] = {}

    def demand(self, request: int, kind: str) -> None:
        """Stop `request`; one not begun yet stops as soon as it does. A cancel outweighs a pause."""
        with self._lock:
            if self._demands.get(request) != "cancel":
                self._demands[request] = kind
            if self._running == request and kind != "enough":
                self._abort.set()

    def begin(self, request: int) -> None:
        with self._lock:
            self._running = request
            if self._demands.get(request, "enough") != "enough":
                self._abort.set()

    def end(self) -> None:
        with self._lock:
            if self._running is not None:
                self._demands.pop(self._running, None)
            self._running = None
            self._abort.clear()

    @property
    def paused(self) -> bool:
        """Whether the running request is only to wait."""
        return self._demanded("pause")

    @property
    def enough(self) -> bool:
        """Whether the running request need not read on."""
        return self._demanded("enough")

    def _demanded(self, kind: str) -> bool:
        with self._lock:
            return self._running is not None and self._demands.get(self._running) == kind


class Steps:
    """Passes a rising fraction on in steps of a hundredth, and its end."""

    def __init__(self, report: Callable[[float], None]) -> None:
        self._report = report
        self._last = -1.0

    def __call__(self, progress: float) -> None:
        if progress - self._last >= 0.01 or (progress >= 1.0 > self._last):
            self._last = progress
            self._report(round(progress, 3))


def _result(generation: Generation, finish: str) -> dict[str, Any]:
    return {
        "op": "done",
        "finish": finish,
        "prompt_tokens": generation.prompt_tokens,
        "reused_tokens": generation.reused or 0,
        "surprise": generation.surprise,
    }
