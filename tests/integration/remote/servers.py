"""Real servers on this machine: llama.cpp's own for OpenAI's interface, and one that speaks Ollama's.

No Ollama is needed for the second: it keeps to the interface that Ollama documents, over HTTP/1.1 with chunks, and
any of our language models is its brain.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import AF_INET, SOCK_STREAM, socket
from typing import Any

import httpx

from engine.language import (
    Cancellation,
    Finish,
    GenerationRequest,
    LanguageModel,
    Place,
    Role,
    Sampling,
    Segment,
)

STARTING_S = 240.0
SERVED = "small"
DIGEST = "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32"


def free_port() -> int:
    with socket(AF_INET, SOCK_STREAM) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def openai_server(model: Path, context_tokens: int = 512) -> Iterator[str]:
    """`llama_cpp.server` with `model` called `small`; gives its base address."""
    port = free_port()
    options = {"model": model, "model_alias": SERVED, "n_ctx": context_tokens, "port": port, "n_threads": 2}
    words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    process = subprocess.Popen(
        [sys.executable, "-m", "llama_cpp.server", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # Spinning threads starve each other on a busy machine.
        env={**os.environ, "OMP_WAIT_POLICY": "passive"},
    )
    try:
        url = f"http://127.0.0.1:{port}/v1"
        _await(url + "/models", process)
        yield url
    finally:
        process.kill()
        process.wait()


def _await(url: str, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + STARTING_S
    while time.monotonic() < end and process.poll() is None:
        with suppress(httpx.TransportError):
            if httpx.get(url, trust_env=False).is_success:
                return
        time.sleep(0.2)
    raise AssertionError("the server did not start")


class OllamaServer(ThreadingHTTPServer):
    """Speaks Ollama's interface for one model, `small:latest`; `brain` writes the answers.

    `asked` keeps the bodies of chats. `fault` makes it misbehave: `slow` (no word at all), `broken` (the
    connection ends after three words), `error` (an error within the answer), `refuse` (status 500).
    """

    daemon_threads = True
    # What a client leaves open at its death must not be waited for.
    block_on_close = False

    def __init__(self, brain: LanguageModel, context_tokens: int = 512) -> None:
        super().__init__(("127.0.0.1", 0), _OllamaHandler)
        self.brain, self.context_tokens = brain, context_tokens
        self.asked: list[dict[str, Any]] = []
        self.fault = ""
        self.gone = threading.Event()
        self.refuses_schemas = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def ollama_server(brain: LanguageModel, context_tokens: int = 512) -> Iterator[OllamaServer]:
    """The server, answering in threads of its own until the end."""
    server = OllamaServer(brain, context_tokens)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.gone.set()
        server.shutdown()
        thread.join()
        server.server_close()


class _OllamaHandler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server: OllamaServer

    def log_message(self, format: str, *arguments: Any) -> None:  # noqa: A002 - the library's own name
        """Say nothing."""

    def do_GET(self) -> None:
        if self.path == "/api/tags":
            details = {"format": "gguf", "family": "qwen2", "parameter_size": "494M"}
            row = {"name": f"{SERVED}:latest", "model": f"{SERVED}:latest", "size": 491_400_064}
            self._json(200, {"models": [{**row, "digest": DIGEST, "details": details}]})
        else:
            self._json(404, {"error": "not found"})

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if body["model"] not in {SERVED, f"{SERVED}:latest"}:
            self._json(404, {"error": f"model '{body['model']}' not found"})
        elif self.path == "/api/show":
            facts = {
                "general.architecture": "qwen2",
                "general.parameter_count": 494_032_768,
                "qwen2.context_length": self.server.context_tokens,
                "qwen2.embedding_length": 896,
                "qwen2.block_count": 24,
            }
            self._json(200, {"details": {"parameter_size": "494M"}, "model_info": facts})
        else:
            self._chat(body)

    def _chat(self, body: dict[str, Any]) -> None:
        self.server.asked.append(body)
        if self.server.fault == "refuse":
            return self._json(500, {"error": "model runner has unexpectedly stopped"})
        if self.server.refuses_schemas and isinstance(body.get("format"), dict):
            return self._json(400, {"error": "invalid format"})
        if self.server.fault == "slow":
            self.server.gone.wait(30)
            self.close_connection = True
            return None
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        with suppress(ConnectionError):
            self._answer(body)
        return None

    def _answer(self, body: dict[str, Any]) -> None:
        stop, said = Cancellation(), 0

        def on_text(text: str) -> None:
            nonlocal said
            said += 1
            if self.server.fault and said > 3:
                stop.cancel()
                return
            try:
                self._line({"message": {"role": "assistant", "content": text}, "done": False})
            except ConnectionError:
                stop.cancel()
                raise

        result = self.server.brain.generate(_request(self.server.brain, body), on_text, stop)
        if self.server.fault == "broken":
            self.close_connection = True
            return
        if self.server.fault == "error":
            self._line({"error": "an error was encountered while running the model"})
        else:
            self._line(
                {
                    "message": {"role": "assistant", "content": ""},
                    "done": True,
                    "done_reason": "length" if result.finish is Finish.LENGTH else "stop",
                    "prompt_eval_count": result.prompt_tokens,
                    "eval_count": len(result.tokens),
                }
            )
        self.wfile.write(b"0\r\n\r\n")

    def _line(self, fields: dict[str, Any]) -> None:
        line = json.dumps({"model": f"{SERVED}:latest", **fields}).encode() + b"\n"
        self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")
        self.wfile.flush()

    def _json(self, status: int, content: dict[str, Any]) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _request(brain: LanguageModel, body: dict[str, Any]) -> GenerationRequest:
    segments = (Segment(Role(each["role"]), each["content"], Place.UTTERANCE) for each in body["messages"])
    options = body["options"]
    form = body.get("format")
    return GenerationRequest(
        tuple(map(brain.encode, segments)),
        options["num_predict"],
        sampling=Sampling(options["temperature"], options["top_p"], options["top_k"], options["min_p"]),
        schema=form if isinstance(form, dict) else None,
        stop=tuple(options.get("stop", ())),
    )
