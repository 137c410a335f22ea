"""Types many turns without a pause, leaves, kills what is done then, and looks whether each was reflected on once.

    python tasks.py bench keeping [--turns 200] [--model NAME] [--seed SEED]

The real program on a home of its own: `companion chat` is typed into and left by `/bye`, `companion jobs wait` is
killed at a moment drawn by the seed, and run once more. Then every answered exchange has one reflection, in the order
of the answers, and nothing is outstanding.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.kills import ROOT, Victim

PATIENCE_S = 3600.0
SAID = (
    "My {n}th plant is a fern.",
    "It rained for {n} days.",
    "I met {n} people at the fair.",
    "ok",
    "haha number {n}",
)


def run(turns: int, seed: int, model: str) -> dict[str, object]:
    """What became of `turns` turns; "faults" is empty where all is as it should be."""
    with tempfile.TemporaryDirectory() as folder:
        victim = Victim(Path(folder), model)
        typed_s = _talk(victim, turns)
        outstanding = _loops(victim, "SELECT loop_id FROM outstanding_reflections ORDER BY position")
        _kill_in_the_middle(victim, random.Random(seed))
        began = time.monotonic()
        _run(victim, "jobs", "wait")
        settled_s = time.monotonic() - began
        answered = _loops(
            victim, "SELECT loop_id FROM trail_steps WHERE kind = 'answer' AND text != '' ORDER BY seq"
        )
        reflected = _loops(victim, "SELECT loop_id FROM reflections ORDER BY at")
        left = _loops(victim, "SELECT loop_id FROM outstanding_reflections")
    faults = [
        *(["not every answer was reflected on once, in order"] if reflected != answered else []),
        *([f"{len(left)} are still outstanding"] if left else []),
        *([f"{turns - len(answered)} were not answered"] if len(answered) != turns else []),
    ]
    return {
        "turns": turns,
        "outstanding_after_leaving": len(outstanding),
        "leaving_and_typing_s": round(typed_s, 1),
        "settled_s": round(settled_s, 1),
        "faults": faults,
    }


def _talk(victim: Victim, turns: int) -> float:
    """Type all of it at once, and /bye; seconds until the program has ended."""
    lines = [SAID[number % len(SAID)].format(n=number) for number in range(turns)]
    began = time.monotonic()
    _run(victim, "chat", typed="\n".join([*lines, "/bye", ""]))
    return time.monotonic() - began


def _kill_in_the_middle(victim: Victim, chance: random.Random) -> None:
    """Start on what is outstanding, and kill it once something was done."""
    before = len(_loops(victim, "SELECT loop_id FROM reflections"))
    with subprocess.Popen(_command(victim, "jobs", "wait"), cwd=ROOT, env=_environment()) as process:
        until = time.monotonic() + 120
        while process.poll() is None and time.monotonic() < until:
            if len(_loops(victim, "SELECT loop_id FROM reflections")) > before:
                time.sleep(chance.uniform(0.0, 0.5))
                break
            time.sleep(0.2)
        process.send_signal(signal.SIGKILL)


def _loops(victim: Victim, sql: str) -> list[str]:
    with victim.vault() as vault, vault.read() as connection:
        return [str(row[0]) for row in connection.execute(sql)]


def _run(victim: Victim, *words: str, typed: str = "") -> None:
    subprocess.run(
        _command(victim, *words),
        cwd=ROOT,
        env=_environment(),
        input=typed.encode(),
        stdout=subprocess.DEVNULL,
        check=True,
        timeout=PATIENCE_S,
    )


def _command(victim: Victim, *words: str) -> list[str]:
    return [sys.executable, "-m", "companion", "--home", str(victim.home.path), *words]


def _environment() -> dict[str, str]:
    return {**os.environ, "COMPANION_PASSPHRASE": "only for this benchmark"}


def main() -> None:
    """Print what became of it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=200)
    parser.add_argument("--model", default="qwen2.5-coder-0.5b")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(json.dumps(run(given.turns, given.seed, given.model)))


if __name__ == "__main__":
    main()
