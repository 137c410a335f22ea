"""The first word of short questions about what was told, 2,000 tokens deep: as they come, and typed before sent.

Each is asked in both ways, in two conversations over copies of one home.

    python -m tests.benchmarks.asked [--model NAME]
"""

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from companion.cli.bench.material import HELLO
from companion.cli.bench.session import (
    EVENING,
    MORNING,
    Session,
    ShiftedClock,
    fill,
    speak,
    type_out,
)
from engine.vault import DataKey

FACTS = 59
KEY = DataKey(bytes(range(32)))
TOLD = (
    "My accordion teacher is called Gustaaf and he lives by the harbour.",
    "I paid 140 euros for my second-hand bicycle, a red one.",
    "My sister Lotte works as a vet in Leuven.",
    "My cat is called Biskuit and she is afraid of thunder.",
    "I keep the spare key under the blue flowerpot.",
    "We went to Ghent for my birthday in March.",
)
ASKED = (
    ("known", "What is my accordion teacher called?"),
    ("known", "How much did I pay for my bicycle?"),
    ("known", "Where does my sister work?"),
    ("known", "Where did we go for my birthday?"),
    ("known", "Where do I keep the spare key?"),
    ("unknown", "What is my father's name?"),
    ("unknown", "How old is my cat?"),
    ("yes or no", "Is my cat afraid of thunder?"),
    ("yes or no", "Is my bicycle red?"),
    ("wrapped", "Can you tell me where my sister works?"),
)


def session(home: Path, model: str, *, evening: bool) -> Session:
    clock = ShiftedClock(EVENING if evening else MORNING)
    return Session(home=home, key=KEY, model=model, facts=FACTS, news=not evening, clock=clock)


def ask(home: Path, model: str, first_typed: int) -> list[tuple[str, str, float]]:
    """Everything in one conversation, every other question typed; kind, way and seconds of each."""
    found = []
    service = session(home, model, evening=False).open()
    speak(service, HELLO)
    for number, (kind, question) in enumerate(ASKED):
        service.submit("jobs.wait", {}).result()
        typed = number % 2 == first_typed
        if typed:
            type_out(service, question)
        spoken = speak(service, question)
        way = "typed" if typed else "as it comes"
        found.append((kind, way, spoken.first_token_s))
        print(f"{spoken.first_token_s:5.2f} s  {way:11}  {question}  {spoken.result['answer']}", flush=True)
    service.close()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    given = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        told.mkdir()
        fill(session(told, given.model, evening=True), TOLD)
        for first_typed in (0, 1):
            home = Path(folder) / f"conversation {first_typed}"
            shutil.copytree(told, home)
            found += ask(home, given.model, first_typed)
    for way in ("typed", "as it comes"):
        for kind in dict.fromkeys(kind for kind, _ in ASKED):
            seconds = [one for what, how, one in found if (what, how) == (kind, way)]
            print(
                f"{way}, {kind}: {statistics.median(seconds):.2f} ({min(seconds):.2f}–{max(seconds):.2f}) s"
            )
        every = [one for _, how, one in found if how == way]
        print(f"{way}: {statistics.median(every):.2f} ({min(every):.2f}–{max(every):.2f}) s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
