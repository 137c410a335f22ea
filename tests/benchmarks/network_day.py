"""Lives a day of the program where there is no network, and counts what tried to go out.

    python -m tests.benchmarks.network_day

Each command of the day is the real program with all its processes, in a network namespace that has not even a loopback
that is up (`unshare --net`), under `strace`, which records every call that could reach another machine: a connection or
a datagram to an address of IPv4 or IPv6, and any other kind of socket but those of this machine's own. So nothing is
believed of the program's own ledger. A trial that does connect is counted first: what sees nothing proves nothing.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.network.ledger import VARIABLE
from tests.exports import chatgpt_rows, zipped

ROOT = Path(__file__).resolve().parents[2]
MODEL = "qwen2.5-coder-0.5b"
LONGEST_S = 1800
CALLS = "connect,sendto,sendmsg,sendmmsg,socket"
OUTWARD = re.compile(r"sa_family=AF_(?!UNIX|LOCAL|NETLINK|UNSPEC)|socket\(AF_(?!UNIX|LOCAL|NETLINK|INET)")
"""A call with an address beyond this machine's own sockets, or a socket of a kind that has no business here."""
TRIAL = "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect_ex(('192.0.2.1', 53))"


@dataclass(frozen=True, slots=True)
class Done:
    """A command of the day: its words, its exit code, its seconds, and the calls that would have gone out."""

    words: tuple[str, ...]
    code: int
    seconds: float
    outward: tuple[str, ...]
    said: str


class OfflineDay:
    """A home of its own in `folder`, and the program run on it without a network."""

    def __init__(self, folder: Path, model: str = MODEL) -> None:
        self._folder = folder
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PIP_")},
            "COMPANION_HOME": str(folder / "home"),
            "COMPANION_PASSPHRASE": "only for this benchmark",
            VARIABLE: str(folder / "ledger"),
        }
        (folder / "home").mkdir()
        (folder / "home" / "settings.json").write_text(f'{{"day_model": "{model}"}}')

    def companion(self, *words: str) -> Done:
        """One command of the program."""
        return self.run([sys.executable, "-m", "companion", *words], words)

    def run(self, command: list[str], words: Sequence[str]) -> Done:
        """Any command, recorded with all its children."""
        trace = self._folder / "trace"
        rights = [] if os.geteuid() == 0 else ["--map-root-user"]
        recorded = ["strace", "--follow-forks", "--seccomp-bpf", f"--trace={CALLS}", f"--output={trace}"]
        started = time.monotonic()
        done = subprocess.run(
            ["unshare", *rights, "--net", *recorded, *command],
            cwd=ROOT,
            env=self._environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
            check=False,
        )
        outward = tuple(
            line for line in trace.read_text("utf-8", "replace").splitlines() if OUTWARD.search(line)
        )
        seconds = time.monotonic() - started
        return Done(tuple(words), done.returncode, seconds, outward, (done.stdout + done.stderr)[-400:])

    def trial(self) -> Done:
        """Something that does try to go out: it must be seen."""
        return self.run([sys.executable, "-c", TRIAL], ["a trial that connects"])

    def live(self, without: Collection[str] = ()) -> list[Done]:
        """The day: moving in, talk, voice by file, a document, the night, and out again.

        `without` are commands by their first word that the day does without.
        """
        rows = chatgpt_rows(["I moved to Lisbon.", "How is it?"])
        export = zipped(self._folder / "export.zip", conversations=rows)
        spoken, document = str(self._folder / "said.wav"), self._folder / "keel.md"
        document.write_text("# The keel\n\nThe keel of the Swallow is of oak.\n")
        day = [
            ("import", str(export)),
            ("ask", "My sister Ana has a blue boat called Swallow."),
            ("say", "Where is the boat?", "-o", spoken),
            ("hear", spoken),
            ("library", "add", str(document)),
            ("ask", "Please remind me on Friday to buy rope.", "--end"),
            ("jobs", "wait"),
            ("brain", "run", "--night"),
            ("brief",),
            ("recall", "boat"),
            ("models", "list"),
            ("mcp", "install", "--client", "claude-code"),
            ("doctor",),
            ("export", "--markdown", str(self._folder / "tree")),
            ("export", "--archive", str(self._folder / "all.companion")),
            ("network",),
        ]
        return [self.companion(*words) for words in day if words[0] not in without]


def main() -> int:
    """Live the day and print it; returns 1 where something tried to go out, or failed."""
    with tempfile.TemporaryDirectory() as folder:
        day = OfflineDay(Path(folder))
        seen = len(day.trial().outward)
        print(f"{seen} calls seen of a trial that does connect")
        lived = day.live()
    for one in lived:
        print(
            f"{one.seconds:7.1f} s  code {one.code}  {len(one.outward)} outward  {' '.join(one.words)[:70]}"
        )
        for line in one.outward[:5]:
            print(f"           {line[:150]}")
        if one.code:
            print(f"           {one.said}")
    outward = sum(len(one.outward) for one in lived)
    print(f"{outward} attempts to reach another machine in {len(lived)} commands")
    return int(bool(outward or not seen or any(one.code for one in lived)))


if __name__ == "__main__":
    sys.exit(main())
