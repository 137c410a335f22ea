import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from companion.preferences import PROFILE_VARIABLE
from engine.models import standard_store

MODEL = "qwen2.5-coder-0.5b"
SENTENCES = "minilm-l6-onnx"
PASSPHRASE = "a passphrase for tests"
ROOT = Path(__file__).parents[2]


def _is_passed_on(name: str) -> bool:
    return name == PROFILE_VARIABLE or not name.startswith("COMPANION_")


class Program:
    """The real program on a home of its own, with the small model, and without display or keyring."""

    def __init__(self, place: Path, models: Path) -> None:
        self.home = place / "home"
        self.environment = {
            **{name: value for name, value in os.environ.items() if _is_passed_on(name)},
            "COMPANION_MODELS": str(models),
            "COMPANION_PASSPHRASE": PASSPHRASE,
            "HOME": str(place),
            "TMPDIR": str(place / "tmp"),
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        }
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR", "XDG_DATA_HOME"):
            self.environment.pop(name, None)
        (place / "tmp").mkdir()

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "companion", "--home", str(self.home), *arguments]

    def start(self, *arguments: str, **options: Any) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            self.command(*arguments),
            env=self.environment,
            cwd=ROOT,
            text=True,
            stdin=options.pop("stdin", subprocess.DEVNULL),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Who runs many tests at once ignores Ctrl+C, and what ignores it hands that on.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - before threads
            **options,
        )

    def run(self, *arguments: str, typed: str | None = None) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            self.command(*arguments),
            env=self.environment,
            cwd=ROOT,
            text=True,
            input=typed or "",
            capture_output=True,
            timeout=280,
            check=False,
        )

    @contextmanager
    def owner(self) -> Iterator[None]:
        """A life of the program: commands run meanwhile join its mind and its loaded model."""
        with self.start("chat", stdin=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write("/recalled\n")
            process.stdin.flush()
            assert process.stdout.readline() == "Nothing was said yet.\n"
            yield
            _, complaints = process.communicate("/bye\n", timeout=120)
            assert process.returncode == 0, complaints

    def document(self, *arguments: str) -> dict[str, Any]:
        """What a command prints with `--json`."""
        done = self.run(*arguments, "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


@pytest.fixture(scope="session")
def small_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model folder that holds the small model and the sentence model only, prepared as an installation is.

    What was read is the machine's, not the folder's: one worker reads, and the next run finds it.
    """
    store, folder = standard_store(), tmp_path_factory.mktemp("models")
    for name in (MODEL, SENTENCES):
        (folder / name).symlink_to(store.path(name), target_is_directory=True)
    states = store.folder / "prepared"
    states.mkdir(exist_ok=True)
    (folder / "prepared").symlink_to(states, target_is_directory=True)
    with FileLock(tmp_path_factory.getbasetemp().parent / "preparing.lock"):
        done = Program(tmp_path_factory.mktemp("preparing"), folder).run("models", "prepare")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def program(tmp_path: Path, small_models: Path) -> Program:
    return Program(tmp_path, small_models)


@pytest.fixture
def phrases_on_disk(tmp_path: Path) -> Callable[[Sequence[str]], list[str]]:
    """Which of some phrases stand in any file under the home, log, cache and temporary folders, in any encoding."""

    def found(phrases: Sequence[str]) -> list[str]:
        contents = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
        return [
            phrase
            for phrase in phrases
            for content in contents
            if phrase.encode() in content or phrase.encode("utf-16-le") in content
        ]

    return found
