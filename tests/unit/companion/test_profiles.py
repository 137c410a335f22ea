"""A mind with and without the mood room: nothing else notices that it is missing."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.bootstrap import build_mind, open_vault
from companion.requests import ROOM_REQUESTS, Setting, read
from engine.clock import ManualClock
from engine.conversation import drive, reflect
from engine.decisions import load_question
from engine.language import GenerationRequest, Lane, Place, ScriptedModel
from engine.memory import NewNode, NodeKind, Profile
from engine.mind import Mind
from engine.models import standard_store
from engine.mood import Cause, MoodChanged
from engine.trail import MoodPoint, StepKind
from engine.vault import Vault

GLAD = (
    '{"importance": 9, "alignment": 9, "reason": "Her sister will marry.", "shift": {"valence": 3, "energy": 1,'
    ' "openness": 0}, "they_seem": "glad", "actions": [], "claims": [], "promises": [], "unresolved": [],'
    ' "note": "I was glad."}'
)
TIRED = GLAD.replace('"they_seem": "glad"', '"they_seem": "tired"')
Make = Callable[[Profile], Mind]


KEEP = load_question("keep_about_person").instruction.strip()


def replied(asked: GenerationRequest) -> str:
    """Everything that is told is worth keeping, and each reflection is glad."""
    if asked.prompt[0].text == KEEP:
        return "yes"
    return GLAD if asked.schema else "How lovely!"


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 11, 21, 10, 0, tzinfo=UTC))


@pytest.fixture
def vault(clock: ManualClock) -> Iterator[Vault]:
    vault = open_vault(None, None, clock)
    yield vault
    vault.close()


@pytest.fixture
def make(vault: Vault, clock: ManualClock, tmp_path: Path) -> Make:
    """Minds over one vault; without a sentence model, which feels nothing."""

    def made(profile: Profile) -> Mind:
        mind = build_mind(
            vault, models=standard_store({"COMPANION_MODELS": str(tmp_path)}), clock=clock, profile=profile
        )
        mind.attach_language(ScriptedModel(replied))
        return mind

    return made


def say(mind: Mind, text: str) -> str:
    turn = mind.begin(text, "test", "p")
    drive(turn, lambda: mind.language)
    assert mind.language is not None
    reflect(turn.room, mind.language)
    return turn.loop_id


def moods(mind: Mind, loop_id: str) -> list[MoodPoint | None]:
    spoken = {StepKind.UTTERANCE, StepKind.ANSWER}
    return [step.mood for step in mind.trail.steps_of(loop_id) if step.kind in spoken]


def blocks(mind: Mind) -> str:
    model = mind.language
    assert isinstance(model, ScriptedModel)
    answered = [asked for asked in model.requests if asked.lane is Lane.CONVERSATION and asked.max_tokens]
    return "".join(one.text for one in answered[-1].prompt if one.place is Place.BLOCK)


def test_steps_carry_the_mood_and_a_reflection_moves_it(make: Make) -> None:
    mind = make(Profile.FULL)
    assert mind.mood is not None
    before = mind.mood.state().point
    assert moods(mind, say(mind, "My sister Ana gets married in June!")) == [before, before]
    after = mind.mood.state().point
    assert after.valence == pytest.approx(before.valence + 0.3)
    assert moods(mind, say(mind, "I am so glad.")) == [after, after]
    (imprint, *_) = mind.mood.imprints()
    assert imprint.feeling == "Her sister will marry."
    assert {ref.partition(":")[0] for ref in imprint.sources} == {"step", "episode"}


def test_who_had_it_hard_is_asked_when_they_come_back(make: Make, clock: ManualClock) -> None:
    mind = make(Profile.FULL)
    mind.attach_language(ScriptedModel(lambda asked: TIRED if asked.schema else "Oh dear."))
    for text in ("I have not slept for days.", "And the baby is ill."):
        say(mind, text)
    assert mind.mood is not None
    assert [one.seeming for one in mind.mood.seen()] == ["tired", "tired"]
    mind.say_goodbye()
    clock.advance(timedelta(hours=20))
    say(mind, "Good morning.")
    model = mind.language
    assert isinstance(model, ScriptedModel)
    openings = {one.text for asked in model.requests for one in asked.prompt if one.place is Place.OPENING}
    assert ["they seemed tired" in text for text in openings].count(True) == 1


def test_the_house_is_told_what_a_reflection_felt(make: Make) -> None:
    mind = make(Profile.FULL)
    told: list[MoodChanged] = []
    mind.events.subscribe(MoodChanged, told.append)
    say(mind, "My sister Ana gets married in June!")
    assert mind.mood is not None
    assert [event.cause for event in told] == [Cause.WAKE, Cause.SHIFT]
    assert told[-1].state.point == mind.mood.state().point


def test_the_tone_is_told_once_where_it_changed(make: Make) -> None:
    mind = make(Profile.FULL)
    told = []
    for text in ("Ana gets married!", "In Porto.", "In June."):
        say(mind, text)
        # Earlier blocks stay where they stood.
        told.append(blocks(mind).count("Your tone now"))
    assert told == [0, 1, 1]


def test_what_is_taken_back_takes_its_imprint_along(make: Make) -> None:
    mind = make(Profile.FULL)
    assert mind.mood is not None
    loop_id = say(mind, "My sister Ana gets married in June!")
    utterance = mind.trail.steps_of(loop_id)[0]
    reached = mind.conversation.withdraw([f"step:{utterance.id}"])
    assert mind.mood.imprints(over=True) == []
    assert not [entry for entry in mind.mood.journal() if entry.reason]
    assert any(ref.startswith("imprint:") for ref in reached)


def test_the_cognitive_profile_feels_nothing_and_the_rest_works(make: Make, clock: ManualClock) -> None:
    mind = make(Profile.COGNITIVE)
    assert mind.mood is None
    loop_id = say(mind, "My cat is called Pixel.")
    assert moods(mind, loop_id) == [None, None]
    say(mind, "What is my cat called?")
    assert "Your tone now" not in blocks(mind)
    assert mind.memory.remember(NewNode(NodeKind.MOMENT, "We spoke of Pixel.")).node.feeling is None
    clock.advance(timedelta(days=1))
    say(mind, "Good morning.")
    assert len(mind.history(10)) == 3


def test_a_home_may_change_its_profile_either_way(make: Make) -> None:
    say(make(Profile.FULL), "My sister Ana gets married in June!")
    say(make(Profile.COGNITIVE), "She is called Ana.")
    mind = make(Profile.FULL)
    assert mind.mood is not None
    assert mind.mood.imprints()
    assert len(mind.history(10)) == 2


def test_the_mood_is_found_as_it_would_be_without_the_time_between(make: Make, clock: ManualClock) -> None:
    mind = make(Profile.FULL)
    say(mind, "My sister Ana gets married in June!")
    mind.say_goodbye()
    assert mind.mood is not None
    later = clock.now() + timedelta(hours=9)
    expected, journal = mind.mood.state(later), mind.mood.journal()
    clock.advance(timedelta(hours=5))
    without = make(Profile.COGNITIVE)
    say(without, "She is called Ana.")
    without.say_goodbye()
    clock.advance(timedelta(hours=4))
    again = make(Profile.FULL).mood
    assert again is not None
    assert again.state() == expected
    assert again.state().point != expected.temperament
    assert again.journal() == journal


@pytest.mark.parametrize("profile", Profile)
def test_a_strong_moment_becomes_a_key_moment_once_an_episode(make: Make, profile: Profile) -> None:
    mind = make(profile)
    for text in ("My sister Ana gets married in June!", "In Porto, by the river."):
        say(mind, text)
    (kept,) = mind.memory.nodes([NodeKind.KEY_MOMENT])
    assert kept.text == "My sister Ana gets married in June!"
    assert kept.resonance is not None
    assert (kept.resonance.intensity, kept.resonance.reason) == (
        pytest.approx(0.81),
        "Her sister will marry.",
    )
    assert (kept.feeling is None) == (profile is Profile.COGNITIVE)
    assert {ref.partition(":")[0] for ref in kept.sources} == {"step", "episode"}


def test_what_is_remembered_by_hand_keeps_how_it_felt_and_is_found_by_it(make: Make) -> None:
    mind = make(Profile.FULL)
    assert mind.mood is not None
    remember = ROOM_REQUESTS["memory.remember"]
    for valence, text in (
        (-1.4, "The server burned all night long."),
        (1.4, "The server ran all night long."),
    ):
        mind.mood.nudge(valence=valence)
        remember.answer(
            Setting(mind, lambda: False), read(remember.parameters, {"kind": "moment", "text": text})
        )
    found = {}
    for valence in (0.8, -0.8):
        mind.mood.nudge(valence=valence - mind.mood.state().point.valence)
        found[valence] = [
            one.node.text for one in mind.memory.recall("server night", mood=mind.mood.feeling())
        ]
    assert found[0.8][0] == "The server ran all night long."
    assert found[-0.8][0] == "The server burned all night long."


@pytest.mark.parametrize("profile", Profile)
def test_forgetting_the_person_leaves_nothing_of_what_was_felt(
    make: Make, vault: Vault, profile: Profile
) -> None:
    say(make(Profile.FULL), "My sister Ana gets married in June!")
    mind = make(profile)
    assert {"imprint", "mood"} <= mind.forgetting.holdings().keys()
    mind.forgetting.forget_person()
    tables = ("mood_states", "mood_journal", "mood_imprints", "mood_citations", "mood_arcs", "mood_seen")
    with vault.read() as connection:
        left = [connection.execute(f"SELECT count(*) AS n FROM {one}").fetchone()["n"] for one in tables]  # noqa: S608
    assert left == [0, 0, 0, 0, 0, 0]
    assert say(mind, "Hello.")


def test_what_is_taken_back_is_taken_back_while_nothing_is_felt(make: Make) -> None:
    loop_id = say(make(Profile.FULL), "My sister Ana gets married in June!")
    mind = make(Profile.COGNITIVE)
    mind.conversation.withdraw([f"step:{mind.trail.steps_of(loop_id)[0].id}"])
    again = make(Profile.FULL)
    assert again.mood is not None
    assert again.mood.imprints(over=True) == []
