"""Wake recovery ([P] §4.6, §7.4): a new process knows who, where we left off, which facts hold, and what shows it."""

from collections.abc import Callable
from pathlib import Path

from engine.language import ScriptedModel
from tests.scenarios.expecting import unmet
from tests.scenarios.player import Player, ask
from tests.scenarios.records import Deed

WAKE = Path(__file__).parents[2] / "scenarios" / "wake.toml"


def test_a_new_process_goes_on_where_the_last_one_stopped(player_of: Callable[[Path], Player]) -> None:
    faults = [fault for played in player_of(WAKE).play() for fault in unmet(played)]
    assert not faults, "\n" + "\n".join(faults)


def test_the_wake_packet_answers_four_questions(player_of: Callable[[Path], Player]) -> None:
    player = player_of(WAKE)
    assert len(list(player.play(2))) == 2
    asked = Deed.model_validate({"request": "self.wake", "with": {"query": "What shall my speech be about?"}})
    packet = ask(player.mind, asked)["packet"]
    assert packet["who"]["state"]["display_name"] == "Companion"
    assert "We began to plan the speech for the wedding." in packet["left_off"]["note"]
    assert texts(packet["left_off"]["open_loops"]) == ["help you with the speech for the wedding"]
    assert "I live in Braga." in texts(packet["facts"])
    assert "I live in Lisbon." not in texts(packet["facts"])
    assert "In my speech I want to tell of the summers at the lake." in texts(packet["evidence"])


def test_what_stands_there_can_be_traced_to_what_was_said(player_of: Callable[[Path], Player]) -> None:
    """The packet is a projection: every fact in it names its words, Steps and Episodes, or the answer cites them."""
    player = player_of(WAKE)
    assert len(list(player.play())) == 3
    cited = cites(player.model)
    facts = [ref.partition(":")[2] for ref in cited if ref.startswith("fact:")]
    assert facts
    for why in map(player.mind.person.why, facts):
        assert why.steps
        assert why.episode_ids
    assert {"step", "handoff", "node"} <= {ref.partition(":")[0] for ref in cited}


def texts(found: list[dict[str, str]]) -> list[str]:
    return [one["text"] for one in found]


def cites(model: ScriptedModel) -> set[str]:
    """What the last answer rested on."""
    asked = [request for request in model.requests if request.schema is None]
    return {ref for segment in asked[-1].prompt for ref in segment.cites}
