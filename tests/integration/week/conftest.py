from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.embedding import OnnxEmbedder
from engine.models import standard_folder
from tests.scenarios.player import Player
from tests.scenarios.records import read_scenario
from tests.scenarios.script import Part
from tests.unit.engine.conversation.whole_mind import Lent


@pytest.fixture(scope="session")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


@pytest.fixture
def player_of(tmp_path: Path, embedder: OnnxEmbedder) -> Iterator[Callable[[Path], Player]]:
    """Plays a scenario file with a scripted model, each time on a vault of its own."""
    made: list[Player] = []

    def make(path: Path) -> Player:
        part = Part()
        player = Player(
            read_scenario(path),
            tmp_path / f"vault-{len(made)}.db",
            part.model(),
            lambda: Lent(embedder),
            hears=part.hear,
        )
        made.append(player)
        return player

    yield make
    for player in made:
        player.leave()
