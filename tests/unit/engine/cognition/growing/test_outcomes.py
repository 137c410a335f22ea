import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.cognition import Assessment, CognitionMoveError, Origin, Pitch, UnsourcedError
from engine.errors import InvalidInputError
from tests.unit.engine.cognition.conftest import Thinking


def test_what_was_expected_is_held_against_what_came(thinking: Thinking) -> None:
    outcomes = thinking.mind.outcomes
    made = outcomes.record("Use WebSocket instead of SSE", "Better real-time performance", confidence=0.8)
    assert outcomes.open() == [made]
    checked = outcomes.check(made.id, Assessment.WIN, "3 times faster", "Complexity is front-loaded")
    assert checked.turned_out is not None
    assert checked.turned_out.lesson == "Complexity is front-loaded"
    with pytest.raises(CognitionMoveError):
        outcomes.check(made.id, Assessment.LOSS, "no")
    assert outcomes.calibration().calibration_error == pytest.approx(-0.2)
    assert outcomes.undo(made.id).turned_out is None
    with pytest.raises(InvalidInputError):
        outcomes.check(made.id, Assessment.LOSS)


@given(results=some.lists(some.sampled_from(Assessment), max_size=8))
def test_the_rate_counts_partial_as_half(results: list[Assessment]) -> None:
    thinking = Thinking()
    for number, assessment in enumerate(results):
        made = thinking.mind.outcomes.record(f"Decision {number}")
        thinking.mind.outcomes.check(made.id, assessment, "so")
    known = thinking.mind.outcomes.stats()
    thinking.vault.close()
    assert known["checked"] == len(results)
    if results:
        won, partly = results.count(Assessment.WIN), results.count(Assessment.PARTIAL)
        assert known["rate"] == pytest.approx((won + partly / 2) / len(results))
    else:
        assert known["rate"] is None


def test_pitches_are_compared_by_channel_audience_and_framing(thinking: Thinking) -> None:
    outcomes = thinking.mind.outcomes
    for channel, framing, assessment in (
        ("mail", "price", Assessment.LOSS),
        ("talk", "price", Assessment.WIN),
        ("talk", "care", Assessment.WIN),
    ):
        pitch = Pitch(channel=channel, audience="bakers", framing=framing)
        made = outcomes.record("Offer the bread bike", pitch=pitch)
        outcomes.check(made.id, assessment, "so", f"{channel} {framing}")
    outcomes.record("Paint the bike")
    known = outcomes.pitch_stats()
    assert known["channel"]["mail"]["rate"] == 0
    assert known["channel"]["talk"]["rate"] == 1
    assert known["framing"]["price"]["rate"] == 0.5
    assert known["audience"]["bakers"]["checked"] == 3
    assert [each.turned_out.lesson for each in outcomes.pitch_lessons() if each.turned_out] == [
        "talk care", "talk price", "mail price",
    ]  # fmt: skip


def test_stats_of_one_tag(thinking: Thinking) -> None:
    outcomes = thinking.mind.outcomes
    outcomes.check(outcomes.record("Use SSE", tags=("Web",)).id, Assessment.WIN, "so")
    outcomes.record("Buy flour", tags=("bread",))
    assert outcomes.stats("web")["win"] == 1
    assert outcomes.stats("bread")["open"] == 1


def test_what_a_turn_noticed_waits_for_the_persons_word(meaning: Thinking) -> None:
    outcomes = meaning.mind.outcomes
    made = outcomes.record("Move the login to WebSocket")
    said = meaning.said("Moving the login to WebSocket made it faster.")
    noticed = outcomes.notice("Moving the login to WebSocket made it faster", cites=(said,))
    assert noticed.id == made.id
    assert noticed.turned_out is None
    assert outcomes.stats()["checked"] == 0
    checked = outcomes.check(made.id, Assessment.WIN)
    assert checked.turned_out is not None
    assert checked.turned_out.actual == "Moving the login to WebSocket made it faster"
    other = outcomes.notice("The soup was too salty", cites=(meaning.said("The soup was too salty."),))
    assert other.id != made.id
    assert other.origin is Origin.TURN
    with pytest.raises(UnsourcedError):
        outcomes.notice("The soup was too salty", cites=())
