"""A week and a month, played from `tests/scenarios/week.toml` through the real mind with a scripted model."""

from pathlib import Path

from engine.embedding import OnnxEmbedder
from tests.scenarios.expecting import unmet
from tests.scenarios.player import Player
from tests.scenarios.records import read_scenario
from tests.scenarios.script import Part
from tests.unit.engine.conversation.whole_mind import Lent

WEEK = Path(__file__).parents[2] / "scenarios" / "week.toml"


def test_a_week_and_a_month_hold(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    part = Part()
    player = Player(
        read_scenario(WEEK), tmp_path / "vault.db", part.model(), lambda: Lent(embedder), hears=part.hear
    )
    faults = [fault for played in player.play() for fault in unmet(played)]
    assert not faults, "\n" + "\n".join(faults)
