"""The Personal Model from several threads at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engine.clock import ManualClock
from engine.events import EventBus
from engine.person import SCHEMA, Action, FactStatus, PersonalModel, Proposal, SearchMode
from engine.settings import PersonSettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import StepKind, Trail
from engine.vault import DataKey, Vault
from tests.unit.engine.person.conftest import START

PLACES = ("Lisbon", "Porto", "Braga", "Faro", "Evora", "Coimbra", "Aveiro", "Sintra")


def test_many_write_and_search_and_one_value_stands(tmp_path: Path) -> None:
    vault = Vault.open(tmp_path / "vault.db", DataKey(b"k" * 32), [TRAIL_SCHEMA, SCHEMA])
    clock, bus = ManualClock(START), EventBus()
    trail = Trail(vault, None, clock, bus, companion="elara", person="mira")
    model = PersonalModel(vault, trail, None, clock, bus, settings=PersonSettings(), person="mira")
    model.load()
    loop = trail.open_loop("terminal", "p", "utterance")

    def move(place: str) -> None:
        text = f"I live in {place}"
        step = trail.record(loop, StepKind.UTTERANCE, text, "Mira")
        model.apply(Proposal(Action.REMEMBER, text).stated_in(step.id, text))

    def look(_: int) -> int:
        return len(model.search("Where do I live?", SearchMode.VERIFY).matches)

    with ThreadPoolExecutor(8) as threads:
        moves = [threads.submit(move, place) for place in PLACES]
        looks = [threads.submit(look, at) for at in range(24)]
        for each in moves:
            each.result(30)
        # Whoever looks sees one home or none, never two.
        assert {each.result(30) for each in looks} <= {0, 1}
    (home,) = model.facts()
    assert len(model.facts(status=FactStatus.RETIRED)) == len(PLACES) - 1
    assert len(model.history(home.id)) == len(PLACES)
    vault.close()
