"""How the person seems, decided by the logits of a model that is too small to write it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from companion.inferred import take_back
from companion.rooms.mood import NAMED
from engine.conversation import drive, reflect
from engine.decisions import load_question
from engine.language import ModelInfo, ScriptedModel
from engine.mind import Mind
from engine.mood import Seeming

pytestmark = pytest.mark.mood
QUESTION = load_question("sentiment")
HARD = "I cried all morning."


class Deciding(ScriptedModel):
    """Says of everything how somebody seems as it was set to, and that nothing else is so."""

    def __init__(self) -> None:
        super().__init__(lambda request: "{}" if request.schema else "I hear you.")
        self.seems, self.share, self.parameters = "sad", 0.9, 1_500_000_000
        self.asked: list[str] = []

    @property
    def info(self) -> ModelInfo:
        return replace(super().info, parameters=self.parameters)

    def choose(self, prompt, options: Sequence[str], *, hurried: bool = False) -> list[float]:
        if tuple(options) != QUESTION.options:
            return [1.0 if option.casefold() in {"no", "none"} else 0.0 for option in options]
        self.asked.append(prompt[-1].text.strip())
        rest = (1 - self.share) / (len(options) - 1)
        return [self.share if option == self.seems else rest for option in options]

    def surprise(self, prompt, last: int) -> list[float]:
        return [0.0] * last


@pytest.fixture
def model() -> Deciding:
    return Deciding()


def say(mind: Mind, model: Deciding, text: str) -> None:
    turn = mind.begin(text, "window", "p")
    drive(turn, lambda: model)
    reflect(turn.room, model)
    mind.clock.advance(timedelta(minutes=1))


def seen(mind: Mind) -> list[Seeming]:
    assert mind.mood is not None
    return [one.seeming for one in mind.mood.seen()]


@pytest.mark.parametrize(
    ("seems", "seeming"),
    [
        ("fine", Seeming.USUAL), ("glad", Seeming.GLAD), ("tired", Seeming.TIRED), ("worried", Seeming.TENSE),
        ("ill", Seeming.UNWELL), ("sad", Seeming.LOW),
    ],
)  # fmt: skip
def test_every_answer_is_kept_as_what_it_means(mind, model, seems, seeming):
    model.seems = seems
    say(mind, model, HARD)
    assert seen(mind) == [seeming]
    assert model.asked == [HARD]


def test_what_is_not_sure_is_as_usual(mind, model):
    model.share = 0.5
    say(mind, model, HARD)
    assert seen(mind) == [Seeming.USUAL]


def test_who_had_it_hard_is_asked_the_next_day(mind, model):
    for _ in range(2):
        say(mind, model, HARD)
    mind.say_goodbye()
    assert mind.mood.check_in() is not None
    mind.clock.advance(timedelta(days=9))
    assert mind.mood.check_in() is None


def test_what_was_pasted_says_nothing_of_the_person(mind, model):
    say(mind, model, "Summarise this:\n\n> I cried all morning.\n> I cannot go on.")
    assert not any("cried" in text for text in model.asked)


def test_what_only_asks_says_nothing_of_how_they_feel(mind, model):
    say(mind, model, "Why did I cry on Monday?")
    assert model.asked == []
    say(mind, model, "I fell down the stairs, what should I do?")
    assert model.asked == ["I fell down the stairs"]


@pytest.mark.parametrize("parameters", [500_000_000, 4_000_000_000])
def test_a_model_that_would_guess_or_that_writes_it_does_not_decide(mind, model, parameters):
    model.parameters = parameters
    say(mind, model, HARD)
    assert model.asked == []


def test_a_guess_that_is_taken_back_leaves_the_opening_that_asked_about_it(mind, model):
    for _ in range(2):
        say(mind, model, HARD)
    mind.say_goodbye()
    mind.clock.advance(timedelta(days=1))
    say(mind, model, "Good morning.")
    asked = "they seemed low"
    assert any(asked in segment.text for segment in mind.conversation.stream.ledger.segments)
    for one in mind.mood.seen():
        if one.seeming.hard:
            take_back(mind, one.ref)
    assert not any(asked in segment.text for segment in mind.conversation.stream.ledger.segments)
    assert mind.mood.check_in() is None


@pytest.mark.parametrize(
    ("seems", "moves"), [("fine", 0), ("glad", 1), ("sad", -1), ("angry", -1), ("ill", -1), ("tired", -1)]
)
def test_the_companion_feels_along_and_the_journal_quotes_the_person(mind, model, seems, moves):
    model.seems = seems
    before = mind.mood.state().point.valence
    say(mind, model, HARD)
    moved = mind.mood.state().point.valence - before
    assert moved > 0.02 if moves > 0 else moved < -0.02 if moves < 0 else moved == 0
    reasons = [one.reason for one in mind.mood.journal() if one.reason]
    assert bool(reasons) is bool(moves)
    assert all(HARD in reason for reason in reasons)
    assert model.asked == [HARD]
    if seems in NAMED:
        assert set(reasons) == {f"{seems}: “{HARD}”"}
