"""The words of tone: few, about manner alone, said once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.mood import Mode
from engine.mood.tone import Telling, tone_line, tone_words
from engine.settings import MoodSettings
from engine.trail import MoodPoint
from tests.unit.engine.mood.points import POINTS

HOME = MoodPoint(*MoodSettings().temperament)


def test_the_usual_mood_says_nothing() -> None:
    assert tone_words(HOME, None) == ""
    assert Telling().tell("", episode="e", turn="t") == ""


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (MoodPoint(-0.7, 0.2, 0.2), "subdued, unhurried, reserved"),
        (MoodPoint(-0.2, 0.5, 0.5), "sober"),
        (MoodPoint(0.8, 0.8, 0.9), "bright, lively, open"),
        (MoodPoint(0.1, 0.5, 0.5), ""),  # a bound belongs to what is above it
        (MoodPoint(0.09, 0.5, 0.5), "sober"),
    ],
)
def test_a_mood_is_said_in_its_bands(point: MoodPoint, words: str) -> None:
    assert tone_words(point, None) == words


@pytest.mark.parametrize("mode", Mode)
def test_every_mode_has_a_line_of_style(mode: Mode) -> None:
    words = {tone_words(point, mode) for point in (HOME, MoodPoint(-1, 0, 0))}
    assert len(words) == 1
    assert 0 < len(words.pop().split()) <= 10


@given(POINTS, st.none() | st.sampled_from(Mode))
def test_any_mood_is_one_short_line(point: MoodPoint, mode: Mode | None) -> None:
    line = tone_line(tone_words(point, mode))
    assert line.startswith("[Your tone now: ")
    assert len(line) <= 80
    assert "\n" not in line


@given(st.lists(st.tuples(st.sampled_from(["", "bright", "sober"]), st.booleans()), max_size=20))
def test_a_tone_is_told_once_until_it_changes(turns: list[tuple[str, bool]]) -> None:
    telling, told, episode = Telling(), "", 0
    for number, (words, anew) in enumerate(turns):
        if anew:
            episode, told = episode + 1, ""
        drafted = telling.tell(words, episode=None, turn=None) if not anew else None
        said = telling.tell(words, episode=str(episode), turn=str(number))
        assert said == ("" if words == told else tone_line(words))
        assert drafted in {None, said}
        # A block that is laid out twice says the same, whatever is felt meanwhile.
        assert telling.tell("other", episode=str(episode), turn=str(number)) == said
        told = words
