"""A week and a month with a real model, under a controlled clock: what was said, answered, felt, promised and kept.

The utterances are those of `tests/scenarios/week.toml`; what a scripted model would say stands aside. After every
moment all invariants are checked. The transcript is Markdown to be read.

    python -m tests.benchmarks.week [--model NAME] [--moments N] [--profile full] [--out docs/week.md]
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil

from companion.host import InstalledModels
from companion.preferences import PROFILES
from engine.conversation import PREPARED_DECISIONS
from engine.embedding import OnnxEmbedder
from engine.language import LanguageModel
from engine.memory import Profile
from engine.mind import Mind
from engine.models import standard_store
from tests.scenarios.played import Played
from tests.scenarios.player import Player
from tests.scenarios.records import Scenario, read_scenario
from tests.scenarios.transcript import transcript

HOW = (
    "Written by `python tasks.py bench week`: every answer is the model's own, only the clock is controlled."
)
WEEK = Path(__file__).parents[1] / "scenarios" / "week.toml"


def calibrate(mind: Mind, model: LanguageModel) -> None:
    """What the program does when it is idle: fit the small decisions to this model; kept from then on."""
    mind.conversation.decisions.calibrate(model, PREPARED_DECISIONS)


def play(scenario: Scenario, model: LanguageModel, profile: Profile, moments: int | None) -> Iterator[Played]:
    """Play on a vault that is thrown away; each moment as it ends, with a line on it."""
    with tempfile.TemporaryDirectory() as folder:
        player = Player(
            scenario,
            Path(folder) / "vault.db",
            model,
            lambda: OnnxEmbedder(standard_store().path("minilm-l6-onnx")),
            profile=profile,
            prepares=calibrate,
        )
        for played in player.play(moments):
            print(
                f"{'BROKEN' if played.complaints else 'holds '} {played.at:%a %d %b %H:%M}  {played.moment.name}"
            )
            print("".join(f"       {fault}\n" for fault in played.complaints), end="", flush=True)
            yield played


def figures(name: str, seconds: float, moments: Sequence[Played]) -> str:
    """The run in a sentence."""
    spoken = [one for played in moments for one in played.spoken]
    outcomes = Counter(one.outcome for one in spoken)
    ended = ", ".join(f"{count} {outcome.replace('_', ' ')}" for outcome, count in outcomes.most_common())
    faults = sum(len(played.complaints) for played in moments)
    return (
        f"{name}: {len(moments)} moments, {len(spoken)} turns in {seconds:.0f} s (reflections included); reflections: "
        f"{ended}; {faults} broken invariants. Load of the machine {psutil.getloadavg()[0]:.1f}."
    )


def main() -> int:
    """Play, write, report; 1 where an invariant was broken."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="qwen2.5-coder-1.5b")
    parser.add_argument("--moments", type=int)
    parser.add_argument("--profile", choices=PROFILES, default="full")
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    # As the program loads it: a calibration that is shipped for it is used.
    model = InstalledModels(standard_store(), None).load(given.model, lambda _progress: None)
    scenario, began = read_scenario(WEEK), time.monotonic()
    moments: list[Played] = []
    try:
        moments.extend(play(scenario, model, Profile(given.profile), given.moments))
    finally:
        model.close()
        told = figures(given.model, time.monotonic() - began, moments)
        print(told)
        if given.out is not None:
            given.out.write_text(transcript(scenario.title, [HOW, told], moments), "utf-8")
    return 1 if any(played.complaints for played in moments) else 0


if __name__ == "__main__":
    sys.exit(main())
