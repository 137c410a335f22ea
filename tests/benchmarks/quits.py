"""Fifty quits of the real window on a virtual screen: while it loads, while it answers, while a dialog is open.

    COMPANION_MODELS=... xvfb-run -a -s -noreset python -m tests.benchmarks.quits [--count 50] [--seed 1]

Each run starts `companion` in a process group of its own with a throwaway home, and leaves at a random moment by a
random way: SIGTERM, SIGINT or Ctrl+Q. It counts as clean if the process ends with code 0 within the limit and
nothing of its session is left running. (`-noreset`: a server that resets between two clients refuses the next.)
"""

import argparse
import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import psutil

LIMIT_S = 30.0
MAIN = """
import faulthandler, signal, sys
faulthandler.register(signal.SIGUSR1)
from companion.cli import main
sys.exit(main())
"""
PROGRAM = [sys.executable, "-X", "faulthandler", "-c", MAIN, "--home"]
SITUATIONS = ("loading", "answering", "dialog")
WAYS = ("SIGTERM", "SIGINT", "Ctrl+Q")


@dataclass(frozen=True, slots=True)
class Quit:
    """How one run went: seconds from start to window, and from leaving to the end of the process."""

    situation: str
    way: str
    window_s: float
    end_s: float
    fault: str


def start(home: Path, situation: str) -> subprocess.Popen[bytes]:
    """The program on its home; with a dialog wanted, the passphrase is not given."""
    environment = dict(os.environ)
    # Without a session bus Qt would start one of its own, which outlives every program.
    environment.setdefault("DBUS_SESSION_BUS_ADDRESS", "disabled:")
    environment["COMPANION_PASSPHRASE"] = "a passphrase for a throwaway home"
    if situation == "dialog":
        subprocess.run(
            [*PROGRAM, str(home), "vault", "init"], env=environment, check=True, capture_output=True
        )
        del environment["COMPANION_PASSPHRASE"]
    return subprocess.Popen(
        [*PROGRAM, str(home)],
        env=environment,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def window_of(process: subprocess.Popen[bytes], name: str = ".") -> str:
    """The id of the window, once it is there; RuntimeError if it does not come."""
    end = time.monotonic() + LIMIT_S
    while time.monotonic() < end and process.poll() is None:
        found = xdo("search", "--onlyvisible", "--pid", str(process.pid), "--name", name)
        if found:
            return found.split()[0]
        time.sleep(0.02)
    said = process.stderr.read() if process.stderr is not None and process.poll() is not None else b""
    raise RuntimeError(
        f"no window came (exit code {process.poll()}): {said.decode(errors='replace')[-1500:]}"
    )


def xdo(*words: str) -> str:
    """What xdotool answers."""
    return subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False).stdout.strip()


def reach(process: subprocess.Popen[bytes], situation: str, window: str, chance: random.Random) -> None:
    """Bring the program into the situation, and wait a random while in it."""
    if situation == "answering":
        xdo("windowfocus", "--sync", window)
        xdo("type", "Tell me a long story about the sea, please.")
        xdo("key", "Return")
        time.sleep(chance.uniform(0, 12))
    elif situation == "dialog":
        window_of(process, "Passphrase")
        time.sleep(chance.uniform(0, 0.5))
    else:
        time.sleep(chance.uniform(0, 1.5))


def leave(process: subprocess.Popen[bytes], way: str, window: str) -> None:
    if way == "Ctrl+Q":
        xdo("windowfocus", "--sync", window)
        xdo("key", "ctrl+q")
    else:
        process.send_signal(signal.Signals[way])


def left_running(session: int) -> list[str]:
    """What still runs of a session whose leader has ended."""
    left = []
    for process in psutil.process_iter(["pid", "name"]):
        with contextlib.suppress(ProcessLookupError, psutil.NoSuchProcess):
            if os.getsid(process.pid) == session:
                left.append(process.info["name"])
    return left


def quit_once(situation: str, way: str, chance: random.Random) -> Quit:
    """One start and one end."""
    with tempfile.TemporaryDirectory() as home:
        began = time.monotonic()
        process = start(Path(home), situation)
        try:
            window = window_of(process)
            shown = time.monotonic() - began
            reach(process, situation, window, chance)
            left = time.monotonic()
            leave(process, way, window)
            fault = end_of(process)
            return Quit(situation, way, shown, time.monotonic() - left, fault)
        except RuntimeError as error:
            return Quit(situation, way, 0.0, 0.0, str(error))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def end_of(process: subprocess.Popen[bytes]) -> str:
    """Wait for the end; what was wrong with it, or nothing."""
    try:
        _, errors = process.communicate(timeout=LIMIT_S)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGUSR1)
        time.sleep(1)
        process.kill()
        return f"did not end: {process.communicate()[1].decode(errors='replace')[-6000:]}"
    rest = left_running(process.pid)
    if process.returncode != 0:
        return f"exit code {process.returncode}: {errors.decode(errors='replace')[-3000:]}"
    return f"left running: {rest}" if rest else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=SITUATIONS, help="one situation instead of all three in turn")
    options = parser.parse_args()
    chance, quits = random.Random(options.seed), []
    for number in range(options.count):
        situation, way = options.only or SITUATIONS[number % 3], chance.choice(WAYS)
        # Keys typed at the window do not reach a modal dialog's owner.
        way = "SIGTERM" if situation == "dialog" and way == "Ctrl+Q" else way
        one = quit_once(situation, way, chance)
        quits.append(one)
        print(
            f"{number + 1:3} {situation:9} {way:7} ended in {one.end_s:5.2f} s  {one.fault or 'clean'}",
            flush=True,
        )
    clean = sum(not one.fault for one in quits)
    shown = statistics.median(one.window_s for one in quits if one.window_s)
    print(f"{clean} of {len(quits)} clean; window after {shown:.2f} s at the median")
    return 0 if clean == len(quits) else 1


if __name__ == "__main__":
    sys.exit(main())
