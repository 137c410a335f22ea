#!/usr/bin/env python3
"""One command that makes the environment and starts the companion, and one that tests it.

    python3 installers/bootstrap.py run              environment, starter models, then the application
    python3 installers/bootstrap.py test --system    the same with system packages, then every check and test

Standard library only: it runs before anything is installed. Whatever is done already is left alone, so the
second time takes no more than a look; after an interruption the same command goes on.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Show = Callable[[str], str]  # what is worth telling of a line; empty for nothing

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed.json"
LOCK = ROOT / "installers" / "lock.txt"
LOCK_DEV = ROOT / "installers" / "lock-dev.txt"

OLDEST, TOO_NEW = (3, 11), (3, 14)
TORCH_CPU_HOST = "download.pytorch.org"
TORCH_CPU_INDEX = f"https://{TORCH_CPU_HOST}/whl/cpu"

# What the window needs beyond a plain Debian; a desktop has most of it.
RUN_PACKAGES = [
    "g++",
    "libasound2-plugins",
    "libdbus-1-3",
    "libegl1",
    "libfontconfig1",
    "libgl1",
    "libportaudio2",
    "libxcb-cursor0",
    "libxcb-icccm4",
    "libxcb-image0",
    "libxcb-keysyms1",
    "libxcb-render-util0",
    "libxcb-shape0",
    "libxcb-xinerama0",
    "libxkbcommon-x11-0",
    "pulseaudio-utils",  # by its pactl a device is missed whose stream the server has moved
]
# A session bus with a keyring, fonts that make screenshots alike, an audio server, a virtual screen with a tray,
# notifications and a hand.
_SCREEN = ["dunst", "trayer", "xauth", "xdotool", "xvfb"]
TEST_PACKAGES = ["dbus", "fonts-dejavu-core", "fonts-noto-core", "gnome-keyring", "pulseaudio", *_SCREEN]


class BootstrapError(Exception):
    """Something that the person has to put right; the message says what and how."""


def main(arguments: list[str] | None = None) -> int:
    """Carry out one command line; returns the exit code."""
    options, rest = _parser().parse_known_args(arguments)
    try:
        _use_a_fitting_python()
        return run(options, rest) if options.command == "run" else test(options, rest)
    except BootstrapError as error:
        print(f"\n✗ {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, words in (
        ("run", "make the environment, fetch the starter models, start (other words go to the companion)"),
        ("test", "make the environment, then run every check and test (other options go to pytest)"),
    ):
        command = commands.add_parser(name, help=words)
        command.add_argument("--system", action="store_true", help="install missing system packages (Debian)")
    return parser


def run(options: argparse.Namespace, rest: list[str]) -> int:
    """Prepare what the application needs, then become it."""
    system_packages(RUN_PACKAGES, install=options.system)
    environment(dev=False)
    starter_models()
    offer_voice(terminal=sys.stdin.isatty())
    surface = chosen_surface(os.environ, terminal=sys.stdin.isatty() and sys.stdout.isatty())
    command = [*companion(), *rest, *([] if names_a_command(rest) else surface)]
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted
    return subprocess.call(command)


def test(options: argparse.Namespace, rest: list[str]) -> int:
    """Prepare what the tests need, then run checks and suite; returns the first failure.

    The whole suite is begun with what listens in real time and leaves a core: checks take that, and then what
    composes a mind in the other profile.
    """
    system_packages(RUN_PACKAGES + TEST_PACKAGES, install=options.system)
    environment(dev=True)
    models("--starter")
    models("voice")
    beside: list[tuple[str, ...]] = [("check",)]
    chores: list[tuple[str, ...]] = [("test", *rest)]
    if not rest:
        # What listens in real time would not hear well beside what takes every core.
        beside, chores = [*beside, ("cognitive", "--numprocesses=1")], [("live",), *chores]
    with ThreadPoolExecutor(1) as other_core:
        others = other_core.submit(lambda: {chore[0]: _task(*chore, told_at_end=True) for chore in beside})
        codes = {chore[0]: _task(*chore) for chore in chores}
    codes = others.result() | codes
    if failed := [name for name, code in codes.items() if code]:
        say(f"✗ Failed: {', '.join(failed)} (see above)")
    return next(filter(None, codes.values()), 0)


def _task(*words: str, told_at_end: bool = False) -> int:
    sys.stdout.flush()
    command = [str(venv_python()), str(ROOT / "tasks.py"), *words]
    if not told_at_end:
        return subprocess.call(command, cwd=ROOT)
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    print(done.stdout, flush=True)
    return done.returncode


def chosen_surface(environ: Mapping[str, str], *, terminal: bool) -> list[str]:
    """The companion's command here: the window, the terminal, or one short exchange to show that it works."""
    if sys.platform != "linux" or environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return []
    return ["chat"] if terminal else ["hello"]


