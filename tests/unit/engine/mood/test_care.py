"""How the person seems: a gentler tone today, a question tomorrow, a decline over weeks; a guess that expires."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mood import Seeming, Seen
from engine.mood.care import declines, fall
from engine.settings import MoodSettings
from tests.unit.engine.mood.conftest import START, Companionship
from tests.unit.engine.mood.points import MOMENTS

SETTINGS = MoodSettings()


def see(with_her: Companionship, *words: object) -> None:
    for number, word in enumerate(words):
        episode = with_her.hear()
        with_her.mood.notice(word, episode_id=episode.id, source=f"step:{episode.id}-{number}")
        with_her.wait(minutes=1)


def test_the_tone_is_gentle_while_they_have_it_hard(with_her: Companionship) -> None:
    see(with_her, "low")
    assert with_her.mood.tone() == ""  # once may be a mistake
    see(with_her, "tense")
    assert with_her.mood.tone() == "[Your tone now: gentle.]"
    see(with_her, "glad")
    assert with_her.mood.tone() == ""


def test_they_are_asked_the_next_day_and_not_for_ever(with_her: Companionship) -> None:
    see(with_her, "tired", "low")
    assert with_her.mood.check_in() is None  # it is today still
    with_her.trail.close_episode("goodbye")
    with_her.wait(days=1)
    line, source = with_her.mood.check_in() or ("", "")
    assert "they seemed low" in line
    assert with_her.mood.tone() == ""
    assert source == with_her.mood.seen()[0].source
    with_her.wait(days=3)
    assert with_her.mood.check_in() is None


def test_a_decline_over_weeks_is_told_once(with_her: Companionship) -> None:
    told = []
    days = [
        "glad",
        "glad",
        "as usual",
        "glad",
        "as usual",
        "tired",
        "as usual",
        "low",
        "as usual",
        "low",
        "as usual",
    ]
    for word in days:
        see(with_her, word)
        with_her.trail.close_episode("goodbye")
        with_her.wait(days=2)
        told.append(with_her.mood.check_in())
    (first, *others) = [at for at, one in enumerate(told) if one is not None]
    assert others == []
    line, source = told[first] or ("", "")
    assert "harder over these weeks" in line
    assert source.startswith("step:")
    assert with_her.mood.declining()


@pytest.mark.parametrize("word", [None, 3, "ecstatic", "", ["low"], {"low": 1}, True])
def test_another_word_says_nothing(with_her: Companionship, word: object) -> None:
    see(with_her, word)
    assert with_her.mood.seen() == []


def test_what_is_taken_back_is_not_asked_about(with_her: Companionship) -> None:
    see(with_her, "low", "low")
    (last, first) = with_her.mood.seen()
    with with_her.vault.unit() as unit:
        with_her.taken.withdraw(unit, frozenset({last.source}))
        with_her.taken.erase(unit, frozenset({f"episode:{first.episode_id}"}))
        unit.commit()
    assert with_her.mood.seen() == []
    assert with_her.mood.tone() == ""
    with with_her.vault.read() as connection:
        assert connection.execute("SELECT count(*) AS n FROM mood_seen").fetchone()["n"] == 0


def days(*words: str) -> list[Seen]:
    return [Seen(START + timedelta(days=3 * at), Seeming(word), "e", "s") for at, word in enumerate(words)]


def test_a_decline_is_a_fall_over_weeks() -> None:
    assert declines(days("glad", "glad", "as usual", "tired", "low", "low"), SETTINGS)
    assert not declines(days("low", "low", "tired", "as usual", "glad", "glad"), SETTINGS)
    assert not declines(days("as usual", "as usual", "as usual", "as usual", "as usual", "low")[:5], SETTINGS)
    assert not declines(days("low", "low", "low", "low", "low", "low"), SETTINGS)
    assert fall(days("glad", "low"), SETTINGS) == 0  # too little is known


def test_a_decline_is_noticed_from_what_was_seen(with_her: Companionship) -> None:
    for word in ("glad", "glad", "as usual", "tired", "low", "low"):
        see(with_her, word)
        with_her.trail.close_episode("goodbye")
        with_her.wait(days=3)
    assert with_her.mood.declining()


SEEN = st.lists(st.builds(Seen, MOMENTS, st.sampled_from(Seeming), st.just("e"), st.just("s")), max_size=30)


@given(SEEN)
def test_a_fall_is_bounded_whatever_was_seen(seen: list[Seen]) -> None:
    assert 0 <= fall(seen, SETTINGS) <= 2
    assert fall(seen, SETTINGS) == pytest.approx(fall(seen[::-1], SETTINGS), abs=1e-9)


def test_a_guess_is_taken_back_by_itself_and_stays_away(with_her: Companionship) -> None:
    see(with_her, "tired", "low")
    low, tired = with_her.mood.seen()
    with with_her.vault.unit() as unit:
        with_her.taken.withdraw(unit, frozenset({low.ref}))
        unit.commit()
    assert with_her.mood.seen() == [tired]
    with with_her.vault.unit() as unit:
        # What was said was taken back and stands again: the guess is no better for it.
        for change in (with_her.taken.withdraw, with_her.taken.restore):
            change(unit, frozenset({low.source, tired.source}))
        unit.commit()
    assert with_her.mood.seen() == [tired]
