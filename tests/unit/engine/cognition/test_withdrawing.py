"""What is believed goes with what it rests on, and with the person."""

from datetime import timedelta

from hypothesis import settings
from hypothesis import strategies as some
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.cognition import Direction, Domain, Model, Origin
from tests.unit.engine.cognition.conftest import Thinking


def believed(thinking: Thinking, *cites: str) -> Model:
    return thinking.mind.models.create("Mira works at night", cites=cites, origin=Origin.TURN)


def test_a_model_is_hidden_when_all_its_sources_are_gone(thinking: Thinking) -> None:
    one, other = thinking.said("I work at night."), thinking.said("Nights are mine.")
    model = believed(thinking, one, other)
    assert thinking.withdraw(one) == {one}
    assert thinking.mind.models.live()
    assert thinking.mind.citing(frozenset({other})) == {model.ref}
    assert thinking.withdraw(other) == {other, model.ref}
    assert thinking.mind.models.all() == []


def test_without_a_piece_of_evidence_it_is_as_sure_as_the_rest_makes_it(thinking: Thinking) -> None:
    model = believed(thinking, thinking.said())
    shown = thinking.said("And last night again.")
    thinking.mind.models.evidence(model.id, Direction.SUPPORTS, cites=(shown,), origin=Origin.TURN)
    assert thinking.mind.models.model(model.id).confidence == 0.55
    thinking.withdraw(shown)
    assert thinking.mind.models.model(model.id).confidence == 0.5


def test_with_an_episode_go_its_steps(thinking: Thinking) -> None:
    model = believed(thinking, thinking.said("I work at night."))
    episode = thinking.trail.current()
    assert episode is not None
    assert model.ref in thinking.withdraw(f"episode:{episode.id}")


def test_what_is_erased_leaves_no_word(thinking: Thinking) -> None:
    said, shown = thinking.said("I work at night."), thinking.said("The canary sings.")
    kept = thinking.mind.models.create("Caches go stale", Domain.TECHNICAL)
    thinking.mind.models.evidence(kept.id, Direction.SUPPORTS, "The canary sings", cites=(shown,))
    gone = believed(thinking, said)
    assert gone.ref in thinking.erase(said, shown)
    stored = " ".join(row["body"] for row in thinking.vault.rows("SELECT body FROM cognition_records"))
    assert "canary" not in stored
    assert "night" not in stored
    assert thinking.mind.models.model(kept.id).confidence == 0.5


def test_forgetting_a_person_takes_everything_and_no_one_elses(meaning: Thinking) -> None:
    mind, other = meaning.mind, meaning.another(person="noor")
    believed(meaning, meaning.said())
    mind.business.add("Bread by bike")
    mind.ideas.notice("Local first", "", cites=(meaning.said(),), occasion="episode:1")
    other.models.create("Noor likes tea")
    holdings = mind.holdings()
    with meaning.vault.unit() as unit:
        assert mind.forget_person(unit) == holdings
        unit.commit()
    assert mind.holdings() == frozenset()
    assert len(other.models.all()) == 1
    assert meaning.vault.rows("SELECT count(*) AS n FROM vault_vectors")[0]["n"] == 0


class Believing(RuleBasedStateMachine):
    """Whatever is believed, weighed and withdrawn: nothing stands on what is gone, and all stays in bounds."""

    def __init__(self) -> None:
        super().__init__()
        self.thinking = Thinking()
        self.said = [self.thinking.said(str(number)) for number in range(4)]
        self.gone: set[str] = set()

    def teardown(self) -> None:
        self.thinking.vault.close()

    @rule(topic=some.sampled_from("abc"), source=some.integers(0, 3))
    def believe(self, topic: str, source: int) -> None:
        if self.said[source] in self.gone:
            return
        known = {model.statement for model in self.thinking.mind.models.all()}
        if topic * 4 not in known:
            self.thinking.mind.models.create(topic * 4, cites=(self.said[source],), origin=Origin.TURN)

    @rule(
        direction=some.sampled_from([Direction.SUPPORTS, Direction.WEAKENS, Direction.INVALIDATES]),
        source=some.integers(0, 3),
    )
    def weigh(self, direction: Direction, source: int) -> None:
        for model in self.thinking.mind.models.live()[:1]:
            if self.said[source] not in {*model.all_cites(), *self.gone}:
                cites = (self.said[source],)
                self.thinking.mind.models.evidence(model.id, direction, cites=cites, origin=Origin.TURN)

    @rule(source=some.integers(0, 3))
    def withdraw(self, source: int) -> None:
        self.gone.add(self.said[source])
        self.thinking.withdraw(self.said[source])

    @rule(days=some.integers(0, 40))
    def wait(self, days: int) -> None:
        self.thinking.clock.advance(timedelta(days=days))

    @invariant()
    def nothing_stands_on_what_is_gone(self) -> None:
        for model in self.thinking.mind.models.all():
            assert set(model.cites) - self.gone
            assert all(set(each.cites) - self.gone for each in model.standing)
            assert 0 <= model.confidence <= 0.85


TestBelieving = Believing.TestCase
TestBelieving.settings = settings(max_examples=20, stateful_step_count=15, deadline=None)
