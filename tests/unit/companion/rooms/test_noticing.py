"""One thing that was noticed in an opening: told once, counted when it was answered, silent where care comes first."""

from datetime import timedelta

import pytest

from companion.rooms.episodes import names
from engine.clock import ManualClock
from engine.conversation import drive, reflect
from engine.language import Place, ScriptedModel
from engine.mind import Mind
from engine.mood import Seeming
from engine.trail import StepKind

REFLECTION = (
    '{"importance": 5, "alignment": 5, "reason": "", "shift": {"valence": 0, "energy": 0, "openness": 0},'
    ' "they_seem": "as usual", "actions": [], "claims": [], "promises": [], "unresolved": [], "note": ""}'
)
NOTICED = "You noticed something and may say it once, if it fits: It has been 9 days"


@pytest.fixture
def model() -> ScriptedModel:
    return ScriptedModel(lambda asked: REFLECTION if asked.schema else "Good to hear.")


def say(mind: Mind, text: str) -> str:
    turn = mind.begin(text, "window", "p")
    drive(turn, lambda: mind.language)
    assert mind.language is not None
    reflect(turn.room, mind.language)
    return turn.loop_id


def meet_daily(mind: Mind, clock: ManualClock, days: int = 8) -> str:
    """A short talk each morning; returns the last one's Loop."""
    loop = ""
    for _ in range(days):
        loop = say(mind, "Good morning.")
        mind.say_goodbye()
        clock.advance(timedelta(days=1))
    return loop


def openings(mind: Mind) -> list[str]:
    """What stood in the opening of each answer that was asked for."""
    model = mind.language
    assert isinstance(model, ScriptedModel)
    asked = [one for one in model.requests if one.schema is None]
    return [" ".join(part.text for part in one.prompt if part.place is Place.OPENING) for one in asked]


def test_an_unusual_absence_is_told_once_and_counted(mind: Mind, clock: ManualClock) -> None:
    meet_daily(mind, clock)
    clock.advance(timedelta(days=8))
    say(mind, "Here I am again.")
    assert NOTICED in openings(mind)[-1]
    (told,) = mind.cognition.noticing.told()
    assert told.kind == "unusual_absence"
    assert not any(NOTICED in one for one in openings(mind)[:-1])
    clock.advance(timedelta(minutes=1))
    assert mind.cognition.noticing.offer() is None


def test_what_was_never_answered_was_not_told(mind: Mind, clock: ManualClock) -> None:
    meet_daily(mind, clock)
    clock.advance(timedelta(days=8))
    mind.trail.wake()
    section = next(one for one in mind.conversation.registry.sections if one.name == "observation")
    assert section.rendered(None).text.startswith(NOTICED)
    assert mind.cognition.noticing.told() == []
    # It may still be said: nothing comes between, until it is clear that it was not.
    assert mind.cognition.noticing.offer() is None
    clock.advance(timedelta(minutes=5))
    assert mind.cognition.noticing.offer() is not None


@pytest.mark.mood
def test_the_line_of_care_wins(mind: Mind, clock: ManualClock) -> None:
    loop = meet_daily(mind, clock)
    assert mind.mood is not None
    clock.advance(timedelta(days=8))
    step = next(one for one in mind.trail.steps_of(loop) if one.kind is StepKind.UTTERANCE)
    for _ in range(2):
        # Two days ago, in a time together that another surface kept, it was hard for them.
        mind.mood.notice(Seeming.LOW, episode_id=step.episode_id, source=f"step:{step.id}")
    clock.advance(timedelta(days=1))
    say(mind, "Here I am again.")
    assert "they seemed low" in openings(mind)[-1]
    assert "You noticed something" not in openings(mind)[-1]
    assert mind.cognition.noticing.told() == []


@pytest.mark.parametrize(
    ("text", "project", "named"),
    [
        ("Today the BOAT.", "boat", True),
        ("Boathouses are nice.", "boat", False),
        ("The elara\n core again", "elara core", True),
        ("C++ is fun", "C++", True),
        ("今日はボートの話", "ボート", True),
        ("", "boat", False),
    ],
)
def test_a_project_is_named_by_its_words(text: str, project: str, named: bool) -> None:
    assert names(text, project) == named
