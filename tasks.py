#!/usr/bin/env python3
"""Every chore of the project, a line each: `python tasks.py --help`.

Run it with the environment's Python (`.venv/bin/python tasks.py check`); `installers/bootstrap.py test` makes
that environment and runs `check` and `test`.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PYTHON = sys.executable
BENCHMARKS = ROOT / "tests" / "benchmarks"
OWN_CODE = ["engine", "companion", "ui", "installers", "tests", "tasks.py"]
SCREEN = ["xvfb-run", "--auto-servernum", "--server-args=-screen 0 1600x1000x24"]

# Where whole minds are composed without a profile being named.
WITHOUT_MOOD = [
    "tests/unit/companion/requests",
    "tests/unit/companion/rooms",
    "tests/integration/conversation",
    "tests/integration/week",
]
# A file is the unit: what its tests share (a loaded model, a served one) is made once. In the order of `testpaths`.
EVERY_CORE = [f"--numprocesses={os.cpu_count() or 1}", "--dist=loadfile", "--no-loadscope-reorder"]
SLOWEST = ["--durations=30", "--durations-min=8"]
"""Told at the end of the suite: what to look at when it grows."""

CHECKS: tuple[tuple[str, list[str]], ...] = (
    ("lint", ["-m", "ruff", "check", *OWN_CODE]),
    ("format", ["-m", "ruff", "format", "--check", *OWN_CODE]),
    ("types", ["-m", "mypy"]),
    ("directions", ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]),
    ("size budget", ["-m", "tests.size_budget"]),
)


def check(_rest: Sequence[str]) -> int:
    """Lint, format, types, directions of imports, size budget: all of them, then say which failed."""
    failed = [name for name, arguments in CHECKS if not _passes(name, arguments)]
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def test(rest: Sequence[str]) -> int:
    """Run tests on a virtual screen with a session bus of its own; options go to pytest.

    Without a path it is the whole suite but `live`, and every core takes a file at a time, the longest kinds first.
    """
    whole = [] if _names_tests(rest) else [*EVERY_CORE, "-m", "not live", *SLOWEST]
    return _pytest(*whole, *rest)


def live(rest: Sequence[str]) -> int:
    """Run the tests that listen to a real audio server: in real time, one after the other."""
    return _pytest("tests/integration/senses", "-m", "live", *rest)


def calibrations(rest: Sequence[str]) -> int:
    """Fit anew how far the catalogue's models are trusted where they decide, after a change of a question."""
    return subprocess.call(
        [*_surroundings(), PYTHON, "-m", "installers.teaching.calibrations", *rest], cwd=ROOT
    )


def tuning(rest: Sequence[str]) -> int:
    """Teach a starter model anew, after a change of what it is taught by: `talking`, `rewriting`; half an hour."""
    return subprocess.call([*_surroundings(), PYTHON, "-m", "installers.teaching.tuning", *rest], cwd=ROOT)


def cognitive(rest: Sequence[str]) -> int:
    """Run the tests that compose a mind once more, without the mood room and without a language model."""
    return _pytest(*WITHOUT_MOOD, *EVERY_CORE, "--profile", "cognitive", "-m", "not model", *rest)


def tidy(_rest: Sequence[str]) -> int:
    """Format every file and mend what the linter can mend."""
    commands = (["check", "--fix", *OWN_CODE], ["format", *OWN_CODE])
    return max(subprocess.call([PYTHON, "-m", "ruff", *command], cwd=ROOT) for command in commands)


def bench(rest: Sequence[str]) -> int:
    """Run a benchmark by its name, without a name list them; further options go to it."""
    names = sorted(path.stem for path in BENCHMARKS.glob("[a-z]*.py"))
    if not rest:
        print("\n".join(names) or "There is no benchmark yet.")
        return 0
    if rest[0] not in names:
        print(f"No benchmark is called {rest[0]}; there are: {', '.join(names)}", file=sys.stderr)
        return 2
    return subprocess.call([PYTHON, "-m", f"tests.benchmarks.{rest[0]}", *rest[1:]], cwd=ROOT)