def names_a_command(words: list[str]) -> bool:
    """Whether the words given on to the companion hold a command of its own, such as `ask`."""
    return any(
        not word.startswith("-") and before != "--home"
        for before, word in zip(["", *words], words, strict=False)
    )


def companion() -> list[str]:
    """The program in its environment; as a module, since scripts hold a path that a moved folder breaks."""
    return [str(venv_python()), "-m", "companion"]


def starter_models() -> None:
    """Fetch the starter models, and have them read what every first answer needs; at once when that is done."""
    models("--starter")
    subprocess.call([*companion(), "models", "prepare"], cwd=ROOT, stdin=subprocess.DEVNULL)


def models(name: str) -> None:
    """Fetch the models of a pack."""
    if subprocess.call([*companion(), "models", "install", name], cwd=ROOT, stdin=subprocess.DEVNULL):
        raise BootstrapError("The models are not complete (see above). The same command goes on from here.")


def offer_voice(*, terminal: bool) -> None:
    """Ask once whether the companion is to hear and speak; without a terminal only say how that is done."""
    if not terminal:
        say("It can hear and speak too (213 MB): companion models install voice")
    if not terminal or (VENV / "voice-offered").exists():
        return
    (VENV / "voice-offered").touch()
    if input("Shall it hear and speak too? 213 MB are fetched for that [y/N] ").strip().lower() in {
        "y",
        "yes",
    }:
        models("voice")


def _use_a_fitting_python() -> None:
    """Go on under a Python that the packages support, if this one is not."""
    if OLDEST <= sys.version_info[:2] < TOO_NEW:
        return
    for minor in range(TOO_NEW[1] - 1, OLDEST[1] - 1, -1):
        path = shutil.which(f"python3.{minor}")
        if path:
            os.execv(path, [path, *sys.argv])  # noqa: S606 - no shell is wanted
    raise BootstrapError("Python 3.11, 3.12 or 3.13 is needed. On Debian: sudo apt-get install python3.11")


def venv_python() -> Path:
    """The environment's interpreter, made or not."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def environment(*, dev: bool) -> None:
    """Make `.venv` and install the locked versions, unless its stamp says that this was done."""
    wanted = fingerprint([LOCK, ROOT / "pyproject.toml"]), fingerprint([LOCK_DEV]) if dev else ""
    stamp = _read_stamp()
    if stamp.get("runtime") == wanted[0] and (not dev or stamp.get("dev") == wanted[1]):
        return
    started = time.monotonic()
    _make_venv()
    _install(dev=dev)
    kept = stamp.get("dev", "") if stamp.get("runtime") == wanted[0] else ""
    STAMP.write_text(json.dumps({"runtime": wanted[0], "dev": wanted[1] or kept}), encoding="utf-8")
    say(f"The environment is ready ({time.monotonic() - started:.0f} s).")


def fingerprint(files: list[Path]) -> str:
    """What an installed environment depends on: these files, the Python, and the place of this folder."""
    digest = hashlib.sha256(f"{sys.version_info[:3]} {ROOT}".encode())
    for path in files:
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _read_stamp() -> dict[str, str]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def _make_venv() -> None:
    if venv_python().exists() and subprocess.call([str(venv_python()), "-c", "import pip"]) == 0:
        return
    say("Making the environment in .venv")
    if subprocess.call([sys.executable, "-m", "venv", "--clear", str(VENV)]):
        raise BootstrapError(
            "Python cannot make an environment. On Debian: sudo apt-get install python3-venv"
        )


def _install(*, dev: bool) -> None:
    lines = pins(LOCK.read_text(encoding="utf-8"))
    torch, llama = pinned(lines, "torch"), pinned(lines, "llama-cpp-python")
    rest = [line for line in lines if line not in {torch, llama}]
    say(f"Installing {len(rest)} packages")
    _pip(["--no-deps", *rest])
    _install_torch(torch)
    _install_llama(llama)
    if dev:
        say("Installing what tests need")
        _pip(["--no-deps", "-r", str(LOCK_DEV)])
    _pip(["--no-deps", "-e", str(ROOT)])


def pins(text: str) -> list[str]:
    """The requirements of a lock file."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def pinned(lines: list[str], name: str) -> str:
    """The line that pins `name`."""
    for line in lines:
        if line.partition("==")[0].lower().replace("_", "-") == name:
            return line
    raise BootstrapError(f"{LOCK.name} does not pin {name}.")


