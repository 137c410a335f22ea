"""The same conversation with plain llama-cpp-python: `python -m companion.cli.bench.plain`.

Its high-level class as its documentation uses it: whole message lists, its own prefix match, its own state.
"""

import json
import pickle
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

Message = dict[str, str]
ANSWER = 48


def loaded(path: str, threads: int) -> Any:
    """A model with the context the companion uses too."""
    from llama_cpp import Llama  # noqa: PLC0415 - only this process has any use for it

    return Llama(path, n_ctx=8192, n_threads=threads, n_threads_batch=threads, verbose=False)


def first_token(model: Any, messages: list[Message]) -> float:
    """Seconds to the first word; the rest of the answer is read to its end."""
    started = time.monotonic()
    first = 0.0
    for chunk in model.create_chat_completion(messages, stream=True, max_tokens=ANSWER, temperature=0.3):
        if not first and chunk["choices"][0]["delta"].get("content"):
            first = time.monotonic() - started
    return first


def measure(task: dict[str, Any]) -> dict[str, float]:
    """Cold, warm and from a state in a file, which is deleted again."""
    model = loaded(task["path"], task["threads"])
    cold: list[Message] = task["cold"]
    figures = {"plain_cold_first_token_s": first_token(model, cold)}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "state"
        file.write_bytes(pickle.dumps(model.save_state()))
        figures["plain_state_bytes"] = float(file.stat().st_size)
        warm: list[Message] = task["warm"]
        first_token(model, warm[:-3])
        figures["plain_warm_first_token_s"] = first_token(model, warm[:-1])
        model.close()
        model = loaded(task["path"], task["threads"])
        started = time.monotonic()
        model.load_state(pickle.loads(file.read_bytes()))  # noqa: S301 - written by this very process
        figures["plain_restored_first_token_s"] = time.monotonic() - started + first_token(model, cold)
    return figures


def main() -> None:
    """Read the task, print the figures."""
    sys.stdout.write(json.dumps(measure(json.loads(sys.stdin.read()))) + "\n")


if __name__ == "__main__":
    main()
