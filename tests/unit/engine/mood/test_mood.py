"""The mood over times together and apart, beside a real trail."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import InvalidInputError
from engine.memory import resonance
from engine.mood import Cause, ImprintMissingError, Mode, MoodChanged, UnknownModeError
from engine.mood.formulas.affect import axes, distance
from engine.settings import MoodSettings
from engine.trail import MoodPoint
from tests.unit.engine.mood.conftest import START, Companionship
from tests.unit.engine.mood.points import within

HOME = MoodPoint(*MoodSettings().temperament)
MOVED = resonance(0.9, 0.9, "She trusted me with it.")


def near(point: MoodPoint, *expected: float) -> bool:
    return axes(point) == pytest.approx(expected)


def test_it_begins_at_its_temperament(with_her: Companionship) -> None:
    state = with_her.mood.state()
    assert (state.point, state.temperament, state.mode, state.resting) == (HOME, HOME, None, False)
    assert len(state.named) == 3
    assert with_her.mood.journal() == []


def test_what_is_felt_moves_it_and_within_a_time_together_nothing_cools(with_her: Companionship) -> None:
    with_her.feel(valence=-3, energy=2)
    assert near(with_her.mood.state().point, 0.25, 0.6, 0.65)
    with_her.wait(hours=3)
    assert near(with_her.mood.state().point, 0.25, 0.6, 0.65)
    (felt, woke) = with_her.mood.journal()
    assert (felt.cause, woke.cause) == (Cause.SHIFT, Cause.WAKE)
    assert felt.episode_id == woke.episode_id is not None
    assert with_her.mood.feeling().label == felt.label


def test_it_cools_once_in_the_gap(with_her: Companionship) -> None:
    with_her.feel(valence=-3, energy=3)
    with_her.trail.close_episode("goodbye")
    with_her.wait(hours=10)
    resting = with_her.mood.state()
    assert resting.resting
    assert near(resting.point, 0.40, 0.575, 0.65)
    with_her.hear()
    woken = with_her.mood.state()
    assert not woken.resting
    assert near(woken.point, 0.40, 0.575, 0.65)
    with_her.hear()
    assert near(with_her.mood.state().point, 0.40, 0.575, 0.65)


def test_an_hour_of_silence_that_ends_by_idleness_counts_from_the_last_word(with_her: Companionship) -> None:
    with_her.feel(valence=-3)
    with_her.wait(hours=10)  # closed by idleness at its last Step, then begun anew
    with_her.hear()
    assert near(with_her.mood.state().point, 0.40, 0.5, 0.65)


def test_who_comes_back_soon_finds_it_as_it_was(with_her: Companionship) -> None:
    with_her.feel(valence=-3)
    with_her.trail.close_episode("goodbye")
    with_her.wait(minutes=20)
    with_her.hear()
    state = with_her.mood.state()
    assert not state.resting
    assert near(state.point, 0.25, 0.5, 0.65)


@pytest.mark.parametrize(
    ("gap", "valence"),
    [
        (timedelta(minutes=20), -0.35),  # the same time goes on
        (timedelta(hours=3), -0.215),
        (timedelta(hours=9), 0.055),
        (timedelta(days=2), 0.55),
        (timedelta(days=31), 0.55),
    ],
)
def test_a_bad_evening_is_felt_the_next_morning_and_gone_in_two_days(
    with_her: Companionship, gap: timedelta, valence: float
) -> None:
    with_her.feel(valence=-3)
    with_her.feel(valence=-3)
    with_her.feel(valence=-3)
    with_her.trail.close_episode("goodbye")
    with_her.clock.advance(gap)
    with_her.hear()
    assert with_her.mood.state().point.valence == pytest.approx(valence)


def test_a_clock_set_back_keeps_the_order_of_the_journal(with_her: Companionship) -> None:
    with_her.mood.nudge(valence=0.1, reason="first")
    with_her.wait(days=-30)
    with_her.mood.nudge(valence=0.1, reason="second")
    assert [entry.reason for entry in with_her.mood.journal()] == ["second", "first"]
    assert [entry.reason for entry in with_her.mood.journal(START - timedelta(days=1))] == ["first"]
    assert with_her.mood.journal(START + timedelta(days=1)) == []
    assert near(with_her.mood.state().point, 0.75, 0.5, 0.65)


def test_waking_has_its_chance_and_the_same_for_the_same_seed(make: Callable[..., Companionship]) -> None:
    woken = []
    for seed in (1, 1, 2):
        one = make(MoodSettings(seed=seed))
        one.hear()
        first = one.mood.state().point
        one.trail.close_episode("goodbye")
        one.wait(hours=30)
        one.mood.wake(timedelta(hours=30), episode_id="e")
        woken.append((first, one.mood.state().point))
    assert woken[0] == woken[1]
    assert woken[0][1] != woken[2][1]
    assert woken[0][0] == HOME  # nothing was before the first time
    assert 0 < distance(woken[0][1], HOME, MoodSettings()) < 0.2


def test_another_process_finds_it_as_it_was_left(with_her: Companionship) -> None:
    with_her.feel(valence=2)
    assert with_her.reopened().state() == with_her.mood.state()


def test_each_companion_feels_for_itself(with_her: Companionship) -> None:
    with_her.feel(valence=-3)
    assert with_her.another(companion="ada").state().point == HOME
    assert with_her.another(person="jo").state().point == HOME


def test_a_clients_own_time_moves_nothing(with_her: Companionship) -> None:
    with_her.feel(valence=-3)
    with_her.trail.wake("mcp:desk")
    with_her.trail.close_episode("goodbye", "mcp:desk")
    assert near(with_her.mood.state().point, 0.25, 0.5, 0.65)
    assert not with_her.mood.state().resting


def test_a_missed_beginning_is_made_up_for(with_her: Companionship) -> None:
    with_her.feel(valence=-3)
    with_her.wait(hours=10)
    with_her.mood.absorb_shift({}, episode_id="another")
    assert near(with_her.mood.state().point, 0.40, 0.5, 0.65)
    assert with_her.mood.state().episode_id == "another"


def test_a_strong_moment_leaves_an_imprint_and_a_plain_one_does_not(with_her: Companionship) -> None:
    with_her.feel(valence=1, felt=resonance(0.9, 0.7, "It went well."), sources=("step:a",))
    assert with_her.mood.imprints() == []
    with_her.feel(valence=2, felt=MOVED, sources=("step:b", "step:c"))
    (kept,) = with_her.mood.imprints()
    assert (kept.feeling, kept.origin) == (MOVED.reason, "felt")
    assert set(kept.sources) == {"step:b", "step:c", f"episode:{with_her.hear().id}"}
    assert kept.strength == pytest.approx(0.81)
    assert kept.point == with_her.mood.state().point


def test_an_episode_leaves_one_imprint_of_its_strongest_moment(with_her: Companionship) -> None:
    for importance, reason in ((0.8, "It was good."), (0.9, "It was better."), (0.85, "It was good again.")):
        with_her.feel(valence=1, felt=resonance(importance, 1.0, reason), sources=("step:a",))
    assert [one.feeling for one in with_her.mood.imprints()] == ["It was better."]
    with_her.trail.close_episode("goodbye")
    with_her.wait(hours=1)
    with_her.feel(valence=1, felt=resonance(0.8, 1.0, "Another day."))
    assert [one.feeling for one in with_her.mood.imprints()] == ["It was better.", "Another day."]


def test_an_imprint_fades_is_archived_and_pulls_meanwhile(with_her: Companionship) -> None:
    with_her.feel(valence=-3, felt=resonance(1.0, -1.0, "It was a hard goodbye."))
    with_her.trail.close_episode("goodbye")
    with_her.wait(days=3)
    drift = HOME.valence - with_her.mood.state().temperament.valence
    assert drift == pytest.approx(0.1 * 0.3 * 0.5 ** (2.5 / 30), rel=0.05)
    (kept,) = with_her.mood.imprints()
    assert kept.strength == pytest.approx(0.5**0.1)
    with_her.wait(days=100)
    with_her.hear()
    assert with_her.mood.imprints() == []
    (over,) = with_her.mood.imprints(over=True)
    assert over.archived_at is not None
    assert over.faded
    assert near(with_her.mood.state().temperament, *axes(HOME))


def test_made_by_hand_and_let_go(with_her: Companionship) -> None:
    with_her.mood.nudge(valence=-0.9)
    kept = with_her.mood.imprint("The night the server burned.")
    assert (kept.made_strength, kept.origin) == (0.7, "hand")
    with_her.wait(days=4)
    assert with_her.mood.state().temperament.valence < HOME.valence
    with_her.mood.let_go(kept.id)
    with_her.wait(days=10)
    assert near(with_her.mood.state().temperament, *axes(HOME))
    assert with_her.mood.imprints() == []
    with pytest.raises(ImprintMissingError):
        with_her.mood.let_go(kept.id)


def test_how_it_faded_is_seen_until_now_or_until_it_was_let_go(with_her: Companionship) -> None:
    kept = with_her.mood.imprint("The night the server burned.", 0.8)
    with_her.wait(days=30)
    course = with_her.mood.fading(kept, 3)
    assert [round(strength, 2) for _, strength in course] == [0.8, 0.63, 0.5, 0.4]
    assert (course[0][0], course[-1][0] - course[0][0]) == (kept.created_at, timedelta(days=30))
    with_her.mood.let_go(kept.id)
    with_her.wait(days=30)
    (gone,) = with_her.mood.imprints(over=True)
    assert [round(strength, 2) for _, strength in with_her.mood.fading(gone, 3)] == [0.8, 0.63, 0.5, 0.4]


def test_letting_go_can_be_taken_back(with_her: Companionship) -> None:
    with_her.mood.nudge(valence=-0.9)
    kept = with_her.mood.imprint("The night the server burned.")
    with_her.mood.let_go(kept.id)
    with_her.mood.carry_again(kept.id)
    assert [one.id for one in with_her.mood.imprints()] == [kept.id]
    with_her.wait(days=4)
    assert with_her.mood.state().temperament.valence < HOME.valence
    with pytest.raises(ImprintMissingError):
        with_her.mood.carry_again(kept.id)


@pytest.mark.parametrize(
    ("feeling", "strength"), [(" ", 0.5), ("Joy", 0.0), ("Joy", 1.5), ("Joy", float("nan"))]
)
def test_an_imprint_of_nothing_is_refused(with_her: Companionship, feeling: str, strength: float) -> None:
    with pytest.raises(InvalidInputError):
        with_her.mood.imprint(feeling, strength)


def test_its_temperament_can_be_reset(with_her: Companionship) -> None:
    with_her.mood.nudge(valence=-1.5)
    with_her.mood.imprint("A bad week.", 1.0)
    with_her.wait(days=8)
    assert with_her.mood.state().temperament.valence < HOME.valence
    assert with_her.mood.reset_temperament().temperament == HOME
    with_her.wait(days=8)
    assert with_her.mood.state().temperament == HOME
    assert len(with_her.mood.imprints()) == 1


def test_a_reset_is_taken_back_with_what_pulled_at_it(with_her: Companionship) -> None:
    with_her.mood.nudge(valence=-1.5)
    with_her.mood.imprint("A bad week.", 1.0)
    with_her.wait(days=8)
    rested, pulled = with_her.mood.state().temperament, [one.id for one in with_her.mood.pulling()]
    with_her.mood.reset_temperament()
    assert with_her.mood.pulling() == []
    again = with_her.mood.rest_again(rested, pulled).temperament
    assert axes(again) == pytest.approx(axes(rested))
    with_her.wait(days=8)
    assert with_her.mood.state().temperament.valence < rested.valence
    assert [one.cause for one in with_her.mood.journal()][:2] == ["return", "reset"]


def test_a_mode_jumps_holds_until_the_end_and_is_never_taken_by_itself(with_her: Companionship) -> None:
    with_her.hear()
    state = with_her.mood.switch_mode("soft")
    assert (state.mode, axes(state.point)) == (Mode.SOFT, (0.6, 0.3, 0.8))
    with_her.feel(valence=1)
    assert near(with_her.mood.state().point, 0.7, 0.3, 0.8)
    assert with_her.mood.state().mode is Mode.SOFT
    assert with_her.mood.suggest_mode() is None
    with_her.trail.close_episode("goodbye")
    assert with_her.mood.state().mode is None
    with_her.wait(hours=5)
    with_her.hear()
    assert with_her.mood.state().mode is None


def test_a_mode_chosen_beforehand_holds_for_the_next_time(with_her: Companionship) -> None:
    with_her.mood.switch_mode(Mode.DEV)
    with_her.hear()
    assert with_her.mood.state().mode is Mode.DEV
    with_her.trail.close_episode("goodbye")
    with_her.wait(minutes=5)
    with_her.hear()  # the same time goes on
    assert with_her.mood.state().mode is Mode.DEV
    assert with_her.mood.switch_mode(None).mode is None
    with pytest.raises(UnknownModeError):
        with_her.mood.switch_mode("pirate")


def test_how_a_time_went_is_kept_when_it_ends(with_her: Companionship) -> None:
    for valence in (-3, -1, 2, 3):
        with_her.feel(valence=valence)
    episode = with_her.hear()
    open_arc = with_her.mood.arc(episode.id)
    assert (open_arc.pattern, open_arc.samples) == ("recovery", 5)
    with_her.trail.close_episode("goodbye")
    (kept,) = with_her.mood.arcs()
    assert (kept.pattern, kept.samples, kept.start) == ("recovery", 6, HOME)
    assert kept.end == with_her.mood.state(with_her.clock.now()).point
    assert with_her.mood.arc("none").pattern == "flat"


def test_the_house_is_told(with_her: Companionship) -> None:
    with_her.mood.nudge(valence=0.1, reason="A joke.")
    with_her.mood.switch_mode("playful")
    changed = [event for event in with_her.told if isinstance(event, MoodChanged)]
    assert [event.cause for event in changed] == [Cause.NUDGE, Cause.MODE]
    assert changed[-1].state == with_her.mood.state()


def test_a_nudge_is_a_number(with_her: Companionship) -> None:
    for wrong in (float("nan"), float("inf")):
        with pytest.raises(InvalidInputError):
            with_her.mood.nudge(energy=wrong)
    assert with_her.mood.journal() == []


def test_a_failed_unit_leaves_no_trace(with_her: Companionship) -> None:
    before = with_her.mood.state().point
    with pytest.raises(RuntimeError), with_her.vault.unit() as unit:
        with_her.mood.nudge(valence=-1, unit=unit)
        raise RuntimeError
    assert with_her.mood.state().point == before
    assert with_her.mood.journal() == []


def test_what_is_taken_back_leaves_the_journal_and_pulls_no_more(with_her: Companionship) -> None:
    with_her.feel(valence=-3, felt=resonance(1, -1, "He died."), sources=("step:a",))
    with_her.trail.close_episode("goodbye")
    with_her.wait(hours=1)
    with_her.feel(valence=1, felt=MOVED, sources=("step:b",))
    (first, _) = with_her.mood.imprints()
    assert with_her.taken.citing(frozenset({"step:a", "fact:x"})) == {f"imprint:{first.id}"}
    with with_her.vault.unit() as unit:
        assert with_her.taken.withdraw(unit, frozenset({"step:a"})) == {f"imprint:{first.id}"}
        assert with_her.taken.withdraw(unit, frozenset({"step:a"})) == frozenset()
        unit.commit()
    assert [one.feeling for one in with_her.mood.imprints(over=True)] == [MOVED.reason]
    assert "He died." not in {entry.reason for entry in with_her.mood.journal()}
    with with_her.vault.unit() as unit:
        with_her.taken.erase(unit, frozenset({"step:a", "step:b"}))
        unit.commit()
    with with_her.vault.read() as connection:
        left = connection.execute("SELECT feeling FROM mood_imprints").fetchall()
        left += connection.execute("SELECT reason FROM mood_journal WHERE reason != ''").fetchall()
    assert left == []


def test_an_episode_that_is_erased_takes_its_course_along(with_her: Companionship) -> None:
    with_her.feel(valence=2, felt=MOVED, sources=("step:a",))
    episode = with_her.hear()
    with_her.trail.close_episode("goodbye")
    with with_her.vault.unit() as unit:
        with_her.taken.erase(unit, frozenset({f"episode:{episode.id}"}))
        unit.commit()
    assert with_her.mood.arcs() == []
    assert with_her.mood.journal() == []


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("feel"), st.tuples(*[st.floats()] * 3), st.floats(0, 1), st.floats(-1, 1)),
        st.tuples(st.just("nudge"), st.tuples(*[st.floats(-5, 5)] * 3)),
        st.tuples(st.just("wait"), st.floats(-20_000, 200_000)),
        st.tuples(st.just("mode"), st.sampled_from([None, *Mode])),
        st.tuples(st.just("end")),
        st.tuples(st.just("imprint"), st.floats(0.1, 1)),
    ),
    max_size=12,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS)
def test_whatever_happens_at_whatever_time_it_stays_within_its_bounds(
    make: Callable[..., Companionship], acts: list[tuple]
) -> None:
    with_her = make(MoodSettings())
    for act, *given_ in acts:
        do(with_her, act, given_)
        state = with_her.mood.state()
        assert within(state.point)
        assert within(state.temperament)
        for here, default in zip(axes(state.temperament), MoodSettings().temperament, strict=True):
            assert abs(here - default) <= 0.15 + 1e-9
        assert all(0 <= one.intensity <= 1 for one in state.named)
        assert all(0 <= one.strength <= 1 for one in with_her.mood.imprints(over=True))
    with_her.vault.close()


def do(with_her: Companionship, act: str, given_: list) -> None:
    match act:
        case "feel":
            (shift, importance, alignment) = given_
            with_her.feel(*shift, felt=resonance(importance, alignment, "so"))
        case "nudge":
            valence, energy, openness = given_[0]
            with_her.mood.nudge(valence=valence, energy=energy, openness=openness)
        case "wait":
            with_her.wait(hours=given_[0])
        case "mode":
            with_her.mood.switch_mode(given_[0])
        case "end":
            with_her.trail.close_episode("goodbye")
        case "imprint":
            with_her.mood.imprint("so", given_[0])