def _install_torch(requirement: str) -> None:
    nvidia = has_nvidia_card()
    arguments = torch_arguments(
        requirement, nvidia=nvidia, cpu_index=not nvidia and _reachable(TORCH_CPU_HOST)
    )
    say("Installing PyTorch " + ("for the NVIDIA card" if nvidia else "for the processor alone"))
    _pip([*arguments, "--constraint", str(LOCK)])


def torch_arguments(requirement: str, *, nvidia: bool, cpu_index: bool) -> list[str]:
    """What pip is told, so that a machine without an NVIDIA card does not get gigabytes of CUDA.

    Version 2.13.0+cpu counts as newer than 2.13.0, so the processor's build wins wherever one is offered.
    """
    if nvidia or not cpu_index:
        return [requirement]
    return [requirement, "--extra-index-url", TORCH_CPU_INDEX]


def has_nvidia_card() -> bool:
    """Whether a card is there whose driver answers."""
    tool = shutil.which("nvidia-smi")
    if tool is None:
        return False
    try:
        answer = subprocess.run([tool, "-L"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and "GPU" in answer.stdout


def _reachable(host: str) -> bool:
    try:
        with socket.create_connection((host, 443), timeout=3):
            return True
    except OSError:
        return False


def _install_llama(requirement: str) -> None:
    version = requirement.partition("==")[2]
    probe = (
        f"from importlib.metadata import version as v; raise SystemExit(v('llama-cpp-python') != '{version}')"
    )
    if subprocess.run([str(venv_python()), "-c", probe], capture_output=True, check=False).returncode == 0:
        return
    say("Building llama.cpp for this processor: four minutes on two cores, at once if it was built before")
    if not any(shutil.which(compiler) for compiler in ("c++", "g++", "clang++")):
        raise BootstrapError("A C++ compiler is missing. On Debian: sudo apt-get install g++")
    _pip(["--no-deps", "--verbose", requirement], show=build_progress())


def build_progress() -> Show:
    """A filter of the compiler's lines `[12/345] Building …` that tells every tenth once."""
    told = 0

    def show(line: str) -> str:
        nonlocal told
        step = re.search(r"\[(\d+)/(\d+)\]", line)
        tenth = int(step[1]) * 10 // int(step[2]) if step else 0
        if tenth <= told:
            return ""
        told = tenth
        return f"  built {tenth * 10}%"

    return show


def system_packages(names: list[str], *, install: bool) -> None:
    """Install the missing Debian packages, or name them in one line."""
    missing = missing_packages(names)
    if not missing:
        return
    if not install:
        say(f"System packages are missing: sudo apt-get install {' '.join(missing)}")
        return
    say(f"Installing system packages: {' '.join(missing)}")
    rights = [] if os.geteuid() == 0 else ["sudo"]
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    install_command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", *missing]
    for command in (["apt-get", "update", "-q"], install_command):
        _stream([*rights, "env", *(f"{key}={value}" for key, value in quiet.items()), *command], lambda _: "")


def missing_packages(names: list[str]) -> list[str]:
    """Which of these Debian packages are not installed; none elsewhere, where their names mean nothing."""
    if shutil.which("dpkg-query") is None or shutil.which("apt-get") is None:
        return []
    query = ["dpkg-query", "-W", "-f=${Package} ${db:Status-Status}\n", *names]
    answer = subprocess.run(query, capture_output=True, text=True, check=False).stdout
    here = {line.split()[0] for line in answer.splitlines() if line.endswith(" installed")}
    return [name for name in names if name not in here]


def say(text: str) -> None:
    """Tell what happens now."""
    print(f"▸ {text}", flush=True)


def _pip(arguments: list[str], show: Show | None = None) -> None:
    command = [
        str(venv_python()),
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--progress-bar=off",
    ]
    _stream([*command, *arguments], show or pip_progress)


def pip_progress(line: str) -> str:
    """What is worth telling of pip's lines: what is fetched, and what is built."""
    fetched = re.match(r"\s*Downloading (\S+?)(?:-\d\S*)? \((.+)\)", line)
    if fetched and "MB" in fetched[2]:
        return f"  {fetched[1]} ({fetched[2]})"
    built = re.match(r"\s*Building wheel for (\S+) .*: started", line)
    return f"  building {built[1]}" if built else ""


def _stream(command: list[str], show: Show) -> None:
    """Run `command`, telling of each line what `show` makes of it; on failure its last lines."""
    tail: deque[str] = deque(maxlen=25)
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    with process:
        for line in process.stdout or ():
            tail.append(line.rstrip())
            told = show(line)
            if told:
                print(told, flush=True)
    if process.returncode:
        raise BootstrapError("\n  ".join([f"`{' '.join(command[:6])} …` failed:", *tail]))


if __name__ == "__main__":
    sys.exit(main())
