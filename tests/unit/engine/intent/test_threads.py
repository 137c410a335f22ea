"""What is open, from several threads at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engine.clock import ManualClock
from engine.embedding import OnnxEmbedder
from engine.events import EventBus
from engine.intent import SCHEMA, Intent, ItemKind
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import Trail
from engine.vault import DataKey, Vault
from tests.unit.engine.intent.conftest import SETTINGS, START

MISTAKES = (
    "Wrote too long",
    "Used emojis",
    "Guessed a date",
    "Deleted a file",
    "Lectured her",
    "Forgot the tests",
)


def test_many_write_and_match_at_once(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    vault = Vault.open(tmp_path / "vault.db", DataKey(b"k" * 32), [TRAIL_SCHEMA, SCHEMA])
    clock, bus = ManualClock(START), EventBus()
    trail = Trail(vault, None, clock, bus, companion="elara", person="mira")
    intent = Intent(vault, trail, embedder, clock, bus, settings=SETTINGS, companion="elara", person="mira")

    def work(at: int) -> int:
        intent.goals.add(f"Goal {at}")
        intent.note_item(ItemKind.PLAN, "paint the door")
        intent.corrections.add(MISTAKES[at], f"Do not do that: {MISTAKES[at]}")
        intent.intentions.intend(f"Listen longer than {at} minutes")
        intent.greeting()
        return len(intent.corrections.match("Guess which date it is"))

    with ThreadPoolExecutor(len(MISTAKES)) as threads:
        list(threads.map(work, range(len(MISTAKES)), timeout=60))
    assert sorted(goal.number for goal in intent.goals.all()) == list(range(1, len(MISTAKES) + 1))
    assert [item.text for item in intent.items.open()] == ["paint the door"]
    assert len(intent.corrections.all()) == len(MISTAKES)
    standing = [each.status for each in intent.intentions.all()]
    assert (standing.count("intended"), standing.count("replaced")) == (1, len(MISTAKES) - 1)
    (best, *_) = intent.corrections.match("Guess which date it is")
    assert best.correction.mistake == "Guessed a date"
    vault.close()
