"""Kills the program at random moments of `companion ask`, and looks whether anything was lost.

    python -m tests.benchmarks.kills [ROUNDS] [--seed SEED] [--model NAME]

Each round starts the real program, waits for a random moment of its life, reads which Steps are committed, kills
either the program or the model's process with SIGKILL, and then demands: every committed Step is there, the vault is
whole, no process is left behind, and the next `ask` begins to answer.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from companion.bootstrap import SCHEMAS
from companion.home import Home
from companion.keys import create_keys
from companion.preferences import PreferenceFile, Preferences
from engine.vault import DataKey, PassphraseCost, Vault

ROOT = Path(__file__).resolve().parents[2]
PASSPHRASE = "only for this benchmark"
PATIENCE_S = 180.0
ANSWERED = "What colour is the sky? One word."


@dataclass(slots=True)
class Tally:
    """What the rounds have shown."""

    rounds: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    steps: int = 0
    failures: list[str] = field(default_factory=list)


class NoAnswerError(Exception):
    """The program ended without a word."""


class Victim:
    """A home, and the program run on it."""

    def __init__(self, folder: Path, model: str) -> None:
        self.home = Home(folder / "home")
        self._key, _ = create_keys(
            self.home.path, PASSPHRASE, PassphraseCost(memory_kib=1024, passes=1, lanes=1)
        )
        PreferenceFile(self.home.path).save(Preferences(day_model=model))
        self._environment = {**os.environ, "COMPANION_PASSPHRASE": PASSPHRASE}

    @property
    def key(self) -> DataKey:
        return self._key

    @contextmanager
    def asking(self, text: str) -> Iterator["subprocess.Popen[bytes]"]:
        """The program, saying `text`."""
        command = [sys.executable, "-m", "companion", "--home", str(self.home.path), "ask", text]
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, cwd=ROOT, env=self._environment, **options) as process:
            yield process

    @contextmanager
    def vault(self) -> Iterator[Vault]:
        """The vault, beside whoever else has it open."""
        vault = Vault.open(self.home.vault_path, self._key, SCHEMAS)
        try:
            yield vault
        finally:
            vault.close()

    def committed(self) -> set[tuple[str, str]]:
        """Id and text of every Step that is committed now."""
        if not self.home.vault_path.exists():
            return set()
        with self.vault() as vault, vault.read() as connection:
            return {
                (str(row[0]), str(row[1])) for row in connection.execute("SELECT id, text FROM trail_steps")
            }


def run(rounds: int, seed: int, model: str) -> Tally:
    """Kill `rounds` times; `seed` fixes the moments and the victims."""
    chance, tally = random.Random(seed), Tally()
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(Path(folder), model)
        life_s = _begins_to_answer(victim) + 4.0
        for number in range(rounds):
            whom = chance.choice(("program", "model"))
            tally.failures += [
                f"round {number}: {fault}" for fault in _round(victim, number, chance, whom, life_s)
            ]
            tally.rounds += 1
            tally.killed[whom] += 1
        tally.steps = len(victim.committed())
    return tally


def _round(victim: Victim, number: int, chance: random.Random, whom: str, life_s: float) -> list[str]:
    with victim.asking(
        f"Remember this: thing number {number} is called {chance.getrandbits(32):x}."
    ) as process:
        moment = time.monotonic() + chance.uniform(0.0, life_s)
        while process.poll() is None and time.monotonic() < moment:
            time.sleep(0.005)
        children = _children(process.pid)
        before = victim.committed()
        for target in children if whom == "model" else [process.pid]:
            with suppress(ProcessLookupError):
                os.kill(target, signal.SIGKILL)
        process.communicate(timeout=PATIENCE_S)
    return list(_faults(victim, before, children))


def _faults(victim: Victim, before: set[tuple[str, str]], children: list[int]) -> Iterator[str]:
    if lost := before - victim.committed():
        yield f"{len(lost)} committed Steps are lost"
    if victim.home.vault_path.exists():
        with victim.vault() as vault:
            health = vault.check()
        if not health.ok:
            yield f"the vault has {len(health.problems)} problems"
    if not _gone(children):
        yield "a model's process was left behind"
    try:
        _begins_to_answer(victim)
    except NoAnswerError as error:
        yield f"the next ask did not begin to answer: {error}"


def _begins_to_answer(victim: Victim) -> float:
    """Seconds until the first piece of an answer, which is then stopped. Raises NoAnswerError where none comes."""
    began = time.monotonic()
    with victim.asking(ANSWERED) as process:
        assert process.stdout is not None
        first = process.stdout.read(1)
        elapsed = time.monotonic() - began
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=PATIENCE_S)
    if not first:
        raise NoAnswerError(f"exit code {process.returncode}, {complaint.decode().strip()}")
    return elapsed


def _children(pid: int) -> list[int]:
    try:
        return [child.pid for child in psutil.Process(pid).children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _gone(pids: list[int]) -> bool:
    deadline = time.monotonic() + 10
    while any(psutil.pid_exists(pid) for pid in pids):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def main() -> int:
    """Run, and print the table."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("rounds", nargs="?", type=int, default=100)
    options.add_argument("--seed", type=int, default=2)
    options.add_argument("--model", default="qwen2.5-coder-0.5b")
    chosen = options.parse_args()
    tally = run(chosen.rounds, chosen.seed, chosen.model)
    sound = tally.rounds - len({fault.split(":")[0] for fault in tally.failures})
    print("| rounds | program killed | model killed | sound | Steps |\n| --- | --- | --- | --- | --- |")
    print(
        f"| {tally.rounds} | {tally.killed['program']} | {tally.killed['model']} | {sound} | {tally.steps} |"
    )
    for fault in tally.failures:
        print(fault)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
