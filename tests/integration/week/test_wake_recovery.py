"""Wake recovery ([P] §4.6, §7.4): a new process knows who, where we left off, which facts hold, and what shows it."""

from pathlib import Path

from engine.embedding import OnnxEmbedder
from engine.language import ScriptedModel
from tests.scenarios.expecting import unmet
from tests.scenarios.player import Player
from tests.scenarios.records import read_scenario
from tests.scenarios.script import Part
from tests.unit.engine.conversation.whole_mind import Lent

WAKE = Path(__file__).parents[2] / "scenarios" / "wake.toml"


def test_a_new_process_goes_on_where_the_last_one_stopped(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    part = Part()
    player = Player(
        read_scenario(WAKE), tmp_path / "vault.db", part.model(), lambda: Lent(embedder), hears=part.hear
    )
    faults = [fault for played in player.play() for fault in unmet(played)]
    assert not faults, "\n" + "\n".join(faults)


def test_what_stands_there_can_be_traced_to_what_was_said(tmp_path: Path, embedder: OnnxEmbedder) -> None:
    """The packet is a projection: every fact in it names its words, Steps and Episodes, or the answer cites them."""
    part = Part()
    model = part.model()
    player = Player(
        read_scenario(WAKE), tmp_path / "vault.db", model, lambda: Lent(embedder), hears=part.hear
    )
    assert len(list(player.play())) == 3
    cited = cites(model)
    facts = [ref.partition(":")[2] for ref in cited if ref.startswith("fact:")]
    assert facts
    for why in map(player.mind.person.why, facts):
        assert why.steps
        assert why.episode_ids
    player.leave()
    assert any(ref.startswith("step:") for ref in cited)
    assert any(ref.startswith("handoff:") for ref in cited)


def cites(model: ScriptedModel) -> set[str]:
    """What the last answer rested on."""
    asked = [request for request in model.requests if request.schema is None]
    return {ref for segment in asked[-1].prompt for ref in segment.cites}
