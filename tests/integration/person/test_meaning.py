"""The Personal Model with the real sentence model and an encrypted vault on disk."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.clock import ManualClock
from engine.embedding import OnnxEmbedder
from engine.events import EventBus
from engine.models import standard_folder
from engine.person import (
    SCHEMA,
    Action,
    Lens,
    MatchStatus,
    Outcome,
    PersonalModel,
    Proposal,
    Question,
    QuestionReason,
    QuestionStatus,
    SearchMode,
)
from engine.settings import PersonSettings
from engine.trail import SCHEMA as TRAIL_SCHEMA
from engine.trail import StepKind, Trail
from engine.vault import DataKey, Vault

START = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
TOLD = (
    "I live in Lisbon",
    "I'm allergic to peanuts",
    "My sister Ana gets married on 12 June",
    "My sister's name is Ana",
    "I work as a nurse at the city hospital",
    "My cat is called Tom",
    "I hate coffee",
    "I want to run a marathon before I turn fifty",
)
STRONG, WEAK, NONE = MatchStatus.STRONG, MatchStatus.WEAK, MatchStatus.NONE


@pytest.fixture(scope="module")
def embedder() -> Iterator[OnnxEmbedder]:
    made = OnnxEmbedder(standard_folder() / "minilm-l6-onnx")
    yield made
    made.close()


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    made = Vault.open(tmp_path / "vault.db", DataKey(b"k" * 32), [TRAIL_SCHEMA, SCHEMA])
    yield made
    made.close()


class Known:
    """A person who has told something."""

    def __init__(self, vault: Vault, embedder: OnnxEmbedder | None) -> None:
        self.vault, self.clock = vault, ManualClock(START)
        self.bus = EventBus()
        self.trail = Trail(vault, None, self.clock, self.bus, companion="elara", person="mira")
        self.person = self.reopened(embedder)

    def reopened(self, embedder: OnnxEmbedder | None) -> PersonalModel:
        return PersonalModel(
            self.vault, self.trail, embedder, self.clock, self.bus, settings=PersonSettings(), person="mira"
        )

    def tell(self, text: str) -> Outcome:
        loop = self.trail.open_loop("terminal", "p", "utterance")
        step = self.trail.record(loop, StepKind.UTTERANCE, text, "Mira")
        self.clock.advance(timedelta(minutes=1))
        return self.person.apply(Proposal(Action.REMEMBER, text).stated_in(step.id, text)).outcome


@pytest.fixture
def known(vault: Vault, embedder: OnnxEmbedder) -> Known:
    made = Known(vault, embedder)
    for text in TOLD:
        assert made.tell(text) is Outcome.COMMITTED
    return made


@pytest.mark.parametrize(
    ("query", "mode", "status", "best"),
    [
        ("When is the wedding?", SearchMode.AUTO, WEAK, "My sister Ana gets married on 12 June"),
        ("What is my sister called?", SearchMode.AUTO, STRONG, "My sister's name is Ana"),
        ("Do I have a peanut allergy?", SearchMode.VERIFY, STRONG, "I'm allergic to peanuts"),
        (
            "jogging a long distance race",
            SearchMode.SEMANTIC,
            WEAK,
            "I want to run a marathon before I turn fifty",
        ),
        ("What is my brother's name?", SearchMode.VERIFY, NONE, None),
        ("What is my dog's name?", SearchMode.VERIFY, NONE, None),
        ("What is my blood type?", SearchMode.AUTO, NONE, None),
        ("What car do I drive?", SearchMode.AUTO, NONE, None),
        ("Who won the world cup?", SearchMode.AUTO, NONE, None),
        ("When is the wedding?", SearchMode.EXACT, NONE, None),
        ("I live in Porto", SearchMode.VERIFY, NONE, None),
    ],
)
def test_what_is_known_about_a_claim(
    known: Known, query: str, mode: SearchMode, status: MatchStatus, best: str | None
) -> None:
    found = known.person.search(query, mode)
    assert (found.status, found.facts[0].text if found.facts else None) == (status, best)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("My cat's called Tom", Outcome.CONFIRMED),
        ("I truly hate coffee", Outcome.CONFIRMED),
        ("I have a peanut allergy", Outcome.COMMITTED),
        ("My sister Ana gets married on 13 June", Outcome.COMMITTED),
        ("My sister Ana gets married on 12 July", Outcome.COMMITTED),
        ("My cat is called Tim", Outcome.COMMITTED),
        ("My sister Ana does not get married on 12 June", Outcome.DISPUTED),
        ("我喜欢喝咖啡", Outcome.COMMITTED),
    ],
)
def test_only_what_says_the_same_stands_once(known: Known, text: str, outcome: Outcome) -> None:
    assert known.tell(text) is outcome


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("i play tennis on mondays", "i play tennis on tuesdays"),
        ("i drink tea in the morning", "i drink tea in the evening"),
        ("my son is left-handed", "my son is right-handed"),
        ("my friend has two cats", "my friend has three cats"),
        ("my cousin ada adores tim", "my cousin tim adores ada"),
    ],
)
def test_however_alike_they_sound(vault: Vault, embedder: OnnxEmbedder, one: str, other: str) -> None:
    known = Known(vault, embedder)
    assert known.tell(one) is Outcome.COMMITTED
    assert known.tell(other) is Outcome.COMMITTED
    assert len(known.person.facts()) == 2


def test_scripts_the_model_cannot_read_are_not_confused(known: Known) -> None:
    assert known.tell("我喜欢咖啡") is Outcome.COMMITTED
    assert known.tell("我喜欢喝咖啡") is Outcome.COMMITTED
    assert known.tell("我住在上海") is Outcome.COMMITTED
    assert [fact.text for fact in known.person.facts() if fact.topic == "lives_in"] == ["我住在上海"]


def test_vectors_are_kept_and_made_up_for(known: Known, embedder: OnnxEmbedder) -> None:
    again = known.reopened(embedder)
    assert again.load() == 0
    query = "When is the wedding?"
    assert again.search(query).facts == known.person.search(query).facts != ()
    without = known.reopened(None)
    assert without.load() == 0
    assert without.search(query).status is NONE
    with known.vault.unit() as unit:
        for fact in known.person.facts():
            known.vault.vectors.remove(unit, fact.id)
        unit.commit()
    late = known.reopened(embedder)
    assert late.load() == len(TOLD)
    assert late.catch_up() == len(TOLD)
    assert late.search(query).facts == known.person.search(query).facts


def test_erasing_takes_the_vectors_too(known: Known, embedder: OnnxEmbedder) -> None:
    fact = known.person.facts()[0]
    with known.vault.unit() as unit:
        known.person.erase(unit, frozenset({fact.ref}))
        unit.commit()
    owners, _ = known.vault.vectors.load(embedder.space, "f_")
    assert fact.id not in owners
    assert len(owners) == len(TOLD) - 1


def test_a_question_like_a_dismissed_one_is_dropped(known: Known) -> None:
    def wanted(each: str, text: str) -> Question:
        return Question(
            id=each,
            person="mira",
            reason=QuestionReason.GAP,
            lens=Lens.WORLD,
            topic="sport",
            text=text,
            status=QuestionStatus.OPEN,
            created_at=START,
            updated_at=START,
        )

    person = known.person
    opened = person.open_question(wanted("q_1", "Which sport do you practise?"))
    assert opened is not None
    person.dismiss(opened.id)
    assert person.open_question(wanted("q_2", "Which sport do you play?")) is None
    assert person.open_question(wanted("q_3", "Where did you learn to swim?")) is not None


def test_a_thousand_facts_are_searched_in_milliseconds(vault: Vault, embedder: OnnxEmbedder) -> None:
    known = Known(vault, embedder)
    known.tell("I own a sailing boat")
    fact = known.person.facts()[0]
    with vault.unit() as unit:
        for at in range(1000):
            copy = fact.model_copy(
                update={"id": f"f_{at:04}", "text": f"Note {at} about thing {at % 37} and place {at % 91}"}
            )
            known.person._changes.put(unit, copy)
        unit.commit()
    known.person.search("boat")
    began = time.perf_counter()
    assert known.person.search("Do I own a boat?").facts[0].id == fact.id
    assert time.perf_counter() - began < 0.5


def test_nothing_stands_on_the_disk_in_the_clear(known: Known, tmp_path: Path) -> None:
    known.vault.close()
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert stored
    assert b"peanuts" not in stored
    assert b"Lisbon" not in stored