def weights(_rest: Sequence[str]) -> int:
    """Train the gate before governed updates anew, after a change of its phrasings."""
    return subprocess.call([*_surroundings(), PYTHON, "-m", "installers.teaching.weights"], cwd=ROOT)


def feelings(rest: Sequence[str]) -> int:
    """Train the classifier of feelings anew from a folder that holds GoEmotions (train.tsv, dev.tsv)."""
    return subprocess.call([PYTHON, "-m", "installers.teaching.feelings", *rest], cwd=ROOT)


def docs(rest: Sequence[str]) -> int:
    """Build the site of docs/ into site/; with `serve` show it on this machine while it is written."""
    work = ["serve"] if rest[:1] == ["serve"] else ["build", "--strict", *rest]
    return subprocess.call([PYTHON, "-m", "mkdocs", *work], cwd=ROOT)


def pictures(_rest: Sequence[str]) -> int:
    """Take the pictures of the guide anew, after the window's looks changed."""
    return subprocess.call([PYTHON, "-m", "installers.pictures"], cwd=ROOT)


def lock(_rest: Sequence[str]) -> int:
    """Write the lock files anew from a fresh environment with the newest versions that pyproject allows."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PYTHON, "-m", "venv", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        runtime = _installed_with(python, ".[worker,chroma]")
        everything = _installed_with(python, ".[worker,chroma,dev]")
    _write_lock("lock.txt", "What the program runs with", runtime)
    _write_lock(
        "lock-dev.txt", "What its checks and tests need besides", sorted(set(everything) - set(runtime))
    )
    return 0


TASKS: dict[str, Callable[[Sequence[str]], int]] = {
    "check": check,
    "test": test,
    "live": live,
    "cognitive": cognitive,
    "format": tidy,
    "bench": bench,
    "docs": docs,
    "pictures": pictures,
    "lock": lock,
    "weights": weights,
    "tuning": tuning,
    "calibrations": calibrations,
    "feelings": feelings,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one task; returns its exit code."""
    words = "\n".join(f"  {name:9} {(task.__doc__ or '').splitlines()[0]}" for name, task in TASKS.items())
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=f"tasks:\n{words}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=TASKS)
    options, rest = parser.parse_known_args(arguments)
    return TASKS[options.task](rest)


def _passes(name: str, arguments: list[str]) -> bool:
    started = time.monotonic()
    done = subprocess.run([PYTHON, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    print(f"{'✗' if done.returncode else '✓'} {name} ({time.monotonic() - started:.1f} s)", flush=True)
    if done.returncode:
        print(done.stdout + done.stderr, flush=True)
    return done.returncode == 0


def _pytest(*words: str) -> int:
    command = [*_surroundings(), PYTHON, "-m", "pytest", *words]
    return subprocess.call(command, cwd=ROOT, env=_test_environ())


def _names_tests(rest: Sequence[str]) -> bool:
    return any((ROOT / word.partition("::")[0]).exists() for word in rest if not word.startswith("-"))


def _surroundings() -> list[str]:
    """A session bus and a virtual screen where this machine has them: tests stay off the desktop."""
    bus = ["dbus-run-session", "--"] if shutil.which("dbus-run-session") else []
    return bus + (SCREEN if shutil.which(SCREEN[0]) else [])


def _test_environ() -> dict[str, str]:
    """What a process compiled is kept for the next: each that tests start would compile the program anew."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    if not shutil.which(SCREEN[0]):
        print("No xvfb-run here: windows are tested off screen.", file=sys.stderr)
        environ["QT_QPA_PLATFORM"] = "offscreen"
    return environ


def _installed_with(python: str, target: str) -> list[str]:
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--editable", target], cwd=ROOT, check=True)
    frozen = subprocess.run(
        [python, "-m", "pip", "freeze"], capture_output=True, text=True, check=True
    ).stdout
    lines = (line for line in frozen.splitlines() if re.match(r"[\w.-]+==", line))
    # The build (`+cpu`, `+cu130`) is chosen on each machine.
    return [re.sub(r"^(torch==[^+]+)\+.*", r"\1", line) for line in lines]


def _write_lock(name: str, words: str, lines: list[str]) -> None:
    head = f"# {words}. Written by `python tasks.py lock`.\n"
    (ROOT / "installers" / name).write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
