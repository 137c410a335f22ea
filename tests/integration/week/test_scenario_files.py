"""A scenario file that is wrong is refused in words, and what does not hold of a played one is said."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.scenarios.expecting import unmet
from tests.scenarios.player import Player
from tests.scenarios.records import ScenarioError, read_scenario

HEAD = 'title = "A test"\nzone = "Europe/Berlin"\n'
MOMENT = '[[moment]]\nname = "Now"\nat = 2026-02-09T09:00:00\n'
FALSE = """
goodbye = true
turn = [{ says = "Hello.", reflects = { promises = ["fly to the moon"] }, holds = { minds = ["the moon"] } }]
[[moment.deed]]
request = "handoff.fulfil"
with = { item = "fly to the moon" }
[moment.holds]
greeting = "check_in"
opening_names = ["the moon"]
items = [{ text = "fly to the moon" }]
facts = ["The moon is far."]
stale_goals = ["Fly"]
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "test.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = ", "test.toml"),
        (HEAD, "moment: Field required"),
        (HEAD + MOMENT + "godbye = true\n", "moment.0.godbye"),
        (HEAD + MOMENT + 'turn = [{ say = "Hello" }]\n', "moment.0.turn.0.says"),
        (HEAD + MOMENT + 'holds = { greeting = "warm" }\n', "moment.0.holds.greeting"),
        (HEAD + MOMENT + MOMENT.replace("09:00", "08:00"), "stands after a later one"),
        (HEAD + MOMENT.replace("09:00:00", "09:00:00Z"), "name none"),
    ],
)
def test_a_file_that_is_wrong_says_where(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        read_scenario(written(tmp_path, text))
    assert told in str(raised.value)


@pytest.fixture
def faults_of(tmp_path: Path, player_of: Callable[[Path], Player]) -> Callable[[str], list[str]]:
    """Plays a scenario of one moment, and says what does not hold."""

    def faults(text: str) -> list[str]:
        player = player_of(written(tmp_path, HEAD + MOMENT + text))
        return [fault for moment in player.play() for fault in unmet(moment)]

    return faults


def test_what_does_not_hold_is_said(faults_of: Callable[[str], list[str]]) -> None:
    faults = faults_of(FALSE)
    for words in (
        "met as first, not check_in",
        "“the moon” is missing in the opening",
        "“the moon” is missing in the block of “Hello.”",
        "nothing is kept of “fly to the moon”",
        "the fact “The moon is far.” is not known",
        "stale goals are [], not ['Fly']",
        "There is no item “fly to the moon”.",
    ):
        assert any(words in fault for fault in faults), words
    assert len(faults) == 7


@pytest.mark.mood
def test_a_mood_that_does_not_hold_is_said(faults_of: Callable[[str], list[str]]) -> None:
    text = 'turn = [{ says = "Hello." }]\nholds = { mood = { cooled = true, left = [0.9, 1.0] } }\n'
    cooled, left = faults_of(text)
    assert "the mood has not cooled" in cooled
    assert "valence was left at 0.550, not within 0.9 and 1.0" in left


def test_a_field_that_no_reflection_has_is_refused(faults_of: Callable[[str], list[str]]) -> None:
    with pytest.raises(ScenarioError, match="promisses"):
        faults_of('turn = [{ says = "Hello.", reflects = { promisses = [] } }]\n')
