"""How unexpected something was, among all that was measured."""

from types import SimpleNamespace

from hypothesis import given
from hypothesis import strategies as st

from companion.requests import ROOM_REQUESTS, Setting, read
from engine.trail.records import StepKind
from engine.trail.surprise import FEWEST, Surprises
from tests.unit.engine.trail.conftest import Diary


@given(st.lists(st.floats(0, 20), min_size=FEWEST, max_size=60))
def test_a_share_says_how_many_were_less_unexpected(levels):
    ordered = sorted(levels, reverse=True)
    found = Surprises([(str(place), level) for place, level in enumerate(ordered)])
    shares = [found.share(str(place)) for place in range(len(levels))]
    assert (shares[0], shares[-1]) == (1.0, 0.0)
    assert shares == sorted(shares, reverse=True)
    assert found.most(3) == ["0", "1", "2"]


def test_of_too_few_nothing_is_said():
    found = Surprises([(str(place), 9.0 - place) for place in range(FEWEST - 1)])
    assert found.share("0") is None
    assert found.most(5) == []


def test_what_surprised_is_told_in_its_order_without_what_was_taken_back_or_is_too_short():
    diary = Diary()
    steps = [diary.say(f"Today I planted lemon tree number {number}.") for number in range(FEWEST + 1)]
    short, answer = (
        diary.say("Hm?"),
        diary.say("Lemon trees like sun, do they not.", "Elara", StepKind.ANSWER),
    )
    for number, step in enumerate([*steps, short, answer]):
        diary.trail.set_surprise(step.id, float(number), "context")
    diary.trail.withdraw(steps[-1].id)

    def asked(name: str, **given):
        request = ROOM_REQUESTS[name]
        mind = SimpleNamespace(trail=diary.trail, clock=diary.clock)
        return request.answer(Setting(mind, lambda: False), read(request.parameters, given))["steps"]

    assert [one["ref"] for one in asked("trail.surprising", limit=2)] == [
        f"step:{one.id}" for one in steps[-2:-4:-1]
    ]
    told = {one["ref"]: one["surprise"] for one in asked("episodes.read", episode=steps[0].episode_id)}
    assert told[f"step:{steps[-2].id}"] == 1.0
    assert told[f"step:{steps[0].id}"] == 0.0
    assert told[f"step:{short.id}"] is told[f"step:{answer.id}"] is None
    diary.vault.close()
