"""How many of ten things are remembered in a later process, and what a turn costs.

python -m tests.benchmarks.remembered [--model NAME]
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from companion.preferences import PreferenceFile, Preferences
from tests.e2e.remembered import PAIRS, asked, tell

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Play the pairs on a home that is thrown away, and print a line each."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    arguments = parser.parse_args()
    firsts: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        home.mkdir()
        PreferenceFile(home).save(Preferences(day_model=arguments.model))

        def ask(text: str, *, end: bool) -> dict[str, Any]:
            reply = _ask(home, text, end=end)
            firsts.append(reply["timings"]["first_token_s"])
            return reply

        used = recalled = 0
        tell(ask)
        for pair, reply, was_used, was_recalled in asked(ask):
            used, recalled = used + was_used, recalled + was_recalled
            print(f"{'used ' if was_used else 'MISSED'} {pair.asked} → {reply['answer']}", flush=True)
    print(f"\n{arguments.model}: {used} of {len(PAIRS)} answers used what was told, {recalled} recalled it")
    print(f"first token: median {statistics.median(firsts):.2f} s, {min(firsts):.2f}–{max(firsts):.2f} s")


def _ask(home: Path, text: str, *, end: bool) -> dict[str, Any]:
    command = [
        sys.executable,
        "-m",
        "companion",
        "--home",
        str(home),
        "ask",
        "--json",
        *(["--end"] if end else []),
    ]
    done = subprocess.run(
        [*command, text],
        env={**os.environ, "COMPANION_PASSPHRASE": "only for this benchmark"},
        cwd=ROOT,
        text=True,
        capture_output=True,
        check=True,
    )
    reply: dict[str, Any] = json.loads(done.stdout)
    return reply


if __name__ == "__main__":
    main()
